"""Promise 3 in the afterword: whatever the two, a watcher and the clock do, each knows what a fresh look shows."""

import datetime as dt

import hypothesis.strategies as st
from django.db import transaction
from hypothesis import settings
from hypothesis.extra.django import TestCase
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from club.models import Player
from games import afterword, boards, play, tables, views_of
from games.afterword import Said
from games.messages import CloseAfterword, Look, Message, Rematch, ShowAfterword, Thank, Write
from games.models import Remark
from games.play import WATCHERS, RaceWish
from games.tables import At, Told
from games.views import TableView
from tests.games.conftest import NOON
from tests.games.racing import CLASSIC, Race

PLACES = st.sampled_from([1, 2])


class TalkingTable(RuleBasedStateMachine):
    """Two players and a watcher after a race; each knows only what reached them."""

    @initialize(guest=st.booleans())
    def end(self, guest: bool) -> None:
        self.stored = transaction.atomic()
        self.stored.__enter__()
        boards.forget_all()
        one = Player.objects.create_guest() if guest else Player.objects.create_user("anna")
        race = Race.agreed(one, Player.objects.create_user("bert"), RaceWish(CLASSIC, 5), NOON)
        race.begin()
        race.one.move("W1")
        race.two.resign()
        self.now = race.now
        self.match_id = race.match_id
        self.at = [At(race.match_id, WATCHERS, None), race.one.at, race.two.at]
        self.views: list[TableView | None] = [None, None, None]
        self.versions = [0, 0, 0]
        for place in (WATCHERS, 1, 2):
            self.say(place, Look())

    def teardown(self) -> None:
        if hasattr(self, "stored"):
            transaction.set_rollback(True)
            self.stored.__exit__(None, None, None)

    def take(self, place: int, version: int, view: TableView) -> None:
        assert version >= self.versions[place]
        assert (version == self.versions[place]) == (view == self.views[place])
        self.versions[place], self.views[place] = version, view

    def hear(self, told: list[Told]) -> None:
        for one in told:
            self.take(one.place, one.version, one.view)

    def say(self, place: int, message: Message) -> None:
        with transaction.atomic():
            answer = tables.say(self.at[place], message, self.now)
        self.hear(answer.told)
        self.take(place, answer.version, answer.view)

    @rule(place=PLACES, n=st.integers(1, 12), text=st.sampled_from(["Yes", "No", "move 1", "", "\u200b"]))
    def writes(self, place: int, n: int, text: str) -> None:
        self.say(place, Write(Said(n, text=text)))

    @rule(place=PLACES, text=st.sampled_from(["Yes", "No", "See #1"]))
    def writes_on(self, place: int, text: str) -> None:
        view = self.views[place]
        assert view is not None
        assert view.afterword is not None
        self.say(place, Write(Said(11 - view.afterword.left, text=text)))

    @rule(place=PLACES, n=st.integers(1, 12), code=st.sampled_from(["hello", "bye", "no-such"]))
    def chooses(self, place: int, n: int, code: str) -> None:
        self.say(place, Write(Said(n, ready_made=code)))

    @rule(place=PLACES)
    def thanks(self, place: int) -> None:
        self.say(place, Thank())

    @rule(place=PLACES, shown=st.booleans())
    def shows(self, place: int, shown: bool) -> None:
        self.say(place, ShowAfterword(shown))

    @rule(place=PLACES, chance=st.integers(0, 5))
    def closes_now_and_then(self, place: int, chance: int) -> None:
        if chance == 0:
            self.say(place, CloseAfterword())

    @rule(place=PLACES)
    def wants_a_rematch(self, place: int) -> None:
        self.say(place, Rematch())

    @rule(message=st.sampled_from([Thank(), CloseAfterword(), ShowAfterword(True), Write(Said(1, text="Me"))]))
    def the_watcher_speaks(self, message: Message) -> None:
        self.say(WATCHERS, message)

    @rule(hours=st.sampled_from([1, 24, 71, 72]))
    def time_passes(self, hours: int) -> None:
        self.now += dt.timedelta(hours=hours)

    @rule(chance=st.integers(0, 3))
    def a_moderator_hides_the_newest(self, chance: int) -> None:
        remark = Remark.objects.filter(hidden_at=None).order_by("-pk").first()
        if remark is not None and chance == 0:
            afterword.hide(remark, self.now)

    @invariant()
    def what_reached_each_is_what_a_fresh_look_shows(self) -> None:
        if not hasattr(self, "at"):
            return
        table = play.load(self.match_id)
        for place in (WATCHERS, 1, 2):
            fresh = views_of.seen_from(table, place, self.now)
            version = table.seat(place).version if place else table.match.version
            if version > self.versions[place]:
                # What a moderator made of it is not announced; twice a second it is asked for.
                self.take(place, version, fresh)
            assert (version, fresh) == (self.versions[place], self.views[place])

    @invariant()
    def a_remark_s_number_is_its_place_in_the_row(self) -> None:
        if not hasattr(self, "at"):
            return
        for place in (1, 2):
            numbers = list(Remark.objects.filter(place=place).order_by("pk").values_list("n", flat=True))
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) <= 10


TalkingTable.TestCase.settings = settings(max_examples=10, stateful_step_count=25, deadline=None)


class TestAnyTalkReachesEachAsTheyMaySeeIt(TalkingTable.TestCase, TestCase):  # type: ignore[misc, valid-type] # made by Hypothesis
    """Django's part: a database, and a transaction around all examples."""
