"""Who may see and press what, address by address."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from games.models import Match
from tests.club.browser import page
from tests.games.pages.played import day_of, play_out
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = [
    "/",
    "/solo/",
    "/rules/",
    "/deal/classic-4-0/123/",
    "/daily/",
    "/daily/calendar/",
    "/daily/calendar/2026/03/",
    "/daily/2026-03-09/",
    "/games/",
    "/games/statistics/",
    "/correspondence/",
    "/day/",
]
POSTED = ["/solo/deal/", "/daily/play/", "/table/KEY/again/"]
OWN = ["/table/KEY/", "/table/KEY/record.calc.json"]
At = Callable[[Player | None], Client]


@pytest.fixture(autouse=True)
def yesterday(db: None) -> None:
    """A day that is over."""
    day_of(dt.date(2026, 3, 9))


def without_token(content: bytes) -> bytes:
    """The page but for the form's token, which is another each time."""
    return re.sub(rb'(name="csrfmiddlewaretoken" value=)"[^"]+"', rb"\1", content)


@pytest.mark.parametrize("who", ["anonymous", "guest", "member"])
@pytest.mark.parametrize("address", OPEN)
def test_the_open_pages_are_for_everybody_and_make_nobody(
    at: At, everybody: dict[str, Player | None], who: str, address: str
) -> None:
    people = Player.objects.count()
    answer = at(everybody[who]).get(address)
    assert answer.status_code == 200
    seen = page(answer)
    assert len(seen.headings) == 1
    assert seen.inline == []
    assert Player.objects.count() == people
    assert Match.objects.count() == 0


@pytest.mark.parametrize("address", OPEN)
def test_the_open_pages_take_no_post(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("address", POSTED)
def test_what_begins_a_game_cannot_be_got(at: At, alice: Player, address: str) -> None:
    key = play_out(alice).key
    assert at(alice).get(address.replace("KEY", key)).status_code == 405


@pytest.mark.parametrize("address", POSTED)
def test_what_begins_a_game_wants_the_form_s_token(alice: Player, address: str) -> None:
    key = play_out(alice).key
    people, matches = Player.objects.count(), Match.objects.count()
    form = {"layout": "classic", "waste_piles": "4", "redeals": "0", "day": "2026-03-09"}
    answer = Client(enforce_csrf_checks=True).post(address.replace("KEY", key), form)
    assert answer.status_code == 403
    assert (Player.objects.count(), Match.objects.count()) == (people, matches)


@pytest.mark.parametrize("address", OWN)
def test_a_table_is_there_for_its_own_player(at: At, alice: Player, address: str) -> None:
    assert at(alice).get(address.replace("KEY", play_out(alice).key)).status_code == 200


@pytest.mark.parametrize("address", [*OWN, "/table/KEY/again/"])
@pytest.mark.parametrize("who", ["anonymous", "guest", "stranger"])
def test_another_s_table_is_no_other_page_than_one_that_does_not_exist(
    at: At, everybody: dict[str, Player | None], who: str, address: str
) -> None:
    key = play_out(Player.objects.get(name="alice")).key
    browser = at(everybody[who])
    ask = browser.post if "again" in address else browser.get
    others, unknown = ask(address.replace("KEY", key)), ask(address.replace("KEY", "AAAAAAAAAAAA"))
    assert others.status_code == unknown.status_code == 404
    assert without_token(others.content) == without_token(unknown.content)
    assert Match.objects.count() == 1


@pytest.mark.parametrize("key", ["AAAAAAAAAAAA", "A" * 17, "a b", "%00", "%E2%99%A3", "x.y"])
def test_what_is_no_key_finds_no_table(at: At, alice: Player, key: str) -> None:
    assert at(alice).get(f"/table/{key}/").status_code == 404
    assert at(alice).get(f"/table/{key}/record.calc.json").status_code == 404


def test_the_table_s_page_holds_no_card_and_no_secret(at: At, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    shown = table.look()
    assert shown.board is not None
    assert shown.board.turned is not None
    text = at(alice).get(f"/table/{table.key}/").content.decode()
    assert table.key in text
    deal = Match.objects.get().deal
    for secret in (bytes(deal.secret), bytes(deal.seed or b""), bytes(deal.contributions or b"")):
        assert secret.hex() not in text
    assert f">{shown.board.turned}<" not in text
    assert '"board"' not in text
