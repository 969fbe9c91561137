"""How one board stops before the other, how a match is given up, and that it ends once."""

import datetime as dt

import pytest

from club.models import Kind, Player
from games import leaving
from games.engine.rules import Rules
from games.messages import Resign
from games.play import TurnsWish
from tests.games.table import code_of
from tests.games.turning import DAY, EASIEST, HOUR, ByTurns, say_together, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player) -> ByTurns:
    """Classic in six turns of eight cards."""
    return ByTurns.begun(alice, bob, TurnsWish(Rules.parse("classic-4-0"), 8))


@pytest.fixture
def easy(alice: Player, bob: Player) -> ByTurns:
    """A variant that the simple player wins, in turns of eight cards."""
    return ByTurns.begun(alice, bob, TurnsWish(EASIEST, 8))


# --- a board that has stopped -----------------------------------------------------------------------------------------


def play_until_one_has_won(match: ByTurns) -> None:
    """The second holds everything back; two redeals are the most that it takes the first."""
    for _ in range(18):
        if match.one.stored().stopped_at is not None:
            return
        if match.two.is_playing:
            match.two.hold_turn_back()
        match.one.place_all()
        if match.one.is_playing:
            match.one.end_turn()


def test_a_won_board_stops_at_once_without_a_button(easy: ByTurns) -> None:
    for _ in range(18):
        easy.one.place_all()
        if easy.one.look().result.outcome == "won":  # type: ignore[union-attr]
            break
        easy.one.end_turn()
        easy.two.hold_turn_back()
    turns = easy.one.turns
    assert (turns.state, turns.may_end, easy.one.look().legal, easy.one.look().take_back) == (
        "stopped",
        False,
        [],
        "no",
    )
    assert easy.one.stored_turns()[-1].stopped
    assert easy.two.turns.lines[0].stopped is False, "the other's turn is open yet"


def test_a_board_that_has_stopped_is_not_waited_for(easy: ByTurns) -> None:
    play_until_one_has_won(easy)
    easy.wait(HOUR)
    turn = easy.two.turns.turn
    easy.two.play_turn()
    following = easy.two.turns
    assert (following.turn, following.state) == (turn + 1, "playing")
    assert easy.match().turn_opened_at == easy.now
    assert following.lines[0].stopped
    assert easy.one.turns.waits_until == easy.two.look().deadline


def test_who_has_stopped_is_told_of_no_more_turns(easy: ByTurns, alice: Player, bob: Player) -> None:
    play_until_one_has_won(easy)
    stopped_in = easy.one.stored_turns()[-1].number
    easy.two.play_out()
    assert easy.match().turn > stopped_in
    assert [int(turn) for turn, _ in told(alice, Kind.YOUR_TURN)] == list(range(1, stopped_in + 1))
    assert [int(turn) for turn, _ in told(bob, Kind.YOUR_TURN)] == list(range(1, easy.match().turn + 1))


def test_a_stopped_board_takes_nothing_more(easy: ByTurns) -> None:
    play_until_one_has_won(easy)
    before = easy.one.look()
    for answer in (
        easy.one.move("W1"),
        easy.one.take_back(),
        easy.one.end_turn(turn=easy.match().turn + 1),
    ):
        assert code_of(answer) in ("board-ended", "another-turn")
    assert code_of(easy.one.take_absence(3)) == "turn-ended"
    assert easy.one.look() == before


def test_who_has_won_the_board_cannot_give_the_match_away(easy: ByTurns) -> None:
    play_until_one_has_won(easy)
    assert code_of(easy.one.resign()) == "board-ended"
    easy.two.play_out()
    assert easy.outcome()[0] == 1


def test_an_account_that_is_deleted_keeps_the_board_it_has_won_and_resigns_any_other(
    easy: ByTurns, alice: Player, bob: Player
) -> None:
    play_until_one_has_won(easy)
    other = ByTurns.begun(alice, bob, TurnsWish(EASIEST, 8))
    leaving.leave(alice, easy.now)
    assert other.outcome() == (2, "resigned", ["resigned", "decided"])
    easy.two.play_out()
    assert easy.outcome()[0] == 1


def test_a_used_up_stock_that_is_ended_stops_the_seat_though_a_redeal_is_left(easy: ByTurns) -> None:
    for _ in range(6):
        easy.one.hold_turn_back()
        easy.two.hold_turn_back()
    view = easy.one.turns
    assert (view.may_end, view.ending_stops, view.state) == (True, True, "playing")
    easy.one.end_turn()
    assert easy.one.turns.state == "stopped"
    easy.two.place_all()
    easy.two.end_turn()
    assert easy.two.turns.turn == 8
    assert easy.one.turns.state == "stopped"


def test_a_blocked_board_can_take_its_last_card_back_until_its_turn_is_ended(match: ByTurns) -> None:
    for _ in range(5):
        match.play_turn()
    match.one.place_all()
    blocked = match.one.look()
    assert blocked.result is not None
    assert (blocked.result.outcome, blocked.take_back, match.one.turns.state) == ("blocked", "free", "playing")
    match.one.take_back()
    assert match.one.look().legal


# --- given up ---------------------------------------------------------------------------------------------------------


def test_resigning_in_one_s_own_turn_gives_the_match_whatever_the_counts(match: ByTurns) -> None:
    match.one.place_all()
    match.two.hold_turn_back()
    match.one.resign()
    assert match.outcome() == (2, "resigned", ["resigned", "decided"])
    assert match.match().ended_at == match.now


def test_resigning_while_one_waits_gives_the_match_too(match: ByTurns) -> None:
    match.two.play_turn()
    match.two.resign()
    assert match.outcome() == (1, "resigned", ["decided", "resigned"])


def test_resigning_a_board_that_has_stopped_gives_the_match_too(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(Rules.parse("classic-4-1"), 8))
    for _ in range(6):
        match.play_turn()
    match.one.end_turn()
    assert match.one.turns.state == "stopped"
    match.one.resign()
    assert match.outcome()[:2] == (2, "resigned")


def test_resigning_to_one_who_has_won_in_the_open_turn_is_a_win_of_theirs(easy: ByTurns) -> None:
    play_until_one_has_won(easy)
    easy.two.resign()
    assert easy.outcome() == (1, "resigned", ["won", "resigned"])


def test_both_resigning_in_one_batch_is_one_resignation(match: ByTurns) -> None:
    first, second = say_together((match.two, Resign()), (match.one, Resign()))
    assert first.refused is None
    assert code_of(second) == "match-over"
    assert match.outcome() == (1, "resigned", ["decided", "resigned"])


def test_resigning_again_is_harmless(match: ByTurns) -> None:
    match.one.resign()
    before = match.match()
    assert match.one.resign().refused is None
    assert match.match().ended_at == before.ended_at


def test_a_match_that_has_ended_changes_no_more(match: ByTurns) -> None:
    match.one.resign()
    before = match.match(), match.one.look(), match.two.look()
    for answer in (match.two.move("W1"), match.two.take_back(), match.two.resign(), match.two.take_absence(3)):
        assert code_of(answer) == "match-over"
    assert code_of(match.two.end_turn()) == "match-over"
    match.wait(30 * DAY)
    match.sweep()
    after = match.match()
    assert (after.winner, after.reason, after.ended_at) == (before[0].winner, before[0].reason, before[0].ended_at)
    assert (match.one.look(), match.two.look()) == before[1:]


def test_both_are_told_that_a_match_is_over(match: ByTurns, alice: Player, bob: Player) -> None:
    match.wait(dt.timedelta(minutes=5))
    match.one.resign()
    for player in (alice, bob):
        assert told(player, Kind.MATCH_OVER) == [("", match.now)]
