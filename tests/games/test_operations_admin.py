"""The operator's page in the admin."""

import datetime as dt

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from club import outages, upkeep
from club.models import Chore, Player
from tests.games.conftest import NOON, Clock
from tests.games.racing import Race

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/admin/club/upkeep/"


def at(player: Player) -> Client:
    browser = Client()
    browser.force_login(player, "django.contrib.auth.backends.ModelBackend")
    return browser


@pytest.fixture
def ada(db: None) -> Player:
    return Player.objects.create_superuser("Ada", "calm reading seas")


def test_it_shows_what_fails_what_runs_and_when_nobody_was_served(
    ada: Player, alice: Player, bob: Player, clock: Clock
) -> None:
    Race.begun(alice, bob)
    upkeep.went_wrong(Chore.BACKUP, "no <space> left", NOON)
    outages.begin_serving(NOON - dt.timedelta(hours=1))
    outages.begin_serving(NOON)
    page = at(ada).get(PAGE)
    assert page.status_code == 200
    text = page.content.decode()
    assert "backup fails since 2026-03-10 12:00: no &lt;space&gt; left" in text
    assert "2026-03-10 11:00:00 to 12:00:00 UTC" in text
    assert "<td>1</td>" in text
    assert PAGE in at(ada).get("/admin/").content.decode()


def test_a_new_club_has_one_too(ada: Player) -> None:
    page = at(ada).get(PAGE)
    assert page.status_code == 200
    assert "never" in page.content.decode()


def test_it_is_for_administrators_only(alice: Player) -> None:
    assert at(alice).get(PAGE).status_code == 302
    alice.is_staff = True
    alice.save()
    alice.user_permissions.set(Permission.objects.all())
    assert at(alice).get(PAGE).status_code == 403


def test_nothing_is_added_or_changed_there(ada: Player) -> None:
    upkeep.went_well(Chore.BACKUP, NOON)
    assert at(ada).get(f"{PAGE}add/").status_code == 403
    assert at(ada).post(f"{PAGE}backup/delete/").status_code == 403
    assert at(ada).get(f"{PAGE}backup/change/").status_code == 200
