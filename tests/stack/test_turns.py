"""A client written only from docs/protocol.md plays by correspondence on the real server, whose clock is moved."""

import datetime as dt
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from tests.protocol_client import Frame, Visitor
from tests.protocol_turns import TurnsTable, Wish, agree
from tests.served import ServedClub

TURNS = 6
DAY = dt.timedelta(days=1)
# Beyond the two seconds in which what arrived before a deadline is still being written.
JUST_AFTER_A_DAY = DAY.total_seconds() + 5

type Two = tuple[TurnsTable, TurnsTable]
type Chooses = Callable[[list[str]], str]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClub]:
    with ServedClub(tmp_path_factory.mktemp("club"), clock=True) as served:
        yield served


@asynccontextmanager
async def two_at_a_table(club: ServedClub, names: tuple[str, str], wish: Wish) -> AsyncIterator[Two]:
    """Two new members, both connected to the match that the second has accepted."""
    async with Visitor(club.url) as first, Visitor(club.url) as second:
        for visitor, name in zip((first, second), names, strict=True):
            await visitor.sign_up(name)
        key = await agree(first, second, wish)
        tables = TurnsTable(first, key), TurnsTable(second, key)
        for table in tables:
            await table.connect()
        yield tables
        for table in tables:
            await table.close()


async def test_two_play_six_turns_and_the_record_holds_both_boards(club: ServedClub) -> None:
    wish = Wish(turn_cards=8, spare_days=1)
    async with two_at_a_table(club, ("Heron", "Stork"), wish) as (heron, stork):
        by_chance = Random(6).choice

        def simple(legal: list[str]) -> str:
            return heron.choice()

        assert [table.view["phase"] for table in (heron, stork)] == ["running"] * 2
        assert heron.view["board"] == stork.view["board"]

        await _play_unseen(heron, simple, stork)
        assert (heron.state, stork.state) == ("waiting", "playing")
        assert heron.view["turns"]["waits_until"] == stork.view["deadline"]
        await stork.play_turn(by_chance)
        await _wait_for_turn(2, heron, stork)

        await _let_the_clock_judge(club, heron, simple, stork, by_chance)
        await stork.play_turn(by_chance)
        await _wait_for_turn(3, heron, stork)

        before = _deadline(heron)
        await heron.take_absence(2)
        assert _deadline(heron) == before + 2 * DAY
        assert _deadline(stork) == before
        while heron.turn < TURNS:
            await heron.play_turn(simple)
            await stork.play_turn(by_chance)
            await _wait_for_turn(heron.turn + 1, heron, stork)
        await heron.play_turn(simple)
        await stork.play_turn(by_chance)
        for table in (heron, stork):
            await table.until(lambda view: view["phase"] == "ended")

        await _assert_turns_stand_as_they_were(heron, stork)
        record = await _assert_record_verifies(club, heron, stork)
    assert [seat["player"] for seat in record["seats"]] == ["Heron", "Stork"]
    assert len(set(record["contributions"])) == 2
    assert record["commitment"] == heron.view["deal"]["commitment"]


async def _play_unseen(table: TurnsTable, choose: Chooses, other: TurnsTable) -> None:
    """A whole turn, of which the other is told nothing."""
    seen = other.version
    await table.play_turn(choose)
    await other.look()
    assert other.version == seen
    assert (await _turn_end(other, table.turn)).status_code == 404


async def _let_the_clock_judge(
    club: ServedClub, placed: TurnsTable, simple: Chooses, late: TurnsTable, by_chance: Chooses
) -> None:
    """Nobody ends the turn: the one whose cards are placed has it ended, the other spends the spare day."""
    while placed.view["turns"]["left"]:
        await placed.play(simple(placed.view["legal"]))
    await late.play(by_chance(late.view["legal"]))
    before = _deadline(late)
    club.move_clock(JUST_AFTER_A_DAY)
    await placed.until(lambda view: view["turns"]["state"] == "waiting")
    await late.until(lambda view: view["turns"]["spare_days_left"] == 0)
    assert placed.view["turns"]["spare_days_left"] == 1
    assert late.state == "playing"
    assert _deadline(late) == before + DAY
    assert placed.view["turns"]["waits_until"] == late.view["deadline"]


async def _wait_for_turn(number: int, *tables: TurnsTable) -> None:
    """Both see the turn before it closed: the same two lines, and a new deadline."""
    for table in tables:
        await table.until(lambda view: view["turns"]["turn"] == number)
        assert (table.state, table.view["turns"]["closed"]) == ("playing", number - 1)
    one, two = tables
    assert one.view["turns"]["lines"] == two.view["turns"]["lines"]
    assert one.view["deadline"] == two.view["deadline"]


async def _assert_turns_stand_as_they_were(*tables: TurnsTable) -> None:
    """Every turn can be looked at, by both alike; the last one is how the boards ended."""
    for number in range(1, TURNS + 1):
        first, second = [await _turn_end(table, number) for table in tables]
        assert first.status_code == 200
        assert first.content == second.content
    assert first.json()["boards"] == tables[0].view["turns"]["boards"]
    assert (await _turn_end(tables[0], TURNS + 1)).status_code == 404


async def _turn_end(table: TurnsTable, number: int) -> Any:
    return await table.visitor.http.get(f"/table/{table.key}/turns/{number}/")


async def _assert_record_verifies(club: ServedClub, *tables: TurnsTable) -> Frame:
    """The one record that both are given says what both views say, and the club's own verifier holds it for true."""
    texts = {(await table.visitor.http.get(f"/table/{table.key}/record.calc.json")).text for table in tables}
    [text] = texts
    verdict = club.manage("verify", "-", stdin=text)
    assert verdict.returncode == 0, verdict.stdout
    record: Frame = json.loads(text)
    for turns in (table.view["turns"] for table in tables):
        assert json.loads(verdict.stdout)["seats"] == turns["results"]
        assert record["result"] == {"winner": turns["winner"], "reason": turns["reason"]}
        assert [seat["ended_by"] for seat in record["seats"]] == turns["ended_by"]
    assert record["mode"] == "correspondence"
    return record


def _deadline(table: TurnsTable) -> dt.datetime:
    return dt.datetime.fromisoformat(table.view["deadline"])


async def test_who_is_out_of_time_without_a_spare_day_loses(club: ServedClub) -> None:
    async with two_at_a_table(club, ("Early", "Late"), Wish(turn_cards=8, spare_days=0)) as (early, late):
        await early.play_turn(Random(1).choice)
        await late.play(late.choice())
        club.move_clock(JUST_AFTER_A_DAY)
        refused = await late.play(late.choice())
        await early.until(lambda view: view["phase"] == "ended")
        record = await _assert_record_verifies(club, early, late)
    assert (refused["is"], refused["error"]) == ("refused", "match-over")
    assert record["result"] == {"winner": early.view["seat"], "reason": "time"}
    assert record["seats"][late.view["seat"] - 1]["ended_by"] == "time"


async def test_both_out_of_time_at_once_is_a_draw(club: ServedClub) -> None:
    async with two_at_a_table(club, ("Dawn", "Dusk"), Wish(turn_cards=8, spare_days=0)) as (dawn, dusk):
        await dawn.play(dawn.choice())
        club.move_clock(JUST_AFTER_A_DAY)
        for table in (dawn, dusk):
            await table.until(lambda view: view["phase"] == "ended")
        record = await _assert_record_verifies(club, dawn, dusk)
    assert record["result"] == {"winner": None, "reason": "time"}
    assert [seat["ended_by"] for seat in record["seats"]] == ["time", "time"]
