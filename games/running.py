"""The running matches by correspondence of one player, in one list: who is awaited, and how far each board has come."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import F
from django.db.models.functions import Coalesce

from games import correspondence_words, notes
from games.day import AT_MOST
from games.engine.rules import Rules
from games.models import Match, Seat, Turn
from games.player_pages import address_of


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match as its player sees it from afar: cards on both boards as they stood at the end of the last closed turn.

    `opponent_page` is its path, empty for former members; `is_house`: no person, but a house player. `waits` is whether
    this player's turn is open; else `deadline` is the other's. `turns`: as many as the stock takes, or at least as many
    where there is a redeal.
    """

    key: str
    opponent: str
    opponent_page: str
    is_house: bool
    rules: Rules
    turn: int
    turns: int
    cards: int
    their_cards: int
    deadline: dt.datetime | None
    waits: bool
    stopped: bool
    note: str


def matches_of(player_id: int) -> list[RunningMatch]:
    """Those that wait for the player first, then those that wait for the other, each by deadline. Three queries."""
    own = Seat.objects.of(player_id).filter(mode=Match.Mode.CORRESPONDENCE, ended_at=None)
    # The match's own deadline is the other's where one waits; anywhere else its order would tell of their open turn.
    until = Coalesce("turn_deadline", "match__deadline")
    in_order = own.order_by(F("turn_deadline").asc(nulls_last=True), until, "pk")
    seats = list(in_order.select_related("match__deal", "note")[:AT_MOST])
    others = {seat.match_id: seat for seat in _others(seats, player_id)}
    seat_ids = [seat.pk for seat in (*seats, *others.values())]
    closed = Turn.objects.filter(seat__in=seat_ids, number=F("seat__match__turn") - 1)
    cards = {turn.seat_id: turn.foundation_cards for turn in closed}
    return [_seen(seat, others[seat.match_id], cards) for seat in seats]


def _others(seats: list[Seat], player_id: int) -> list[Seat]:
    found = Seat.objects.filter(match__in=[seat.match_id for seat in seats]).exclude(player=player_id)
    return list(found.select_related("player"))


def _seen(seat: Seat, other: Seat, cards: dict[int, int]) -> RunningMatch:
    match = seat.match
    rules = match.rules
    note = getattr(seat, "note", None)
    return RunningMatch(
        key=match.key,
        opponent=str(other.player),
        opponent_page=address_of(other.player),
        is_house=other.player.is_house,
        rules=rules,
        turn=match.turn,
        turns=correspondence_words.turns_of(rules, match.turn_cards or rules.stock_size),
        cards=_cards_of(seat, match, cards),
        their_cards=_cards_of(other, match, cards),
        deadline=seat.turn_deadline or match.deadline,
        waits=seat.turn_deadline is not None,
        stopped=seat.stopped_at is not None,
        note=notes.excerpt(note.text) if note is not None else "",
    )


def _cards_of(seat: Seat, match: Match, closed: dict[int, int]) -> int:
    """At the end of the last closed turn; a board that had stopped before it stands as it stopped."""
    if seat.pk in closed:
        return closed[seat.pk]
    return seat.foundation_cards if match.turn > 1 else match.rules.foundations
