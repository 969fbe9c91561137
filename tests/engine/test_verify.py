"""Good records hold; whatever is changed in one is found, with the number of the first wrong move."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.board import Board
from games.engine.deal import NO_CONTRIBUTION, commitment, deal, mix
from games.engine.move import Move
from games.engine.record import Mode, Record, RecordSeat, Verdict, judge, verify
from games.engine.result import EndedBy, Outcome, StatedResult
from games.engine.rules import Layout, Rules
from games.engine.winner import MatchResult, Reason
from tests.engine.laid_out import moves
from tests.engine.records import record_of, written
from tests.engine.replays import CLASSIC, REPLAYS, Replay, replay_that

WON = replay_that(Outcome.WON, redeals_used=1, packs=2)
BLOCKED = REPLAYS[0]
SEED = bytes(range(32))


def seat_of(board: Board, ended_by: EndedBy) -> RecordSeat:
    return RecordSeat(tuple(map(str, board.moves)), ended_by=ended_by, result=StatedResult.of(board.result(ended_by)))


def test_a_record_that_holds_gives_the_replayed_results() -> None:
    verdict = verify(record_of(WON))
    assert verdict.to_json("a.calc.json") == {
        "file": "a.calc.json",
        "holds": True,
        "seats": [
            {
                "outcome": "won",
                "foundation_cards": 104,
                "direct_points": 44,
                "near_win": False,
                "stock_left": 0,
                "redeals_used": 1,
            }
        ],
    }


@pytest.mark.parametrize("replay", REPLAYS[::4], ids=str)
def test_format_rules_seed_and_moves_are_enough(replay: Replay) -> None:
    verdict = verify(Record(replay.rules, replay.seed, (RecordSeat(replay.moves),)))
    assert verdict == Verdict(True, (replay.board().result(),))


@given(st.integers(1, len(BLOCKED.moves)), st.sampled_from(["F1", "W2", "W3F2", "R", "X", "W9", "F5"]))
def test_a_changed_move_is_found_where_the_line_first_breaks_a_rule(at: int, text: str) -> None:
    line = (*BLOCKED.moves[: at - 1], text, *BLOCKED.moves[at:])
    verdict = verify(Record(BLOCKED.rules, BLOCKED.seed, (RecordSeat(line),)))
    assert verdict.at == first_wrong(line)
    assert verdict.holds is (verdict.at is None)


def first_wrong(line: tuple[str, ...]) -> int | None:
    for length in range(1, len(line) + 1):
        try:
            Board.replay(BLOCKED.dealt(), map(Move.parse, line[:length]))
        except ValueError:
            return length
    return None


@pytest.mark.parametrize("at", [1, 17, 67])
@pytest.mark.parametrize("text", ["W3F9", "", "back", "W1F1 ", "R"])
def test_the_first_wrong_move_is_counted_from_one(at: int, text: str) -> None:
    record = record_of(BLOCKED)
    line = (*BLOCKED.moves[: at - 1], text, *BLOCKED.moves[at:])
    verdict = verify(replace(record, seats=(replace(record.seats[0], moves=line),)))
    assert (verdict.holds, verdict.at) == (False, at)
    assert verdict.reason.startswith(f"seat 1, move {at}: ")


def test_a_move_after_the_end_is_wrong() -> None:
    record = record_of(WON)
    longer = replace(record.seats[0], moves=(*WON.moves, "W1"))
    assert verify(replace(record, seats=(longer,))).at == len(WON.moves) + 1


def other_hex(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


TAMPERINGS: dict[str, Callable[[dict[str, Any]], object]] = {
    "the commitment is not to this secret": lambda record: record.update(commitment=other_hex(record["commitment"])),
    "the commitment is not to this secret ": lambda record: record.update(secret=other_hex(record["secret"])),
    "the commitment is not to this secret  ": lambda record: record.pop("secret") and record.pop("contributions"),
    "the seed does not come from this secret": lambda record: record.update(seed=other_hex(record["seed"])),
    "the seed does not come from": lambda record: record.update(contributions=[other_hex(record["contributions"][0])]),
    "the seed does not come": lambda record: record.update(contributions=record["contributions"][:0]),
    "the seed does not": lambda record: record.pop("contributions"),
    "contributions prove nothing without": lambda record: record.pop("secret"),
    "another outcome": lambda record: record["seats"][0]["result"].update(outcome="blocked"),
    "another foundation_cards": lambda record: record["seats"][0]["result"].update(foundation_cards=103),
    "another direct_points": lambda record: record["seats"][0]["result"].update(direct_points=45),
    "another near_win": lambda record: record["seats"][0]["result"].update(near_win=True),
    "another stock_left": lambda record: record["seats"][0]["result"].update(stock_left=1),
    "another redeals_used": lambda record: record["seats"][0]["result"].update(redeals_used=10**4000),
    "ended by blocked, but the board is won": lambda record: record["seats"][0].update(ended_by="blocked"),
    "ended by resigned, but the board is won": lambda record: record["seats"][0].update(ended_by="resigned"),
    "1 times for 154 moves": lambda record: record["seats"][0].update(seconds=[1]),
    "another outcome than the replay": lambda record: record["seats"][0].update(
        moves=record["seats"][0]["moves"][:-1], ended_by="left"
    ),
    "ended by won, but the board is playing": lambda record: record["seats"][0].update(
        moves=record["seats"][0]["moves"][:-1]
    ),
    "race is not played by 1": lambda record: record.update(mode="race"),
    "alone won its board, but not the match": lambda record: record.update(result={"winner": None}),
    "the winner is none of the 1 seats": lambda record: record["result"].update(winner=10**4000),
    "do not bear out winner 1 by more_cards": lambda record: record["result"].update(reason="more_cards"),
}


@pytest.mark.parametrize(("reason", "tamper"), TAMPERINGS.items(), ids=TAMPERINGS)
def test_tampering_is_found(reason: str, tamper: Callable[[dict[str, Any]], object]) -> None:
    record = json.loads(written(record_of(WON)))
    assert judge(written(record)).holds is True
    tamper(record)
    verdict = judge(written(record))
    assert (verdict.holds, verdict.at) == (False, None)
    assert reason.strip() in verdict.reason


def test_another_layout_of_the_same_secret_is_found() -> None:
    verdict = verify(replace(record_of(BLOCKED), rules=Rules(Layout.REVERSE)))
    assert (verdict.holds, verdict.at) == (False, 2)


def test_a_board_blocked_may_have_ended_for_another_reason_but_not_the_other_way_round() -> None:
    record = record_of(BLOCKED)
    assert BLOCKED.after["outcome"] == Outcome.BLOCKED
    assert verify(replace(record, seats=(replace(record.seats[0], ended_by=EndedBy.TIME),))).holds is True
    playing = Board.replay(deal(CLASSIC, SEED), moves("W1"))
    seat = replace(seat_of(playing, EndedBy.LEFT), ended_by=EndedBy.BLOCKED)
    assert verify(Record(CLASSIC, SEED, (seat,))).reason == "seat 1: ended by blocked, but the board is playing"


def test_a_near_win_needs_an_end() -> None:
    near = next(replay for replay in REPLAYS if replay.after["near_win"] and replay.rules.packs == 2)
    board = near.board()
    while board.outcome is Outcome.BLOCKED:
        board.take_back()
    assert board.foundation_cards >= near.rules.near_win_at
    line = tuple(map(str, board.moves))
    for ended_by, near_win in ((None, False), (EndedBy.TIME, True)):
        seat = RecordSeat(line, ended_by=ended_by, result=StatedResult(near_win=near_win))
        assert verify(Record(near.rules, near.seed, (seat,))).holds is True
        seat = RecordSeat(line, ended_by=ended_by, result=StatedResult(near_win=not near_win))
        assert verify(Record(near.rules, near.seed, (seat,))).holds is False


@pytest.mark.parametrize("contributions", [None, ()])
def test_without_contributions_the_seed_is_itself_the_secret(contributions: tuple[bytes, ...] | None) -> None:
    record = Record(
        CLASSIC,
        SEED,
        (RecordSeat(()),),
        commitment=bytes.fromhex(commitment(SEED)),
        contributions=contributions,
    )
    assert verify(record).holds is True
    assert verify(replace(record, secret=SEED)).holds is True
    assert verify(replace(record, secret=bytes(32))).holds is False


@given(st.lists(st.binary(min_size=16, max_size=16), min_size=1, max_size=2))
def test_a_shared_seed_is_checked_without_a_commitment_too(contributions: list[bytes]) -> None:
    secret = bytes(32)
    seed = mix(secret, contributions)
    record = Record(CLASSIC, seed, (RecordSeat(()),), secret=secret, contributions=tuple(contributions))
    assert verify(record).holds is True
    assert verify(replace(record, contributions=(*contributions[1:], NO_CONTRIBUTION, NO_CONTRIBUTION))).holds is False


def race(first: str, second: str, result: MatchResult, ended_by: tuple[EndedBy, EndedBy]) -> Record:
    dealt = deal(CLASSIC, SEED)
    seats = tuple(
        seat_of(Board.replay(dealt, moves(line)), ending)
        for line, ending in zip((first, second), ended_by, strict=True)
    )
    return Record(CLASSIC, SEED, seats, mode=Mode.RACE, result=result)


def test_a_race_is_won_by_the_seat_with_more_cards() -> None:
    out_of_time = (EndedBy.TIME, EndedBy.TIME)
    first_up = next(str(move) for move in every_card_held_back().legal_moves() if move.foundation)
    behind, ahead = "W1 " * 48, "W1 " * 48 + first_up
    by_cards = MatchResult(2, Reason.MORE_CARDS)
    verdict = verify(race(behind, ahead, by_cards, out_of_time))
    assert verdict.holds is True
    assert [result.foundation_cards for result in verdict.results] == [4, 5]
    assert verify(race(ahead, behind, by_cards, out_of_time)).holds is False


def every_card_held_back() -> Board:
    return Board.replay(deal(CLASSIC, SEED), moves("W1 " * 48))


def test_the_fault_names_the_seat_that_it_is_in() -> None:
    record = race("W1", "W1 W2", MatchResult(1, Reason.RESIGNED), (EndedBy.DECIDED, EndedBy.RESIGNED))
    assert verify(record).holds is True
    wrong = replace(record.seats[1], moves=("W1", "W1", "F9"))
    verdict = verify(replace(record, seats=(record.seats[0], wrong)))
    assert verdict.at == 3
    assert verdict.reason.startswith("seat 2, move 3: ")
    misstated = replace(record.seats[1], result=StatedResult(stock_left=47))
    verdict = verify(replace(record, seats=(record.seats[0], misstated)))
    assert (verdict.at, verdict.reason) == (
        None,
        "seat 2: the result states another stock_left than the replay",
    )


def test_nobody_wins_by_resigning() -> None:
    ended_by = (EndedBy.DECIDED, EndedBy.RESIGNED)
    assert verify(race("W1", "W1", MatchResult(2, Reason.RESIGNED), ended_by)).holds is False


def test_two_do_not_play_solo() -> None:
    record = race("W1", "W2", MatchResult(None, Reason.EQUAL), (EndedBy.TIME, EndedBy.TIME))
    assert verify(record).holds is True
    assert verify(replace(record, mode=Mode.SOLO)).reason == "solo is not played by 2"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 100,
        b"\x89PNG",
        b"{}",
        b"[" * 200_000,
        b'{"format": "calculation-record/1"}',
        b"9" * 100_000,
    ],
)
def test_what_is_no_record_neither_holds_nor_fails(content: bytes) -> None:
    verdict = judge(content)
    assert verdict.holds is None
    assert verdict.to_json("x") == {"file": "x", "holds": None, "reason": verdict.reason, "at": None}
    assert verdict.reason


@given(st.data())
def test_a_broken_byte_never_makes_it_fall_over(data: st.DataObject) -> None:
    content = bytearray(written(record_of(BLOCKED)))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    verdict = judge(bytes(content))
    assert verdict.holds is True or verdict.reason
    json.dumps(verdict.to_json("x"))
