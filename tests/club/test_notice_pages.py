"""The page of what one is told and how, the trial mail, the browser's zone, and the way out of mails."""

import datetime as dt
import re
from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django import Settings

from club import leaving, notices, unsubscribe
from club.addresses import REFUSED_TOO_OFTEN
from club.models import How, Kind, MailRefused, Notice, Player, PushAddress, Way
from tests.club.browser import page
from tests.club.mail_server import MailServer, mail_server

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
ADDRESS = "alice@example.org"
FORM = {
    "your_turn-page": "on",
    "your_turn-mail": "at_once",
    "turn_ends-page": "on",
    "turn_ends-mail": "at_once",
    "challenge-page": "on",
    "challenge-mail": "at_once",
    "partner_asks-page": "on",
    "partner_asks-mail": "at_once",
    "match_over-page": "on",
    "match_over-mail": "at_once",
    "afterword-page": "on",
    "afterword-mail": "at_once",
    "quiet": "on",
    "quiet_from": "22",
    "quiet_until": "8",
    "digest_at": "18",
    "time_zone": "",
    "language": "",
}


@pytest.fixture
def address(alice: Player) -> str:
    EmailAddress.objects.create(user=alice, email=ADDRESS, verified=True, primary=True)
    return ADDRESS


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with mail_server(settings) as server:
        yield server


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


# --- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["/notices/", "/notices/trial/", "/notices/zone/"])
def test_it_is_for_members(client: Client, where: str) -> None:
    ask = client.get if where == "/notices/" else client.post
    assert ask(where)["Location"] == f"/accounts/login/?next={where}"
    client.post("/begin-a-game/")
    assert ask(where)["Location"] == f"/accounts/signup/?next={where}"


def test_looking_changes_nothing(alice_at: Client) -> None:
    for where in ("/notices/trial/", "/notices/zone/"):
        assert alice_at.get(where).status_code == 405
    assert page(alice_at.get("/notices/")).inline == []
    assert mail.outbox == []


def test_at_first_the_page_and_mails_tell_of_everything_and_pushes_of_nothing(alice: Player) -> None:
    hows = notices.hows(alice)
    assert {hows[kind, Way.PAGE] for kind in Kind} == {How.AT_ONCE}
    assert {hows[kind, Way.MAIL] for kind in Kind} == {How.AT_ONCE}
    assert {hows[kind, Way.PUSH] for kind in Kind} == {How.OFF}


def test_what_is_chosen_is_kept_and_shown_again(alice: Player, alice_at: Client) -> None:
    chosen = FORM | {
        "your_turn-mail": "daily",
        "match_over-mail": "off",
        "challenge-push": "on",
        "quiet_from": "21",
        "quiet_until": "7",
        "digest_at": "12",
        "time_zone": "America/New_York",
        "language": "en",
    }
    del chosen["turn_ends-page"]
    answer = alice_at.post("/notices/", chosen)
    assert answer["Location"] == "/notices/"
    assert answer.cookies["django_language"].value == "en"
    hows = notices.hows(alice)
    assert hows[Kind.YOUR_TURN, Way.MAIL] == How.DAILY
    assert hows[Kind.MATCH_OVER, Way.MAIL] == How.OFF
    assert hows[Kind.CHALLENGE, Way.PUSH] == How.AT_ONCE
    assert hows[Kind.TURN_ENDS, Way.PAGE] == How.OFF
    assert hows[Kind.TURN_ENDS, Way.MAIL] == How.AT_ONCE
    kept = again(alice)
    assert (kept.quiet_from, kept.quiet_until, kept.digest_at) == (21, 7, 12)
    assert (kept.time_zone, kept.time_zone_chosen, kept.language) == ("America/New_York", True, "en")
    shown = page(alice_at.get("/notices/")).markup
    assert '<option value="daily" selected>' in shown
    assert '<option value="America/New_York" selected>' in shown


def test_quiet_hours_can_be_switched_off_and_on(alice: Player, alice_at: Client) -> None:
    without = {name: value for name, value in FORM.items() if name != "quiet"}
    alice_at.post("/notices/", without)
    assert (again(alice).quiet_from, again(alice).quiet_until) == (None, None)
    alice_at.post("/notices/", FORM)
    assert (again(alice).quiet_from, again(alice).quiet_until) == (22, 8)


@pytest.mark.parametrize(
    "wrong",
    [
        {"your_turn-mail": "hourly"},
        {"your_turn-mail": ""},
        {"turn_ends-mail": "daily"},
        {"quiet_from": "24"},
        {"quiet_from": "8", "quiet_until": "8"},
        {"digest_at": "-1"},
        {"time_zone": "Europe/Atlantis"},
        {"language": "tlh"},
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_kept(
    alice: Player, alice_at: Client, wrong: dict[str, str]
) -> None:
    answer = alice_at.post("/notices/", FORM | {"match_over-mail": "off"} | wrong)
    assert answer.status_code == 400
    assert notices.hows(alice)[Kind.MATCH_OVER, Way.MAIL] == How.AT_ONCE
    assert again(alice).digest_at == 18


def test_new_hours_move_what_is_still_to_be_told_but_not_what_is_being_sent(alice: Player, alice_at: Client) -> None:
    night = NOON + dt.timedelta(hours=15)
    notices.tell(alice.pk, Kind.YOUR_TURN, "a/1", night)
    notices.tell(alice.pk, Kind.TURN_ENDS, "a/1", NOON, due_at=night)
    mails = Notice.objects.filter(way=Way.MAIL).order_by("kind")
    assert [notice.due_at.hour for notice in mails] == [22, 8]
    alice_at.post("/notices/", {name: value for name, value in FORM.items() if name != "quiet"})
    assert [notice.due_at for notice in mails.all()] == [night, night]
    (claimed,) = notices.claim_due(night)
    alice_at.post("/notices/", FORM)
    assert len(notices.take(claimed, night)) == 2


# --- what reaches the player ------------------------------------------------------------------------------------------


def test_the_page_warns_when_nothing_reaches_the_player(alice: Player, alice_at: Client) -> None:
    assert notices.reaches(alice) == []
    assert "nothing reaches you" in page(alice_at.get("/notices/")).text


def test_it_says_that_mail_reaches_a_confirmed_address(alice: Player, alice_at: Client, address: str) -> None:
    assert notices.reaches(alice) == [Way.MAIL]
    assert f"reaches you by e-mail at {address}" in page(alice_at.get("/notices/")).text


def test_a_device_reaches_only_where_push_is_switched_on(alice: Player, alice_at: Client) -> None:
    PushAddress.objects.create(player=alice, endpoint="https://push.example/1", p256dh="x", auth="y", added_at=NOON)
    assert notices.reaches(alice) == []
    notices.switch_on(alice, Way.PUSH)
    assert notices.reaches(alice) == [Way.PUSH]
    assert "reaches you by push" in page(alice_at.get("/notices/")).text


def test_mail_that_is_switched_off_does_not_reach(alice: Player, address: str) -> None:
    notices.switch_off(alice, [Kind.YOUR_TURN], Way.MAIL)
    assert notices.reaches(alice) == []


def test_the_page_says_that_an_address_takes_no_mail(alice: Player, alice_at: Client, address: str) -> None:
    MailRefused.objects.create(
        player=alice, address=address, times=REFUSED_TOO_OFTEN, last_at=NOON, words="no such <user>"
    )
    assert notices.reaches(alice) == []
    seen = page(alice_at.get("/notices/"))
    assert f"{address} takes no mail" in seen.text
    assert "no such <user>" in seen.text
    assert "/accounts/email/" in seen.links


# --- the trial mail ---------------------------------------------------------------------------------------------------


def test_a_trial_mail_goes_to_the_confirmed_address(alice_at: Client, address: str) -> None:
    answer = alice_at.post("/notices/trial/", follow=True)
    (message,) = mail.outbox
    assert message.to == [address]
    assert message.subject == "The Fairest: Mails from the club reach you"
    assert "A mail is on its way" in page(answer).text


def test_without_an_address_there_is_no_trial(alice_at: Client) -> None:
    assert alice_at.post("/notices/trial/").status_code == 400
    assert mail.outbox == []


def test_a_trial_mail_that_is_taken_makes_a_refused_address_good_again(
    alice: Player, alice_at: Client, address: str, server: MailServer
) -> None:
    server.to_recipient = "550 no such user"
    for _ in range(REFUSED_TOO_OFTEN):
        assert "refuses alice@example.org" in page(alice_at.post("/notices/trial/", follow=True)).text
    assert notices.reaches(alice) == []
    server.to_recipient = "450 busy"
    assert "cannot be reached just now" in page(alice_at.post("/notices/trial/", follow=True)).text
    server.to_recipient = "250 OK"
    assert "on its way" in page(alice_at.post("/notices/trial/", follow=True)).text
    assert notices.reaches(alice) == [Way.MAIL]


# --- the browser's zone -----------------------------------------------------------------------------------------------


def test_the_browser_says_its_zone_and_may_change_it(alice: Player, alice_at: Client) -> None:
    for zone in ("Europe/Berlin", "Asia/Tokyo"):
        assert alice_at.post("/notices/zone/", {"zone": zone}).status_code == 204
        assert again(alice).time_zone == zone
        assert f'<meta name="time-zone" content="{zone}"' in page(alice_at.get("/a-page/")).markup


def test_a_zone_that_the_player_chose_stays(alice: Player, alice_at: Client) -> None:
    alice_at.post("/notices/", FORM | {"time_zone": "Europe/Berlin"})
    assert alice_at.post("/notices/zone/", {"zone": "Asia/Tokyo"}).status_code == 204
    assert again(alice).time_zone == "Europe/Berlin"
    assert 'name="time-zone"' not in page(alice_at.get("/a-page/")).markup


def test_a_zone_that_does_not_exist_is_refused(alice: Player, alice_at: Client) -> None:
    for zone in ("", "Europe/Atlantis", "../../etc/passwd", "x" * 5000):
        assert alice_at.post("/notices/zone/", {"zone": zone}).status_code == 400
    assert again(alice).time_zone == ""


def test_guests_and_strangers_are_not_asked_for_their_zone(client: Client) -> None:
    assert 'name="time-zone"' not in page(client.get("/a-page/")).markup
    client.post("/begin-a-game/")
    assert 'name="time-zone"' not in page(client.get("/a-page/")).markup


# --- the way out of mails ---------------------------------------------------------------------------------------------


def way_out(player: Player, *kinds: Kind) -> str:
    return unsubscribe.link(player.pk, Way.MAIL, kinds).removeprefix("http://localhost:8000")


def test_one_press_without_signing_in_ends_mails_of_that_kind_alone(client: Client, alice: Player) -> None:
    answer = client.post(way_out(alice, Kind.YOUR_TURN))
    assert answer.status_code == 200
    hows = notices.hows(alice)
    assert [kind for kind in Kind if hows[kind, Way.MAIL] == How.OFF] == [Kind.YOUR_TURN]
    assert hows[Kind.YOUR_TURN, Way.PAGE] == How.AT_ONCE
    seen = page(answer)
    assert "your turn" in seen.text
    assert "/notices/" in seen.links


def test_a_mail_program_presses_without_cookies_or_forms_token(alice: Player) -> None:
    program = Client(enforce_csrf_checks=True)
    answer = program.post(
        way_out(alice, Kind.CHALLENGE, Kind.MATCH_OVER),
        "List-Unsubscribe=One-Click",
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 200
    hows = notices.hows(alice)
    assert hows[Kind.CHALLENGE, Way.MAIL] == hows[Kind.MATCH_OVER, Way.MAIL] == How.OFF
    assert hows[Kind.YOUR_TURN, Way.MAIL] == How.AT_ONCE


def test_a_scanner_that_follows_the_link_switches_nothing_off(client: Client, alice: Player) -> None:
    for ask in (client.get, client.head):
        assert ask(way_out(alice, Kind.YOUR_TURN)).status_code == 200
    assert notices.hows(alice)[Kind.YOUR_TURN, Way.MAIL] == How.AT_ONCE
    assert "Switch it off" in page(client.get(way_out(alice, Kind.YOUR_TURN))).text


def test_pressing_twice_is_harmless(client: Client, alice: Player) -> None:
    for _ in range(2):
        assert client.post(way_out(alice, Kind.YOUR_TURN)).status_code == 200
    assert alice.notice_choices.count() == 1


def test_a_link_that_somebody_changed_does_nothing(client: Client, alice: Player) -> None:
    whole = way_out(alice, Kind.YOUR_TURN)
    for broken in (
        whole.replace(f"/{alice.pk}.", f"/{alice.pk + 1}."),
        whole.replace("your_turn", "challenge"),
        whole[:-4] + "/",
        "/notices/off/made-up/",
    ):
        assert client.post(broken).status_code == 404
    assert not alice.notice_choices.exists()


def test_the_link_of_an_account_that_is_gone_says_so(client: Client, alice: Player) -> None:
    link = way_out(alice, Kind.YOUR_TURN)
    leaving.empty(alice, NOON)
    answer = client.post(link)
    assert answer.status_code == 404
    assert "This account is gone" in page(answer).text


def test_the_link_leads_from_the_mail_to_the_page_and_back_in(alice: Player, alice_at: Client) -> None:
    found = re.search(r"/notices/off/[^/]+/", unsubscribe.link(alice.pk, Way.MAIL, [Kind.YOUR_TURN]))
    assert found is not None
    alice_at.post(found[0])
    assert '<option value="off" selected>' in page(alice_at.get("/notices/")).markup
