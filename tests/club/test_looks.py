"""How the club looks to whom: chosen on one page, kept with the player or the device, and there from the first byte."""

import pytest
from django.test import Client

from club.looks import COOKIE, Hand, Index, Looks, Motion, Play, Suits, Switch, Theme
from club.models import Player
from tests.club.browser import begin_a_game, sign_up

CHOSEN = Looks(Theme.DARK, Suits.FOUR, Index.LARGE, Hand.LEFT, Switch.OFF, Play.DRAG, Switch.ON, Motion.CALM, Switch.ON)
FORM = dict(part.split(":") for part in str(CHOSEN).split("."))


def _seen(browser: Client, address: str = "/a-page/") -> str:
    """The page's first tag, by which stylesheets and scripts know what was chosen."""
    return browser.get(address).content.decode().split("<html", 1)[1].split(">", 1)[0]


@pytest.mark.parametrize("looks", [Looks(), CHOSEN])
def test_looks_are_written_and_read_back(looks: Looks) -> None:
    assert Looks.parse(str(looks)) == looks
    assert len(str(looks)) <= 200


@pytest.mark.parametrize("text", ["", "theme", "theme:", "theme:purple", "theme:dark:light", ".:.", "hat:top", "\x00é"])
def test_what_cannot_be_read_counts_as_not_chosen(text: str) -> None:
    assert Looks.parse(text) == Looks()


def test_a_part_that_is_new_or_gone_leaves_the_others_as_they_were() -> None:
    assert Looks.parse("hat:top.suits:none") == Looks(suits=Suits.NONE)


@pytest.mark.django_db
class TestKept:
    def test_on_the_device_for_who_is_nobody_yet_and_drawn_by_the_server(self, client: Client) -> None:
        assert 'data-look-theme="system"' in _seen(client)
        client.post("/your-table/", FORM)
        assert all(f'data-look-{name}="{value}"' in _seen(client) for name, value in FORM.items())
        assert '<meta name="color-scheme" content="dark">' in client.get("/a-page/").content.decode()
        assert not Player.objects.exists()

    def test_the_guest_that_somebody_becomes_brings_it_along_to_the_account(self, client: Client) -> None:
        client.post("/your-table/", FORM)
        guest = begin_a_game(client)
        assert Looks.parse(guest.looks) == CHOSEN
        sign_up(client, "Grace")
        assert Looks.parse(Player.objects.get(name="Grace").looks) == CHOSEN

    def test_with_the_member_on_every_device(self, alice: Player, alice_at: Client, client: Client) -> None:
        alice_at.post("/your-table/", FORM)
        client.cookies[COOKIE] = str(Looks(theme=Theme.LIGHT))
        client.force_login(alice)
        assert 'data-look-theme="dark"' in _seen(client)

    def test_on_the_device_too_so_that_it_looks_the_same_signed_out(self, alice_at: Client) -> None:
        alice_at.post("/your-table/", FORM)
        alice_at.post("/accounts/logout/")
        assert 'data-look-theme="dark"' in _seen(alice_at)

    def test_not_at_all_where_a_choice_is_missing_or_unknown(self, client: Client) -> None:
        assert client.post("/your-table/", FORM | {"theme": "purple"}).status_code == 400
        assert client.post("/your-table/", {}).status_code == 400
        assert COOKIE not in client.cookies


@pytest.mark.django_db
def test_the_page_shows_what_is_chosen_now(client: Client) -> None:
    client.post("/your-table/", FORM)
    markup = client.get("/your-table/").content.decode()
    assert markup.count("checked") == len(FORM)
    assert all(f'name="{name}" value="{value}"' in markup for name, value in FORM.items())


@pytest.mark.django_db
@pytest.mark.parametrize(("back", "then"), [("/a-page/", "/a-page/"), ("", "/your-table/")])
def test_one_comes_back_to_the_table_one_came_from(client: Client, back: str, then: str) -> None:
    assert client.post("/your-table/", FORM | {"back": back}).headers["Location"] == then


@pytest.mark.django_db
@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_one_is_led_nowhere_else(client: Client, back: str) -> None:
    assert 'name="back"' not in client.get("/your-table/", {"back": back}).content.decode()
    assert client.post("/your-table/", FORM | {"back": back}).headers["Location"] == "/your-table/"
