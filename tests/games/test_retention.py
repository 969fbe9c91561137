"""What is forgotten by itself, and when: not a second too early, and never what others earned."""

import asyncio
import datetime as dt
import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from club import retention as of_people
from club.models import Block, Invitation, Judgement, Partnership, Player, Presence, Report
from games import analyses, lobby, retention
from games.ended import ended_game
from games.engine.record import judge
from games.engine.rules import Rules
from games.models import Analysis, Deal, Match, Offer, Seat
from games.play import SoloWish
from games.records import written
from tests.club.browser import page
from tests.games.conftest import NOON
from tests.games.offering import CLASSIC as RACE
from tests.games.offering import at_once
from tests.games.racing import Race
from tests.games.table import AtTable
from tests.games.talking import ended_race

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = dt.timedelta(seconds=1)
DAY = dt.timedelta(days=1)
GONE = 90 * DAY


@pytest.fixture
def guest(db: None) -> Player:
    return a_guest()


def a_guest() -> Player:
    guest = Player.objects.create_guest()
    Player.objects.filter(pk=guest.pk).update(seen_first_at=NOON - DAY)
    return guest


def retain(now: dt.datetime) -> int:
    return asyncio.run(retention.retain(now))


def is_there(player: Player) -> bool:
    return Player.objects.filter(pk=player.pk).exists()


# --- guests -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("later", "stays"), [(-SECOND, True), (dt.timedelta(), True), (SECOND, False)])
def test_a_guest_is_gone_90_days_after_the_last_game_was_begun(guest: Player, later: dt.timedelta, stays: bool) -> None:
    AtTable.solo(guest)
    retain(NOON + GONE + later)
    assert is_there(guest) == stays


@pytest.mark.parametrize(("later", "stays"), [(dt.timedelta(), True), (SECOND, False)])
def test_a_move_is_being_seen(guest: Player, later: dt.timedelta, stays: bool) -> None:
    game = AtTable.solo(guest)
    game.ready()
    game.now = NOON + 30 * DAY
    game.move("W1")
    retain(game.now + GONE + later)
    assert is_there(guest) == stays


def test_what_a_gone_guest_had_analysed_of_others_games_stays_theirs(guest: Player, alice: Player, bob: Player) -> None:
    race = ended_race(alice, bob)
    game = ended_game(race.key, guest, NOON)
    assert game is not None
    at_once(analyses.ask, game, guest, NOON)
    retain(NOON + GONE + DAY)
    assert not is_there(guest)
    assert {one.asked_by for one in Analysis.objects.all()} == {alice, bob}


def test_a_guest_who_never_played_goes_too_and_the_time_is_a_setting(guest: Player, settings: Settings) -> None:
    settings.GUESTS_KEPT_DAYS = 10
    retain(NOON + 9 * DAY)
    assert is_there(guest)
    retain(NOON + 9 * DAY + SECOND)
    assert not is_there(guest)


def test_what_the_guest_played_alone_goes_with_its_deals(guest: Player, alice: Player) -> None:
    for wish in (SoloWish(Rules.parse("classic-4-0")), SoloWish(Rules.parse("classic-4-0"), number=7)):
        game = AtTable.solo(guest, wish)
        game.ready()
        game.move("W1")
    AtTable.solo(alice, wish).ready()
    retain(NOON + GONE + SECOND)
    assert not is_there(guest)
    assert [seat.player for seat in Seat.objects.all()] == [alice]
    # A numbered deal is anybody's.
    assert [deal.kind for deal in Deal.objects.all()] == ["numbered"]


def test_what_others_earned_stays_with_a_row_that_nobody_can_be(guest: Player, alice: Player) -> None:
    race = Race.begun(alice, guest)
    race.one.move("W1")
    race.two.resign()
    alone = AtTable.solo(guest)
    retain(NOON + GONE + DAY)
    left = Player.objects.get(pk=guest.pk)
    assert (left.name, left.is_active) == (None, False)
    assert not Match.objects.filter(key=alone.key).exists()
    match = race.match()
    assert (match.phase, match.winner) == (Match.Phase.ENDED, 1)
    assert judge(written(match)).holds
    assert retain(NOON + GONE + 2 * DAY) == 0


def test_former_guests_stay_distinct(alice: Player) -> None:
    guests = [a_guest(), a_guest()]
    for guest in guests:
        Race.begun(alice, guest).two.resign()
    retain(NOON + GONE + DAY)
    assert [is_there(guest) for guest in guests] == [True, True]


def test_offers_of_a_gone_guest_go(guest: Player) -> None:
    at_once(lobby.offer_by_link, guest, RACE, NOON)
    retain(NOON + GONE + SECOND)
    assert not Offer.objects.exists()


def test_members_are_never_forgotten_by_themselves(alice: Player, guest: Player) -> None:
    AtTable.solo(alice).ready()
    guest.join("greta", "", NOON)
    guest.save()
    retain(NOON + 10 * GONE)
    assert is_there(alice)
    assert is_there(guest)
    assert Seat.objects.filter(player=alice).exists()


def test_many_guests_are_forgotten_in_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    guests = [a_guest() for _ in range(5)]
    assert retain(NOON + GONE) >= 5
    assert not any(is_there(guest) for guest in guests)


# --- everything else --------------------------------------------------------------------------------------------------


def session(ends_at: dt.datetime) -> Session:
    return Session.objects.create(session_key=str(ends_at.timestamp()), session_data="x", expire_date=ends_at)


def presence(at: dt.datetime) -> Presence:
    return Presence.objects.create(player=Player.objects.create_user(f"here {at:%d %H %M %S}"), heard_at=at)


def report(closed_at: dt.datetime | None) -> Report:
    reporter, about = (Player.objects.create_user(f"{who} {closed_at}"[:24]) for who in ("a", "b"))
    outcome = "nothing" if closed_at else ""
    made_at = NOON - 900 * DAY
    return Report.objects.create(
        about="name", reporter=reporter, player=about, made_at=made_at, closed_at=closed_at, outcome=outcome
    )


def judgement(at: dt.datetime, until: dt.datetime | None = None) -> Judgement:
    player = Player.objects.create_user(f"judged {at:%d %H %M %S}")
    return Judgement.objects.create(act="mute", player=player, reason="x", made_at=at, until=until)


def invitation(ends_at: dt.datetime) -> Invitation:
    return Invitation.objects.create(token=str(ends_at.timestamp()), made_at=NOON - 300 * DAY, ends_at=ends_at)


def partnership(ended_at: dt.datetime) -> Partnership:
    one, other = (Player.objects.create_user(f"{who} {ended_at:%d %H %M %S}") for who in ("one", "other"))
    return Partnership.objects.create(
        one=one, other=other, asked_by=one, asked_at=NOON - 900 * DAY, ended_at=ended_at, ended_by=one
    )


@pytest.mark.parametrize(
    ("make", "days"),
    [(session, 0), (presence, 1), (report, 365), (judgement, 365), (invitation, 30), (partnership, 365)],
)
def test_each_is_kept_to_the_second_and_then_forgotten(
    db: None, make: Callable[[dt.datetime], object], days: int
) -> None:
    at_the_edge, older = make(NOON - days * DAY), make(NOON - days * DAY - SECOND)
    retain(NOON)
    rows = type(at_the_edge).objects  # type: ignore[attr-defined] # each makes a row of some table
    assert list(rows.all()) == [at_the_edge]
    assert older not in rows.all()


def test_what_is_open_or_still_holds_is_kept(db: None) -> None:
    report(None)
    judgement(NOON - 900 * DAY, until=NOON + DAY)
    alice, bob = (Player.objects.create_user(name) for name in ("Alice", "Bob"))
    Partnership.objects.create(
        one=alice, other=bob, asked_by=bob, asked_at=NOON - 900 * DAY, agreed_at=NOON - 900 * DAY
    )
    Block.objects.create(player=alice, blocked=bob, made_at=NOON - 900 * DAY)
    retain(NOON)
    assert [model.objects.count() for model in (Report, Judgement, Partnership, Block)] == [1, 1, 1, 1]


def test_mails_kept_as_files_go_after_two_weeks(tmp_path: Path) -> None:
    ages = {"young": 13 * DAY, "old": 14 * DAY + SECOND}
    for name, age in ages.items():
        file = tmp_path / f"{name}.eml"
        file.write_text("To: alice@example.org")
        at = (NOON - age).timestamp()
        os.utime(file, (at, at))
    (tmp_path / "note.txt").write_text("not a mail")
    assert of_people.forget_mail_files(tmp_path, NOON) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["note.txt", "young.eml"]


def test_the_command_does_it_once(guest: Player) -> None:
    Player.objects.filter(pk=guest.pk).update(seen_first_at=NOON - 900 * DAY)
    printed = io.StringIO()
    call_command("retention", stdout=printed)
    assert "1 rows and files were old enough" in printed.getvalue()
    assert not is_there(guest)


# --- what the privacy page says of it ---------------------------------------------------------------------------------


def test_the_page_shows_the_figures_of_the_settings(client: Client, settings: Settings) -> None:
    figures = {
        "GUESTS_KEPT_DAYS": 91,
        "REPORTS_KEPT_DAYS": 366,
        "PRESENCE_KEPT_DAYS": 2,
        "INVITATIONS_KEPT_DAYS": 31,
        "PARTNERSHIPS_KEPT_DAYS": 367,
        "MAIL_FILES_KEPT_DAYS": 15,
        "LOGS_KEPT_DAYS": 16,
        "BACKUPS_KEPT_DAYS": 17,
    }
    for name, days in figures.items():
        setattr(settings, name, days)
    text = page(client.get("/privacy/")).text
    for days in figures.values():
        assert f"{days} days" in text


def test_every_figure_of_the_settings_is_on_the_page(client: Client, settings: Settings) -> None:
    """A setting that says how long something is kept, and is not told on the page, changes nothing there."""
    before = client.get("/privacy/").content
    for name in [name for name in dir(settings) if name.endswith("_KEPT_DAYS")]:
        kept = getattr(settings, name)
        setattr(settings, name, 1234)
        assert client.get("/privacy/").content != before, name
        setattr(settings, name, kept)


def test_the_page_names_operator_and_carriers(client: Client, settings: Settings) -> None:
    assert "has not said who they are yet" in page(client.get("/privacy/")).text
    settings.PRIVACY_OPERATOR, settings.PRIVACY_CONTACT = "Ada Lovelace", "ada@club.example"
    settings.SMTP_HOST = "mail.club.example"
    text = page(client.get("/privacy/")).text
    for said in ("run by Ada Lovelace", "Write to ada@club.example", "Mails leave by mail.club.example", "Mozilla"):
        assert said in text
    settings.SMTP_HOST = ""
    assert "This club has no mail server" in page(client.get("/privacy/")).text


def test_the_page_is_linked_from_every_page(client: Client) -> None:
    assert "/privacy/" in page(client.get("/")).links
