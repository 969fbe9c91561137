"""A notice as a mail: what it says, how it is left, and what becomes of it at a mail server."""

import datetime as dt
import email
import logging
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import translation
from pytest_django import Settings

from club import mailing
from club.addresses import REFUSED_TOO_OFTEN, address_of, confirmed_address
from club.mailing import Delivery
from club.models import Kind, MailRefused, Player
from club.notices import Words
from tests.club.mail_server import MailServer, mail_server

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
ADDRESS = "alice@example.org"
TURN = (Kind.YOUR_TURN, Words("Your turn 5 against bob", "Turn 5 against bob is open.", "/table/abc/", "abc"))
OVER = (Kind.MATCH_OVER, Words("It is over", "Your match against <b>eve</b> has ended.", "/table/def/", "def"))


@pytest.fixture
def alice(alice: Player) -> Player:
    alice.email = ADDRESS
    alice.save(update_fields=["email"])
    EmailAddress.objects.create(user=alice, email=ADDRESS, verified=True, primary=True)
    return alice


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with mail_server(settings) as server:
        yield server


def send(alice: Player, *told: tuple[Kind, Words], same: str = "1") -> Delivery:
    return mailing.send_notices(alice, ADDRESS, told, same, NOON)


# --- what it says -----------------------------------------------------------------------------------------------------


def test_one_notice_is_the_mails_subject_and_its_link_is_whole(alice: Player) -> None:
    assert send(alice, TURN) is Delivery.SENT
    (message,) = mail.outbox
    assert message.subject == "The Fairest: Your turn 5 against bob"
    assert "Turn 5 against bob is open.\nhttp://localhost:8000/table/abc/" in str(message.body)


def test_several_are_counted_in_the_subject_and_all_stand_in_it(alice: Player) -> None:
    send(alice, TURN, OVER)
    (message,) = mail.outbox
    assert message.subject == "The Fairest: 2 things for you"
    assert "http://localhost:8000/table/abc/" in str(message.body)
    assert "http://localhost:8000/table/def/" in str(message.body)


def test_the_plain_text_has_no_markup_and_the_other_no_foreign_one(alice: Player) -> None:
    send(alice, OVER)
    (message,) = mail.outbox
    assert isinstance(message, mail.EmailMultiAlternatives)
    assert "<b>eve</b>" in str(message.body)
    ((markup, kind),) = message.alternatives
    assert kind == "text/html"
    assert "&lt;b&gt;eve&lt;/b&gt;" in str(markup)
    assert '<a href="http://localhost:8000/table/def/">It is over</a>' in str(markup)


def test_it_says_how_to_end_mails_of_its_kind_to_readers_and_to_their_programs(alice: Player) -> None:
    send(alice, TURN, OVER)
    (message,) = mail.outbox
    header = message.extra_headers["List-Unsubscribe"]
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<http://localhost:8000/notices/off/[\w.-]+/>", header)
    links = re.findall(r"http://localhost:8000/notices/off/[\w.-]+/", str(message.body))
    assert len(set(links)) == 2
    assert header.strip("<>") not in links


def test_it_is_written_in_the_language_that_is_active(alice: Player) -> None:
    # English is all there is so far; what another language lacks stays English and does not fail.
    with translation.override("de"):
        assert send(alice, TURN) is Delivery.SENT


def test_the_same_notices_make_the_same_mail_and_others_another(alice: Player) -> None:
    for same in ("1 2", "1 2", "1 3"):
        send(alice, TURN, same=same)
    first, again, other = (message.extra_headers["Message-ID"] for message in mail.outbox)
    assert first == again != other


# --- where it goes ----------------------------------------------------------------------------------------------------


def test_only_a_confirmed_address_is_written_to(alice: Player) -> None:
    assert address_of(alice) == ADDRESS
    EmailAddress.objects.update(verified=False)
    assert address_of(alice) is None


def test_while_a_new_address_is_not_confirmed_the_old_one_is_written_to(alice: Player) -> None:
    EmailAddress.objects.create(user=alice, email="new@example.org", verified=False, primary=False)
    assert confirmed_address(alice) == ADDRESS


# --- what becomes of it -----------------------------------------------------------------------------------------------


def test_a_server_takes_it(alice: Player, server: MailServer) -> None:
    assert send(alice, TURN) is Delivery.SENT
    (taken,) = server.taken
    parsed = email.message_from_string(taken)
    assert parsed["To"] == ADDRESS
    assert parsed["Auto-Submitted"] == "auto-generated"
    assert [part.get_content_type() for part in parsed.walk()][1:] == ["text/plain", "text/html"]


def test_the_way_out_arrives_as_mail_programs_read_it(alice: Player, server: MailServer, settings: Settings) -> None:
    settings.SITE_URL = f"https://{'a-long-name.' * 8}example"
    send(alice, TURN, OVER)
    (taken,) = server.taken
    assert re.search(rf"^List-Unsubscribe: <{settings.SITE_URL}/notices/off/[\w.-]+/>\r$", taken, re.MULTILINE)
    assert re.search(r"^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$", taken, re.MULTILINE)
    assert re.search(r"^Message-ID: <[0-9a-f]{40}@localhost>\r$", taken, re.MULTILINE)


@pytest.mark.parametrize("refusal", ["550 no such user", "553 not here"])
def test_an_address_that_bounces_is_refused_in_the_servers_words(
    alice: Player, server: MailServer, refusal: str
) -> None:
    server.to_recipient = refusal
    assert send(alice, TURN) is Delivery.REFUSED
    refused = MailRefused.objects.get(player=alice)
    assert (refused.address, refused.times, refused.words) == (ADDRESS, 1, refusal[4:])


def test_a_mail_that_is_refused_as_a_whole_counts_the_same(alice: Player, server: MailServer) -> None:
    server.to_mail = "554 no thanks"
    assert send(alice, TURN) is Delivery.REFUSED
    assert MailRefused.objects.get(player=alice).times == 1


@pytest.mark.parametrize("busy", ["450 mailbox busy", "451 try later", "421 going down"])
def test_what_may_pass_is_tried_again_and_not_counted(alice: Player, server: MailServer, busy: str) -> None:
    server.to_recipient = busy
    assert send(alice, TURN) is Delivery.TRY_LATER
    server.to_recipient, server.to_mail = "250 OK", busy
    assert send(alice, TURN) is Delivery.TRY_LATER
    assert not MailRefused.objects.exists()


def test_a_server_that_cannot_be_reached_is_tried_again(alice: Player, settings: Settings) -> None:
    with mail_server(settings):
        pass
    assert send(alice, TURN) is Delivery.TRY_LATER
    assert not MailRefused.objects.exists()


def test_after_three_refusals_in_a_row_an_address_gets_no_more(alice: Player, server: MailServer) -> None:
    server.to_recipient = "550 no such user"
    for times in range(1, REFUSED_TOO_OFTEN + 1):
        assert address_of(alice) == ADDRESS
        send(alice, TURN)
        assert MailRefused.objects.get(player=alice).times == times
    assert address_of(alice) is None


def test_a_mail_that_is_taken_makes_up_for_refusals(alice: Player, server: MailServer) -> None:
    server.to_recipient = "550 no such user"
    send(alice, TURN)
    send(alice, TURN)
    server.to_recipient = "250 OK"
    send(alice, TURN)
    assert not MailRefused.objects.exists()


def test_another_address_begins_anew(alice: Player, server: MailServer) -> None:
    server.to_recipient = "550 no such user"
    for _ in range(REFUSED_TOO_OFTEN):
        send(alice, TURN)
    EmailAddress.objects.update(email="new@example.org")
    assert address_of(alice) == "new@example.org"
    mailing.send_notices(alice, "new@example.org", [TURN], "9", NOON)
    assert MailRefused.objects.get(player=alice).times == 1


def test_an_address_that_no_server_can_be_asked_for_is_refused(alice: Player, server: MailServer) -> None:
    assert mailing.send_notices(alice, "älice@example.org", [TURN], "1", NOON) is Delivery.REFUSED
    assert server.taken == []


# --- without a mail server --------------------------------------------------------------------------------------------


def test_without_a_mail_server_a_mail_is_a_file_and_a_line_says_where(
    alice: Player, settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.MAILERS = {
        "default": {"BACKEND": "club.mail_files.FilesThatAreTold", "OPTIONS": {"file_path": tmp_path / "mail"}}
    }
    with caplog.at_level(logging.INFO, "club"):
        assert send(alice, TURN) is Delivery.SENT
    (path,) = (tmp_path / "mail").iterdir()
    parsed = email.message_from_bytes(path.read_bytes())
    assert parsed["To"] == ADDRESS
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert f"a mail to {ADDRESS}: The Fairest: Your turn 5 against bob ({path})" in caplog.text
