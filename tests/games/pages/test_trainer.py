"""The trainer of the four orders: what it asks, and the record that it keeps of each player or browser."""

import json
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from django.test import Client

from club.models import Player
from games import export, leaving, trainer
from games.models import Training
from tests.club.browser import sign_up
from tests.games.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]


def end_round(browser: Client, ms: object) -> dict[str, object]:
    answer: dict[str, object] = browser.post("/orders/round/", {"ms": ms}).json()
    return answer


def best_shown(browser: Client) -> object:
    return browser.get("/orders/").context["best_ms"]


def test_a_round_asks_twenty_times_most_often_about_the_threes_and_nothing_twice() -> None:
    asked = trainer.questions(Random(3))
    assert len(asked) == len(set(asked)) == 20
    counted = Counter(question.foundation for question in asked)
    assert max(counted, key=lambda foundation: counted[foundation]) == 3
    assert all((one.shown + one.foundation - one.wanted) % 13 == 0 for one in asked)


@pytest.mark.parametrize("who", ["guest", "member", "nobody"])
def test_the_best_round_is_kept_and_no_slower_one_takes_its_place(
    request: pytest.FixtureRequest, at: At, who: str
) -> None:
    named = {"guest": "guest", "member": "alice"}
    browser = at(request.getfixturevalue(named[who]) if who in named else None)
    assert best_shown(browser) is None
    assert end_round(browser, 40_000) == {"best_ms": 40_000, "is_new": True}
    assert end_round(browser, 50_000) == {"best_ms": 40_000, "is_new": False}
    assert end_round(browser, 39_999) == {"best_ms": 39_999, "is_new": True}
    assert best_shown(browser) == 39_999
    assert best_shown(Client()) is None


def test_what_a_browser_reached_before_the_first_game_stays_with_the_guest_and_the_member(client: Client) -> None:
    end_round(client, 30_000)
    assert not Training.objects.exists()
    client.post("/solo/deal/", {"layout": "classic"})
    assert best_shown(client) == 30_000
    end_round(client, 45_000)
    sign_up(client, "carol")
    assert best_shown(client) == 30_000
    assert Training.objects.get().player.name == "carol"


def test_the_record_is_in_ones_data_and_goes_with_the_account(at: At, alice: Player) -> None:
    end_round(at(alice), 40_000)
    (written,) = json.loads(export.written(alice, NOON))["training"]
    assert (written["rounds"], written["best_ms"]) == (1, 40_000)
    leaving.leave(alice, NOON)
    assert not Training.objects.exists()


@pytest.mark.parametrize("ms", ["", "x", "-1", "0", "1999", "3600001", "٤٠٠٠٠", "9" * 40])
def test_no_round_is_that_quick_or_that_slow(client: Client, ms: str) -> None:
    assert client.post("/orders/round/", {"ms": ms}).status_code == 400
    assert best_shown(client) is None
