"""The coach's hints: where there are any, what they cost, what they rest on, and that each comes or is given up."""

import dataclasses
import datetime as dt
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from club.models import Player
from games import boards, hints, play, tables
from games.analysis.alike import distinct
from games.analysis.position import Position
from games.analysis.questions import Chosen, Compare, Compared, Weighed
from games.engine.deal import Dealt, deal
from games.engine.rules import Rules
from games.models import Hint, Match, Seat, deals
from games.play import SoloWish
from games.refusals import Refused
from games.tables import Told
from games.thoughts import DEATHS
from tests.games.conftest import NOON, Clock
from tests.games.pages.played import day_of
from tests.games.racing import Race
from tests.games.table import AtTable
from tests.games.turning import ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

CLASSIC = Rules.parse("classic-4-0")
DAY = dt.timedelta(days=1)


def practice(player: Player, number: int = 17) -> AtTable:
    """A table of practice with its board open."""
    table = AtTable.solo(player, SoloWish(CLASSIC, number))
    table.ready()
    return table


def counted(player: Player) -> AtTable:
    """A table whose game counts, with its board open."""
    table = AtTable.solo(player)
    table.ready()
    return table


def ask(table: AtTable, rows: int = 0, *, as_practice: bool = False) -> list[Told]:
    with transaction.atomic():
        return hints.ask(table.at, rows, as_practice, table.now)


def refusal(table: AtTable, rows: int = 0, *, as_practice: bool = True) -> str:
    with pytest.raises(Refused) as refused:
        ask(table, rows, as_practice=as_practice)
    return refused.value.code


def question() -> Compare:
    """What the coach is to think about next."""
    thought = hints.next_thought(NOON)
    assert thought is not None
    assert isinstance(thought.question, Compare)
    return thought.question


def think() -> None:
    """The coach compares the choices of the oldest question, each as good as the other."""
    thought = hints.next_thought(NOON)
    assert thought is not None
    board = boards.board_after(Seat.objects.get(hints__answered_at=None), 0)
    moves = distinct(Position.of(board), board.legal_moves())
    weighed = [Weighed(str(move), 0.25, 0.02, 0.01 * at, 0.01, 600) for at, move in enumerate(moves)]
    with transaction.atomic():
        assert thought.keep(Compared(tuple(weighed))) == []


class TestWhereThereAreHints:
    def test_in_practice_asking_changes_no_view(self, alice: Player) -> None:
        table = practice(alice)
        assert ask(table) == []
        assert Seat.objects.get().practice == Seat.Practice.NUMBERED

    def test_a_game_that_counted_becomes_practice_only_where_its_player_agrees(self, alice: Player) -> None:
        table = counted(alice)
        assert refusal(table, as_practice=False) == "hint-makes-practice"
        assert Seat.objects.get().practice == Seat.Practice.NO
        assert not Hint.objects.exists()
        (told,) = ask(table, as_practice=True)
        assert told.view.practice == "hint"
        assert Seat.objects.get().practice == Seat.Practice.HINT

    def test_the_mark_stays_whatever_is_played_and_taken_back(self, alice: Player) -> None:
        table = counted(alice)
        ask(table, as_practice=True)
        table.move("W1")
        table.take_back()
        boards.forget_all()
        table.play_out()
        assert table.look().practice == "hint"
        assert not Seat.objects.counted().exists()

    def test_open_stock_and_the_deal_of_a_past_day_are_practice_too(self, alice: Player) -> None:
        open_stock = AtTable.solo(alice, SoloWish(CLASSIC, open_stock=True))
        open_stock.ready()
        ask(open_stock)
        day_of(NOON.date() - DAY)
        with transaction.atomic():
            past = AtTable(alice, play.open_day(alice, NOON.date() - DAY, NOON))
        past.ready()
        ask(past)
        assert Hint.objects.count() == 2

    def test_there_are_none_in_the_counted_try_at_the_deal_of_the_day(self, alice: Player) -> None:
        with transaction.atomic():
            table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
        table.ready()
        assert refusal(table) == "no-hints-here"

    def test_there_are_none_in_matches(self, alice: Player, bob: Player) -> None:
        race = Race.begun(alice, bob)
        turns = ByTurns.begun(alice, bob)
        for key in (race.key, turns.key):
            assert refusal(AtTable(alice, Match.objects.get(key=key))) == "no-hints-here"
        assert not Hint.objects.exists()

    def test_there_are_none_before_the_board_is_open_nor_after_the_end(self, alice: Player) -> None:
        table = AtTable.solo(alice, SoloWish(CLASSIC, 17))
        assert refusal(table) == "not-started"
        table.ready()
        table.resign()
        assert refusal(table) == "match-over"

    def test_a_hint_is_for_the_board_as_it_stands(self, alice: Player) -> None:
        table = practice(alice)
        table.move("W1")
        assert refusal(table, 0) == "board-has-changed"
        assert refusal(table, 2) == "board-has-changed"
        ask(table, 1)

    def test_asking_again_is_harmless(self, alice: Player) -> None:
        table = practice(alice)
        ask(table)
        ask(table)
        assert Hint.objects.count() == 1

    def test_a_flood_of_questions_is_refused_until_a_minute_is_over(self, alice: Player) -> None:
        table = counted(alice)
        ask(table, as_practice=True)
        for rows in range(1, hints.MOST_A_MINUTE + 1):
            table.move("W1" if rows % 2 else "W2")
            if rows < hints.MOST_A_MINUTE:
                ask(table, rows)
        assert refusal(table, hints.MOST_A_MINUTE) == "too-many-hints"
        table.now += hints.MINUTE
        ask(table, hints.MOST_A_MINUTE)


class TestTheCoach:
    def test_nothing_it_is_asked_depends_on_the_cards_to_come(
        self, alice: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = practice(alice)
        ask(table)
        asked = question()

        def otherwise(rules: Rules, seed: bytes) -> Dealt:
            dealt = deal(rules, seed)
            hidden = list(dealt.stock[1:])
            Random(1).shuffle(hidden)
            return dataclasses.replace(dealt, seed=bytes(32), stock=(dealt.stock[0], *hidden))

        monkeypatch.setattr(deals, "deal", otherwise)
        assert question() == asked

    def test_it_answers_in_the_order_in_which_it_was_asked(self, alice: Player, bob: Player) -> None:
        first, second = practice(alice, 17), practice(bob, 18)
        ask(first)
        second.now += dt.timedelta(seconds=1)
        ask(second)
        assert question().position == position_of(first)
        Hint.objects.filter(seat=first.seat_id).update(answered_at=NOON)
        assert question().position == position_of(second)

    def test_an_answer_is_kept_once(self, alice: Player) -> None:
        table = practice(alice)
        ask(table)
        thought = hints.next_thought(NOON)
        assert thought is not None
        first, again = (Weighed(move, 0.5, 0.02, 0.0, 0.0, 600) for move in ("W1", "W2"))
        thought.keep(Compared((first,)))
        thought.keep(Compared((again,)))
        assert hints.answered(Seat.objects.get(), 0) == [first]
        assert hints.next_thought(NOON) is None

    def test_another_kind_of_answer_is_none(self, alice: Player) -> None:
        ask(practice(alice))
        thought = hints.next_thought(NOON)
        assert thought is not None
        with pytest.raises(TypeError):
            thought.keep(Chosen("W1"))
        assert hints.next_thought(NOON) is not None

    def test_a_question_that_kills_it_again_and_again_is_given_up(self, alice: Player) -> None:
        ask(practice(alice))
        for _ in range(DEATHS):
            thought = hints.next_thought(NOON)
            assert thought is not None
            thought.died()
        assert hints.next_thought(NOON) is None
        assert hints.answered(Seat.objects.get(), 0) == []


def position_of(table: AtTable) -> Position:
    return Position.of(boards.replayed(Seat.objects.select_related("match__deal").get(pk=table.seat_id)))


At = Callable[[Player | None], Client]


@pytest.fixture
def at(clock: Clock) -> At:
    """The browser of somebody; of nobody, one without an account."""

    def browser(player: Player | None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(player, "django.contrib.auth.backends.ModelBackend")
        return client

    return browser


class TestItsPages:
    def test_a_hint_is_asked_for_and_fetched(self, at: At, alice: Player) -> None:
        table, browser = practice(alice), at(alice)
        assert browser.post(f"/table/{table.key}/hint/", {"n": "0"}).status_code == 202
        assert browser.get(f"/table/{table.key}/hint.json?n=0").status_code == 204
        think()
        answer = browser.get(f"/table/{table.key}/hint.json?n=0")
        assert answer.status_code == 200
        hint: dict[str, Any] = answer.json()
        assert hint["n"] == 0
        assert hint["best"] == hint["choices"][0]["move"]
        assert hint["reasons"] == hint["choices"][0]["reasons"]
        assert hint["choices"][0]["points"] == 25
        assert [choice["as_good"] for choice in hint["choices"]] == [at <= 2 for at in range(len(hint["choices"]))]

    def test_it_goes_with_its_position(self, at: At, alice: Player) -> None:
        table, browser = practice(alice), at(alice)
        browser.post(f"/table/{table.key}/hint/", {"n": "0"})
        think()
        table.move("W1")
        assert browser.get(f"/table/{table.key}/hint.json?n=0").status_code == 404
        assert browser.get(f"/table/{table.key}/hint.json?n=1").status_code == 404

    def test_a_refusal_says_why(self, at: At, alice: Player) -> None:
        table = counted(alice)
        answer = at(alice).post(f"/table/{table.key}/hint/", {"n": "0"})
        assert answer.status_code == 409
        assert answer.json() == {"error": "hint-makes-practice", "text": "A hint makes this game practice."}
        assert at(alice).post(f"/table/{table.key}/hint/", {"n": "0", "practice": "1"}).status_code == 202

    def test_it_is_for_nobody_but_the_seats_player(self, at: At, alice: Player, charlie: Player) -> None:
        table = practice(alice)
        at(alice).post(f"/table/{table.key}/hint/", {"n": "0"})
        think()
        for other in (None, charlie):
            assert at(other).post(f"/table/{table.key}/hint/", {"n": "0"}).status_code == 404
            assert at(other).get(f"/table/{table.key}/hint.json?n=0").status_code == 404

    @pytest.mark.parametrize("number", ["", "x", "-1", "1.5", "٣", "9" * 30])
    def test_what_is_no_number_of_rows_is_not_understood(self, at: At, alice: Player, number: str) -> None:
        table = practice(alice)
        assert at(alice).post(f"/table/{table.key}/hint/", {"n": number}).status_code == 400
        assert at(alice).get(f"/table/{table.key}/hint.json", {"n": number}).status_code == 400

    def test_where_the_coach_gave_up_there_is_a_hint_without_choices(self, at: At, alice: Player) -> None:
        table, browser = practice(alice), at(alice)
        browser.post(f"/table/{table.key}/hint/", {"n": "0"})
        for _ in range(DEATHS):
            thought = hints.next_thought(NOON)
            assert thought is not None
            thought.died()
        answer = browser.get(f"/table/{table.key}/hint.json?n=0")
        assert answer.json() == {"n": 0, "choices": [], "best": None, "reasons": []}

    def test_whoever_watches_a_race_gets_none(self, at: At, alice: Player, bob: Player, charlie: Player) -> None:
        key = Race.begun(alice, bob).key
        assert tables.place_of(key, charlie.pk) is not None
        assert at(charlie).post(f"/table/{key}/hint/", {"n": "0"}).status_code == 404
        assert at(alice).post(f"/table/{key}/hint/", {"n": "0", "practice": "1"}).status_code == 409
