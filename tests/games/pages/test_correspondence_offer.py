"""One offer to play by correspondence as a page: who sees what of it, who may answer, and what each press is told."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from games.models import CorrespondenceOffer, Match
from tests.club.browser import page, sign_up
from tests.games.conftest import Clock
from tests.games.pages.test_correspondence import LIST, offered, said_after
from tests.games.pages.test_race import press_together
from tests.games.told import with_address
from tests.games.turning import DAY, SECOND

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]


# --- an offer's page --------------------------------------------------------------------------------------------------


def test_its_maker_sees_the_link_the_code_and_the_commitment(at: At, alice: Player) -> None:
    address = offered(at(alice), by="link")
    seen = page(at(alice).get(address))
    offer = CorrespondenceOffer.objects.select_related("deal").get()
    assert offer.deal is not None
    assert offer.deal.commitment in seen.text
    assert f'value="http://testserver{address}"' in seen.markup
    assert "<svg" in seen.markup
    assert ("post", f"{address}withdraw/") in seen.forms


def test_others_see_the_terms_in_words(at: At, alice: Player, bob: Player) -> None:
    text = page(at(bob).get(offered(at(alice), by="link", turn_cards="8"))).text
    assert "alice offers a game by correspondence" in text
    assert "6 turns of 8 cards, 24 hours each." in text
    assert "Each has 1 spare day" in text
    assert "absent for 1 to 7 days" in text
    assert "until Tue 24 March, 12:00 (UTC)" in text


def test_instants_are_written_in_the_viewers_own_zone(at: At, alice: Player, bob: Player) -> None:
    link = offered(at(alice), by="link")
    with_address(bob, "Europe/Berlin")
    assert "until Tue 24 March, 13:00 (CET)" in page(at(bob).get(link)).text


def test_the_makers_page_adds_its_bytes_once(at: At, alice: Player, bob: Player) -> None:
    browser, address = at(alice), offered(at(alice))
    assert ("post", f"{address}contribute/") in page(browser.get(address)).forms
    for hexes in ("ab" * 16, "cd" * 16):
        answer = browser.post(f"{address}contribute/", {"contribution": hexes})
        assert (answer.status_code, answer.content.decode()) == (200, "ab" * 16)
    seen = page(browser.get(address))
    assert ("post", f"{address}contribute/") not in seen.forms
    assert "ab" * 16 in seen.text
    assert "ab" * 16 not in page(at(bob).get(address)).markup


@pytest.mark.parametrize("text", ["", "ab", "g" * 32, "AB" * 16, "ab" * 17])
def test_bytes_that_cannot_be_read_are_not_understood(at: At, alice: Player, bob: Player, text: str) -> None:
    address = offered(at(alice))
    assert at(alice).post(f"{address}contribute/", {"contribution": text}).status_code == 400
    if text:
        assert at(bob).post(f"{address}accept/", {"contribution": text}).status_code == 400
    assert CorrespondenceOffer.objects.get().contribution is None
    assert not Match.objects.exists()


def test_nobody_else_adds_to_an_offer(at: At, alice: Player, bob: Player) -> None:
    address = offered(at(alice))
    for browser in (at(bob), at(None)):
        assert browser.post(f"{address}contribute/", {"contribution": "ab" * 16}).status_code == 404


def test_an_offer_to_a_member_is_at_no_address_for_others(
    at: At, alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    address = offered(at(alice), by="name", name=" BOB ")
    assert page(at(bob).get(address)).headings == ["alice asks you for a game by correspondence"]
    assert address in page(at(bob).get(LIST)).links
    for outsider in (charlie, guest, None):
        assert at(outsider).get(address).status_code == 404
        assert at(outsider).post(f"{address}accept/").status_code == 404


# --- answers ----------------------------------------------------------------------------------------------------------


def test_accepting_leads_to_the_table_and_so_does_the_page_from_then_on(at: At, alice: Player, bob: Player) -> None:
    address = offered(at(alice))
    answer = at(bob).post(f"{address}accept/", {"contribution": "ef" * 16})
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/table/{match.key}/")
    assert bytes(match.deal.contributions or b"").hex() == "00" * 16 + "ef" * 16
    for player in (alice, bob):
        assert at(player).get(address)["Location"] == f"/table/{match.key}/"
    assert at(bob).post(f"{address}accept/")["Location"] == f"/table/{match.key}/"
    assert Match.objects.count() == 1


@pytest.mark.parametrize("who", ["anonymous", "guest"])
def test_whoever_is_no_member_signs_up_first_and_comes_back(
    at: At, alice: Player, everybody: dict[str, Player | None], who: str
) -> None:
    address = offered(at(alice), by="link")
    browser = at(everybody[who])
    assert "Sign up and accept" in page(browser.get(address)).text
    sent_to = browser.post(f"{address}accept/")["Location"]
    assert sent_to == f"/accounts/signup/?next={address}"
    assert sign_up(browser, "newcomer", then=address)["Location"] == address
    assert browser.post(f"{address}accept/")["Location"].startswith("/table/")


def test_of_two_who_accept_at_once_one_gets_the_match_and_the_other_is_told(
    at: At, alice: Player, bob: Player, charlie: Player
) -> None:
    address = offered(at(alice))
    led_to = press_together([(at(player), f"{address}accept/", {}) for player in (bob, charlie)])
    table = f"/table/{Match.objects.get().key}/"
    assert sorted(led_to) == sorted([table, address])
    late = charlie if led_to[0] == table else bob
    assert page(at(late).get(address)).headings == ["This offer is taken"]


def test_one_accepts_nothing_of_ones_own(at: At, alice: Player) -> None:
    address = offered(at(alice))
    assert "You cannot play against yourself." in said_after(at(alice), f"{address}accept/")


def test_a_declined_offer_says_so_to_both(at: At, alice: Player, bob: Player) -> None:
    address = offered(at(alice), by="name", name="bob")
    assert "Declined." in said_after(at(bob), f"{address}decline/")
    assert page(at(alice).get(address)).headings == ["This offer was declined"]
    assert "bob does not want to play this one" in page(at(alice).get(address)).text
    assert page(at(bob).post(f"{address}accept/", follow=True)).headings == ["This offer was declined"]


def test_a_withdrawn_offer_says_so(at: At, alice: Player, bob: Player) -> None:
    address = offered(at(alice))
    assert "Withdrawn." in said_after(at(alice), f"{address}withdraw/")
    assert page(at(bob).post(f"{address}accept/", follow=True)).headings == ["This offer is withdrawn"]
    assert "alice has withdrawn it" in page(at(bob).get(address)).text
    assert address not in page(at(bob).get(LIST)).links


def test_a_lapsed_offer_says_so(at: At, clock: Clock, alice: Player, bob: Player) -> None:
    address = offered(at(alice))
    clock.now += 14 * DAY - SECOND
    assert address in page(at(bob).get(LIST)).links
    clock.now += SECOND
    assert page(at(bob).post(f"{address}accept/", follow=True)).headings == ["This offer's time is over"]
    assert address not in page(at(bob).get(LIST)).links


def test_withdrawn_a_moment_too_late_it_leads_to_the_table(at: At, alice: Player, bob: Player) -> None:
    address = offered(at(alice))
    table = at(bob).post(f"{address}accept/")["Location"]
    assert at(alice).post(f"{address}withdraw/")["Location"] == table


def test_only_its_maker_withdraws_and_only_who_is_asked_declines(
    at: At, alice: Player, bob: Player, charlie: Player
) -> None:
    address = offered(at(alice), by="name", name="bob")
    for player, verb in ((bob, "withdraw"), (charlie, "withdraw"), (alice, "decline"), (charlie, "decline")):
        assert "There is no such challenge." in said_after(at(player), f"{address}{verb}/")
    assert at(None).post(f"{address}decline/").status_code == 404
    assert CorrespondenceOffer.objects.get().closed_at is None


def test_the_same_offered_twice_is_one_page(at: At, alice: Player) -> None:
    assert offered(at(alice)) == offered(at(alice))
    assert offered(at(alice)) != offered(at(alice), by="link")


@pytest.mark.parametrize("verb", ["accept", "decline", "withdraw", "contribute"])
def test_answers_are_pressed_not_followed(at: At, alice: Player, bob: Player, verb: str) -> None:
    address = offered(at(alice))
    assert at(bob).get(f"{address}{verb}/").status_code == 405


def test_hexes_of_no_secret_are_on_any_page_of_an_offer(at: At, alice: Player, bob: Player) -> None:
    address = offered(at(alice))
    offer = CorrespondenceOffer.objects.select_related("deal").get()
    assert offer.deal is not None
    secret = bytes(offer.deal.secret).hex()
    for player in (alice, bob, None):
        found = re.findall(r"[0-9a-f]{64}", page(at(player).get(address)).markup)
        assert set(found) == {offer.deal.commitment}
        assert secret not in found
