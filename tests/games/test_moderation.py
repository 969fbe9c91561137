"""What moderators decide: each act does what it says, is logged, and is told to whom it concerns."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from pytest_django import Settings

from club import moderation, notices
from club.models import Judgement, Notice, Player, Report, Way
from club.moderators import GROUP, is_moderator
from club.names import NameRefused, parse_name
from games import correspondence, judging, lobby, reporting, suspending, voiding
from games.messages import Look
from games.models import CorrespondenceOffer, Match, Offer, Remark, Seat
from games.play import TurnsWish
from games.standing import standing_of
from tests.games.conftest import NOON
from tests.games.moderating import (
    DAY,
    RIGHTS,
    SECOND,
    acts,
    at_once,
    because,
    mails,
    moderator,
    report_of,
    why_not,
)
from tests.games.offering import CLASSIC
from tests.games.racing import Race, race_of
from tests.games.test_standing import played, series_of
from tests.games.told import agreed, with_address
from tests.games.turning import CLASSIC as CLASSIC_RULES

pytestmark = pytest.mark.django_db


@pytest.fixture
def mona(db: None) -> Player:
    return moderator()


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


# --- who judges -------------------------------------------------------------------------------------------------------


def test_the_migrations_make_the_group_of_moderators_with_its_rights() -> None:
    # Once more, since tests with transactions of their own have emptied the tables that were migrated.
    Group.objects.all().delete()
    import_module("club.migrations.0007_moderators").make_group(apps, None)
    import_module("games.migrations.0006_moderators").let_them_see(apps, None)
    given = Group.objects.get(name=GROUP).permissions.values_list("content_type__app_label", "codename")
    assert set(given) == {(app, codename) for app, codenames in RIGHTS.items() for codename in codenames}


def test_a_moderator_is_one_of_the_staff_in_the_group(mona: Player, alice: Player) -> None:
    assert is_moderator(mona)
    alice.groups.add(Group.objects.get(name=GROUP))
    assert not is_moderator(again(alice))
    assert why_not(moderation.warn, mona, because(alice), NOON) == "Only moderators judge."


def test_nobody_judges_themselves_or_one_of_the_staff_or_who_has_left(mona: Player, alice: Player) -> None:
    assert why_not(moderation.warn, mona, because(mona), NOON) == "Nobody judges themselves."
    milo = moderator("Milo")
    assert why_not(moderation.warn, milo, because(mona), NOON) == "Only an administrator judges one of the staff."
    alice.bear(None)
    alice.left_at, alice.is_active = NOON, False
    alice.save()
    assert why_not(moderation.warn, alice, because(mona), NOON) == "They have left the club."
    assert acts() == []


def test_an_administrator_judges_moderators_too(mona: Player) -> None:
    at_once(moderation.warn, mona, because(Player.objects.create_superuser("Ada", "correct horse battery")), NOON)
    assert acts() == [("warn", "Mona")]


# --- acts -------------------------------------------------------------------------------------------------------------


def test_a_warning_is_a_word_and_no_more(mona: Player, alice: Player) -> None:
    before = Player.objects.filter(pk=alice.pk).values().get()
    judgement = at_once(moderation.warn, alice, because(mona, "Mind your words."), NOON)
    assert Player.objects.filter(pk=alice.pk).values().get() == before
    assert (judgement.moderator, judgement.reason, judgement.made_at) == (mona, "Mind your words.", NOON)


@pytest.mark.parametrize("act", ["mute", "suspend"])
def test_it_holds_for_the_days_that_were_said_and_no_longer(mona: Player, alice: Player, act: str) -> None:
    verb = moderation.mute if act == "mute" else suspending.suspend
    judgement = at_once(verb, alice, 3, because(mona), NOON)
    held = again(alice).is_muted_at if act == "mute" else again(alice).is_suspended_at
    assert [held(NOON + seconds * SECOND) for seconds in (-1, 0, 3 * 86_400 - 1, 3 * 86_400)] == [
        True,
        True,
        True,
        False,
    ]
    assert judgement.until == NOON + 3 * DAY


@pytest.mark.parametrize("days", [0, -1, 366])
def test_no_days_and_more_than_a_year_are_refused(mona: Player, alice: Player, days: int) -> None:
    assert why_not(moderation.mute, alice, days, because(mona), NOON) == "It is for 1 to 365 days."
    assert again(alice).muted_until is None


def test_releasing_ends_both(mona: Player, alice: Player) -> None:
    at_once(moderation.mute, alice, 3, because(mona), NOON)
    at_once(suspending.suspend, alice, 3, because(mona), NOON)
    at_once(moderation.release, alice, because(mona), NOON)
    assert (again(alice).muted_until, again(alice).suspended_until) == (None, None)
    assert why_not(moderation.release, alice, because(mona), NOON) == "They are neither muted nor suspended."
    assert [act for act, _ in acts()] == ["mute", "suspend", "release"]


def test_suspending_takes_open_offers_along_and_leaves_running_matches(
    mona: Player, alice: Player, bob: Player
) -> None:
    race = Race.begun(alice, bob)
    at_once(lobby.offer_by_link, alice, CLASSIC, NOON)
    at_once(correspondence.offer_by_link, alice, TurnsWish(CLASSIC_RULES), NOON)
    at_once(suspending.suspend, alice, 3, because(mona), NOON)
    assert not Offer.objects.filter(closed_at=None).exists()
    assert not CorrespondenceOffer.objects.filter(closed_at=None).exists()
    assert race.match().phase == Match.Phase.RUNNING


def test_whoever_is_suspended_is_told_of_no_turns(mona: Player, alice: Player, bob: Player) -> None:
    agreed(alice, bob, NOON)
    at_once(suspending.suspend, bob, 3, because(mona), NOON)
    waiting = Notice.objects.filter(player=bob, way=Way.MAIL)
    assert waiting
    assert notices.sort_out(again(bob), waiting, NOON) == []
    assert {notice.outcome for notice in waiting.all()} == {Notice.Outcome.OFF}


def test_a_new_name_shows_at_every_table(mona: Player, alice: Player, bob: Player) -> None:
    ended = Race.begun(alice, bob)
    ended.one.resign()
    running = Race.begun(alice, bob, now=NOON + DAY)
    versions = [race.two.say(Look()).version for race in (ended, running)]
    at_once(judging.carry_out, judging.Wish(Judgement.Act.RENAME, "", name="Alys"), alice, because(mona), NOON)
    for race, version in zip((ended, running), versions, strict=True):
        answer = race.two.say(Look())
        assert [line.name for line in race_of(answer.view).lines] == ["Alys", "bob"]
        assert answer.version > version
    assert again(alice).name_folded == "alys"


def test_without_a_name_it_is_one_with_a_number_that_nobody_can_choose(mona: Player, alice: Player) -> None:
    at_once(moderation.rename, alice, "", because(mona), NOON)
    assert again(alice).name == f"Member {alice.pk}"
    with pytest.raises(NameRefused):
        parse_name(f"Member {alice.pk}")


@pytest.mark.parametrize(("name", "why"), [("bob", "This name is taken. Try another."), ("x", "2 to 24 characters")])
def test_a_name_that_nobody_could_choose_is_refused(
    mona: Player, alice: Player, bob: Player, name: str, why: str
) -> None:
    assert why in why_not(moderation.rename, alice, name, because(mona), NOON)
    assert again(alice).name == "alice"


def test_a_guest_has_no_name_to_take(mona: Player, guest: Player) -> None:
    assert why_not(moderation.rename, guest, "", because(mona), NOON) == "A guest has no name."


def test_a_remark_of_a_reported_talk_is_hidden(mona: Player, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    race.one.resign()
    talk = race.match().afterword
    remark = Remark.objects.create(afterword=talk, place=2, n=1, text="Loser!", at=NOON)
    assert why_not(voiding.hide, remark, because(mona), NOON) == "Only reported talks are open to moderators."
    report = at_once(reporting.report_afterword, alice, race.key, "", NOON)
    remark = Remark.objects.get()
    assert [(said.who, said.text) for said in judging.talk_read(report)] == [("bob", "Loser!")]
    judgement = at_once(voiding.hide, remark, because(mona), NOON)
    assert judgement is not None
    assert (judgement.act, judgement.player, judgement.table) == ("hide", bob, race.key)
    assert Remark.objects.get().hidden_at == NOON
    assert at_once(voiding.hide, Remark.objects.get(), because(mona), NOON) is None
    assert len(acts()) == 1


def test_a_talk_is_not_read_through_a_report_about_something_else(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    race.one.resign()
    Remark.objects.create(afterword=race.match().afterword, place=2, n=1, text="Loser!", at=NOON)
    report = at_once(reporting.report_match, alice, race.key, "", NOON)
    assert judging.talk_read(report) == []


# --- voiding ----------------------------------------------------------------------------------------------------------


def test_a_void_match_counts_for_neither_and_both_are_told(mona: Player, alice: Player, bob: Player) -> None:
    match = played(alice, bob, (Seat.EndedBy.LEFT, Seat.EndedBy.DECIDED))
    standing = standing_of(alice, NOON)
    assert standing is not None
    assert standing.ended == 1
    told = at_once(voiding.void, match, because(mona, "The clock was wrong."), NOON)
    assert [(one.act, one.player, one.table) for one in told] == [("void", alice, match.key), ("void", bob, match.key)]
    for player in (alice, bob):
        standing = standing_of(player, NOON)
        assert standing is not None
        assert standing.lines == ()


def test_deal_and_record_stay(mona: Player, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    race.one.resign()
    before = [list(rows.values()) for rows in (Seat.objects.all(), race.match().deal.__class__.objects.all())]
    at_once(voiding.void, race.match(), because(mona), NOON)
    assert [list(rows.values()) for rows in (Seat.objects.all(), race.match().deal.__class__.objects.all())] == before
    assert race.match().winner == 2


def test_again_it_is_harmless(mona: Player, alice: Player, bob: Player) -> None:
    match = played(alice, bob)
    at_once(voiding.void, match, because(mona), NOON)
    assert at_once(voiding.void, match, because(mona), NOON + DAY) == []
    assert Match.objects.get().voided_at == NOON
    assert len(acts()) == 2


def test_of_a_series_all_races_are_void(mona: Player, alice: Player, bob: Player) -> None:
    won, decided = Seat.EndedBy.WON, Seat.EndedBy.DECIDED
    series = series_of(alice, bob, (won, decided), (won, decided))
    at_once(voiding.void, series.races.order_by("pk")[0], because(mona), NOON)
    assert not Match.objects.filter(voided_at=None).exists()
    standing = standing_of(alice, NOON)
    assert standing is not None
    assert standing.ended == 0


def test_nothing_is_void_before_its_end(mona: Player, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    assert "no result yet" in why_not(voiding.void, race.match(), because(mona), NOON)
    assert race.match().voided_at is None


def test_nobody_voids_a_match_of_their_own(mona: Player, alice: Player) -> None:
    match = played(alice, mona)
    assert why_not(voiding.void, match, because(mona), NOON) == "Nobody judges a match of their own."


# --- reports come to an end -------------------------------------------------------------------------------------------


def test_a_dismissed_report_is_logged_and_told_to_its_writer_alone(mona: Player, alice: Player, bob: Player) -> None:
    report = report_of(alice, bob)
    at_once(moderation.dismiss, report, "A fine name.", mona, NOON)
    report.refresh_from_db()
    assert (report.outcome, report.answer, report.closed_at) == ("nothing", "A fine name.", NOON)
    assert acts() == [("dismiss", "bob")]
    assert list(moderation.judgements_of(bob)) == []
    assert moderation.unseen(bob) == 0


def test_a_report_is_closed_once(mona: Player, alice: Player, bob: Player) -> None:
    report = report_of(alice, bob)
    at_once(moderation.close, report, Report.Outcome.ACTED, "", NOON)
    assert why_not(moderation.dismiss, report, "", mona, NOON) == "This report is closed already."
    assert Report.objects.get().outcome == "acted"


def test_what_was_decided_is_new_until_it_was_shown(mona: Player, alice: Player) -> None:
    at_once(moderation.warn, alice, because(mona), NOON)
    assert moderation.unseen(alice) == 1
    moderation.show(alice, NOON)
    assert moderation.unseen(alice) == 0
    assert Judgement.objects.get().seen_at == NOON


def test_joining_is_approved_once_and_logged(mona: Player, settings: Settings) -> None:
    settings.JOINING = "approved"
    newcomer = Player()
    newcomer.join("Nora", "", NOON)
    newcomer.save()
    assert at_once(moderation.approve, newcomer, mona, NOON) is not None
    assert again(newcomer).is_member
    assert at_once(moderation.approve, newcomer, mona, NOON) is None
    assert acts() == [("approve", "Nora")]


# --- mails ------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_who_is_judged_reads_what_why_until_when_and_how_to_answer(alice: Player, settings: Settings) -> None:
    settings.MODERATION_CONTACT = "answers@club.example"
    with_address(alice, "Europe/Paris")
    at_once(suspending.suspend, alice, 3, because(moderator(), "You cheated at the deal of the day."), NOON)
    ((text,),) = mails().values()
    assert "Until 13 March 2026, 13:00 (CET) you cannot sign in" in text
    assert "may be lost on time" in text
    assert "You cheated at the deal of the day." in text
    assert "answers@club.example" in text
    assert "Mona" not in text


@pytest.mark.django_db(transaction=True)
def test_the_reporter_reads_the_outcome(alice: Player, bob: Player) -> None:
    with_address(alice)
    report = report_of(alice, bob)
    at_once(moderation.close, report, Report.Outcome.ACTED, "We have renamed them.", NOON)
    (text,) = mails()["alice@example.org"]
    assert "you reported the name bob" in text
    assert "done something about it" in text
    assert "We have renamed them." in text


@pytest.mark.django_db(transaction=True)
def test_without_an_address_nothing_is_sent_and_the_page_tells(alice: Player) -> None:
    at_once(moderation.warn, alice, because(moderator()), NOON)
    assert mails() == {}
    assert moderation.unseen(alice) == 1
