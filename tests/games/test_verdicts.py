"""How an ended game came out, in words: to each of its players from their side, and to everybody else."""

import pytest

from club.models import Player
from games import verdicts
from games.ended import EndedGame
from games.models import Deal, Match, Seat
from games.models.matches import Reason
from tests.games.conftest import NOON


def game(mode: str, place: int, winner: int | None, reason: str, *seats: dict[str, object]) -> EndedGame:
    """An ended game with these seats, of Anna and Bert, as far as its words rest on them."""
    match = Match(mode=mode, winner=winner, reason=reason, deal=Deal(rules="classic-4-0"))
    names = ("Anna", "Bert")
    sat = [Seat(place=at, player=Player(name=names[at - 1]), **given) for at, given in enumerate(seats, start=1)]
    return EndedGame(match, sat, place, closed=True)


BLOCKED: dict[str, object] = {"ended_by": "blocked", "foundation_cards": 30, "direct_points": 9}
MORE = BLOCKED | {"foundation_cards": 34}
DECIDED = MORE | {"ended_by": "decided"}
WON: dict[str, object] = {"ended_by": "won", "won": True, "foundation_cards": 52, "direct_points": 20}
LOST: dict[str, object] = {"ended_by": "decided", "foundation_cards": 30}
RESIGNED = LOST | {"ended_by": "resigned"}
TIME = LOST | {"ended_by": "time"}
BY_POINTS = "Both won the board in the same turn. Cards are level at 52; direct points decide, 20 against 19."
LEFT = LOST | {"ended_by": "left"}


@pytest.mark.parametrize(
    ("seat", "headline", "why"),
    [
        (WON, "Won!", "Every card is on the foundations."),
        (BLOCKED, "Blocked", "The stock was used up, and nothing could move any more."),
        (BLOCKED | {"near_win": True}, "A near win", "The stock was used up, and nothing could move any more."),
        (RESIGNED | {"stock_left": 1}, "Resigned", "The game was given up. 1 card was left in the stock."),
        (RESIGNED | {"stock_left": 7}, "Resigned", "The game was given up. 7 cards were left in the stock."),
        (LEFT, "Left for the next deal", "The next deal was asked for; it counts as it stood."),
        (LOST | {"ended_by": "day_over"}, "The day is over", "It counts as it stood at 24:00 UTC."),
    ],
)
def test_a_game_played_alone_is_told_by_how_it_ended(seat: dict[str, object], headline: str, why: str) -> None:
    ended = game("solo", 1, None, "", seat)
    assert (verdicts.headline(ended), verdicts.reason(ended)) == (headline, why)


@pytest.mark.parametrize(
    ("mode", "winner", "reason", "seats", "to_anna", "to_bert", "to_others"),
    [
        (
            "race",
            1,
            Reason.FIRST_TO_WIN,
            (WON, LOST),
            "You were the first to win the board.",
            "Anna was the first to win the board.",
            "Anna was the first to win the board.",
        ),
        ("race", 2, Reason.RESIGNED, (RESIGNED, LOST), "You resigned.", "Anna resigned.", "Anna resigned."),
        (
            "race",
            1,
            Reason.LEFT,
            (LOST, LEFT),
            "Bert was away for too long, and the race was claimed.",
            "You were away for too long, and the race was claimed.",
            "Bert was away for too long, and the race was claimed.",
        ),
        (
            "race",
            2,
            Reason.MORE_CARDS,
            (BLOCKED, DECIDED),
            "You were blocked and then passed. 34 cards against 30.",
            "Anna was blocked and then passed. 34 cards against 30.",
            "Anna was blocked and then passed. 34 cards against 30.",
        ),
        ("race", 2, Reason.MORE_CARDS, (BLOCKED, MORE), *["Both boards were blocked. 34 cards against 30."] * 3),
        (
            "race",
            1,
            Reason.MORE_CARDS,
            (TIME | {"foundation_cards": 31}, TIME),
            *["Time was up. 31 cards against 30."] * 3,
        ),
        (
            "race",
            1,
            Reason.MORE_DIRECT_POINTS,
            (BLOCKED, BLOCKED | {"direct_points": 8}),
            *["Both boards were blocked. Cards are level at 30; direct points decide, 9 against 8."] * 3,
        ),
        (
            "race",
            None,
            Reason.EQUAL,
            (LEFT | {"direct_points": 2}, LEFT | {"direct_points": 2}),
            *["Both were away for too long. Cards are level at 30, and direct points at 2."] * 3,
        ),
        (
            "correspondence",
            1,
            Reason.FIRST_TO_WIN,
            (WON, BLOCKED),
            "You won the board, and your opponent did not.",
            "Anna alone won the board.",
            "Anna alone won the board.",
        ),
        (
            "correspondence",
            2,
            Reason.FEWER_REDEALS,
            (WON | {"redeals_used": 2}, WON | {"redeals_used": 1}),
            "Both won the board. Bert needed fewer redeals, 1 against 2.",
            "Both won the board. You needed fewer redeals, 1 against 2.",
            "Both won the board. Bert needed fewer redeals, 1 against 2.",
        ),
        (
            "correspondence",
            1,
            Reason.EARLIER_TURN,
            (WON, WON),
            "Both won the board. You did so in an earlier turn.",
            "Both won the board. Anna did so in an earlier turn.",
            "Both won the board. Anna did so in an earlier turn.",
        ),
        (
            "correspondence",
            2,
            Reason.TIME,
            (TIME, LOST),
            "You were out of time.",
            "Anna was out of time.",
            "Anna was out of time.",
        ),
        ("correspondence", None, Reason.TIME, (TIME, TIME), *["Both were out of time at once."] * 3),
        (
            "correspondence",
            1,
            Reason.MORE_CARDS,
            (MORE, BLOCKED),
            *["Both boards were played to their end. 34 cards against 30."] * 3,
        ),
        (
            "correspondence",
            1,
            Reason.MORE_DIRECT_POINTS,
            (WON, WON | {"direct_points": 19}),
            *[BY_POINTS] * 3,
        ),
    ],
)
def test_a_match_is_told_from_where_its_reader_sat(
    *,
    mode: str,
    winner: int | None,
    reason: Reason,
    seats: tuple[dict[str, object], dict[str, object]],
    to_anna: str,
    to_bert: str,
    to_others: str,
) -> None:
    told = [verdicts.reason(game(mode, place, winner, reason, *seats)) for place in (1, 2, 0)]
    assert told == [to_anna, to_bert, to_others]


@pytest.mark.parametrize(
    ("winner", "told"), [(1, ["You won!", "Anna won", "Anna won"]), (2, ["Bert won", "You won!", "Bert won"])]
)
def test_the_headline_names_the_winner(winner: int, told: list[str]) -> None:
    assert [verdicts.headline(game("race", at, winner, Reason.RESIGNED, LOST, LOST)) for at in (1, 2, 0)] == told


def test_whoever_was_away_from_the_house_was_away_alone() -> None:
    for place, told in ((1, "You were away for too long."), (0, "Anna was away for too long.")):
        ended = game("race", place, 2, Reason.MORE_CARDS, LEFT, LEFT | {"foundation_cards": 31})
        ended.seats[1].player.house_level = "expert"
        assert verdicts.reason(ended) == f"{told} 31 cards against 30."


def test_a_draw_and_a_void_result_are_said_to_be_so() -> None:
    drawn = game("race", 1, None, Reason.EQUAL, BLOCKED, BLOCKED)
    assert verdicts.headline(drawn) == "A draw"
    drawn.match.voided_at = NOON
    assert verdicts.headline(drawn) == "The result is void"
    assert verdicts.reason(drawn) == "A moderator has made it void: it counts nowhere."
