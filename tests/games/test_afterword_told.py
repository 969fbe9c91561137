"""Telling of a word after the match: calmly, once until its reader has looked, and never to who is looking."""

import datetime as dt

import pytest
from django.core import mail

from club import blocks
from club.models import Kind, Notice, Player, Way
from games import afterword
from games.models import Remark
from tests.games.offering import at_once
from tests.games.racing import Race
from tests.games.talking import close, ended_race, thank, write
from tests.games.told import MINUTE, subjects, tell_what_is_due, with_address

pytestmark = pytest.mark.django_db

WROTE = "alice has written something after your match"
THANKS = "alice thanks you for the match"


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    """Alice is at the table; bob has gone away from it, and is written to."""
    with_address(bob, "UTC")
    race = ended_race(alice, bob)
    race.wait(MINUTE)
    return race


def told() -> list[tuple[str | None, str]]:
    """What mails there are to be, to whom."""
    rows = Notice.objects.filter(kind=Kind.AFTERWORD, way=Way.MAIL)
    return list(rows.order_by("pk").values_list("player__name", "cause"))


def test_the_other_is_told_of_the_first_remark_and_of_no_more(race: Race) -> None:
    for text in ("Bravo", "Are you there?", "Well then"):
        write(race.one, text)
        tell_what_is_due(race.now)
        race.wait(MINUTE)
    thank(race.one)
    tell_what_is_due(race.now)
    assert subjects() == [WROTE]
    (message,) = mail.outbox
    assert message.to == ["bob@example.org"]
    assert f"/table/{race.key}/#afterword" in str(message.body)
    assert "You can answer until 13 March, 12:00 (UTC)." in str(message.body)
    # What was said is read at the table.
    assert "Bravo" not in str(message.body)


def test_after_having_looked_the_other_is_told_again(race: Race) -> None:
    write(race.one, "Hello")
    tell_what_is_due(race.now)
    race.wait(MINUTE)
    race.beat(race.two)
    race.wait(MINUTE)
    write(race.one, "Another thing")
    tell_what_is_due(race.now)
    assert subjects() == [WROTE, WROTE]
    assert told() == [("bob", f"{race.key}/1/1"), ("bob", f"{race.key}/1/2")]


def test_thanks_are_told_of(race: Race) -> None:
    thank(race.one)
    tell_what_is_due(race.now)
    assert subjects() == [THANKS]


def test_who_is_at_the_table_is_told_nothing(race: Race) -> None:
    race.beat(race.two)
    write(race.one, "Hello")
    tell_what_is_due(race.now)
    assert subjects() == []


def test_who_has_read_it_before_the_mail_went_is_told_nothing(race: Race) -> None:
    write(race.one, "Hello")
    race.wait(MINUTE)
    race.beat(race.two)
    race.wait(MINUTE)
    tell_what_is_due(race.now)
    assert subjects() == []
    assert Notice.objects.get(kind=Kind.AFTERWORD, way=Way.MAIL).outcome == Notice.Outcome.DROPPED


def test_nobody_is_told_of_what_is_hidden_by_then(race: Race) -> None:
    write(race.one, "Something bad")
    at_once(afterword.hide, Remark.objects.get(), race.now)
    tell_what_is_due(race.now)
    assert subjects() == []


@pytest.mark.parametrize("blocker", ["alice", "bob"])
def test_nobody_is_told_of_a_word_from_whom_they_have_to_do_no_more(
    race: Race, alice: Player, bob: Player, blocker: str
) -> None:
    write(race.one, "Hello")
    one, two = (alice, bob) if blocker == "alice" else (bob, alice)
    at_once(blocks.block, one, two, race.now)
    tell_what_is_due(race.now)
    assert subjects() == []


def test_a_last_word_is_told_of_though_the_afterword_is_closed(race: Race) -> None:
    write(race.one, "Good-bye")
    close(race.one)
    tell_what_is_due(race.now)
    assert subjects() == [WROTE]
    assert "is closed by now" in str(mail.outbox[0].body)


def test_what_is_refused_is_told_to_nobody(race: Race) -> None:
    write(race.one, "")
    write(race.one, "Hello", n=2)
    assert told() == []


def test_a_guest_is_told_nothing_and_their_word_is_told_of(alice: Player, guest: Player) -> None:
    with_address(alice, "UTC")
    race = ended_race(guest, alice)
    race.wait(MINUTE)
    thank(race.two)
    thank(race.one)
    tell_what_is_due(race.now)
    assert subjects() == [f"Guest {guest.pk} thanks you for the match"]


def test_after_a_series_it_leads_to_the_table_where_the_talk_is(alice: Player, bob: Player) -> None:
    with_address(bob, "UTC")
    first = ended_race(alice, bob, best_of=3)
    first.next().two.resign()
    first.wait(dt.timedelta(minutes=1))
    write(first.one, "Why?")
    tell_what_is_due(first.now)
    assert subjects() == [WROTE]
    assert f"/table/{first.key}/#afterword" in str(mail.outbox[0].body)
