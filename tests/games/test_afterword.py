"""The afterword: when it opens, what is written in it, and when it closes."""

import datetime as dt

import pytest

from club import blocks
from club.models import Player
from games import leaving
from games.afterword import Said
from games.messages import Rematch, Thank, Write
from games.models import Afterword, Remark
from games.play import RaceWish
from tests.games.offering import at_once
from tests.games.racing import CLASSIC, Race, race_of, say_together
from tests.games.table import AtTable, code_of
from tests.games.talking import (
    OPEN_FOR,
    SECOND,
    close,
    ended_race,
    remarks_at,
    stored,
    talk_of,
    texts,
    thank,
    write,
    write_ready_made,
)
from tests.games.turning import ByTurns

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return ended_race(alice, bob)


# --- where and when it opens ------------------------------------------------------------------------------------------


def test_it_opens_when_a_race_ends_and_closes_72_hours_after(race: Race) -> None:
    ended_at = race.match().ended_at
    assert ended_at is not None
    assert (stored().opened_at, stored().closes_at) == (ended_at, ended_at + OPEN_FOR)
    for seat in (race.one, race.two):
        talk = talk_of(seat.look())
        assert (talk.remarks, talk.left, talk.closed_by, talk.thanks, talk.shown_by) == ([], 10, None, [], [])
        assert dt.datetime.fromisoformat(talk.closes_at or "") == ended_at + OPEN_FOR


def test_it_opens_when_a_match_by_correspondence_ends(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob)
    match.one.resign()
    write(match.two, "That was short.")
    assert texts(match.one) == ["That was short."]


def test_a_match_that_is_judged_late_has_its_72_hours_from_its_own_end(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob)
    # Two deadlines: a spare day each.
    ends = match.now + 2 * dt.timedelta(days=1)
    match.wait(dt.timedelta(days=5))
    assert match.one.look().phase == "ended"
    assert stored().closes_at == ends + OPEN_FOR
    assert code_of(write(match.one, "Too late.")) == "afterword-closed"


def test_while_it_is_played_there_is_none(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    assert race.one.look().afterword is None
    for answer in (write(race.one, "Hello", n=1), thank(race.one), close(race.one)):
        assert code_of(answer) == "no-afterword"
    assert not Afterword.objects.exists()


def test_a_solo_game_has_none(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.move("W1")
    table.resign()
    assert table.look().afterword is None
    assert code_of(table.say(Thank())) == "no-afterword"


def test_a_race_that_was_called_off_has_none(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    race.one.resign()
    assert race.one.look().phase == "called_off"
    assert not Afterword.objects.exists()
    assert race_of(race.one.look()).afterword_at is None
    assert code_of(race.two.say(Thank())) == "no-afterword"


def test_a_series_has_one_at_the_table_of_its_last_race(alice: Player, bob: Player) -> None:
    first = ended_race(alice, bob, best_of=3)
    assert first.one.look().afterword is None
    last = first.next()
    last.begin()
    last.one.resign()
    write(last.two, "A good series.")
    assert texts(last.one) == ["A good series."]
    assert first.one.look().afterword is None
    assert code_of(first.one.say(Thank())) == "no-afterword"
    assert stored().series == last.match().series


def test_a_series_that_was_given_between_two_races_has_it_at_the_last_table_that_was_raced(
    alice: Player, bob: Player
) -> None:
    raced = ended_race(alice, bob, best_of=3)
    left = raced.next()
    left.two.resign()
    # A table that was never raced at is forgotten after a day, and leads to where the talk is kept.
    assert left.one.look().afterword is None
    assert race_of(left.one.look()).afterword_at == raced.key
    assert race_of(left.watched()).afterword_at is None
    write(raced.one, "See you.")
    assert texts(raced.two) == ["See you."]


def test_a_series_that_both_left_has_one_too(alice: Player, bob: Player) -> None:
    raced = ended_race(alice, bob, best_of=3)
    left = raced.next()
    left.wait(dt.timedelta(minutes=25))
    assert left.watched().phase == "called_off"
    raced.wait(left.now - raced.now)
    assert talk_of(raced.one.look()).left == 10


def test_a_rematch_takes_nothing_of_it_away(race: Race, alice: Player, bob: Player) -> None:
    write(race.one, "Again?")
    from_rematch = rematch_of(race)
    write(race.two, "With pleasure.")
    assert texts(race.one) == ["Again?", "With pleasure."]
    assert from_rematch.one.look().afterword is None


def rematch_of(race: Race) -> Race:
    for seat in (race.one, race.two):
        seat.say(Rematch())
    return race.next()


# --- ten remarks each -------------------------------------------------------------------------------------------------


def test_each_has_ten_remarks_and_no_more(race: Race) -> None:
    for n in range(1, 11):
        assert write(race.one, f"Remark {n}").refused is None
        assert talk_of(race.one.look()).left == 10 - n
    assert code_of(write(race.one, "One more", n=11)) == "ten-remarks"
    assert Remark.objects.count() == 10
    for n in range(1, 11):
        assert write(race.two, f"Answer {n}").refused is None
    assert code_of(write_ready_made(race.two, "bye", n=11)) == "ten-remarks"
    assert Remark.objects.count() == 20


def test_they_are_read_in_the_order_of_writing_with_seat_number_and_instant(race: Race) -> None:
    write(race.two, "First")
    race.wait(SECOND)
    write(race.one, "Second")
    race.wait(SECOND)
    write(race.two, "Third")
    seen = remarks_at(race.one)
    assert [(remark.seat, remark.n, remark.text) for remark in seen] == [
        (2, 1, "First"),
        (1, 1, "Second"),
        (2, 2, "Third"),
    ]
    assert dt.datetime.fromisoformat(seen[-1].at) == race.now
    assert remarks_at(race.two) == seen


def test_the_same_remark_sent_again_is_one_and_answered_as_before(race: Race) -> None:
    first = write(race.one, "Well done", n=1)
    write(race.one, "Really", n=2)
    again = write(race.one, "Well done", n=1)
    assert (first.refused, again.refused, again.told) == (None, None, [])
    assert texts(race.two) == ["Well done", "Really"]


def test_the_same_remark_is_answered_as_before_when_the_afterword_has_closed_meanwhile(race: Race) -> None:
    write(race.one, "Well done", n=1)
    race.wait(OPEN_FOR)
    assert write(race.one, "Well done", n=1).refused is None
    assert code_of(write(race.one, "Well done", n=2)) == "afterword-closed"


def test_another_remark_under_a_number_that_is_taken_is_refused(race: Race) -> None:
    write(race.one, "Well done", n=1)
    assert code_of(write(race.one, "Badly done", n=1)) == "number-taken"
    assert code_of(write_ready_made(race.one, "well-played", n=1)) == "number-taken"
    assert texts(race.two) == ["Well done"]


def test_a_number_beyond_the_next_is_refused(race: Race) -> None:
    assert code_of(write(race.one, "Well done", n=2)) == "number-ahead"
    assert code_of(write(race.one, "Well done", n=1_000_000)) == "number-ahead"
    assert not Remark.objects.exists()


def test_both_at_once_write_a_remark_each(race: Race) -> None:
    answers = say_together(
        (race.one, Write(Said(1, text="Good game"))),
        (race.two, Write(Said(1, text="Good game"))),
        (race.one, Write(Said(1, text="Good game"))),
    )
    assert [answer.refused for answer in answers] == [None, None, None]
    assert [(remark.seat, remark.n) for remark in remarks_at(race.one)] == [(1, 1), (2, 1)]


def test_ready_made_remarks_are_kept_by_their_code_and_others_do_not_exist(race: Race) -> None:
    write_ready_made(race.one, "well-played")
    assert [(remark.text, remark.ready_made) for remark in remarks_at(race.two)] == [("", "well-played")]
    for code in ("no-such", "Well-Played", "<b>"):
        assert code_of(write_ready_made(race.one, code)) == "no-such-remark"
    assert Remark.objects.count() == 1


# --- 72 hours, or closed before ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seconds", "code"), [(-1, None), (0, "afterword-closed"), (1, "afterword-closed")])
def test_a_word_is_in_time_before_the_72_hours_are_over(race: Race, seconds: int, code: str | None) -> None:
    write(race.two, "Before")
    race.wait(OPEN_FOR + seconds * SECOND)
    answers = [write(race.one, "Now"), thank(race.one)]
    assert [answer.refused.code if answer.refused else None for answer in answers] == [code, code]
    # What was written is read for good.
    assert texts(race.two) == (["Before", "Now"] if code is None else ["Before"])


def test_time_alone_changes_no_view(race: Race) -> None:
    before = talk_of(race.one.look())
    race.wait(OPEN_FOR + SECOND)
    assert talk_of(race.one.look()) == before


@pytest.mark.parametrize("place", [1, 2])
def test_either_closes_it_for_both_and_it_can_still_be_read(race: Race, place: int) -> None:
    write(race.one, "That is all.")
    closer = race.one if place == 1 else race.two
    assert close(closer).refused is None
    for seat in (race.one, race.two):
        assert talk_of(seat.look()).closed_by == place
        assert code_of(write(seat, "One more thing")) == "afterword-closed"
        assert code_of(thank(seat)) == "afterword-closed"
        assert texts(seat) == ["That is all."]


def test_closed_again_or_after_its_time_stays_as_it_was(race: Race) -> None:
    close(race.one)
    again = close(race.two)
    assert (again.refused, again.told) == (None, [])
    assert stored().closed_by == 1


def test_what_is_over_by_time_is_closed_by_nobody(race: Race) -> None:
    race.wait(OPEN_FOR)
    answer = close(race.two)
    assert (answer.refused, answer.told, stored().closed_by) == (None, [], None)


# --- thanks -----------------------------------------------------------------------------------------------------------


def test_each_says_thanks_once(race: Race) -> None:
    assert thank(race.one).refused is None
    again = thank(race.one)
    assert (again.refused, again.told) == (None, [])
    assert talk_of(race.two.look()).thanks == [1]
    thank(race.two)
    assert talk_of(race.one.look()).thanks == [1, 2]
    race.wait(OPEN_FOR)
    assert thank(race.one).refused is None


# --- who may say what -------------------------------------------------------------------------------------------------


@pytest.fixture
def with_guest(guest: Player, alice: Player) -> Race:
    """The guest sits at seat 1."""
    return ended_race(guest, alice)


def test_guests_have_the_ready_made_remarks_only(with_guest: Race) -> None:
    assert talk_of(with_guest.one.look()).ready_made_only
    assert not talk_of(with_guest.two.look()).ready_made_only
    assert code_of(write(with_guest.one, "Hello")) == "ready-made-only"
    assert write_ready_made(with_guest.one, "good-game").refused is None
    assert write(with_guest.two, "Thank you").refused is None
    assert thank(with_guest.one).refused is None
    assert texts(with_guest.two) == ["good-game", "Thank you"]


def test_a_guest_who_has_signed_up_writes_as_a_member(with_guest: Race, guest: Player) -> None:
    guest.join("greta", "", with_guest.now)
    guest.approved_at = with_guest.now
    guest.save()
    assert write(with_guest.one, "Now in my own words", n=1).refused is None
    assert not talk_of(with_guest.one.look()).ready_made_only


def test_who_waits_to_be_let_in_has_no_more_than_a_guest(with_guest: Race, guest: Player) -> None:
    guest.join("greta", "", with_guest.now)
    guest.save()
    assert code_of(write(with_guest.one, "In my own words", n=1)) == "ready-made-only"
    assert talk_of(with_guest.one.look()).ready_made_only


def test_a_muted_player_writes_nothing_until_the_mute_is_over(race: Race, alice: Player) -> None:
    until = race.now + dt.timedelta(hours=1)
    Player.objects.filter(pk=alice.pk).update(muted_until=until)
    assert code_of(write(race.one, "Hello")) == "muted"
    assert code_of(write_ready_made(race.one, "hello")) == "muted"
    assert not Remark.objects.exists()
    race.wait(until - race.now)
    assert write(race.one, "Hello").refused is None


def test_a_suspended_player_says_nothing(race: Race, alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(suspended_until=race.now + SECOND)
    assert code_of(write(race.one, "Hello")) == "no-remarks"
    assert code_of(thank(race.one)) == "no-remarks"


@pytest.mark.parametrize("blocker", [1, 2])
def test_after_a_block_both_are_told_the_same_and_can_still_read(
    race: Race, alice: Player, bob: Player, blocker: int
) -> None:
    write(race.one, "Before")
    one, two = (alice, bob) if blocker == 1 else (bob, alice)
    at_once(blocks.block, one, two, race.now)
    for seat in (race.one, race.two):
        assert code_of(write(seat, "After")) == "no-remarks"
        assert code_of(thank(seat)) == "no-remarks"
        assert texts(seat) == ["Before"]
    assert close(race.one).refused is None


def test_nothing_is_said_to_who_has_left_and_their_own_words_are_gone(race: Race, alice: Player) -> None:
    write(race.one, "My name is Alice.")
    write_ready_made(race.one, "bye")
    write(race.two, "Good-bye")
    thank(race.one)
    before = race.two.say(Thank()).version
    at_once(leaving.leave, alice, race.now)
    seen = remarks_at(race.two)
    assert [(remark.text, remark.ready_made, remark.hidden) for remark in seen] == [
        ("", "", True),
        ("", "", True),
        ("Good-bye", "", False),
    ]
    assert list(Remark.objects.filter(place=1).values_list("text", "ready_made").distinct()) == [("", "")]
    # What the other was given stays.
    assert talk_of(race.two.look()).thanks == [1, 2]
    answer = write(race.two, "Still there?")
    assert code_of(answer) == "they-have-left"
    assert answer.version > before


def test_who_leaves_takes_their_remarks_on_series_along(alice: Player, bob: Player) -> None:
    first = ended_race(alice, bob, best_of=3)
    last = first.next()
    last.begin()
    last.one.resign()
    write(last.one, "My name is Alice.")
    write(last.two, "And mine is Bob.")
    at_once(leaving.leave, alice, last.now)
    assert list(Remark.objects.order_by("place").values_list("text", flat=True)) == ["", "And mine is Bob."]
    assert Remark.objects.get(place=1).hidden_at == last.now


def test_an_unwatchable_race_has_its_talk_for_the_two(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC, 5, watchable=False))
    race.two.resign()
    write(race.one, "Between us")
    assert texts(race.two) == ["Between us"]
