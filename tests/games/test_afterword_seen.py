"""Who sees what of the afterword: the two, those who watch, strangers; and the boards that it speaks of."""

import pytest
from django.db import transaction

from club.models import Player
from games import afterword, play, tables, views_of
from games.afterword import Said
from games.messages import CloseAfterword, Look, Message, ShowAfterword, Thank, Write
from games.models import Match, Remark, Seat
from games.play import WATCHERS, RaceWish
from games.tables import At
from tests.games.offering import at_once
from tests.games.racing import EASIEST, Race
from tests.games.table import AtTable, code_of
from tests.games.talking import (
    OPEN_FOR,
    ended_race,
    remarks_at,
    show,
    talk_of,
    texts,
    write,
    write_ready_made,
)
from tests.games.turning import ByTurns

pytestmark = pytest.mark.django_db


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return ended_race(alice, bob)


# --- shown to others only by both -------------------------------------------------------------------------------------


def test_watchers_see_nothing_of_it_until_both_show_it(race: Race) -> None:
    write(race.one, "For the two of us")
    assert race.watched().afterword is None
    show(race.one)
    assert race.watched().afterword is None
    assert talk_of(race.two.look()).shown_by == [1]
    show(race.two)
    seen = talk_of(race.watched())
    assert [remark.text for remark in seen.remarks] == ["For the two of us"]
    assert (seen.left, seen.ready_made_only, seen.shown_by) == (0, False, [1, 2])


@pytest.mark.parametrize("place", [1, 2])
def test_either_takes_it_back_at_any_time(race: Race, place: int) -> None:
    write(race.one, "For all")
    race.wait(2 * OPEN_FOR)
    for seat in (race.one, race.two):
        assert show(seat).refused is None
    assert race.watched().afterword is not None
    show(race.one if place == 1 else race.two, shown=False)
    assert race.watched().afterword is None


def test_said_twice_it_changes_nothing(race: Race) -> None:
    show(race.one)
    again = show(race.one)
    assert (again.refused, again.told) == (None, [])


def test_where_nobody_watches_there_is_nobody_to_show_it_to(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob)
    match.one.resign()
    unwatched = ended_race(alice, bob, watchable=False)
    assert code_of(show(match.one)) == code_of(show(unwatched.one)) == "nobody-watches"


def test_who_watches_says_nothing(race: Race) -> None:
    for seat in (race.one, race.two):
        show(seat)
    before = race.watched()
    said: list[Message] = [Write(Said(1, text="Me too")), Thank(), CloseAfterword(), ShowAfterword(False)]
    for message in said:
        with transaction.atomic():
            answer = tables.say(At(race.match_id, WATCHERS, None), message, race.now)
        assert (code_of(answer), answer.told) == ("only-watching", [])
    assert race.watched() == before


def test_a_stranger_finds_no_table_to_talk_at(alice: Player, bob: Player, charlie: Player) -> None:
    match = ByTurns.begun(alice, bob)
    match.one.resign()
    assert tables.place_of(match.key, charlie.pk) is None


# --- hidden by a moderator --------------------------------------------------------------------------------------------


def hide(race: Race, n: int = 1) -> None:
    remark = Remark.objects.get(place=1, n=n)
    at_once(afterword.hide, remark, race.now)


def test_a_hidden_remark_is_a_gap_for_the_two_and_nothing_for_others(race: Race) -> None:
    write(race.one, "Something bad")
    write_ready_made(race.one, "bye")
    for seat in (race.one, race.two):
        show(seat)
    hide(race)
    hide(race, n=2)
    for seat in (race.one, race.two):
        hidden = remarks_at(seat)
        assert [(one.text, one.ready_made, one.moves, one.hidden) for one in hidden] == [("", "", [], True)] * 2
    assert talk_of(race.watched()).remarks == []


def test_it_still_is_one_of_the_ten(race: Race) -> None:
    write(race.one, "Something bad")
    hide(race)
    assert talk_of(race.one.look()).left == 9
    assert write(race.one, "Something bad", n=1).refused is None
    assert remarks_at(race.two)[0].text == ""


def test_views_rise_with_it_once_and_those_of_watchers_only_where_it_was_shown(race: Race) -> None:
    write(race.one, "Something bad")

    def versions() -> list[int]:
        seats = Seat.objects.filter(match=race.match_id).order_by("place").values_list("version", flat=True)
        return [*seats, Match.objects.get(pk=race.match_id).version]

    before = versions()
    hide(race)
    hide(race)
    assert versions() == [before[0] + 1, before[1] + 1, before[2]]
    for seat in (race.one, race.two):
        show(seat)
    write(race.one, "Worse")
    before = versions()
    hide(race, n=2)
    assert versions() == [version + 1 for version in before]


def test_what_was_written_after_a_series_is_hidden_at_its_table(alice: Player, bob: Player) -> None:
    first = ended_race(alice, bob, best_of=3)
    first.next().two.resign()
    write(first.one, "Something bad")
    version = Seat.objects.get(pk=first.two.seat_id).version
    hide(first)
    assert Seat.objects.get(pk=first.two.seat_id).version == version + 1
    assert remarks_at(first.two)[0].hidden


# --- promise 4 --------------------------------------------------------------------------------------------------------


def what_a_watcher_gets(race: Race, talk: bool) -> list[object]:
    got: list[object] = []
    said: list[tuple[AtTable, Message]] = [
        (race.one, Write(Said(1, text="Between us"))),
        (race.two, Write(Said(1, ready_made="good-game"))),
        (race.two, Thank()),
        (race.one, ShowAfterword(True)),
        (race.one, CloseAfterword()),
    ]
    for seat, message in said:
        answer = seat.say(message if talk else Look())
        assert answer.refused is None
        got += [told for told in answer.told if told.place == WATCHERS]
        match = Match.objects.get(pk=race.match_id)
        got.append((match.version, race.watched()))
    return got


def test_two_talks_are_one_to_who_may_read_neither(race: Race) -> None:
    silent = what_a_watcher_gets(race, talk=False)
    assert what_a_watcher_gets(race, talk=True) == silent
    assert texts(race.one) == ["Between us", "good-game"]


# --- the boards at a move ---------------------------------------------------------------------------------------------


def test_each_board_stands_as_after_its_nth_standing_move(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(EASIEST, 5))
    seen = [race.one.look().board]
    for _ in range(6):
        race.one.move("W1")
        seen.append(race.one.look().board)
    race.two.move("W2")
    race.two.resign()
    with transaction.atomic():
        table = play.load(race.match_id)
        for n in range(7):
            laid = views_of.boards_at_move(table, n)
            assert laid.n == n
            assert laid.boards[0].board == seen[n]
            assert (laid.boards[0].n, laid.boards[0].moves) == (n, 6)
            assert (laid.boards[1].n, laid.boards[1].moves) == (min(n, 1), 1)
            assert laid.boards[1].move == ("W2" if n else None)


def test_a_move_that_was_taken_back_is_no_move(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(EASIEST, 5))
    while race.one.look().take_back != "free":
        view = race.one.look()
        race.one.move(next((move for move in view.legal if len(move) == 4), view.legal[-1]))
    moves = race.one.look().rows
    race.one.take_back()
    race.two.resign()
    with transaction.atomic():
        laid = views_of.boards_at_move(play.load(race.match_id), 1)
    assert laid.boards[0].moves == moves - 1


def test_a_remark_names_only_moves_that_one_of_the_two_has_made(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    for _ in range(3):
        race.two.move("W1")
    race.one.resign()
    write(race.one, "See move 3 and #2, not move 4.")
    (remark,) = remarks_at(race.two)
    assert [(named.words, named.n) for named in remark.moves] == [("move 3", 3), ("#2", 2)]
    assert [remark.text[named.at :].startswith(named.words) for named in remark.moves] == [True, True]
