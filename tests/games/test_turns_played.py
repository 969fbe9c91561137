"""A turn from its first card to its end: what may be placed, taken back and ended, and what is answered to the rest."""

import pytest

from club.models import Player
from games import tables
from games.engine.errors import BrokenRule
from games.engine.rules import Rules
from games.messages import Claim, EndTurn, NoMessage, NoRematch, PlayMove, Ready, Rematch, TakeAbsence, TakeBack, parse
from games.models import Move, Seat, Turn
from games.play import TurnsWish
from tests.games.racing import Race
from tests.games.table import AtTable, code_of
from tests.games.turning import CLASSIC, DAY, EASIEST, AtTurns, ByTurns, forget_boards, turns_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: Player, bob: Player) -> ByTurns:
    """Classic in turns of four cards."""
    return ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 4))


def everything_stored() -> tuple[list[object], ...]:
    return list(Seat.objects.order_by("pk").values()), list(Move.objects.values()), list(Turn.objects.values())


def place(seat: AtTurns, cards: int) -> None:
    """So many cards, each on the pile of its number."""
    for pile in range(1, cards + 1):
        seat.move(f"W{pile}")


# --- placing ----------------------------------------------------------------------------------------------------------


def test_a_turn_counts_down_the_cards_that_are_left(match: ByTurns) -> None:
    left = []
    for pile in range(1, 5):
        left.append((match.one.turns.left, match.one.turns.may_end))
        match.one.move(f"W{pile}")
    assert left == [(4, False), (3, False), (2, False), (1, False)]
    assert (match.one.turns.left, match.one.turns.may_end, match.one.turns.ending_stops) == (0, True, False)


def test_once_the_cards_are_placed_the_next_one_is_not_shown(match: ByTurns) -> None:
    place(match.one, 3)
    assert match.one.look().board.turned is not None  # type: ignore[union-attr]
    match.one.move("W4")
    view = match.one.look()
    assert view.board is not None
    assert (view.board.turned, view.board.stock_left) == (None, 44)
    assert all(move.startswith("W") and "F" in move for move in view.legal)


@pytest.mark.parametrize("text", ["F1", "F2", "F3", "F4", "F8", "W1", "W4", "W8", "R"])
def test_after_the_last_card_every_placement_is_refused_alike_whatever_the_next_card_is(
    match: ByTurns, text: str
) -> None:
    place(match.one, 4)
    before = everything_stored()
    assert code_of(match.one.move(text)) == "turn-is-placed"
    assert everything_stored() == before


def test_moves_from_the_waste_go_on_after_the_last_card(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(Rules.parse("classic-8-0"), 8))
    # Of eight cards one at least is wanted at once, on a pile of its own.
    place(match.one, 8)
    up = match.one.look().legal
    assert up
    assert match.one.move(up[0]).refused is None
    assert match.one.end_turn().refused is None


@pytest.mark.parametrize(("text", "code", "rule"), [("x", "invalid-move", None), ("R", "illegal-move", "stock")])
def test_what_is_no_move_or_against_the_rules_is_refused_as_in_every_game(
    match: ByTurns, text: str, code: str, rule: str | None
) -> None:
    answer = match.one.move(text)
    assert code_of(answer) == code
    assert answer.refused is not None
    assert answer.refused.rule == (BrokenRule.STOCK_NOT_USED_UP if rule else None)


def test_a_redeal_needs_a_card_left_in_the_turn(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(EASIEST, 8))
    for _ in range(5):
        match.one.hold_turn_back()
        match.two.hold_turn_back()
    match.one.hold_all_back()
    assert (match.one.turns.left, match.one.turns.ending_stops) == (0, False)
    assert code_of(match.one.move("R")) == "turn-is-placed"
    match.one.end_turn()
    match.two.hold_turn_back()
    opened = match.one.look()
    assert (turns_of(opened).turn, turns_of(opened).left, turns_of(opened).ending_stops) == (7, 0, True)
    assert match.one.move("R").refused is None
    after = match.one.turns
    assert (after.left, after.may_end, after.ending_stops) == (8, False, False)


# --- taking back ------------------------------------------------------------------------------------------------------


def test_what_has_shown_no_new_card_comes_back_until_the_turn_is_ended(match: ByTurns) -> None:
    place(match.one, 4)
    assert match.one.look().take_back == "free"
    placed = match.one.look()
    match.one.take_back()
    assert match.one.turns.left == 1
    match.one.move("W4")
    assert match.one.look().board == placed.board
    match.one.end_turn()
    assert match.one.look().take_back == "no"
    assert code_of(match.one.take_back()) == "turn-ended"


def test_what_turned_a_card_does_not_come_back(match: ByTurns) -> None:
    place(match.one, 2)
    assert match.one.look().take_back == "no"
    for as_practice in (False, True):
        assert code_of(match.one.take_back(as_practice)) == "card-was-turned"
    assert match.one.look().practice == ""


def test_nothing_of_an_earlier_turn_comes_back(match: ByTurns) -> None:
    assert code_of(match.one.take_back()) == "nothing-to-take-back"
    match.play_turn()
    assert match.one.look().take_back == "no"
    assert code_of(match.one.take_back()) == "card-was-turned"


def test_what_was_taken_back_in_one_turn_does_not_count_in_the_next(match: ByTurns) -> None:
    place(match.one, 4)
    match.one.take_back()
    match.one.move("W4")
    match.one.end_turn()
    match.two.play_turn()
    assert match.one.turns.left == 4
    assert [turns_of(match.one.move(f"W{pile}").view).left for pile in range(1, 5)] == [3, 2, 1, 0]


def test_a_redeal_stands(alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(EASIEST, 8))
    for _ in range(6):
        match.one.hold_turn_back()
        match.two.hold_turn_back()
    match.one.move("R")
    assert code_of(match.one.take_back()) == "card-was-turned"


# --- ending it --------------------------------------------------------------------------------------------------------


def test_a_turn_with_cards_to_place_is_not_ended(match: ByTurns) -> None:
    for placed in range(4):
        assert code_of(match.one.end_turn()) == "cards-left"
        match.one.move(f"W{placed + 1}")
    assert not Turn.objects.exists()
    assert match.one.end_turn().refused is None


def test_the_next_turn_opens_for_both_when_both_have_ended(match: ByTurns) -> None:
    match.one.play_turn()
    assert (match.one.turns.state, match.one.turns.turn) == ("waiting", 1)
    assert match.one.turns.waits_until == match.two.look().deadline
    match.wait(5 * DAY / 24)
    match.two.play_turn()
    for seat in match.both:
        turns = seat.turns
        assert (turns.turn, turns.state, turns.closed, turns.left) == (2, "playing", 1, 4)
        assert match.deadline_of(seat) == match.now + DAY
    assert match.match().turn_opened_at == match.now


def test_ending_a_turn_twice_is_harmless(match: ByTurns) -> None:
    first = match.one.play_turn()
    again = match.one.end_turn(turn=1)
    assert (again.refused, again.told, again.version, again.view) == (None, [], first.version, first.view)
    assert Turn.objects.count() == 1


def test_ending_a_turn_again_never_ends_the_next_one(match: ByTurns) -> None:
    match.play_turn()
    place(match.one, 4)
    before = everything_stored()
    assert match.one.end_turn(turn=1).refused is None
    assert everything_stored() == before
    assert match.one.is_playing
    match.one.resign()
    assert match.one.end_turn(turn=1).refused is None


def test_two_tabs_on_one_seat_end_a_turn_once(match: ByTurns, alice: Player) -> None:
    tab = AtTurns(alice, match.match(), match.now)
    match.one.place_all()
    seen = tab.look()
    match.one.end_turn()
    match.two.play_turn()
    assert tab.say(EndTurn(turns_of(seen).turn)).refused is None
    assert tab.turns.state == "playing"
    # What a stale page still shows is meant for the turn that it shows.
    assert code_of(tab.say(PlayMove(seen.rows + 1, "W1", 1))) == "another-turn"
    assert code_of(tab.say(TakeBack(seen.rows + 1, False, 1))) == "another-turn"


def test_ending_a_turn_that_is_not_open_yet_is_refused(match: ByTurns) -> None:
    match.one.place_all()
    assert code_of(match.one.end_turn(turn=2)) == "another-turn"
    match.one.end_turn()
    assert code_of(match.one.end_turn(turn=2)) == "another-turn"


# --- which row, which turn --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [None, 1, 3, 1000])
def test_a_move_for_another_turn_or_for_none_changes_nothing(match: ByTurns, turn: int | None) -> None:
    match.play_turn()
    before = everything_stored()
    n = match.one.look().rows + 1
    assert code_of(match.one.say(PlayMove(n, "W1", turn))) == "another-turn"
    assert code_of(match.one.say(TakeBack(n, False, turn))) == "another-turn"
    assert everything_stored() == before


def test_a_move_after_the_turn_was_ended_is_refused(match: ByTurns) -> None:
    match.one.play_turn()
    before = everything_stored()
    assert code_of(match.one.move("W1")) == "turn-ended"
    assert code_of(match.one.move("W1", turn=2)) == "another-turn"
    assert everything_stored() == before
    assert match.one.look().legal == []


def test_the_same_row_again_gets_the_same_answer_though_the_turn_has_closed_since(match: ByTurns) -> None:
    match.one.move("W1")
    place(match.one, 3)
    match.one.take_back()
    match.one.move("W3")
    match.one.end_turn()
    for _ in range(2):
        before = everything_stored()
        assert match.one.move("W1", n=1, turn=1).refused is None
        assert match.one.take_back(n=5, turn=1).refused is None
        assert code_of(match.one.move("W2", n=1, turn=1)) == "number-taken"
        assert code_of(match.one.take_back(n=1, turn=1)) == "number-taken"
        assert everything_stored() == before
        match.two.play_turn()


def test_a_row_beyond_the_next_is_refused(match: ByTurns) -> None:
    assert code_of(match.one.move("W1", n=2)) == "number-ahead"
    assert code_of(match.one.take_back(n=7)) == "number-ahead"


def test_a_turn_begun_goes_on_after_a_restart_and_in_another_tab(match: ByTurns, alice: Player) -> None:
    place(match.one, 3)
    before = match.one.look()
    forget_boards()
    tab = AtTurns(alice, match.match(), match.now)
    assert tab.look() == before
    tab.move("W4")
    assert match.one.look() == tab.look()
    assert match.one.turns.may_end


# --- what is said elsewhere, and what is not said here ----------------------------------------------------------------


def test_a_race_or_a_solo_game_has_no_turns(alice: Player, bob: Player) -> None:
    for seat in (AtTable.solo(alice), Race.begun(alice, bob).one):
        for message in (EndTurn(1), TakeAbsence(1)):
            assert code_of(seat.say(message)) == "no-turns"


def test_a_match_by_correspondence_is_not_claimed_and_not_raced_again(match: ByTurns) -> None:
    match.wait(DAY / 2)
    for message in (Claim(), Rematch(), NoRematch()):
        assert code_of(match.one.say(message)) == "not-a-race"
    before = everything_stored()
    assert match.one.say(Ready(b"x" * 16)).refused is None
    assert everything_stored() == before


def test_nobody_but_the_two_sits_or_watches_there(match: ByTurns, charlie: Player, guest: Player) -> None:
    for player_id in (charlie.pk, guest.pk, None):
        assert tables.place_of(match.key, player_id) is None


@pytest.mark.parametrize("days", [0, 8, -1, 1.5, True, "3", None])
def test_an_absence_of_no_or_too_many_days_is_not_understood(days: object) -> None:
    written = {True: "true", None: "null", "3": '"3"'}.get(days, str(days))  # type: ignore[call-overload]
    with pytest.raises(NoMessage, match="bad-field"):
        parse(f'{{"do": "absence", "days": {written}}}')


def test_what_is_said_by_correspondence_is_understood() -> None:
    assert parse('{"do": "absence", "days": 7}') == TakeAbsence(7)
    assert parse('{"do": "end turn", "turn": 5}') == EndTurn(5)
    assert parse('{"do": "move", "n": 1, "move": "W1", "turn": 5}') == PlayMove(1, "W1", 5)
    assert parse('{"do": "take back", "n": 1, "turn": 5}') == TakeBack(1, False, 5)
    with pytest.raises(NoMessage, match="missing-field"):
        parse('{"do": "end turn"}')
