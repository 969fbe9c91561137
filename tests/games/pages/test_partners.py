"""The partners' page and its forms: asked, answered, ended, suggested, here or away; once, and by the two alone."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club import audience, partners, presence
from club.models import Audience, Partnership, Player
from games.models import CorrespondenceOffer, Match, Offer
from tests.club.browser import page
from tests.games.conftest import NOON, Clock
from tests.games.test_partnering import ended, three_matches
from tests.games.told import agreed

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]
SECOND = dt.timedelta(seconds=1)


def become_partners(one: Player, other: Player) -> Partnership:
    return partners.accept(other, partners.ask(one, other, NOON).pk, NOON)


def text_of(browser: Client) -> str:
    return page(browser.get("/partners/")).text


def said(browser: Client, address: str, form: dict[str, str] | None = None) -> str:
    """What the page says after that form."""
    answer = browser.post(address, form or {}, follow=True)
    assert answer.status_code == 200
    return page(answer).text


def fields_of(markup: str, address: str) -> dict[str, str]:
    """The hidden fields of the form that posts to that address."""
    form = markup.partition(f'action="{address}"')[2].partition("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))


# --- asked and answered -----------------------------------------------------------------------------------------------


def test_two_become_partners_by_their_pages(at: At, alice: Player, bob: Player) -> None:
    assert "bob is asked." in said(at(alice), "/player/bob/ask/", {"sees_me": "on"})
    asked = Partnership.objects.get()
    assert "You are asked alice" in text_of(at(bob))
    assert "alice are regular partners now" in said(at(bob), f"/partners/{asked.pk}/accept/", {"sees_me": "on"})
    assert audience.are_partners(alice.pk, bob.pk)
    assert set(Player.objects.values_list("shows_presence", flat=True)) == {Audience.PARTNERS}


def test_without_the_box_nobody_sees_who_is_here(at: At, alice: Player, bob: Player) -> None:
    said(at(alice), "/player/bob/ask/")
    said(at(bob), f"/partners/{Partnership.objects.get().pk}/accept/")
    assert set(Player.objects.values_list("shows_presence", flat=True)) == {Audience.NOBODY}
    assert at(alice).get("/partners/here/").json() == {"here": [], "away": []}


@pytest.mark.parametrize("verb", ["accept", "decline", "withdraw", "end"])
def test_a_form_sent_twice_is_answered_twice_and_done_once(at: At, alice: Player, bob: Player, verb: str) -> None:
    asked = partners.ask(alice, bob, NOON) if verb != "end" else become_partners(alice, bob)
    browser = at(alice if verb == "withdraw" else bob)
    said(browser, f"/partners/{asked.pk}/{verb}/")
    first = Partnership.objects.values().get()
    said(browser, f"/partners/{asked.pk}/{verb}/")
    assert Partnership.objects.values().get() == first


@pytest.mark.parametrize("verb", ["accept", "decline", "withdraw", "end"])
def test_anothers_number_changes_nothing(at: At, alice: Player, bob: Player, charlie: Player, verb: str) -> None:
    asked = partners.ask(alice, bob, NOON)
    told = said(at(charlie), f"/partners/{asked.pk}/{verb}/")
    assert "There is no such request any more." in told
    assert "There is no such request any more." in said(at(charlie), f"/partners/{10**12}/{verb}/")
    asked.refresh_from_db()
    assert (asked.agreed_at, asked.ended_at) == (None, None)


@pytest.mark.parametrize("verb", ["accept", "decline", "withdraw", "end"])
def test_guests_and_strangers_have_no_requests(at: At, alice: Player, bob: Player, guest: Player, verb: str) -> None:
    asked = partners.ask(alice, bob, NOON)
    for visitor in (guest, None):
        assert at(visitor).post(f"/partners/{asked.pk}/{verb}/").status_code == 404
    assert at(bob).get(f"/partners/{asked.pk}/{verb}/").status_code == 405


@pytest.mark.parametrize("name", ["zelda", "Guest 1"])
def test_names_of_nobody_and_closed_doors_answer_alike(
    at: At, alice: Player, bob: Player, guest: Player, name: str
) -> None:
    bob.asked_by = Audience.NOBODY
    bob.save()
    word = "They take no such requests from you just now."
    assert word in said(at(alice), f"/player/{name}/ask/")
    assert word in said(at(alice), "/player/bob/ask/")


def test_partner_with_oneself_is_refused(at: At, alice: Player) -> None:
    assert "You cannot be your own partner." in said(at(alice), "/player/alice/ask/")


def test_the_asker_reads_not_now_and_no_more(at: At, alice: Player, bob: Player) -> None:
    asked = partners.ask(alice, bob, NOON)
    assert "bob not answered yet" in text_of(at(alice))
    said(at(bob), f"/partners/{asked.pk}/decline/")
    assert "bob not now" in text_of(at(alice))


def test_guests_and_strangers_are_sent_to_sign_up_or_in(at: At, guest: Player) -> None:
    assert at(guest).get("/partners/")["Location"].startswith("/accounts/signup/")
    assert at(None).get("/partners/")["Location"].startswith("/accounts/login/")
    assert at(guest).get("/partners/here/").status_code == 404


# --- suggested --------------------------------------------------------------------------------------------------------


def test_after_three_matches_both_pages_suggest_it_and_one_no_is_enough(at: At, alice: Player, bob: Player) -> None:
    three_matches(alice, bob)
    assert "You have played together bob" in text_of(at(alice))
    assert "You have played together alice" in text_of(at(bob))
    for _ in range(2):
        said(at(bob), "/partners/suggestion/", {"name": "alice"})
    assert "You have played together" not in text_of(at(alice)) + text_of(at(bob))
    assert Partnership.objects.count() == 1


@pytest.mark.parametrize("name", ["charlie", "zelda", "alice", ""])
def test_only_a_suggestion_can_be_dismissed(at: At, alice: Player, charlie: Player, name: str) -> None:
    said(at(alice), "/partners/suggestion/", {"name": name})
    assert not Partnership.objects.exists()


# --- what the page shows ----------------------------------------------------------------------------------------------


def test_the_page_shows_what_runs_what_was_and_what_was_best(at: At, alice: Player, bob: Player) -> None:
    become_partners(alice, bob)
    running = agreed(alice, bob, NOON)
    best = ended(alice, bob, (50, 44), winner=1)
    closest = ended(alice, bob, (40, 41), winner=2, after=1)
    answer = at(alice).get("/partners/")
    text = page(answer).text
    for shown in ("races 1–1", "Best together 50 + 44", "Closest 40 : 41", "your turn"):
        assert shown in text
    for match in (running, best, closest):
        assert f"/table/{match.key}/" in answer.content.decode()


def test_one_press_challenges_to_a_race_and_by_correspondence(at: At, alice: Player, bob: Player) -> None:
    become_partners(alice, bob)
    browser = at(alice)
    markup = browser.get("/partners/").content.decode()
    for address in ("/race/challenge/", "/correspondence/offer/"):
        browser.post(address, fields_of(markup, address))
    assert (Offer.objects.get().to, CorrespondenceOffer.objects.get().to) == (bob, bob)


def test_a_partner_who_takes_no_challenges_has_no_such_buttons(at: At, alice: Player, bob: Player) -> None:
    become_partners(alice, bob)
    Player.objects.filter(pk=bob.pk).update(asked_by=Audience.NOBODY)
    assert "Challenge" not in text_of(at(alice))


def test_here_and_away_follow_the_last_word(at: At, alice: Player, bob: Player, clock: Clock) -> None:
    number = become_partners(alice, bob).pk
    partners.let_partners_see(bob)
    browser = at(alice)
    assert browser.get("/partners/here/").json() == {"here": [], "away": [number]}
    presence.note({bob.pk: NOON})
    assert browser.get("/partners/here/").json() == {"here": [number], "away": []}
    assert "bob here" in text_of(browser)
    clock.now = NOON + 12 * SECOND
    assert browser.get("/partners/here/").json() == {"here": [], "away": [number]}
    assert "bob away" in text_of(browser)


def test_after_the_end_nobody_sees_who_is_here(at: At, alice: Player, bob: Player) -> None:
    number = become_partners(alice, bob).pk
    partners.let_partners_see(bob)
    presence.note({bob.pk: NOON})
    said(at(bob), f"/partners/{number}/end/")
    assert at(alice).get("/partners/here/").json() == {"here": [], "away": []}
    assert "bob" not in text_of(at(alice))


def test_a_hundred_partners_take_as_many_queries_as_one(at: At, alice: Player) -> None:
    browser = at(alice)
    counted = []
    for number in range(100):
        other = Player.objects.create_user(f"member {number}")
        become_partners(other, alice)
        partners.let_partners_see(other)
        ended(alice, other, winner=1)
        if number in (0, 99):
            with CaptureQueriesContext(connection) as queries:
                assert browser.get("/partners/").status_code == 200
            with CaptureQueriesContext(connection) as of_presence:
                browser.get("/partners/here/")
            counted.append((len(queries), len(of_presence)))
    assert counted[0] == counted[1]
    assert counted[0][0] < 30
    assert Match.objects.count() == 100
