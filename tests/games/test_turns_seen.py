"""What the two see of each other by correspondence: both boards as they stood at the end of each closed turn."""

import pytest
from django.db import transaction

from club.models import Player
from games import boards, play, running, views_of
from games.engine.rules import Rules
from games.play import TurnsWish
from games.refusals import Refused
from games.views import BoardView, TurnEndView
from tests.games.turning import CLASSIC, DAY, EASIEST, SECOND, ByTurns, forget_boards, turns_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player) -> ByTurns:
    """Classic in turns of four cards."""
    return ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 4))


def turn_end(match: ByTurns, number: int) -> TurnEndView:
    with transaction.atomic():
        return views_of.turn_end(play.load(match.match_id), number)


def shown_board(match: ByTurns, place: int) -> BoardView:
    """That seat's own board as it is now, without the card that only its player sees."""
    seat = (match.one if place == 1 else match.two).stored()
    return views_of.board_view(boards.replayed(seat), shows_turned=False)


def test_the_other_s_line_stands_still_until_the_turn_is_closed(match: ByTurns) -> None:
    before = match.one.say_look()
    match.two.place_all()
    match.two.take_back()
    match.two.place_all()
    match.two.end_turn()
    after = match.one.say_look()
    assert (after.version, after.view) == (before.version, before.view)
    match.one.play_turn()
    lines = match.one.turns.lines
    assert lines == match.two.turns.lines
    assert [(line.name, line.stock_left) for line in lines] == [("alice", 44), ("bob", 44)]
    assert [line.cards for line in lines] == [seat.stored().foundation_cards for seat in match.both]


def test_who_waits_is_shown_the_next_turn_as_it_opens(match: ByTurns) -> None:
    match.one.play_turn()
    match.two.place_all()
    opened = match.two.end_turn()
    assert [(told.place, turns_of(told.view).turn) for told in opened.told] == [(1, 2), (2, 2)]
    assert opened.told[0].version == match.one.say_look().version


def test_one_s_own_line_stands_still_too_since_it_is_what_the_other_sees(match: ByTurns) -> None:
    match.one.place_all()
    assert match.one.turns.lines[0].stock_left == 48
    assert match.one.turns.lines[0].cards == 4


def test_both_boards_of_each_closed_turn_can_be_seen_at_any_time(match: ByTurns) -> None:
    stood = []
    for number in range(1, 5):
        match.one.play_turn()
        match.two.hold_turn_back()
        stood.append([shown_board(match, 1), shown_board(match, 2)])
        match.one.move("W1")
        assert match.one.turns.closed == number
    forget_boards()
    for number, both in enumerate(stood, start=1):
        shown = turn_end(match, number)
        assert (shown.turn, shown.boards) == (number, both)
        assert [line.stock_left for line in shown.lines] == [48 - 4 * number] * 2
        assert [line.cards for line in shown.lines] == [sum(pile.count for pile in board.foundations) for board in both]
        assert [board.turned for board in shown.boards] == [None, None]


@pytest.mark.parametrize("number", [0, 2, 3, 1000])
def test_a_turn_that_is_not_closed_is_shown_to_nobody(match: ByTurns, number: int) -> None:
    match.play_turn()
    match.one.play_turn()
    with pytest.raises(Refused, match="turn-not-closed"):
        turn_end(match, number)


def test_what_a_closed_turn_showed_never_changes(match: ByTurns) -> None:
    match.play_turn()
    before = turn_end(match, 1)
    match.one.take_absence(3)
    match.wait(DAY + 2 * SECOND)
    match.sweep()
    match.play_turn()
    match.one.resign()
    assert turn_end(match, 1) == before


def test_the_last_turn_of_a_match_that_was_given_up_is_shown_as_it_stood(match: ByTurns) -> None:
    match.play_turn()
    match.one.move("W1")
    match.two.play_turn()
    match.one.resign()
    assert match.one.turns.closed == 2
    shown = turn_end(match, 2)
    assert shown.boards == [shown_board(match, 1), shown_board(match, 2)]
    assert [line.stock_left for line in shown.lines] == [43, 40]


def test_a_match_given_up_in_its_first_turn_shows_that_turn(match: ByTurns) -> None:
    match.one.move("W1")
    match.two.resign()
    assert [line.stock_left for line in turn_end(match, 1).lines] == [47, 48]


def test_a_board_that_has_stopped_stands_as_it_stopped_in_later_turns(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(Rules.parse("classic-4-1"), 8))
    for _ in range(6):
        match.play_turn()
    match.one.end_turn()
    match.two.play_turn()
    stopped = shown_board(match, 1)
    assert [line.stopped for line in match.two.turns.lines] == [True, False]
    match.two.play_turn()
    for number in (7, 8):
        shown = turn_end(match, number)
        assert shown.boards[0] == stopped
        assert [line.stopped for line in shown.lines] == [True, False]
    assert not turn_end(match, 6).lines[0].stopped


def test_whether_a_board_is_won_is_seen_when_its_turn_is_closed(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(EASIEST, 8))
    for _ in range(18):
        if match.one.stored().stopped_at is not None:
            break
        match.two.hold_turn_back()
        before = match.two.say_look()
        match.one.place_all()
        if match.one.is_playing:
            match.one.end_turn()
    # The turn in which the board was won was closed by that.
    assert before.view.turns is not None
    assert not before.view.turns.lines[0].stopped
    assert match.two.turns.lines[0].stopped
    assert match.two.turns.lines[0].cards == 52


def test_the_end_lays_all_open(match: ByTurns) -> None:
    match.play_turn()
    match.one.move("W1")
    match.two.resign()
    one, two = match.one.look(), match.two.look()
    assert (one.legal, two.legal, one.take_back, one.deadline, two.deadline) == ([], [], "no", None, None)
    for view in (one, two):
        assert view.turns is not None
        assert view.turns.boards == [one.board, two.board]
        assert view.turns.state == "ended"
        assert view.deal.seed is not None
    assert match.one.turns.can_play_on


def test_a_restart_changes_no_view(match: ByTurns) -> None:
    match.play_turn()
    match.one.place_all()
    match.two.play_turn()
    before = [(seat.say_look().version, seat.look()) for seat in match.both]
    forget_boards()
    assert [(seat.say_look().version, seat.look()) for seat in match.both] == before


def test_the_order_of_one_s_matches_tells_nothing_of_the_others_open_turns(
    alice: Player, bob: Player, charlie: Player
) -> None:
    matches = [ByTurns.begun(alice, other) for other in (bob, charlie)]
    for match in matches:
        match.one.take_absence(1)
    before = [seen.key for seen in running.matches_of(alice.pk)]
    matches[0].two.play_turn()
    assert [seen.key for seen in running.matches_of(alice.pk)] == before
