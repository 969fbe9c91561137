"""What administrators can and cannot do to players."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from club.models import Player
from tests.club.browser import PASSWORD

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def root() -> Player:
    return Player.objects.create_superuser("Ada", PASSWORD)


@pytest.fixture
def staff() -> Player:
    """Somebody who may change players, and nothing more."""
    member = Player.objects.create_user("Sam", PASSWORD)
    member.is_staff = True
    member.save()
    member.user_permissions.add(*Permission.objects.filter(codename__in=["view_player", "change_player"]))
    return member


def at(player: Player) -> Client:
    browser = Client()
    browser.force_login(player, BACKEND)
    return browser


def test_an_administrator_closes_an_account(root: Player, alice: Player) -> None:
    assert b"Alice" in at(root).get("/admin/club/player/").content
    at(root).post(f"/admin/club/player/{alice.pk}/change/", {})
    alice.refresh_from_db()
    assert not alice.is_active
    assert alice.name == "Alice"


def test_staff_cannot_give_themselves_rights(staff: Player) -> None:
    at(staff).post(
        f"/admin/club/player/{staff.pk}/change/", {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    )
    staff.refresh_from_db()
    assert staff.is_active
    assert not staff.is_superuser


def test_staff_cannot_close_an_administrators_account(staff: Player, root: Player) -> None:
    assert at(staff).post(f"/admin/club/player/{root.pk}/change/", {}).status_code == 403
    root.refresh_from_db()
    assert root.is_active


def test_nobody_is_made_or_deleted_there(root: Player, alice: Player) -> None:
    assert at(root).get("/admin/club/player/add/").status_code == 403
    assert at(root).post(f"/admin/club/player/{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Player.objects.filter(pk=alice.pk).exists()


def test_no_page_shows_a_password_hash(root: Player, alice: Player) -> None:
    assert alice.password.encode() not in at(root).get(f"/admin/club/player/{alice.pk}/change/").content


def test_nobody_reads_the_secrets_of_second_factors(root: Player) -> None:
    assert at(root).get("/admin/mfa/authenticator/").status_code == 404
    assert b"uthenticator" not in at(root).get("/admin/").content
