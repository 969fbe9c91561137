"""The record file: whose it is, when it is there, and that it proves the game (promise 9)."""

import datetime as dt
import json
from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from games import play
from games.engine.record import judge
from games.engine.rules import Rules
from games.models import Match, Seat
from games.play import SoloWish
from tests.games.conftest import NOON, Clock
from tests.games.pages.played import GENEROUS, play_out
from tests.games.table import AtTable, choice

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = dt.timedelta(seconds=1)
MIDNIGHT = dt.datetime(2026, 3, 11, tzinfo=dt.UTC)
At = Callable[[Player | None], Client]


def fetch(browser: Client, key: str) -> bytes:
    answer = browser.get(f"/table/{key}/record.calc.json")
    assert answer.status_code == 200
    return answer.content


def there_is_none(browser: Client, key: str) -> bool:
    return browser.get(f"/table/{key}/record.calc.json").status_code == 404


def test_it_comes_as_a_file(at: At, alice: Player) -> None:
    key = play_out(alice).key
    answer = at(alice).get(f"/table/{key}/record.calc.json")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="calculation-{key}.calc.json"'


@pytest.mark.parametrize(
    "rules", ["classic-4-0", "classic-6-1", "broken-4-0", "giant-4-0", "reverse-5-2", "classic-8-2"]
)
def test_a_game_played_out_verifies(at: At, alice: Player, rules: str) -> None:
    table = play_out(alice, rules)
    content = fetch(at(alice), table.key)
    assert judge(content).holds, judge(content).reason
    seat = Seat.objects.get()
    record = json.loads(content)
    assert record["rules"] == Rules.parse(rules).to_json()
    assert record["mode"] == "solo"
    assert record["seats"][0]["player"] == "alice"
    assert record["seats"][0]["ended_by"] == seat.ended_by
    assert record["seats"][0]["result"]["foundation_cards"] == seat.foundation_cards
    assert len(record["contributions"]) == 1
    assert record["secret"] != record["seed"]


def test_a_win_with_redeals_verifies_as_a_win(at: At, alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(GENEROUS))
    table.ready(b"sixteen bytes !!")
    table.play_out()
    content = fetch(at(alice), table.key)
    verdict = judge(content)
    assert verdict.holds, verdict.reason
    assert verdict.results[0].outcome == "won"
    assert "R" in json.loads(content)["seats"][0]["moves"]
    assert json.loads(content)["contributions"] == [b"sixteen bytes !!".hex()]


def test_a_resigned_game_verifies(at: At, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.move("W1")
    table.resign()
    content = fetch(at(alice), table.key)
    assert judge(content).holds, judge(content).reason
    assert json.loads(content)["seats"][0]["ended_by"] == "resigned"
    assert json.loads(content)["seats"][0]["moves"] == ["W1"]


def test_a_game_left_for_the_next_deal_verifies(at: At, alice: Player) -> None:
    left = AtTable.solo(alice)
    left.ready()
    left.move("W1")
    AtTable.solo(alice).ready()
    content = fetch(at(alice), left.key)
    assert judge(content).holds, judge(content).reason
    assert json.loads(content)["seats"][0]["ended_by"] == "left"


def test_of_a_numbered_deal_the_seed_is_the_secret(at: At, alice: Player) -> None:
    content = fetch(at(alice), play_out(alice, number=42).key)
    assert judge(content).holds, judge(content).reason
    assert "secret" not in json.loads(content)
    assert "contributions" not in json.loads(content)


def test_what_was_taken_back_is_left_out_with_its_time(at: At, alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(Rules.parse("classic-4-0"), number=1))
    table.ready()
    for seconds, act in enumerate(
        [
            lambda: table.move("W1"),
            lambda: table.move("W2"),
            lambda: table.take_back(as_practice=True),
            lambda: table.move("W3"),
        ],
        start=1,
    ):
        table.now += seconds * SECOND + dt.timedelta(milliseconds=260)
        act()
    table.resign()
    content = fetch(at(alice), table.key)
    assert judge(content).holds, judge(content).reason
    seat = json.loads(content)["seats"][0]
    assert seat["moves"] == ["W1", "W3"]
    assert seat["seconds"] == [1.3, 4.3]


def test_the_same_deal_again_and_a_past_day_verify(at: At, alice: Player) -> None:
    yesterday = NOON - dt.timedelta(days=1)
    day = play.open_day(alice, yesterday.date(), yesterday)
    first = AtTable(alice, day, yesterday)
    first.ready()
    first.play_out()
    for match in (
        play.open_day(alice, yesterday.date(), NOON),
        play.open_same_deal(alice, Seat.objects.select_related("match__deal").get(match=day), NOON),
    ):
        table = AtTable(alice, match)
        table.ready()
        table.play_out()
        content = fetch(at(alice), table.key)
        assert judge(content).holds, judge(content).reason


def test_there_is_none_before_the_end(at: At, alice: Player) -> None:
    table = AtTable.solo(alice)
    assert there_is_none(at(alice), table.key)
    table.ready()
    table.move("W1")
    assert there_is_none(at(alice), table.key)
    table.resign()
    assert fetch(at(alice), table.key)


def test_a_numbered_game_shows_none_while_it_is_played(at: At, alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(Rules.parse("classic-4-0"), number=9))
    table.ready()
    assert there_is_none(at(alice), table.key)


@pytest.mark.parametrize("after", [-1, 0, 1])
def test_the_day_s_try_has_none_for_its_own_player_until_the_day_is_judged(
    at: At, alice: Player, clock: Clock, after: int
) -> None:
    table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
    table.ready()
    table.resign()
    assert there_is_none(at(alice), table.key)
    clock.now = MIDNIGHT + after * SECOND
    assert there_is_none(at(alice), table.key)


def test_it_appears_when_the_day_is_over(at: At, alice: Player, clock: Clock) -> None:
    table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
    table.ready()
    table.play_out()
    clock.now = MIDNIGHT + 2 * SECOND
    content = fetch(at(alice), table.key)
    assert judge(content).holds, judge(content).reason
    assert "secret" not in json.loads(content)


def test_a_try_that_nobody_ended_is_ended_by_asking_for_its_record(at: At, alice: Player, clock: Clock) -> None:
    table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
    table.ready()
    for _ in range(3):
        table.move(choice(table.look()))
    clock.now = MIDNIGHT + 2 * SECOND
    content = fetch(at(alice), table.key)
    assert judge(content).holds, judge(content).reason
    assert json.loads(content)["seats"][0]["ended_by"] == "day_over"
    assert Match.objects.get().ended_at == MIDNIGHT


def test_it_is_nobody_else_s(at: At, alice: Player, bob: Player, guest: Player) -> None:
    key = play_out(alice).key
    assert all(there_is_none(at(other), key) for other in (bob, guest, None))
