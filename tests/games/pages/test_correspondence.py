"""The page of games by correspondence: who may look, what the lists hold, and what its form takes and refuses."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.models import NoticeChoice, Player
from games.models import CorrespondenceOffer
from tests.club.browser import page, sign_up
from tests.games.offering import keep
from tests.games.told import with_address

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]
LIST, OFFER = "/correspondence/", "/correspondence/offer/"
WISH = {
    "layout": "classic",
    "waste_piles": "4",
    "redeals": "0",
    "turn_cards": "4",
    "spare_days": "1",
    "absence_allowed": "on",
}
UNREACHED = "nothing tells you that a turn is yours"


def offered(maker: Client, **more: str) -> str:
    """The address of a new offer's page."""
    answer = maker.post(OFFER, WISH | more)
    assert answer.status_code == 303
    address: str = answer["Location"]
    assert address.startswith("/correspondence/o/")
    return address


def said_after(browser: Client, address: str, form: dict[str, str] | None = None) -> str:
    """The text of the page that a press leads to."""
    return page(browser.post(address, form or {}, follow=True)).text


# --- looking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["anonymous", "guest"])
def test_strangers_and_guests_see_what_it_is_and_how_to_come_in(
    at: At, alice: Player, everybody: dict[str, Player | None], who: str
) -> None:
    offered(at(alice))
    people = Player.objects.count()
    seen = page(at(everybody[who]).get(LIST))
    assert "the same deal, a turn a day" in seen.text
    assert "4 cards a turn" in seen.text
    assert f"/accounts/signup/?next={LIST}" in seen.links
    assert ("post", OFFER) not in seen.forms
    assert Player.objects.count() == people


def test_who_signs_up_from_the_list_comes_back_to_it(client: Client) -> None:
    assert sign_up(client, "newcomer", then=LIST)["Location"] == LIST
    assert ("post", OFFER) in page(client.get(LIST)).forms


def test_no_page_holds_a_script_or_a_style_of_its_own(at: At, alice: Player, bob: Player) -> None:
    link = offered(at(alice), by="link")
    for browser, address in ((at(alice), LIST), (at(None), LIST), (at(alice), link), (at(bob), link), (at(None), link)):
        seen = page(browser.get(address))
        assert seen.inline == []
        assert len(seen.headings) == 1


def test_an_offer_to_anyone_is_in_the_others_lists_and_among_ones_own(at: At, alice: Player, bob: Player) -> None:
    address = offered(at(alice), layout="giant", spare_days="0")
    seen = page(at(bob).get(LIST))
    assert address in seen.links
    assert "alice" in seen.text
    assert "Giant · 4 cards a turn · no spare day · with absence" in seen.text
    assert ("post", f"{address}withdraw/") in page(at(alice).get(LIST)).forms


def test_an_offer_that_does_not_welcome_the_viewer_is_not_in_their_list(at: At, alice: Player, bob: Player) -> None:
    keep(alice, 6)
    address = offered(at(alice), least_authority="70")
    assert address not in page(at(bob).get(LIST)).links
    assert "They ask for more authority" in said_after(at(bob), f"{address}accept/")


def test_the_form_offers_no_more_authority_than_ones_own(at: At, alice: Player, bob: Player) -> None:
    keep(alice, 6)
    markup = page(at(alice).get(LIST)).markup
    assert '<option value="75">' in markup
    assert '<option value="80">' not in markup
    assert "least_authority" not in page(at(bob).get(LIST)).markup


def test_the_lists_cost_the_same_however_long_they_are(at: At, alice: Player, bob: Player) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(LIST).status_code == 200
        return len(asked)

    browser = at(alice)
    offered(at(bob), by="name", name="alice")
    offered(at(bob))
    few = queries()
    for name in ("dora", "emil", "fred"):
        maker = at(Player.objects.create_user(name))
        offered(maker)
        offered(maker, by="name", name="alice")
    assert queries() == few


# --- the form ---------------------------------------------------------------------------------------------------------


def test_the_form_remembers_what_was_offered_last_on_any_device(at: At, alice: Player) -> None:
    offered(at(alice), layout="reverse", turn_cards="8", spare_days="3")
    markup = page(at(alice).get(LIST)).markup
    for chosen in ("layout", "reverse"), ("turn_cards", "8"), ("spare_days", "3"):
        assert 'name="{}" value="{}" checked'.format(*chosen) in markup


def test_giant_with_one_card_a_turn_is_refused_and_the_form_keeps_the_rest(at: At, alice: Player) -> None:
    browser = at(alice)
    said = page(browser.post(OFFER, WISH | {"layout": "giant", "turn_cards": "1", "spare_days": "3"}, follow=True))
    assert "With two packs a turn takes 4 or 8 cards." in said.text
    assert 'name="spare_days" value="3" checked' in said.markup
    assert not CorrespondenceOffer.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn_cards": "3"},
        {"turn_cards": "48"},
        {"spare_days": "4"},
        {"spare_days": "-1"},
        {"layout": "spider"},
        {"waste_piles": "9"},
        {"redeals": "x"},
        {"least_authority": "101"},
    ],
)
def test_a_form_that_no_page_sends_is_not_understood(at: At, alice: Player, wrong: dict[str, str]) -> None:
    answer = at(alice).post(OFFER, WISH | wrong)
    assert answer.status_code == 400
    assert "This was not understood" in answer.content.decode()
    assert not CorrespondenceOffer.objects.exists()


@pytest.mark.parametrize("name", ["nobody here", "", " ", "x" * 5000, "guest"])
def test_there_is_nobody_of_that_name(at: At, alice: Player, guest: Player, name: str) -> None:
    assert "No member of the club has that name." in said_after(at(alice), OFFER, WISH | {"by": "name", "name": name})


def test_a_name_left_in_the_form_is_asked_about(at: At, alice: Player, bob: Player) -> None:
    assert "There is a name in the form" in said_after(at(alice), OFFER, WISH | {"name": "bob"})
    assert not CorrespondenceOffer.objects.exists()


@pytest.mark.parametrize("who", ["anonymous", "guest"])
def test_only_members_offer(at: At, everybody: dict[str, Player | None], who: str) -> None:
    people = Player.objects.count()
    assert "Games by correspondence are for members" in said_after(at(everybody[who]), OFFER, WISH)
    assert not CorrespondenceOffer.objects.exists()
    assert Player.objects.count() == people


def test_whom_nothing_would_reach_is_warned_before_a_match(at: At, alice: Player, bob: Player) -> None:
    link = offered(at(alice), by="link")
    with_address(bob)
    for address in (LIST, link):
        unreached, reached = page(at(alice).get(address)), page(at(bob).get(address))
        assert UNREACHED in unreached.text
        assert "/notices/" in unreached.links
        assert UNREACHED not in reached.text
        assert "a turn of yours is told by e-mail." in reached.text
    NoticeChoice.objects.create(player=bob, kind="your_turn", way="mail", how="off")
    assert UNREACHED in page(at(bob).get(link)).text
