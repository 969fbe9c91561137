"""Moderators in the admin: a report is handled to its end, with what it is about in sight and nothing else."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from pytest_django import Settings

from club.models import Judgement, Player, Report
from games import reporting
from games.models import Match, Remark
from tests.games.conftest import NOON, Clock
from tests.games.moderating import DAY, acts, at_once, moderator, report_of
from tests.games.racing import Race
from tests.games.test_standing import played

pytestmark = pytest.mark.django_db(transaction=True)
At = Callable[[Player | None], Client]


@pytest.fixture
def mona(db: None) -> Player:
    return moderator()


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    race = Race.begun(alice, bob)
    race.one.resign()
    return race


def decide(browser: Client, report: Report, **form: str) -> str:
    """The page after the form was sent."""
    answer = browser.post(f"/admin/club/report/{report.pk}/change/", form, follow=True)
    return answer.content.decode()


def of(report: Report) -> Report:
    return Report.objects.get(pk=report.pk)


def test_the_list_shows_open_reports_first(at: At, mona: Player, alice: Player, bob: Player, charlie: Player) -> None:
    closed, waits = report_of(alice, bob), report_of(alice, charlie)
    Report.objects.filter(pk=closed.pk).update(closed_at=NOON, outcome="nothing")
    page = at(mona).get("/admin/club/report/").content.decode()
    assert 0 < page.index(f"/report/{waits.pk}/change/") < page.index(f"/report/{closed.pk}/change/")


def test_a_reported_name_is_changed_and_the_report_closed(at: At, mona: Player, alice: Player, bob: Player) -> None:
    report = report_of(alice, bob, "That is the name of my bank.")
    page = at(mona).get(f"/admin/club/report/{report.pk}/change/").content.decode()
    assert "alice reported the name bob" in page
    assert "That is the name of my bank." in page
    done = decide(at(mona), report, act="rename", name="Robert", reason="A bank's name.", answer="Done.", close="on")
    assert "Done, logged" in done
    assert Player.objects.get(pk=bob.pk).name == "Robert"
    assert (of(report).outcome, of(report).answer) == ("acted", "Done.")
    judgement = Judgement.objects.get()
    assert (judgement.act, judgement.player, judgement.moderator, judgement.report) == ("rename", bob, mona, report)


def test_a_report_may_stay_open_after_one_of_several_acts(at: At, mona: Player, alice: Player, bob: Player) -> None:
    report = report_of(alice, bob)
    decide(at(mona), report, act="mute", days="3", reason="Enough.")
    assert of(report).closed_at is None
    decide(at(mona), report, act="dismiss", answer="It is a name like others.")
    assert of(report).outcome == "nothing"
    assert acts() == [("mute", "bob"), ("dismiss", "bob")]


def test_the_same_form_sent_twice_is_one_judgement(at: At, mona: Player, alice: Player, bob: Player) -> None:
    report = report_of(alice, bob)
    browser = at(mona)
    for _ in range(2):
        last = decide(browser, report, act="warn", reason="Not nice.", close="on")
    assert "closed already" in last
    assert acts() == [("warn", "bob")]


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"act": "warn", "reason": " "}, "told why"),
        ({"act": "mute", "reason": "x"}, "for how many days"),
        ({"act": "mute", "reason": "x", "days": "366"}, "less than or equal to 365"),
        ({"act": "void", "reason": "x"}, "not one of the available choices"),
        ({"act": "approve", "reason": "x"}, "not one of the available choices"),
        ({"act": "warn", "reason": "x" * 1001}, "at most 1000 characters"),
        ({"act": "rename", "reason": "x", "name": "alice"}, "taken"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_changed(
    at: At, alice: Player, bob: Player, form: dict[str, str], why: str
) -> None:
    report = report_of(alice, bob)
    assert why in decide(at(moderator()), report, close="on", **form)
    assert acts() == []
    assert of(report).closed_at is None


def test_a_reported_talk_can_be_read_and_a_remark_of_it_hidden(
    at: At, mona: Player, alice: Player, bob: Player, race: Race
) -> None:
    remark = Remark.objects.create(afterword=race.match().afterword, place=2, n=1, text="Loser!", at=NOON)
    Remark.objects.create(afterword=race.match().afterword, place=1, n=1, text="Well played.", at=NOON)
    before = at_once(reporting.report_match, alice, race.key, "", NOON)
    assert "Loser!" not in at(mona).get(f"/admin/club/report/{before.pk}/change/").content.decode()
    report = at_once(reporting.report_afterword, alice, race.key, "", NOON)
    page = at(mona).get(f"/admin/club/report/{report.pk}/change/").content.decode()
    assert "Loser!" in page
    assert "Well played." in page
    decide(at(mona), report, act="hide", remark=str(remark.pk), reason="Unfriendly.", close="on")
    assert Remark.objects.get(pk=remark.pk).hidden_at is not None
    assert acts() == [("hide", "bob")]


def test_only_the_reported_player_s_remarks_can_be_hidden_there(
    at: At, mona: Player, alice: Player, bob: Player, race: Race
) -> None:
    own = Remark.objects.create(afterword=race.match().afterword, place=1, n=1, text="Well played.", at=NOON)
    report = at_once(reporting.report_afterword, alice, race.key, "", NOON)
    decide(at(mona), report, act="hide", remark=str(own.pk), reason="x", close="on")
    assert Remark.objects.get().hidden_at is None
    assert acts() == []


def test_a_result_is_voided_by_report_and_from_the_match(
    at: At, mona: Player, alice: Player, bob: Player, race: Race
) -> None:
    report = at_once(reporting.report_match, alice, race.key, "", NOON)
    decide(at(mona), report, act="void", reason="A solver was used.", close="on")
    other = played(alice, bob)
    assert "Make it void" in at(mona).get(f"/admin/games/match/{other.pk}/change/").content.decode()
    for _ in range(2):
        at(mona).post(f"/admin/games/match/{other.pk}/void/", {"act": "void", "reason": "By mistake."})
    assert not Match.objects.filter(voided_at=None).exists()
    assert acts() == [("void", "alice"), ("void", "bob")] * 2
    assert "void" in at(alice).get("/games/").content.decode()


def test_whoever_is_suspended_is_signed_out_and_told_why_at_the_door(
    at: At, alice: Player, bob: Player, clock: Clock, settings: Settings
) -> None:
    settings.MODERATION_CONTACT = "answers@club.example"
    mona, browser = moderator(), at(bob)
    assert browser.get("/people/moderation/").status_code == 200
    report = report_of(alice, bob)
    decide(at(mona), report, act="suspend", days="3", reason="You cheated.", close="on")
    assert browser.get("/people/moderation/").status_code == 302
    assert not [one for one in Session.objects.all() if one.get_decoded().get("_auth_user_id") == str(bob.pk)]
    credentials = {"login": "bob", "password": "correct horse"}
    answer = Client().post("/accounts/login/", credentials)
    assert answer.status_code == 403
    for part in ("You cheated.", "13 March 2026, 12:00 (UTC)", "answers@club.example"):
        assert part in answer.content.decode()
    assert "suspended" not in Client().post("/accounts/login/", credentials | {"password": "guess"}).content.decode()
    clock.now = NOON + 3 * DAY
    assert Client().post("/accounts/login/", credentials).status_code == 302


def test_a_player_is_judged_without_a_report_from_their_page(at: At, mona: Player, bob: Player) -> None:
    page = at(mona).get(f"/admin/club/player/{bob.pk}/change/").content.decode()
    assert f"/admin/club/judgement/of/{bob.pk}/" in page
    at(mona).post(f"/admin/club/judgement/of/{bob.pk}/", {"act": "warn", "reason": "Please."})
    assert acts() == [("warn", "bob")]
    assert "Please." in at(mona).get(f"/admin/club/judgement/of/{bob.pk}/").content.decode()


def test_who_waits_for_approval_is_let_in_from_the_list(at: At, mona: Player, alice: Player) -> None:
    newcomer = Player()
    newcomer.join("Nora", "", NOON)
    newcomer.save()
    page = at(mona).get("/admin/club/player/?joining=waiting").content.decode()
    assert "Nora" in page
    assert "alice" not in page
    at(mona).post("/admin/club/player/", {"action": "approve", "_selected_action": [str(newcomer.pk), str(alice.pk)]})
    assert Player.objects.get(pk=newcomer.pk).is_member
    assert acts() == [("approve", "Nora")]


# --- who may not ------------------------------------------------------------------------------------------------------


def test_a_moderator_does_not_see_what_is_reported_of_or_by_them(at: At, mona: Player, alice: Player) -> None:
    milo = moderator("Milo")
    about, by = report_of(alice, mona), report_of(mona, alice)
    for report in (about, by):
        address = f"/admin/club/report/{report.pk}/change/"
        assert at(mona).get(address).status_code == 404
        assert at(mona).post(address, {"act": "dismiss", "close": "on"}).status_code == 404
        assert of(report).closed_at is None
    assert at(milo).get(f"/admin/club/report/{by.pk}/change/").status_code == 200


def test_members_and_other_staff_find_none_of_it(at: At, alice: Player, bob: Player, charlie: Player) -> None:
    report = report_of(alice, bob)
    match = played(alice, bob)
    charlie.is_staff = True
    charlie.save()
    addresses = [
        "club/report/",
        f"club/report/{report.pk}/change/",
        "club/judgement/",
        f"club/judgement/of/{bob.pk}/",
        f"games/match/{match.pk}/void/",
    ]
    for address in addresses:
        for player, status in ((alice, 302), (charlie, 403)):
            form = {"act": "warn", "reason": "x", "close": "on"}
            assert at(player).get(f"/admin/{address}").status_code == status, (address, player)
            assert at(player).post(f"/admin/{address}", form).status_code == status, (address, player)
    assert acts() == []


def test_the_log_is_only_read(at: At, mona: Player, alice: Player, bob: Player) -> None:
    decide(at(mona), report_of(alice, bob), act="warn", reason="x", close="on")
    root = Player.objects.create_superuser("Ada", "correct horse battery")
    address = f"/admin/club/judgement/{Judgement.objects.get().pk}"
    before = Judgement.objects.values().get()
    for player in (mona, root):
        assert at(player).get(f"{address}/change/").status_code == 200
        assert at(player).post(f"{address}/change/", {"reason": "other"}).status_code == 403
        assert at(player).post(f"{address}/delete/", {"post": "yes"}).status_code == 403
        assert at(player).get("/admin/club/judgement/add/").status_code == 403
    assert Judgement.objects.values().get() == before


def test_moderators_see_no_addresses_of_mail_and_close_no_accounts(at: At, mona: Player, bob: Player) -> None:
    bob.email = "bob@example.org"
    bob.save()
    address = f"/admin/club/player/{bob.pk}/change/"
    assert "bob@example.org" not in at(mona).get(address).content.decode()
    assert "bob" not in at(mona).get("/admin/club/player/?q=example.org").content.decode().split("result_list")[-1]
    assert at(mona).post(address, {}).status_code == 403
    assert Player.objects.get(pk=bob.pk).is_active
