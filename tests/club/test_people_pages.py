"""Finding members, choosing what others see, lifting blocks: the pages of people without their games."""

import pytest
from django.test import Client

from club import blocks
from club.models import Audience, Block, Player
from tests.club.browser import page
from tests.club.people import NOON, member

pytestmark = pytest.mark.django_db

PARTS = ("shows_record", "shows_matches", "shows_authority", "shows_presence", "found_by", "asked_by")


def text_of(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return page(answer).text


# --- searching --------------------------------------------------------------------------------------------------------


def test_a_search_leads_to_the_pages_of_those_who_allow_it(client: Client) -> None:
    member("Anna Bell", found_by=Audience.EVERYBODY)
    member("Anneliese", found_by=Audience.NOBODY)
    found = page(client.get("/people/?q=an"))
    assert "/player/Anna%20Bell/" in found.links
    assert "Anneliese" not in found.text


@pytest.mark.parametrize("asked", ["zzz", "%25%25", "<script>alert(1)</script>", "x" * 3000])
def test_whatever_finds_nobody_says_so_and_nothing_runs(client: Client, asked: str) -> None:
    member("Anna", found_by=Audience.EVERYBODY)
    found = page(client.get("/people/", {"q": asked}))
    assert "Nobody who lets you find them has such a name." in found.text
    assert found.inline == []


def test_one_letter_asks_for_more(client: Client) -> None:
    assert "Type at least 2 letters." in text_of(client, "/people/?q=a")


def test_searching_is_limited(client: Client) -> None:
    codes = [client.get("/people/?q=anna").status_code for _ in range(61)]
    assert (codes[0], codes[59], codes[60]) == (200, 200, 429)


# --- what others see --------------------------------------------------------------------------------------------------


def test_a_members_page_starts_private_and_says_so(alice_at: Client) -> None:
    assert "Nothing of your page is shown to anybody now." in text_of(alice_at, "/people/me/shown/")


def test_each_part_is_chosen_on_its_own(alice: Player, alice_at: Client) -> None:
    audiences = (*Audience, Audience.NOBODY, Audience.MEMBERS)
    chosen = {part: audience.value for part, audience in zip(PARTS, audiences, strict=True)}
    assert alice_at.post("/people/me/shown/", chosen).status_code == 302
    alice.refresh_from_db()
    assert {part: getattr(alice, part) for part in PARTS} == chosen
    assert "Nothing of your page" not in text_of(alice_at, "/people/me/shown/")


def test_what_is_no_audience_is_refused_and_nothing_kept(alice: Player, alice_at: Client) -> None:
    chosen = dict.fromkeys(PARTS, "everybody") | {"shows_record": "the moderators"}
    assert alice_at.post("/people/me/shown/", chosen).status_code == 400
    alice.refresh_from_db()
    assert alice.shows_matches == Audience.NOBODY


def test_no_other_column_can_be_written(alice: Player, alice_at: Client) -> None:
    chosen = dict.fromkeys(PARTS, "members") | {"is_staff": "on", "name": "Root", "muted_until": ""}
    alice_at.post("/people/me/shown/", chosen)
    alice.refresh_from_db()
    assert (alice.is_staff, alice.name) == (False, "Alice")


def test_guests_and_strangers_have_nothing_to_show(client: Client, guest: Player) -> None:
    assert client.get("/people/me/shown/")["Location"].startswith("/accounts/signup/")
    assert Client().get("/people/me/shown/")["Location"].startswith("/accounts/login/")


# --- blocks -----------------------------------------------------------------------------------------------------------


def test_blocks_are_listed_and_lifted(alice: Player, alice_at: Client) -> None:
    blocks.block(alice, member("Bob"), NOON)
    assert "Bob" in text_of(alice_at, "/people/blocked/")
    for _ in range(2):
        alice_at.post(f"/people/blocked/{Block.objects.values_list('pk', flat=True).first() or 1}/end/")
    assert "You block nobody." in text_of(alice_at, "/people/blocked/")


def test_anothers_block_stays(alice: Player, alice_at: Client) -> None:
    blocks.block(member("Bob"), alice, NOON)
    alice_at.post(f"/people/blocked/{Block.objects.get().pk}/end/")
    assert Block.objects.exists()
    assert "You block nobody." in text_of(alice_at, "/people/blocked/")


def test_strangers_sign_in_first_and_looking_lifts_nothing(client: Client, alice_at: Client) -> None:
    assert client.get("/people/blocked/")["Location"].startswith("/accounts/login/")
    assert client.post("/people/blocked/1/end/")["Location"].startswith("/accounts/login/")
    assert alice_at.get("/people/blocked/1/end/").status_code == 405
