"""A client written only from docs/protocol.md races whole games on the real server, and every record verifies."""

import asyncio
import datetime as dt
import json
import re
from collections.abc import Iterator
from random import Random

import pytest

from tests.protocol_client import Frame, Visitor
from tests.protocol_race import RaceTable, Wish, accept, agree, challenge, race_anyone, the_call
from tests.served import ServedClub
from tests.stack.kills import opened

CARDS = re.compile(r"([A23456789TJQK][CDHS])+")
DOUBLE_POSTS = 20


class Recorded(RaceTable):
    """A seat that keeps every frame, as it came."""

    def __init__(self, visitor: Visitor, key: str) -> None:
        super().__init__(visitor, key)
        self.frames: list[Frame] = []

    async def _receive(self) -> Frame:
        self.frames.append(await super()._receive())
        return self.frames[-1]


@pytest.mark.parametrize(
    ("wish", "member"),
    [
        (Wish("classic", 4), True),
        (Wish("broken", 4, redeals=1, minutes=10), False),
        (Wish("giant", 8, minutes=3), False),
    ],
)
async def test_two_race_to_the_end_and_the_record_holds_both_boards(club: ServedClub, wish: Wish, member: bool) -> None:
    async with Visitor(club.url) as first, Visitor(club.url) as second:
        if member:
            await first.sign_up("Hare")
        key = await agree(first, second, wish)
        tables = [RaceTable(first, key), RaceTable(second, key)]
        await asyncio.gather(*(table.begin() for table in tables))
        # Two that play differently, so that the boards are not the same by chance.
        ends = await asyncio.gather(tables[0].play_out(), tables[1].play_out(Random(3).choice))
        records = [await visitor.http.get(f"/table/{key}/record.calc.json") for visitor in (first, second)]
        for table in tables:
            await table.close()

    race = ends[0]["race"]
    assert [end["phase"] for end in ends] == ["ended", "ended"]
    assert {end["seat"] for end in ends} == {1, 2}
    for told in ("winner", "reason", "boards", "results", "ended_by"):
        assert ends[1]["race"][told] == race[told]
    assert records[0].content == records[1].content
    record = records[0].json()
    verdict = club.manage("verify", "-", stdin=records[0].text)
    assert verdict.returncode == 0, verdict.stdout
    assert json.loads(verdict.stdout)["seats"] == race["results"]
    assert record["result"] == {"winner": race["winner"], "reason": race["reason"]}
    assert [seat["ended_by"] for seat in record["seats"]] == race["ended_by"]
    assert record["commitment"] == ends[0]["deal"]["commitment"]
    assert record["contributions"] == ends[0]["deal"]["contributions"]
    assert len(set(record["contributions"])) == 2
    assert (record["seats"][ends[0]["seat"] - 1]["player"] == "Hare") == member


async def test_no_card_leaves_the_server_before_both_boards_open_at_one_instant(club: ServedClub) -> None:
    async with Visitor(club.url) as first, Visitor(club.url) as second:
        key = await agree(first, second, Wish(minutes=5))
        early, late = Recorded(first, key), Recorded(second, key)
        await early.connect()
        assert early.view["phase"] == "opening"
        assert [line["ready"] for line in early.view["race"]["lines"]].count(True) == 1
        await asyncio.gather(early.opened(), late.begin())
        for table in (early, late):
            await table.close()

    for table in (early, late):
        first_open = next(i for i, frame in enumerate(table.frames) if frame["view"]["phase"] == "running")
        before, opening = table.frames[:first_open], table.frames[first_open]
        assert [list(_cards(frame)) for frame in before] == [[]] * len(before)
        assert {frame["view"]["phase"] for frame in before} == {"opening", "starting"}
        assert list(_cards(opening)) != []
        starts_at = _instant(before[-1]["view"]["race"]["starts_at"])
        assert _instant(opening["now"]) >= starts_at
        assert _instant(opening["view"]["deadline"]) == starts_at + dt.timedelta(minutes=5)
    assert early.view["deadline"] == late.view["deadline"]
    assert early.view["board"] == late.view["board"]


def _cards(frame: object) -> Iterator[str]:
    """Every text in the frame that is cards and nothing else."""
    if isinstance(frame, dict):
        for inner in frame.values():
            yield from _cards(inner)
    elif isinstance(frame, list):
        for inner in frame:
            yield from _cards(inner)
    elif isinstance(frame, str) and CARDS.fullmatch(frame):
        yield frame


def _instant(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


async def test_race_anyone_brings_the_next_two_with_the_same_wishes_to_one_table(club: ServedClub) -> None:
    async with Visitor(club.url) as first, Visitor(club.url) as second, Visitor(club.url) as third:
        assert await race_anyone(third, Wish("reverse", 4, minutes=5)) is None
        assert await race_anyone(first, Wish("classic", 4, minutes=5)) is None
        waiting = asyncio.create_task(the_call(first))
        key = await race_anyone(second, Wish("classic", 4, minutes=5))
        assert key is not None
        assert await waiting == key
        tables = [RaceTable(first, key), RaceTable(second, key)]
        views = await asyncio.gather(*(table.begin() for table in tables))
        for table in tables:
            await table.close()
    assert [view["rules"] for view in views] == ["classic-4-0"] * 2
    assert {view["seat"] for view in views} == {1, 2}


async def test_a_newcomers_double_press_does_not_race_the_newcomer(club: ServedClub) -> None:
    async with Visitor(club.url) as newcomer:
        await newcomer.http.get("/race/")
        answers = await asyncio.gather(*(race_anyone(newcomer, Wish("reverse", 5)) for _ in range(2)))
    assert answers == [None, None]


async def test_a_newcomers_double_press_makes_one_match_and_keeps_the_seat(club: ServedClub) -> None:
    async with Visitor(club.url) as first, Visitor(club.url) as newcomer:
        offer = await challenge(first, Wish())
        # The page with the button, which is what has the form's token.
        await newcomer.http.get(f"/race/o/{offer}/")
        await asyncio.gather(*(newcomer.post(f"/race/o/{offer}/accept/") for _ in range(2)))
        challenged = await first.http.get(f"/race/o/{offer}/")
        table = RaceTable(newcomer, challenged.headers["location"].split("/")[2])
        await table.connect()
        await table.close()
    assert table.view["seat"] in {1, 2}


async def test_the_same_acceptance_many_times_at_once_makes_one_match(club: ServedClub) -> None:
    async with Visitor(club.url) as first, Visitor(club.url) as second:
        # Whoever has a seat elsewhere already is somebody the club knows.
        await second.deal()
        offer = await challenge(first, Wish())
        answers = await asyncio.gather(*(accept(second, offer) for _ in range(DOUBLE_POSTS)))
    assert len(set(answers)) == 1
    with opened(club.folder) as database:
        matches = database.execute(
            "SELECT match_id FROM games_seat WHERE mode = 'race' AND player_id ="
            " (SELECT player_id FROM games_offer WHERE key = ?)",
            [offer],
        ).fetchall()
        places = database.execute("SELECT place FROM games_seat WHERE match_id = ?", matches[0]).fetchall()
    assert len(matches) == 1
    assert sorted(place for (place,) in places) == [1, 2]
