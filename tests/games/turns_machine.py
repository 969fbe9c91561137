"""What may happen at a match by correspondence, for Hypothesis to choose from: by players, clock and server."""

import datetime as dt
import secrets
from random import Random

import hypothesis.strategies as st
import pytest
from django.db import transaction
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from club import outages
from club.models import Player
from games import boards, deals, play, serving, sweep, tables
from games.clocks import is_past
from games.deals import SECRET_BYTES
from games.engine.rules import Rules
from games.messages import Beat, Claim, EndTurn, Look, Message, PlayMove, Ready, Rematch, Resign, TakeAbsence, TakeBack
from games.models import Match, Seat
from games.play import TurnsWish
from games.tables import At, Told
from games.views import TableView, TurnsView
from tests.games.conftest import NOON

VARIANTS = ["classic-4-0", "classic-8-2", "reverse-4-1", "broken-5-1", "giant-4-0", "giant-8-1"]
SECONDS = [1, 2, 3, 600]
HOURS = [1, 5, 19, 25]
PLACES = st.sampled_from([1, 2])


class TurnsMachine(RuleBasedStateMachine):
    """Two members; each knows only what reached them, and all of that in order."""

    @initialize(
        wish=st.builds(
            TurnsWish,
            st.sampled_from(VARIANTS).map(Rules.parse),
            turn_cards=st.sampled_from([4, 8]),
            spare_days=st.integers(0, 3),
            absence_allowed=st.booleans(),
        ),
        seed=st.integers(0, 10_000),
        turns_before=st.sampled_from([0, 1, 4, 5, 11, 12]),
    )
    def agree(self, wish: TurnsWish, seed: int, turns_before: int) -> None:
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
        self.wish = wish
        players = (Player.objects.create_user("alice"), Player.objects.create_user("bob"))
        deal = deals.random_deal(wish.rules, self.now)
        match = play.begin_by_turns(players, wish, deal, (b"1" * 16, b"2" * 16), self.now)
        self.match_id, self.key = match.pk, match.key
        seats = match.seats.order_by("place").values_list("pk", flat=True)
        self.at = {place: At(match.pk, place, pk) for place, pk in enumerate(seats, start=1)}
        self.views: dict[int, TableView | None] = {1: None, 2: None}
        self.versions = {1: 0, 2: 0}
        self.end: tuple[object, ...] | None = None
        self.said: list[tuple[int, Message]] = []
        self.seen_turns: set[int] = set()
        self.gone: list[tuple[dt.datetime, dt.datetime]] = []
        for place in (1, 2):
            self.say(place, Look())
        self.both_play_whole_turns(turns_before)

    def teardown(self) -> None:
        if hasattr(self, "os_random"):
            self.os_random.undo()
            # Nothing of an example is left for the next.
            transaction.set_rollback(True)
            self.stored.__exit__(None, None, None)

    # --- what reaches the two -------------------------------------------------------------------------------------

    def take(self, place: int, version: int, view: TableView) -> None:
        assert version >= self.versions[place]
        if version == self.versions[place]:
            assert view == self.views[place], "the same version is the same view"
        else:
            assert view != self.views[place], "the version rises only with the view"
        self.versions[place], self.views[place] = version, view

    def hear(self, told: list[Told]) -> None:
        for one in told:
            self.take(one.place, one.version, one.view)

    def say(self, place: int, message: Message) -> str | None:
        with transaction.atomic():
            answer = tables.say(self.at[place], message, self.now)
        self.hear(answer.told)
        self.take(place, answer.version, answer.view)
        return answer.refused.code if answer.refused else None

    def view(self, place: int) -> TableView:
        view = self.views[place]
        assert view is not None
        return view

    def turns(self, place: int) -> TurnsView:
        turns = self.view(place).turns
        assert turns is not None
        return turns

    def send(self, place: int, message: Message) -> str | None:
        self.said.append((place, message))
        return self.say(place, message)

    # --- what may happen ------------------------------------------------------------------------------------------

    @rule(place=PLACES, moves=st.integers(1, 20), upwards=st.booleans())
    def plays_on(self, place: int, moves: int, upwards: bool) -> None:
        for _ in range(moves):
            view = self.view(place)
            if not view.legal:
                return
            up = [move for move in view.legal if "F" in move or move == "R"]
            text = self.chance.choice(up if upwards and up else view.legal)
            refused = self.send(place, PlayMove(view.rows + 1, text, self.turns(place).turn))
            assert refused in (None, "deadline-passed", "match-over", "another-turn", "turn-ended")

    @rule(turns=st.integers(1, 12))
    def both_play_whole_turns(self, turns: int) -> None:
        for _ in range(turns):
            for place in (1, 2):
                self.plays_on(place, 30, upwards=True)
                self.ends_the_turn(place)

    @rule(place=PLACES)
    def takes_back(self, place: int) -> None:
        view = self.view(place)
        refused = self.send(place, TakeBack(view.rows + 1, as_practice=True, turn=self.turns(place).turn))
        if view == self.view(place) and view.take_back == "free":
            assert refused == "deadline-passed"

    @rule(place=PLACES)
    def ends_the_turn(self, place: int) -> None:
        before = self.turns(place)
        refused = self.send(place, EndTurn(before.turn))
        if refused == "cards-left":
            assert not self.turns(place).may_end

    @rule(place=PLACES, days=st.integers(1, 7))
    def takes_an_absence(self, place: int, days: int) -> None:
        before, view = self.turns(place), self.view(place)
        refused = self.send(place, TakeAbsence(days))
        if refused is None and before.absence_days == 0:
            assert before.absence_allowed
            assert self.turns(place).absence_days == days
            assert view != self.view(place)

    @precondition(lambda self: self.said)
    @rule(data=st.data())
    def says_it_again(self, data: st.DataObject) -> None:
        self.say(*data.draw(st.sampled_from(self.said)))

    @rule(
        place=PLACES,
        n=st.integers(1, 40),
        text=st.sampled_from(["W1", "F8", "R", "x"]),
        turn=st.sampled_from([None, 1, 2, 5]),
    )
    def says_something_odd(self, place: int, n: int, text: str, turn: int | None) -> None:
        self.say(place, PlayMove(n, text, turn))

    @rule(place=PLACES, turn=st.integers(1, 12))
    def ends_some_turn(self, place: int, turn: int) -> None:
        self.say(place, EndTurn(turn))

    @rule(place=PLACES, said=st.sampled_from([Claim(), Rematch(), Ready(None), Beat(), Look()]))
    def says_one_word(self, place: int, said: Message) -> None:
        deadline = Match.objects.get(pk=self.match_id).deadline
        before = self.versions.copy()
        self.say(place, said)
        if deadline is None or not is_past(deadline, self.now):
            assert self.versions == before

    @rule(place=PLACES, chance=st.integers(0, 9))
    def resigns_now_and_then(self, place: int, chance: int) -> None:
        if chance == 0:
            self.say(place, Resign())

    @rule(seconds=st.sampled_from(SECONDS))
    def seconds_pass(self, seconds: int) -> None:
        self.now += dt.timedelta(seconds=seconds)

    @rule(hours=st.sampled_from(HOURS))
    def hours_pass(self, hours: int) -> None:
        self.now += dt.timedelta(hours=hours)

    @rule(seconds=st.sampled_from([-1, 0, 1, 2, 3]))
    def it_comes_to_a_deadline(self, seconds: int) -> None:
        deadline = Match.objects.get(pk=self.match_id).deadline
        if deadline is not None:
            self.now = max(self.now, deadline + dt.timedelta(seconds=seconds))

    @rule()
    def the_sweep_comes_by(self) -> None:
        with transaction.atomic():
            for match_id in sweep.due(self.now):
                self.hear(sweep.catch_up(match_id, self.now))

    @rule(place=PLACES)
    def somebody_looks_in(self, place: int) -> None:
        with transaction.atomic():
            answer = tables.look(self.at[place], self.now)
        self.hear(answer.told)

    @rule()
    def the_server_is_started_again(self) -> None:
        boards.forget_all()

    @rule(minutes=st.sampled_from([0.1, 5, 55, 60 * 24]))
    def nobody_is_served_for_a_while(self, minutes: float) -> None:
        outages.stamp(self.now)
        began_at = self.now
        self.now += dt.timedelta(minutes=minutes)
        boards.forget_all()
        serving.begin_serving(self.now)
        if minutes > 1:
            self.gone.append((began_at, self.now))
        # Every page connects anew and takes what there is.
        for place in (1, 2):
            self.say(place, Look())

    def seats(self) -> list[Seat]:
        return list(Seat.objects.filter(match_id=self.match_id).select_related("match__deal").order_by("place"))
