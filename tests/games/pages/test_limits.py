"""Who asks for too much of the club at once is told to wait: tables, offers, answers to them, notes, reports."""

import pytest
from django.test import Client
from pytest_django import Settings

from club.models import Player
from games.models import CorrespondenceOffer, Match, Offer

pytestmark = pytest.mark.django_db(transaction=True)

GAME = {"layout": "classic", "waste_piles": "4", "redeals": "0"}
# By its limit's name, what uses it up; the forms beside the first count with it.
FORMS = {
    "table": [
        "/solo/deal/",
        "/daily/play/",
        "/table/made-up/again/",
        "/table/made-up/play-on/",
        "/table/made-up/from/",
        "/race/house/",
    ],
    "offer": [
        "/race/offer/",
        "/race/challenge/",
        "/race/o/made-up/accept/",
        "/correspondence/offer/",
        "/correspondence/o/made-up/accept/",
        "/correspondence/house/",
    ],
    "note": ["/table/made-up/note/"],
    "report": ["/report/name/bob/", "/report/match/made-up/", "/report/afterword/made-up/"],
    "push": ["/notices/push/add/", "/notices/push/renew/"],
    "calendar": ["/calendar/new/"],
}


@pytest.fixture
def alice_at(alice: Player) -> Client:
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    return browser


@pytest.mark.parametrize("action", FORMS)
def test_all_forms_of_a_kind_are_counted_together_by_account(
    alice_at: Client, bob: Player, settings: Settings, action: str
) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {action: "1/m/user"}
    first, *others = FORMS[action] * 2
    assert alice_at.post(first, GAME).status_code != 429
    assert {form: alice_at.post(form, GAME).status_code for form in others} == dict.fromkeys(others, 429)
    others_browser = Client()
    others_browser.force_login(bob, "django.contrib.auth.backends.ModelBackend")
    assert others_browser.post(first, GAME).status_code != 429


@pytest.mark.parametrize("form", ["/solo/deal/", "/race/offer/"])
def test_by_address_those_without_an_account_are_counted_too(settings: Settings, form: str) -> None:
    of = {"/solo/deal/": "table", "/race/offer/": "offer"}[form]
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {of: "1/m/ip"}
    assert Client().post(form, GAME).status_code == 303
    people = Player.objects.count()
    assert Client().post(form, GAME).status_code == 429
    assert Player.objects.count() == people
    assert Client(REMOTE_ADDR="192.0.2.9").post(form, GAME).status_code == 303


def test_what_is_refused_has_made_nothing(alice_at: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"table": "0/m/user", "offer": "0/m/user"}
    for form in ("/solo/deal/", "/race/offer/", "/correspondence/offer/"):
        assert alice_at.post(form, GAME).status_code == 429
    assert not Match.objects.exists()
    assert not Offer.objects.exists()
    assert not CorrespondenceOffer.objects.exists()
