"""Promises 2, 3, 6 and 10 as properties of the race: whatever two players, the clock and the server do, one end."""

import datetime as dt
import secrets
from random import Random

import hypothesis.strategies as st
import pytest
from django.db import transaction
from hypothesis import settings
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from club import outages
from club.models import Player
from games import boards, play, presence, serving, sweep, tables, views_of
from games.clocks import COUNTDOWN
from games.deals import SECRET_BYTES
from games.engine.race import compared, decided
from games.engine.record import judge as verdict_on
from games.engine.rules import Rules
from games.messages import Beat, Claim, Look, Message, NoRematch, PlayMove, Ready, Rematch, Resign, TakeBack
from games.models import Match, Seat
from games.play import WATCHERS, RaceWish
from games.records import written
from games.tables import At, Told
from games.views import TableView
from tests.games.conftest import NOON

VARIANTS = ["classic-4-0", "classic-8-2", "reverse-4-0", "broken-5-1", "giant-4-0"]
# What the rules count by, and a little around it.
STEPS = [0.5, 2, 3, 11, 13, 60, 72, 300, 602, 720]
PLACES = st.sampled_from([1, 2])


class RacingTable(RuleBasedStateMachine):
    """Two players and a watcher; each knows only what reached them, and all of that in order."""

    @initialize(
        variant=st.sampled_from(VARIANTS),
        minutes=st.sampled_from([None, 3, 5, 10]),
        best_of=st.sampled_from([None, None, 3]),
        seed=st.integers(0, 10_000),
    )
    def agree(self, variant: str, minutes: int | None, best_of: int | None, seed: int) -> None:
        # The operating system's randomness, so that an example can be played again; addresses of tables stay apart.
        chance = Random(seed)
        self.os_random = pytest.MonkeyPatch()
        self.stored = transaction.atomic()
        self.stored.__enter__()
        real = secrets.token_bytes
        self.os_random.setattr(secrets, "token_bytes", lambda n: chance.randbytes(n) if n == SECRET_BYTES else real(n))
        boards.forget_all()
        self.now = NOON
        self.chance = chance
        wish = RaceWish(Rules.parse(variant), minutes, best_of)
        players = (Player.objects.create_guest(), Player.objects.create_guest())
        self.sit_at(play.open_race(players, wish, self.now))

    def teardown(self) -> None:
        if hasattr(self, "os_random"):
            self.os_random.undo()
            # Nothing of an example is left for the next.
            transaction.set_rollback(True)
            self.stored.__exit__(None, None, None)

    def sit_at(self, match: Match) -> None:
        self.match_id = match.pk
        seats = match.seats.order_by("place").values_list("pk", flat=True)
        self.at = [At(match.pk, WATCHERS, None), *(At(match.pk, place, pk) for place, pk in enumerate(seats, start=1))]
        self.views: list[TableView | None] = [None, None, None]
        self.versions = [0, 0, 0]
        self.end: tuple[object, ...] | None = None
        self.said: list[tuple[int, Message]] = []
        for place in (WATCHERS, 1, 2):
            self.say(place, Look())

    # --- what reaches the three -----------------------------------------------------------------------------------

    def take(self, place: int, version: int, view: TableView) -> None:
        assert version >= self.versions[place]
        if version == self.versions[place]:
            assert view == self.views[place], "the same version is the same view"
        else:
            assert view != self.views[place], "the version rises only with the view"
        self.versions[place], self.views[place] = version, view

    def hear(self, told: list[Told]) -> None:
        for one in told:
            if one.match_id == self.match_id:
                self.take(one.place, one.version, one.view)

    def say(self, place: int, message: Message) -> None:
        with transaction.atomic():
            answer = tables.say(self.at[place], message, self.now)
        self.hear(answer.told)
        self.take(place, answer.version, answer.view)

    def view(self, place: int) -> TableView:
        view = self.views[place]
        assert view is not None
        return view

    # --- what may happen ------------------------------------------------------------------------------------------

    @rule()
    def both_are_ready_and_the_countdown_ends(self) -> None:
        for place in (1, 2):
            self.say(place, Ready(bytes([place]) * 16))
        self.now += COUNTDOWN
        self.say(WATCHERS, Look())

    @rule(place=PLACES)
    def is_ready(self, place: int) -> None:
        self.say(place, Ready(None))

    @precondition(lambda self: self.view(1).legal or self.view(2).legal)
    @rule(place=PLACES, moves=st.integers(1, 30))
    def plays_on(self, place: int, moves: int) -> None:
        for _ in range(moves):
            legal = self.view(place).legal
            if not legal:
                return
            # Mostly upwards, so that boards come to an end.
            up = [move for move in legal if "F" in move or move == "R"]
            self.send(place, PlayMove(self.view(place).rows + 1, self.chance.choice(up or legal)))

    def send(self, place: int, message: Message) -> None:
        self.said.append((place, message))
        self.say(place, message)

    @rule(place=PLACES)
    def takes_back(self, place: int) -> None:
        self.send(place, TakeBack(self.view(place).rows + 1, as_practice=True))

    @precondition(lambda self: self.said)
    @rule(data=st.data())
    def says_it_again(self, data: st.DataObject) -> None:
        self.say(*data.draw(st.sampled_from(self.said)))

    @rule(place=st.sampled_from([WATCHERS, 1, 2]), n=st.integers(1, 40), text=st.sampled_from(["W1", "F9", "R", "x"]))
    def says_something_odd(self, place: int, n: int, text: str) -> None:
        self.say(place, PlayMove(n, text))

    @rule(place=st.sampled_from([WATCHERS, 1, 2]), said=st.sampled_from([Claim(), Rematch(), NoRematch(), Beat()]))
    def says_one_word(self, place: int, said: Message) -> None:
        self.say(place, said)

    @rule(place=PLACES, chance=st.integers(0, 7))
    def resigns_now_and_then(self, place: int, chance: int) -> None:
        if chance == 0:
            self.say(place, Resign())

    @rule(seconds=st.sampled_from(STEPS))
    def time_passes(self, seconds: float) -> None:
        self.now += dt.timedelta(seconds=seconds)

    @rule(here=st.sets(PLACES))
    def presence_is_noted(self, here: set[int]) -> None:
        seat_ids = [self.at[place].seat_id for place in here]
        with transaction.atomic():
            self.hear(presence.note_heard([pk for pk in seat_ids if pk is not None], self.now))
            self.hear(presence.note(presence.with_somebody_gone(self.now), self.now))

    @rule()
    def the_sweep_comes_by(self) -> None:
        with transaction.atomic():
            for match_id in sweep.due(self.now):
                self.hear(sweep.catch_up(match_id, self.now))

    @rule()
    def the_server_is_started_again(self) -> None:
        boards.forget_all()

    @rule(seconds=st.sampled_from([5, 25, 300]))
    def nobody_is_served_for_a_while(self, seconds: int) -> None:
        outages.stamp(self.now)
        self.now += dt.timedelta(seconds=seconds)
        boards.forget_all()
        serving.begin_serving(self.now)
        # Every page connects anew and takes what there is.
        for place in (WATCHERS, 1, 2):
            self.say(place, Look())

    @precondition(lambda self: Match.objects.filter(follows=self.match_id).exists())
    @rule()
    def goes_to_the_next_table(self) -> None:
        self.sit_at(Match.objects.get(follows=self.match_id))

    # --- what always holds ----------------------------------------------------------------------------------------

    @invariant()
    def what_reached_each_is_what_a_fresh_look_shows(self) -> None:
        if not hasattr(self, "at"):
            return
        table = play.load(self.match_id)
        for place in (WATCHERS, 1, 2):
            fresh = views_of.seen_from(table, place, self.now)
            version = table.seat(place).version if place else table.match.version
            if version > self.versions[place]:
                # What another match made of this one's view is not announced; twice a second it is asked for.
                self.take(place, version, fresh)
            assert (version, fresh) == (self.versions[place], self.views[place])

    @invariant()
    def each_seat_is_what_its_rows_make(self) -> None:
        if not hasattr(self, "at"):
            return
        for seat in Seat.objects.filter(match_id=self.match_id, started_at__isnull=False).select_related("match__deal"):
            board = boards.replayed(seat)
            assert (seat.foundation_cards, seat.stock_left, seat.direct_points, seat.redeals_used) == (
                board.foundation_cards,
                board.stock_left,
                board.direct_points,
                board.redeals_used,
            )
            assert seat.moves.count() == seat.rows
            assert (seat.stopped_at is not None) == (board.outcome == "blocked")
            assert seat.won == (board.outcome == "won")

    @invariant()
    def it_ends_once_with_the_result_that_the_rules_give(self) -> None:
        if not hasattr(self, "at"):
            return
        match = Match.objects.select_related("deal").get(pk=self.match_id)
        seats = list(match.seats.select_related("match__deal").order_by("place"))
        end = (match.phase, match.winner, match.reason, match.ended_at, [seat.ended_by for seat in seats])
        if self.end is not None:
            assert end == self.end, "an end is an end"
        if match.phase != Match.Phase.ENDED:
            assert match.winner is None
            assert not any(seat.won or seat.ended_by for seat in seats)
            return
        if self.end is None:
            self.end = end
            self._is_right(match, seats)

    def _is_right(self, match: Match, seats: list[Seat]) -> None:
        one, two = (play.result_of(seat, boards.replayed(seat)) for seat in seats)
        stopped = (seats[0].stopped_at is not None, seats[1].stopped_at is not None)
        by_boards = decided((one, two), stopped)
        if match.reason == "resigned":
            assert [seat.ended_by == "resigned" for seat in seats].index(True) + 1 != match.winner
        elif match.reason == "left":
            loser = seats[2 - (match.winner or 0)]
            assert (loser.ended_by, loser.stopped_at) == ("left", None)
        else:
            result = by_boards or compared((one, two))
            assert (match.winner, match.reason) == (result.winner, result.reason)
        if match.minutes is not None:
            assert match.deadline is not None
            assert match.ended_at is not None
            assert match.ended_at <= match.deadline
        assert verdict_on(written(match)).holds


RacingTable.TestCase.settings = settings(max_examples=30, stateful_step_count=30, deadline=None)


class TestAnyInterleavingKeepsTheRaceRight(RacingTable.TestCase, TestCase):  # type: ignore[misc, valid-type] # made by Hypothesis
    """Django's part: a database, and a transaction around all examples."""
