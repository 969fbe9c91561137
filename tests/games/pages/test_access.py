"""A table that is not the visitor's is like one that does not exist, and its page holds no card."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from games.models import Match
from tests.games.pages.played import play_out
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESSES = ["/table/KEY/", "/table/KEY/record.calc.json", "/table/KEY/again/", "/table/KEY/summary/"]
At = Callable[[Player | None], Client]


def without_token(content: bytes) -> bytes:
    """The page but for the form's token, which is another each time, and its own address, which was asked for."""
    return re.sub(rb'(name="(?:csrfmiddlewaretoken|next)" value=)"[^"]+"', rb"\1", content)


@pytest.mark.parametrize("address", ADDRESSES)
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


@pytest.mark.parametrize("key", ["AAAAAAAAAAAA", "A" * 17, "a b", "%E2%99%A3", "x.y"])
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
