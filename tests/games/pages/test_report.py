"""Reporting by pages: the forms, what they refuse, and the page of what came of it."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils.html import escape

from club import moderation
from club.models import Player, Report
from games.models import Afterword
from tests.games.conftest import NOON
from tests.games.moderating import acts, at_once, because, moderator, report_of
from tests.games.racing import Race

pytestmark = pytest.mark.django_db(transaction=True)
At = Callable[[Player | None], Client]


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    race = Race.begun(alice, bob)
    race.one.resign()
    return race


def text_of(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined,no-any-return]  # of the test client


def test_a_name_is_reported_with_a_form_and_thanked_for(at: At, alice: Player, bob: Player) -> None:
    assert "the name bob" in text_of(at(alice).get("/report/name/bob/"))
    answer = at(alice).post("/report/name/bob/", {"text": "Not nice.\r\nReally."}, follow=True)
    assert answer.redirect_chain == [("/report/thanks/", 303)]
    assert "Thank you" in text_of(answer)
    assert Report.objects.get().text == "Not nice.\nReally."


def test_a_match_and_its_afterword_are_reported_from_the_table(at: At, alice: Player, bob: Player, race: Race) -> None:
    assert f'href="/report/match/{race.key}/"' in text_of(at(bob).get(f"/table/{race.key}/"))
    for about in ("match", "afterword"):
        assert "alice" in text_of(at(bob).get(f"/report/{about}/{race.key}/"))
        assert at(bob).post(f"/report/{about}/{race.key}/", {}).status_code == 303
    assert list(Report.objects.values_list("about", "player", "table")) == [
        ("match", alice.pk, race.key),
        ("afterword", alice.pk, race.key),
    ]
    assert Afterword.objects.get().reported_at is not None


def test_others_find_no_form_for_a_match_or_a_talk(at: At, charlie: Player, guest: Player, race: Race) -> None:
    for player in (charlie, guest):
        for about in ("match", "afterword"):
            for browser in (at(player).get, at(player).post):
                assert browser(f"/report/{about}/{race.key}/").status_code == 404
    assert not Report.objects.exists()


def test_whoever_is_nobody_yet_is_asked_to_sign_in(at: At, bob: Player) -> None:
    answer = at(None).post("/report/name/bob/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("path", ["name/nobody", "match/nosuchtable", "afterword/nosuchtable"])
def test_what_is_not_there_cannot_be_reported(at: At, alice: Player, path: str) -> None:
    assert at(alice).get(f"/report/{path}/").status_code == 404
    assert at(alice).post(f"/report/{path}/").status_code == 404


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * 1001, "1000 characters"),
        ("a\u202eb", "cannot be seen"),
        ("a\u200bb", "cannot be seen"),
        ("a\0b", "cannot be seen"),
    ],
)
def test_words_that_cannot_be_taken_are_refused_with_what_is_wrong(
    at: At, alice: Player, bob: Player, text: str, why: str
) -> None:
    answer = at(alice).post("/report/name/bob/", {"text": text})
    assert answer.status_code == 400
    assert why in text_of(answer)
    assert not Report.objects.exists()


def test_a_thousand_characters_are_taken(at: At, alice: Player, bob: Player) -> None:
    assert at(alice).post("/report/name/bob/", {"text": "ж" * 1000}).status_code == 303


def test_the_eleventh_report_of_a_day_is_refused_with_a_word(at: At, alice: Player, bob: Player) -> None:
    for letter in "abcdefghij":
        report_of(alice, Player.objects.create_user(f"Other {letter}"))
    answer = at(alice).post("/report/name/bob/", {}, follow=True)
    assert "You have reported many things today" in text_of(answer)
    assert Report.objects.count() == 10


def test_own_page_shows_what_was_decided_once_as_new_and_what_came_of_reports(
    at: At, alice: Player, bob: Player
) -> None:
    mona = moderator()
    report = report_of(alice, bob)
    at_once(moderation.warn, alice, because(mona, "Mind <b>your</b> words."), NOON)
    assert "A moderator has decided something about you" in text_of(at(alice).get("/rules/"))
    page = text_of(at(alice).get("/people/moderation/"))
    assert "You were warned." in page
    assert escape("Mind <b>your</b> words.") in page
    assert "Mona" not in page
    assert "have not looked at it yet" in page
    assert "A moderator has decided something about you" not in text_of(at(alice).get("/rules/"))
    at_once(moderation.close, report, Report.Outcome.ACTED, "Renamed.", NOON)
    page = text_of(at(alice).get("/people/moderation/"))
    assert "done something about it" in page
    assert "Renamed." in page
    assert acts() == [("warn", "alice")]


def test_nobody_sees_what_was_decided_about_another(at: At, alice: Player, bob: Player) -> None:
    at_once(moderation.warn, alice, because(moderator(), "Between us."), NOON)
    assert "Between us." not in text_of(at(bob).get("/people/moderation/"))
    assert at(None).get("/people/moderation/").status_code == 302


def test_a_guest_reads_it_too(at: At, guest: Player) -> None:
    at_once(moderation.warn, guest, because(moderator(), "Please play on."), NOON)
    assert "Please play on." in text_of(at(guest).get("/people/moderation/"))
