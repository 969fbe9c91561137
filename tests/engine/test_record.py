"""A record is read strictly and written as the format says."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from games.engine.errors import InvalidRecord
from games.engine.record import SIZE_LIMIT, Record, RecordSeat
from games.engine.result import EndedBy, Outcome, StatedResult
from games.engine.strict_json import Json
from games.engine.winner import MatchResult, Reason
from tests.engine.records import record_of, written
from tests.engine.replays import CLASSIC, REPLAYS, Replay, replay_that

WON = replay_that(Outcome.WON, redeals_used=1, packs=2)
LEAST: dict[str, Json] = {
    "format": "calculation-record/1",
    "rules": {"layout": "classic", "waste_piles": 4, "redeals": 0},
    "seed": "00" * 32,
    "seats": [{"moves": []}],
}


@pytest.mark.parametrize("replay", REPLAYS[::5], ids=str)
def test_a_record_goes_to_its_file_and_back(replay: Replay) -> None:
    record = record_of(replay)
    assert Record.parse(written(record)) == record


def test_a_record_is_written_as_the_format_says() -> None:
    record = record_of(WON)
    assert record.to_json() == {
        "format": "calculation-record/1",
        "rules": {"layout": "giant", "waste_piles": 6, "redeals": 1},
        "seed": WON.seed.hex(),
        "commitment": WON.commitment,
        "secret": WON.secret and WON.secret.hex(),
        "contributions": [each.hex() for each in WON.contributions],
        "mode": "solo",
        "played_at": "2026-03-29T01:30:15.250000Z",
        "seats": [
            {
                "player": "alice",
                "moves": list(WON.moves),
                "seconds": [0.5 * number for number in range(len(WON.moves))],
                "ended_by": "won",
                "result": {
                    "outcome": "won",
                    "foundation_cards": 104,
                    "direct_points": 44,
                    "near_win": False,
                    "stock_left": 0,
                    "redeals_used": 1,
                },
            }
        ],
        "result": {"winner": 1, "reason": "first_to_win"},
    }


def test_what_is_not_known_is_not_written() -> None:
    record = Record.parse(written(LEAST))
    assert record == Record(CLASSIC, bytes(32), (RecordSeat(moves=()),))
    assert record.to_json() == LEAST


def test_an_instant_is_written_in_utc() -> None:
    paris = timezone(timedelta(hours=2))
    record = Record(CLASSIC, bytes(32), (RecordSeat(()),), played_at=datetime(2026, 7, 1, 1, 0, tzinfo=paris))
    assert record.to_json()["played_at"] == "2026-06-30T23:00:00Z"


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-29T01:30:15Z",
        "2026-03-29t01:30:15z",
        "2026-03-29T01:30:15+00:00",
        "2026-03-29T01:30:15.000-00:00",
    ],
)
def test_every_way_to_write_utc_is_read(text: str) -> None:
    assert Record.parse(written(LEAST | {"played_at": text})).played_at == datetime(2026, 3, 29, 1, 30, 15, tzinfo=UTC)


def test_hex_digits_may_be_capitals() -> None:
    assert Record.parse(written(LEAST | {"seed": "AB" * 32})).seed == b"\xab" * 32


def test_keys_not_known_are_passed_over() -> None:
    assert Record.parse(written(LEAST | {"club": {"name": "The Fairest"}})) == Record.parse(written(LEAST))


def test_parts_of_a_result_may_be_left_out() -> None:
    seat: dict[str, Json] = {"moves": [], "result": {"stock_left": 48}}
    record = Record.parse(written(LEAST | {"seats": [seat], "result": {"winner": None}}))
    assert record.seats[0].result == StatedResult(stock_left=48)
    assert record.result == MatchResult(None)
    assert record.seats[0].to_json() == seat


def test_a_reason_without_a_winner_states_nothing() -> None:
    assert Record.parse(written(LEAST | {"result": {"reason": "time"}})).result is None


def test_two_seats_are_read_in_their_order() -> None:
    record = Record.parse(
        written(
            LEAST
            | {
                "seats": [{"moves": ["W1"], "ended_by": "decided"}, {"moves": [], "ended_by": "left"}],
                "mode": "race",
                "result": {"winner": 1, "reason": "left"},
            }
        )
    )
    assert record.seats == (
        RecordSeat(("W1",), ended_by=EndedBy.DECIDED),
        RecordSeat((), ended_by=EndedBy.LEFT),
    )
    assert record.result == MatchResult(1, Reason.LEFT)


BREAKAGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "format is missing": lambda record: record.pop("format"),
    "format is not calculation-record/1": lambda record: record.update(format="calculation-record/2"),
    "format is no text": lambda record: record.update(format=1),
    "rules is missing": lambda record: record.pop("rules"),
    "rules: a game has 3 to 8 waste piles": lambda record: record["rules"].update(waste_piles=9),
    "rules: waste_piles and redeals are whole numbers": lambda record: record["rules"].update(redeals=False),
    "rules: there is no layout": lambda record: record["rules"].update(layout="spider"),
    "rules: rules are an object": lambda record: record.update(rules="classic-4-0"),
    "seed is missing": lambda record: record.pop("seed"),
    "seed is not 64 hex digits": lambda record: record.update(seed="00" * 31),
    "secret is not 64 hex digits": lambda record: record.update(secret="g" * 64),
    "commitment is not 64 hex digits": lambda record: record.update(commitment=None),
    "contributions 1 is not 32 hex digits": lambda record: record.update(contributions=["00" * 17]),
    "contributions is no array": lambda record: record.update(contributions="00" * 16),
    "contributions is no array of 0 to 2": lambda record: record.update(contributions=["00" * 16] * 3),
    "mode is none of solo, race": lambda record: record.update(mode="duel"),
    "played_at is no instant in UTC": lambda record: record.update(played_at="2026-03-29T01:30:15+02:00"),
    "played_at is no instant": lambda record: record.update(played_at="2026-02-30T01:30:15Z"),
    "played_at is no text": lambda record: record.update(played_at=1_774_747_815),
    "seats is missing": lambda record: record.pop("seats"),
    "seats is no array of 1 to 2": lambda record: record.update(seats=[]),
    "seats is no array of 1 to 2 values": lambda record: record.update(seats=[{"moves": []}] * 3),
    "seats 1 is no object": lambda record: record.update(seats=[["F1"]]),
    "moves is missing": lambda record: record["seats"][0].pop("moves"),
    "moves is no array": lambda record: record["seats"][0].update(moves="F1"),
    "moves 2 is no text": lambda record: record["seats"][0].update(moves=["W1", 2]),
    "moves 1 is no text of at most": lambda record: record["seats"][0].update(moves=["W1" * 1000]),
    "moves is no array of 0 to 1000": lambda record: record["seats"][0].update(moves=["W1"] * 1001),
    "player is no text of at most": lambda record: record["seats"][0].update(player="a" * 201),
    "player is no text": lambda record: record["seats"][0].update(player=None),
    "seconds 1 is no number of seconds": lambda record: record["seats"][0].update(seconds=[-1]),
    "seconds 1 is no number": lambda record: record["seats"][0].update(seconds=[True]),
    "seconds is no array": lambda record: record["seats"][0].update(seconds=3.5),
    "ended_by is none of won, blocked": lambda record: record["seats"][0].update(ended_by="lost"),
    "result is no object": lambda record: record["seats"][0].update(result=52),
    "outcome is none of playing": lambda record: record["seats"][0]["result"].update(outcome="lost"),
    "foundation_cards is no whole number": lambda record: record["seats"][0]["result"].update(foundation_cards=52.0),
    "near_win is neither true nor false": lambda record: record["seats"][0]["result"].update(near_win=0),
    "winner is no whole number": lambda record: record["result"].update(winner=True),
    "reason is none of first_to_win": lambda record: record["result"].update(reason="luck"),
}


@pytest.mark.parametrize(("why", "break_it"), BREAKAGES.items(), ids=BREAKAGES)
def test_it_says_which_field_is_wrong(why: str, break_it: Callable[[dict[str, Any]], object]) -> None:
    broken = json.loads(written(record_of(WON)))
    break_it(broken)
    with pytest.raises(InvalidRecord, match=why):
        Record.parse(written(broken))


def test_a_file_longer_than_any_record_is_not_read() -> None:
    padded = written(LEAST).ljust(SIZE_LIMIT)
    assert Record.parse(padded) == Record.parse(written(LEAST))
    with pytest.raises(InvalidRecord, match="longer than"):
        Record.parse(padded + b" ")
