"""Reports: who can report what, once, how often, and who hears of it."""

import pytest

from club.models import Player, Report
from games import reporting
from games.engine.rules import Rules
from games.models import Afterword
from games.play import SoloWish
from tests.games.conftest import NOON
from tests.games.moderating import DAY, SECOND, at_once, mails, moderator, report_of
from tests.games.offering import refusal
from tests.games.racing import Race
from tests.games.table import AtTable
from tests.games.told import with_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return Race.begun(alice, bob)


def test_a_name_is_reported_by_anybody_however_it_is_written(alice: Player, bob: Player, guest: Player) -> None:
    for reporter in (alice, guest):
        report = at_once(reporting.report_name, reporter, " BOB ", "Not nice.", NOON)
        assert (report.about, report.player, report.table, report.text) == ("name", bob, "", "Not nice.")
    assert Report.objects.count() == 2


def test_words_may_be_left_out(alice: Player, bob: Player) -> None:
    assert report_of(alice, bob, text="").text == ""


def test_nobody_reports_themselves(alice: Player) -> None:
    assert refusal(reporting.report_name, alice, "alice", "", NOON) == "report-yourself"


@pytest.mark.parametrize("name", ["nobody at all", "", "Guest 1"])
def test_only_members_have_a_name_that_can_be_reported(alice: Player, guest: Player, name: str) -> None:
    assert refusal(reporting.report_name, alice, name, "", NOON) == "no-such-player"


def test_a_running_match_is_reported_by_either_of_its_players(race: Race, alice: Player, bob: Player) -> None:
    for reporter, other in ((alice, bob), (bob, alice)):
        report = at_once(reporting.report_match, reporter, race.key, "Too fast.", NOON)
        assert (report.about, report.player, report.table) == ("match", other, race.key)


def test_an_ended_match_is_reported_too(race: Race, alice: Player, bob: Player) -> None:
    race.one.resign()
    assert at_once(reporting.report_match, bob, race.key, "", NOON + 30 * DAY).player == alice


def test_a_guest_can_be_reported_for_a_match(alice: Player, guest: Player) -> None:
    race = Race.begun(alice, guest)
    assert at_once(reporting.report_match, alice, race.key, "", NOON).player == guest


def test_others_cannot_report_a_match(race: Race, charlie: Player) -> None:
    assert refusal(reporting.report_match, charlie, race.key, "", NOON) == "only-own-matches"


def test_nobody_plays_against_anybody_alone(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(Rules.parse("classic-4-0")))
    assert refusal(reporting.report_match, alice, table.key, "", NOON) == "only-own-matches"


def test_a_talk_is_open_to_moderators_once_it_was_reported(race: Race, alice: Player, bob: Player) -> None:
    race.one.resign()
    assert Afterword.objects.get().reported_at is None
    for seconds in (1, 2):
        report = at_once(reporting.report_afterword, alice, race.key, "Rude.", NOON + seconds * SECOND)
    assert (report.about, report.player) == ("afterword", bob)
    assert Afterword.objects.get().reported_at == NOON + SECOND


def test_there_is_no_talk_to_report_before_the_end_nor_for_others(race: Race, alice: Player, charlie: Player) -> None:
    assert refusal(reporting.report_afterword, alice, race.key, "", NOON) == "no-afterword"
    race.one.resign()
    assert refusal(reporting.report_afterword, charlie, race.key, "", NOON) == "no-afterword"
    assert Afterword.objects.get().reported_at is None


def test_a_form_sent_twice_is_one_report_with_its_first_words(alice: Player, bob: Player) -> None:
    assert report_of(alice, bob, "First.") == report_of(alice, bob, "Second.")
    assert Report.objects.get().text == "First."


def test_the_same_can_be_reported_again_once_it_was_looked_at(alice: Player, bob: Player) -> None:
    first = report_of(alice, bob)
    Report.objects.update(closed_at=NOON, outcome=Report.Outcome.NOTHING)
    assert report_of(alice, bob) != first


def test_ten_reports_a_day_are_enough(alice: Player) -> None:
    others = [Player.objects.create_user(f"Other {letter}") for letter in "abcdefghijkl"]
    for other in others[:10]:
        report_of(alice, other)
    assert refusal(reporting.report_name, alice, str(others[10].name), "", NOON + DAY - SECOND) == "too-many-reports"
    # What was reported before is no new report.
    assert report_of(alice, others[0])
    at_once(reporting.report_name, alice, str(others[10].name), "", NOON + DAY)
    assert Report.objects.count() == 11


# --- who hears of it --------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_moderators_get_a_mail_that_says_where_to_look_and_not_what_was_written(alice: Player, bob: Player) -> None:
    with_address(moderator("Mona"))
    with_address(moderator("Milo"))
    report = report_of(alice, bob, "the words of the report")
    sent = mails()
    assert set(sent) == {"Mona@example.org", "Milo@example.org"}
    for (text,) in sent.values():
        assert f"/admin/club/report/{report.pk}/change/" in text
        assert "the name bob" in text
        assert "alice" not in text
        assert "the words of the report" not in text


@pytest.mark.django_db(transaction=True)
def test_whom_it_is_about_hears_nothing_of_it_even_as_a_moderator(alice: Player) -> None:
    mona, milo = with_address(moderator("Mona")), with_address(moderator("Milo"))
    report_of(mona, milo)
    assert mails() == {}


@pytest.mark.django_db(transaction=True)
def test_administrators_hear_of_it_where_nobody_is_a_moderator(alice: Player, bob: Player) -> None:
    with_address(Player.objects.create_superuser("Ada", "correct horse battery"))
    report_of(alice, bob)
    assert set(mails()) == {"Ada@example.org"}


@pytest.mark.django_db(transaction=True)
def test_what_was_closed_meanwhile_is_not_mailed(alice: Player, bob: Player) -> None:
    with_address(moderator())
    report_of(alice, bob)
    Report.objects.update(closed_at=NOON, outcome=Report.Outcome.NOTHING)
    assert mails() == {}
