"""Joining as the club has it: open, by invitation, or once a moderator has approved it; with guests or without."""

import datetime as dt
import io

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from club import joining, joining_mails
from club.joining import TooManyInvitations
from club.models import Invitation, Player
from tests.club.browser import PASSWORD, begin_a_game, page, sign_in, sign_up, who_is_at

pytestmark = pytest.mark.django_db

DAY = dt.timedelta(days=1)
SECOND = dt.timedelta(seconds=1)
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def moderator(db: None) -> Player:
    """Somebody who may invite, let in and judge, and has an address."""
    member = Player.objects.create_user("Mo", PASSWORD)
    member.is_staff = True
    member.save()
    rights = ["add_invitation", "change_player", "view_player", "add_judgement"]
    member.user_permissions.add(*Permission.objects.filter(codename__in=rights))
    EmailAddress.objects.create(user=member, email="mo@example.org", verified=True, primary=True)
    return member


@pytest.fixture
def moderator_at(moderator: Player) -> Client:
    browser = Client()
    browser.force_login(moderator, BACKEND)
    return browser


@pytest.fixture
def by_invitation(settings: Settings) -> None:
    settings.JOINING = "invitation"


@pytest.fixture
def by_approval(settings: Settings) -> None:
    settings.JOINING = "approved"


def path_of(invitation: Invitation) -> str:
    return f"/accounts/join/{invitation.token}/"


def invitation() -> Invitation:
    return joining.invite(None, timezone.now())


def work_off() -> None:
    """What the worker does: each mail in the queue, once."""
    tasks = {task.module_path: task for task in (joining_mails.mail_asked, joining_mails.mail_approved)}
    for queued in DBTaskResult.objects.order_by("enqueued_at"):
        tasks[queued.task_path].call(*queued.args_kwargs["args"])
    DBTaskResult.objects.all().delete()


# --- age --------------------------------------------------------------------------------------------------------------


def test_who_joins_says_that_they_are_old_enough(client: Client) -> None:
    assert "I am at least 16 years old" in page(client.get("/accounts/signup/")).text
    answer = client.post("/accounts/signup/", {"username": "alice", "password1": PASSWORD})
    assert "for people of that age and above" in page(answer).text
    assert not Player.objects.exists()
    assert sign_up(client, "alice").status_code == 302


def test_the_age_is_a_setting_and_0_asks_nobody(client: Client, settings: Settings) -> None:
    settings.LEAST_AGE = 18
    assert "at least 18 years old" in page(client.get("/accounts/signup/")).text
    settings.LEAST_AGE = 0
    assert "years old" not in page(client.get("/accounts/signup/")).text
    answer = client.post("/accounts/signup/", {"username": "alice", "password1": PASSWORD})
    assert answer.status_code == 302


# --- by invitation ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("by_invitation")
def test_without_an_invitation_nobody_joins(client: Client) -> None:
    assert page(client.get("/accounts/signup/")).headings == ["By invitation"]
    sign_up(client, "alice")
    assert not Player.objects.exists()


@pytest.mark.usefixtures("by_invitation")
def test_by_its_link_one_person_joins_once(client: Client) -> None:
    link = path_of(invitation())
    assert client.get(link)["Location"] == "/accounts/signup/"
    assert sign_up(client, "alice").status_code == 302
    used = Invitation.objects.get()
    assert used.used_by == Player.objects.get()
    assert used.used_at is not None
    answer = Client().get(link)
    assert answer.status_code == 404
    assert "has been used, or has run out" in page(answer).text


@pytest.mark.usefixtures("by_invitation")
def test_of_two_who_opened_one_link_the_first_to_sign_up_joins(client: Client) -> None:
    made, second = invitation(), Client()
    for browser in (client, second):
        browser.get(path_of(made))
    sign_up(client, "alice")
    assert page(sign_up(second, "bob")).headings == ["By invitation"]
    assert [player.name for player in Player.objects.all()] == ["alice"]


@pytest.mark.usefixtures("by_invitation")
def test_of_two_who_press_at_once_the_later_is_told_and_is_no_member(client: Client, settings: Settings) -> None:
    client.get(path_of(invitation()))
    settings.AUTH_PASSWORD_VALIDATORS = [{"NAME": "tests.club.rivals.RivalUsesTheInvitation"}]
    answer = sign_up(client, "bob")
    assert "Somebody else has joined by this invitation" in page(answer).text
    assert not Player.objects.filter(name="bob").exists()


@pytest.mark.usefixtures("by_invitation")
def test_a_guest_who_was_invited_keeps_row_and_games(client: Client) -> None:
    guest = begin_a_game(client)
    client.get(path_of(invitation()))
    sign_up(client, "alice")
    assert Player.objects.get(name="alice") == guest


@pytest.mark.parametrize(("later", "status"), [(-SECOND, 302), (dt.timedelta(), 404), (SECOND, 404)])
def test_an_invitation_is_good_for_two_weeks(client: Client, later: dt.timedelta, status: int) -> None:
    made = joining.invite(None, timezone.now())
    assert made.ends_at - made.made_at == 14 * DAY
    assert joining.is_good(made.token, made.ends_at + later) == (status == 302)


@pytest.mark.parametrize("token", ["made-up", "x" * 43, "../../admin"])
def test_a_link_that_was_never_made_is_answered_in_words(client: Client, token: str) -> None:
    assert client.get(f"/accounts/join/{token}/").status_code == 404
    assert who_is_at(client) is None


def test_a_link_opened_by_a_member_is_not_used_up(alice_at: Client) -> None:
    made = invitation()
    assert alice_at.get(path_of(made))["Location"] == "/"
    made.refresh_from_db()
    assert made.used_at is None


def test_where_joining_is_open_an_invitation_says_who_came_by_it(client: Client) -> None:
    client.get(path_of(invitation()))
    sign_up(client, "alice")
    assert Invitation.objects.get().used_by == Player.objects.get()


def test_moderators_make_links_and_withdraw_them(moderator: Player, moderator_at: Client) -> None:
    moderator_at.post("/accounts/invitations/")
    made = Invitation.objects.get()
    assert made.made_by == moderator
    assert joining.link_to(made) in moderator_at.get("/accounts/invitations/").content.decode()
    moderator_at.post(f"/accounts/invitations/{made.pk}/withdraw/")
    assert not joining.is_good(made.token, timezone.now())


def test_nobody_else_makes_them_or_withdraws_anothers(alice_at: Client, client: Client, moderator: Player) -> None:
    made = joining.invite(moderator, timezone.now())
    assert alice_at.post("/accounts/invitations/").status_code == 403
    assert alice_at.get("/accounts/invitations/").status_code == 403
    alice_at.post(f"/accounts/invitations/{made.pk}/withdraw/")
    assert client.post("/accounts/invitations/")["Location"].startswith("/accounts/login/")
    begin_a_game(client)
    assert client.post("/accounts/invitations/")["Location"].startswith("/accounts/signup/")
    assert list(Invitation.objects.all()) == [made]


def test_one_has_no_more_than_20_open(moderator: Player) -> None:
    now = timezone.now()
    made = [joining.invite(moderator, now) for _ in range(20)]
    with pytest.raises(TooManyInvitations):
        joining.invite(moderator, now)
    joining.withdraw(moderator, made[0].pk)
    joining.invite(moderator, now)


def test_making_links_without_end_is_stopped(moderator_at: Client) -> None:
    answers = [moderator_at.post("/accounts/invitations/").status_code for _ in range(21)]
    assert answers == [302] * 20 + [429]


@pytest.mark.usefixtures("by_invitation")
def test_the_first_ones_are_printed_on_the_command_line(client: Client) -> None:
    printed = io.StringIO()
    call_command("invite", "2", stdout=printed)
    links = printed.getvalue().split()
    assert len(set(links)) == 2
    client.get(links[0].removeprefix("http://localhost:8000"))
    assert sign_up(client, "alice").status_code == 302


# --- approved ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("by_approval")
def test_who_signs_up_waits_and_the_moderators_are_told(client: Client, moderator: Player) -> None:
    answer = client.post("/accounts/signup/", {"username": "alice", "password1": PASSWORD, "of_age": "on"}, follow=True)
    assert "A moderator will let you in soon" in page(answer).text
    alice = Player.objects.get(name="alice")
    assert (alice.awaits_approval, alice.is_member, alice.is_guest) == (True, False, False)
    work_off()
    (message,) = mail.outbox
    assert message.to == ["mo@example.org"]
    assert message.subject == "The Fairest: Somebody asks to join"
    assert "alice" in message.body


@pytest.mark.usefixtures("by_approval")
def test_who_waits_signs_in_and_plays_as_a_guest_does(client: Client) -> None:
    sign_up(client, "alice")
    client.post("/accounts/logout/")
    sign_in(client, "alice")
    alice = Player.objects.get(name="alice")
    assert begin_a_game(client) == alice
    assert not alice.was_member_at(timezone.now() + DAY)
    assert "Until then you play as a guest does" in page(client.get("/accounts/")).text
    assert client.get("/accounts/email/").status_code == 200


@pytest.mark.usefixtures("by_approval")
def test_once_approved_one_is_a_member_and_told_so(client: Client, moderator: Player) -> None:
    sign_up(client, "alice")
    alice = Player.objects.get(name="alice")
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    DBTaskResult.objects.all().delete()
    now = timezone.now()
    assert [joining.approve(alice, now), joining.approve(alice, now)] == [True, False]
    alice.refresh_from_db()
    assert (alice.is_member, alice.awaits_approval, alice.approved_at) == (True, False, now)
    work_off()
    (message,) = mail.outbox
    assert message.to == ["alice@example.org"]
    assert "you are a member now" in message.body


def test_guests_and_those_who_have_left_are_not_let_in(guest: Player, alice: Player) -> None:
    now = timezone.now()
    assert not joining.approve(guest, now)
    Player.objects.filter(pk=alice.pk).update(approved_at=None, is_active=False)
    assert not joining.approve(alice, now)


def test_where_joining_is_open_one_is_a_member_at_once(client: Client) -> None:
    sign_up(client, "alice")
    assert Player.objects.get().is_member


# --- without guests ---------------------------------------------------------------------------------------------------


def test_without_guests_nobody_becomes_one_and_is_led_to_sign_up(client: Client, settings: Settings) -> None:
    settings.GUESTS = False
    for press in ({"path": "/begin-a-game/"}, {"path": "/solo/deal/", "data": {"layout": "classic"}}):
        answer = client.post(**press)
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/?next=/")
    assert "Here members play" in page(client.get("/accounts/signup/")).text
    assert not Player.objects.exists()


def test_without_guests_members_play_and_a_guest_of_before_goes_on(
    client: Client, guest: Player, alice_at: Client, alice: Player, settings: Settings
) -> None:
    settings.GUESTS = False
    assert begin_a_game(alice_at) == alice
    assert begin_a_game(client) == guest
