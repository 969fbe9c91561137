"""A club in which many matches by correspondence are under way: a few are played through the verbs, and copied."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import batched, cycle, islice, pairwise
from random import Random

from django.db import connection, models, transaction

from club import notices
from club.models import Kind, Player
from club.notices import Telling
from games import boards, clocks, deals, play
from games.engine.rules import Rules
from games.models import Deal, Match, Move, Seat, Turn
from games.models.matches import new_key
from games.play import Row, TurnsWish

HOUR = dt.timedelta(hours=1)
RULES = Rules.parse("classic-4-0")
TURN_CARDS = 4
# How many turns of a pattern are closed, and how many cards of the open one seat 1 has placed; where it has placed all,
# it has ended that turn in every other pattern.
PATTERNS = [(turns, placed) for turns in range(6) for placed in (0, 2, 4)]
# So many rows a statement.
AT_ONCE = 5_000
# Each player is in so many matches.
MATCHES_EACH = 20


@dataclass(frozen=True, slots=True)
class Played:
    """One match with its seats."""

    match: Match
    seats: list[Seat]


def fill(count: int, now: dt.datetime) -> list[Player]:
    """So many running matches, whose open turns end within a day, but none within two hours of `now`; their players.

    Each of the players is in 20 of them, or just above that, and was told of the turns that are open.
    """
    missing = count - len(PATTERNS)
    one, two, *players = _players(2 + max(2, missing * 2 // MATCHES_EACH), now)
    patterns = [_played((one, two), turns, placed, now) for turns, placed in PATTERNS]
    random, pairs = Random(count), cycle(pairwise([*players, players[0]]))
    for i, pattern in enumerate(patterns):
        wanted = missing // len(patterns) + (i < missing % len(patterns))
        _store(pattern, [_copied(pattern, pair, random, now) for pair in islice(pairs, wanted)])
    _tell(now)
    return players


def _players(count: int, now: dt.datetime) -> list[Player]:
    made = []
    for number in range(count):
        player = Player(password="!")
        player.join(f"Player {number}", "", now - dt.timedelta(days=400))
        player.approved_at = player.joined_at
        made.append(player)
    return Player.objects.bulk_create(made, batch_size=AT_ONCE)


def _played(players: tuple[Player, Player], turns: int, placed: int, now: dt.datetime) -> Played:
    """A match in its turn `turns + 1`, in which seat 1 has placed so many cards."""
    at = now - 22 * HOUR - turns * HOUR
    with transaction.atomic():
        wish = TurnsWish(RULES, TURN_CARDS)
        match = play.begin_by_turns(players, wish, deals.random_deal(RULES, at), (bytes(16), bytes(16)), at)
    for _ in range(turns):
        at += HOUR
        for place in (1, 2):
            _place(match.pk, place, TURN_CARDS, at)
            _end_turn(match.pk, place, at)
    _place(match.pk, 1, placed, at)
    if placed == TURN_CARDS and turns % 2:
        _end_turn(match.pk, 1, at)
    found = Match.objects.select_related("deal").get(pk=match.pk)
    return Played(found, list(found.seats.order_by("place")))


def _place(match_id: int, place: int, cards: int, at: dt.datetime) -> None:
    """So many cards of the stock, on a foundation where one wants it, else on the waste piles in turn."""
    with transaction.atomic():
        table = play.load(match_id)
        seat = table.seat(place)
        for _ in range(cards):
            play.move(table, seat, Row(seat.rows + 1, table.match.turn), _choice(seat), at)
        table.store()


def _choice(seat: Seat) -> str:
    legal = [str(move) for move in boards.board_of(seat).legal_moves()]
    return next((move for move in legal if move[0] == "F"), f"W{seat.rows % 4 + 1}")


def _end_turn(match_id: int, place: int, at: dt.datetime) -> None:
    with transaction.atomic():
        table = play.load(match_id)
        play.end_turn(table, table.seat(place), table.match.turn, at)
        table.store()


# --- copies -----------------------------------------------------------------------------------------------------------


def _copied(pattern: Played, players: tuple[Player, Player], random: Random, now: dt.datetime) -> Played:
    """The same match between other players, its open turn opened at another instant."""
    opened_at = now - random.uniform(2, 21.5) * HOUR
    deadline = clocks.turn_deadline(opened_at)
    match = _anew(pattern.match)
    match.deal, match.key = _anew(pattern.match.deal), new_key()
    match.turn_opened_at, match.deadline = opened_at, deadline
    seats = [_anew(seat) for seat in pattern.seats]
    for seat, player in zip(seats, players, strict=True):
        seat.player, seat.known_as = player, str(player)
        seat.turn_deadline = deadline if seat.turn_deadline else None
    return Played(match, seats)


def _anew[M: models.Model](row: M) -> M:
    """A new row with the same values."""
    anew = copy(row)
    anew._state = copy(row._state)
    anew._state.adding, anew.pk = True, None
    return anew


def _store(pattern: Played, copies: list[Played]) -> None:
    """The copies, each with the moves and turns of the pattern."""
    with transaction.atomic():
        Deal.objects.bulk_create([one.match.deal for one in copies])
        for one in copies:
            # Once more, now that it has an id.
            one.match.deal = one.match.deal
        Match.objects.bulk_create([one.match for one in copies])
        for one in copies:
            for seat in one.seats:
                seat.match = one.match
        Seat.objects.bulk_create([seat for one in copies for seat in one.seats])
        for seat in pattern.seats:
            like = [one.seats[seat.place - 1].pk for one in copies]
            _copy_rows(Move, seat, like)
            _copy_rows(Turn, seat, like)


def _copy_rows(model: type[Move | Turn], seat: Seat, to_seats: list[int]) -> None:
    """Each of the other seats gets the rows of that one. By the database alone: there are hundreds of thousands."""
    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key and field.name != "seat"]
    into, read = (", ".join(f'{row}"{column}"' for column in columns) for row in ("", "r."))
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO {model._meta.db_table} ("seat_id", {into})'  # noqa: S608 # our own names
            f' SELECT s."id", {read} FROM "games_seat" s, {model._meta.db_table} r'
            ' WHERE s."id" BETWEEN %s AND %s AND s."place" = %s AND r."seat_id" = %s',
            [min(to_seats), max(to_seats), seat.place, seat.pk],
        )


def _tell(now: dt.datetime) -> None:
    """Of the open turns, as those who play are told when a turn opens."""
    waiting = Seat.objects.waiting().select_related("match")
    for some in batched(waiting.iterator(), AT_ONCE):
        tellings = [Telling(s.player_id, k, f"{s.match.key}/{s.match.turn}", w) for s in some for k, w in _kinds(s)]
        notices.tell_all(tellings, now)


def _kinds(seat: Seat) -> Iterator[tuple[Kind, dt.datetime | None]]:
    opened_at, deadline = seat.match.turn_opened_at, seat.turn_deadline
    assert opened_at is not None
    assert deadline is not None
    yield Kind.YOUR_TURN, None
    yield Kind.TURN_ENDS, clocks.reminder_at(opened_at, deadline)
