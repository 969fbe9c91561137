"""A played game cut into questions: which moves were decisions, what they gave away, how long it was winnable."""

from collections.abc import Callable

import pytest

from games.analysis import decisions
from games.analysis.decisions import Game, Looked
from games.analysis.found import Found
from games.analysis.questions import Weighed
from games.engine.board import Board
from games.engine.deal import Dealt, deal, numbered_seed
from games.engine.move import Move
from games.engine.result import Outcome
from games.engine.rules import Rules

EVERY_LAYOUT = ["classic-4-0", "classic-3-1", "reverse-5-0", "broken-4-2", "giant-6-0"]


def dealt_by(rules: str = "classic-4-0", number: int = 1) -> Dealt:
    return deal(Rules.parse(rules), numbered_seed(number))


def played(rules: str = "classic-4-0", number: int = 1) -> Game:
    """A game to its end: what a foundation wants goes up, else the piles in turn."""
    board = Board(dealt_by(rules, number))
    while legal := board.legal_moves():
        upward = [move for move in legal if move.foundation or move.text == "R"]
        board.play(upward[0] if upward else legal[board.stock_left % len(legal)])
    return decisions.played_game(board.dealt, tuple(board.moves))


def weighed(**chances: float) -> tuple[Weighed, ...]:
    """Choices with these chances, best first, each sure to two points."""
    best = max(chances.values())
    ranked = sorted(chances.items(), key=lambda pair: -pair[1])
    return tuple(
        Weighed(move, chance, 0.02, best - chance, 0.02 if chance < best else 0.0, 600) for move, chance in ranked
    )


@pytest.mark.parametrize("rules", EVERY_LAYOUT)
def test_every_move_with_another_choice_is_a_decision_and_no_other(rules: str) -> None:
    game = played(rules)
    found = {decision.n: decision for decision in game.decisions}
    board = Board(game.dealt)
    for n, move in enumerate(game.moves, start=1):
        legal = board.legal_moves()
        # Empty piles are the same choice, and what has one legal move needs no choosing.
        piles = {tuple(pile) for pile in board.waste}
        if n in found:
            assert len(legal) > 1
            assert found[n].move is move
            assert found[n].choice in legal
        else:
            only_piles = all(one.places and one.pile for one in legal)
            assert len(legal) == 1 or (only_piles and len(piles) == 1) or board.rules.packs == 2
        board.play(move)
    assert game.outcome is board.outcome


def test_the_first_card_is_no_decision_where_every_pile_is_empty_and_nothing_wants_it() -> None:
    games = (played(number=number) for number in range(1, 50))
    game = next(game for game in games if not game.moves[0].foundation)
    assert game.decisions[0].n > 1


def test_a_move_to_one_of_two_empty_piles_goes_by_the_name_of_the_first() -> None:
    dealts = (dealt_by(number=number) for number in range(1, 50))
    dealt = next(one for one in dealts if any(move.foundation for move in Board(one).legal_moves()))
    game = decisions.played_game(dealt, (Move.parse("W3"),))
    assert [(one.move.text, one.choice.text) for one in game.decisions] == [("W3", "W1")]


def test_decisions_before_the_same_cards_are_marked_so() -> None:
    game = played()
    for one, following in zip(game.decisions, game.decisions[1:], strict=False):
        between = game.moves[one.n - 1 : following.n - 1]
        assert (one.shown == following.shown) == (not any(move.places for move in between))


def test_what_was_given_away_is_what_the_played_choice_trails_the_best_by() -> None:
    game = played()
    first = game.decisions[0]
    [judged] = decisions.judge(game, [weighed(**{str(first.choice): 0.4, "W2": 0.55})])
    assert (judged.n, judged.move, judged.best) == (first.n, str(first.move), "W2")
    assert judged.lost == pytest.approx(0.15)
    assert judged.is_clear


def test_the_best_choice_gave_nothing_away() -> None:
    game = played()
    [judged] = decisions.judge(game, [weighed(**{str(game.decisions[0].choice): 0.6, "W2": 0.5})])
    assert (judged.best, judged.lost, judged.error) == (judged.choice, 0.0, 0.0)
    assert not judged.is_clear


def test_what_could_be_made_up_for_before_the_next_card_was_not_given_away() -> None:
    """The playouts would have gone on as badly, but the player could still choose."""
    games = (played(number=number) for number in range(1, 100))
    game, place = next(
        (game, place)
        for game in games
        for place in range(len(game.decisions) - 1)
        if game.decisions[place].shown == game.decisions[place + 1].shown
    )
    before = [weighed(**{str(one.choice): 0.5, "W8": 0.1}) for one in game.decisions[:place]]
    bad = weighed(**{str(game.decisions[place].choice): 0.2, "W8": 0.6})
    well = weighed(**{str(game.decisions[place + 1].choice): 0.58, "W8": 0.1})
    badly = weighed(**{str(game.decisions[place + 1].choice): 0.19, "W8": 0.2})
    assert decisions.judge(game, [*before, bad])[-1].lost == pytest.approx(0.4)
    assert decisions.judge(game, [*before, bad, well])[-2].lost == pytest.approx(0.02)
    assert decisions.judge(game, [*before, bad, badly])[-2].lost == pytest.approx(0.4)


def judged(n: int, lost: float, error: float = 0.02) -> decisions.Judged:
    return decisions.Judged(n, "W1", "W1", "W2", lost, error, ())


def test_the_turning_points_are_the_three_that_clearly_gave_away_most_in_the_order_of_the_game() -> None:
    found = [judged(3, 0.2), judged(9, 0.05), judged(12, 0.5), judged(20, 0.3), judged(30, 0.1)]
    assert [one.n for one in decisions.turning_points(found)] == [3, 12, 20]


def test_what_chance_explains_is_no_turning_point() -> None:
    assert decisions.turning_points([judged(3, 0.04), judged(5, 0.3, error=0.2), judged(7, 0.0, error=0.0)]) == []
    assert [one.n for one in decisions.turning_points([judged(3, 1.0, error=0.0)])] == [3]


def search(game: Game, oracle: Callable[[int], Found]) -> tuple[decisions.LastWinnable, int]:
    """What is found where the oracle answers, and after how many questions."""
    looked: list[Looked] = []
    while (question := decisions.solve_question(game, looked)) is not None:
        after, asked = question
        assert asked.moves == tuple(map(str, game.moves[:after]))
        assert (asked.rules, asked.deal) == (str(game.dealt.rules), game.dealt.seed.hex())
        assert after not in [one.after for one in looked]
        looked.append(Looked(after, oracle(after)))
    return decisions.last_winnable(game, looked), len(looked)


def winnable_until(last: int, later: Found) -> Callable[[int], Found]:
    return lambda after: Found.WINNABLE if after <= last else later


def blocked() -> Game:
    games = (played(number=number) for number in range(1, 20))
    return next(game for game in games if game.outcome is Outcome.BLOCKED)


def test_the_last_winnable_moment_is_found_wherever_it_is() -> None:
    game = blocked()
    for last in range(len(game.moves)):
        found, asked = search(game, winnable_until(last, Found.LOST))
        assert (found.found, found.after, found.is_last) == (Found.WINNABLE, last, True)
        assert asked <= decisions.pieces(game) - len(game.decisions)


def test_a_deal_that_never_could_be_won_is_lost_only_where_that_is_proven() -> None:
    game = blocked()
    found, _ = search(game, lambda after: Found.LOST)
    assert (found.found, found.after) == (Found.LOST, None)
    found, _ = search(game, lambda after: Found.UNKNOWN)
    assert (found.found, found.after) == (Found.UNKNOWN, None)


def test_where_later_positions_are_unknown_the_last_winnable_one_is_not_called_the_last() -> None:
    found, _ = search(blocked(), winnable_until(7, Found.UNKNOWN))
    assert (found.found, found.after, found.is_last) == (Found.WINNABLE, 7, False)


def test_a_game_that_was_won_was_winnable_to_its_end_without_a_question() -> None:
    game = played("classic-8-2")
    assert game.outcome is Outcome.WON
    found, asked = search(game, lambda after: Found.LOST)
    assert (found.found, found.after, found.is_last, asked) == (Found.WINNABLE, len(game.moves), True, 0)
    assert decisions.pieces(game) == len(game.decisions)


def test_a_game_that_was_given_up_may_have_been_winnable_to_its_end() -> None:
    whole = blocked()
    game = decisions.played_game(whole.dealt, whole.moves[:20])
    found, _ = search(game, lambda after: Found.WINNABLE)
    assert (found.found, found.after, found.is_last) == (Found.WINNABLE, 20, True)


def test_a_game_of_no_moves_has_no_decisions() -> None:
    game = decisions.played_game(dealt_by(), ())
    assert game.decisions == ()
    found, asked = search(game, lambda after: Found.WINNABLE)
    assert (found.found, found.after, asked) == (Found.WINNABLE, 0, 1)
