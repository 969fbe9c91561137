"""A club of two web processes and a sweep on PostgreSQL and Redis, each of them killed, stopped and started in turn."""

import asyncio
import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from load.process import Process
from tests.protocol_client import PAUSE_SECONDS, Frame, Visitor
from tests.protocol_race import RaceTable, Wish, agree
from tests.stack.kills import Milestone
from tests.stack.many import CONNECTION_LOST, ManyClub, first_of

RESTARTING = 1012
TROUBLE = "failed|Traceback"
FAIR_ENDS = {"first_to_win", "more_cards", "more_direct_points", "equal"}


class Races:
    """Some races, the two players of each at different processes, going to the other one when theirs is lost."""

    def __init__(self, club: ManyClub) -> None:
        self.club = club
        self.moved = Milestone()
        self._moves_left = asyncio.Semaphore(0)
        self.tables: list[RaceTable] = []
        # How their sockets were closed by the server.
        self.closed: list[int | None] = []
        self.busy = 0

    async def agree(self, stack: AsyncExitStack, count: int, wish: Wish) -> None:
        for _ in range(count):
            urls = [process.url for process in self.club.web]
            first, second = [await stack.enter_async_context(Visitor(url)) for url in urls]
            key = await agree(first, second, wish)
            for visitor in (first, second):
                table = RaceTable(visitor, key)
                stack.push_async_callback(table.close)
                self.tables.append(table)

    async def begin(self) -> None:
        await asyncio.gather(*(table.begin() for table in self.tables))

    def let_play(self, moves: int = 10_000) -> None:
        """So many moves more may be made, at all tables together."""
        for _ in range(moves):
            self._moves_left.release()

    async def play_out(self) -> None:
        await asyncio.gather(*(self._play_out(table, Random(i)) for i, table in enumerate(self.tables)))

    async def _play_out(self, table: RaceTable, chance: Random) -> None:
        while table.view.get("phase") != "ended":
            try:
                if not table.is_connected:
                    await table.begin()
                while table.view["phase"] == "running" and table.view["legal"]:
                    await self._moves_left.acquire()
                    await self.play(table, chance.choice(table.view["legal"]))
                await table.until(lambda view: view["phase"] != "running")
            except CONNECTION_LOST as lost:
                if isinstance(lost, ConnectionClosed) and lost.rcvd is not None:
                    self.closed.append(lost.rcvd.code)
                # What a front server does for whoever comes again.
                urls = [process.url for process in self.club.web]
                table.visitor.url = urls[1 - urls.index(table.visitor.url)]
                await table.close()
                await asyncio.sleep(PAUSE_SECONDS)

    async def play(self, table: RaceTable, move: str) -> None:
        """One move, said again as long as the club is too busy to store it."""
        while (await table.play(move)).get("error") == "busy":
            self.busy += 1
            await asyncio.sleep(PAUSE_SECONDS)
        self.moved.one_more()

    async def assert_all_is_well(self) -> None:
        """Nothing acknowledged is lost or doubled, both players saw the same end, and nobody lost by what happened.

        Their records are kept, to be verified with all others.
        """
        for first, second in zip(self.tables[::2], self.tables[1::2], strict=True):
            race = first.view["race"]
            assert race["reason"] in FAIR_ENDS
            for told in ("winner", "reason", "boards", "results", "ended_by"):
                assert second.view["race"][told] == race[told]
            for table in (first, second):
                self.club.assert_nothing_lost(table.key, table.view["seat"], table.acknowledged)
            record = await first.visitor.http.get(f"{first.visitor.url}/table/{first.key}/record.calc.json")
            self.club.keep_record(first.key, record.content, race["results"])
        assert self.club.deadlocks() == 0

    def time_given(self) -> list[dt.timedelta]:
        """How long the clock of each race was, all in all."""
        keys = [table.key for table in self.tables[::2]]
        rows = self.club.rows("SELECT deadline - started_at FROM games_match WHERE key = ANY(%s)", keys)
        return [given for (given,) in rows]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ManyClub]:
    with ManyClub(tmp_path_factory.mktemp("club")) as many:
        yield many
        many.assert_records_verify()


async def test_two_at_different_processes_race_each_other_to_the_end(club: ManyClub) -> None:
    async with AsyncExitStack() as stack:
        races = Races(club)
        await races.agree(stack, 1, Wish("classic", 4, minutes=5))
        await races.begin()
        races.let_play()
        await races.play_out()
        await races.assert_all_is_well()
    assert races.closed == []


async def test_a_rolling_restart_tells_every_socket_to_come_again_and_takes_no_time(club: ManyClub) -> None:
    async with AsyncExitStack() as stack:
        races = Races(club)
        await races.agree(stack, 2, Wish("classic", 4, minutes=10))
        await races.begin()
        playing = asyncio.create_task(races.play_out())
        for process in club.web:
            races.let_play(60)
            await first_of(races.moved.after(30).wait(), playing)
            assert await asyncio.to_thread(process.end) == 0
            await asyncio.to_thread(process.start)
        races.let_play()
        await playing
        await races.assert_all_is_well()
    assert len(races.closed) >= len(races.tables)
    assert set(races.closed) == {RESTARTING}
    assert races.time_given() == [dt.timedelta(minutes=10)] * 2
    assert club.outages() == []


async def test_while_redis_is_away_play_goes_on_and_newcomers_come_in(club: ManyClub) -> None:
    async with AsyncExitStack() as stack:
        races = Races(club)
        await races.agree(stack, 1, Wish("classic", 4, minutes=10))
        await races.begin()
        one, other = races.tables
        club.redis.stop()
        for _ in range(3):
            await races.play(one, one.choice())
            seat, left = one.view["seat"], one.view["board"]["stock_left"]
            await other.until(_shows_left(seat, left))
        newcomers = Races(club)
        await newcomers.agree(stack, 1, Wish("classic", 4, minutes=10))
        await newcomers.tables[0].visitor.sign_up("Meanwhile")
        await newcomers.begin()
        club.redis.start()
        for process in club.web:
            await asyncio.to_thread(process.wait_until_said, "club.shared_layer: Redis can be reached again")
        for some in (races, newcomers):
            some.let_play()
        await asyncio.gather(races.play_out(), newcomers.play_out())
        for some in (races, newcomers):
            await some.assert_all_is_well()
            assert (some.closed, some.busy) == ([], 0)


def _shows_left(seat: int, left: int) -> Callable[[Frame], bool]:
    return lambda view: bool(view["race"]["lines"][seat - 1]["stock_left"] == left)


async def test_while_postgresql_is_away_moves_are_refused_as_busy_and_its_time_is_given_back(club: ManyClub) -> None:
    async with AsyncExitStack() as stack:
        races = Races(club)
        await races.agree(stack, 1, Wish("classic", 4, minutes=3))
        await races.begin()
        for table in races.tables:
            await races.play(table, table.choice())
        await asyncio.to_thread(club.postgres.stop)
        refused: list[Frame] = await asyncio.gather(*(table.play(table.choice()) for table in races.tables))
        assert {frame["error"] for frame in refused} == {"busy"}
        page = await races.tables[0].visitor.http.get("/race/")
        assert page.status_code == 503
        assert page.headers["retry-after"]
        # Longer than the race's clock.
        club.move_clock(300)
        await asyncio.to_thread(club.postgres.start)
        races.let_play()
        await races.play_out()
        await races.assert_all_is_well()
    [(began, ended)] = club.outages()
    assert ended - began >= dt.timedelta(seconds=300)
    extended = dt.timedelta(minutes=3, seconds=60) + (ended - began)
    assert races.time_given() == [extended]


async def test_two_sweeps_end_every_race_once(club: ManyClub) -> None:
    [first], second = club.sweeps, club.process("sweep", "Sweeping")
    after = len(first.printed)
    second.start()
    try:
        async with AsyncExitStack() as stack:
            races = Races(club)
            await races.agree(stack, 4, Wish("classic", 4, minutes=3))
            await races.begin()
            club.move_clock(190)
            await asyncio.gather(*(table.until(lambda view: view["phase"] == "ended") for table in races.tables))
            await races.assert_all_is_well()
        assert {given.total_seconds() for given in races.time_given()} == {180}
    finally:
        assert second.end() == 0
    assert not second.said(TROUBLE), "".join(second.printed)
    assert not first.said(TROUBLE, after), "".join(first.printed[after:])


async def test_a_killed_process_costs_its_players_nothing(club: ManyClub) -> None:
    before = club.outages()
    async with AsyncExitStack() as stack:
        races = Races(club)
        await races.agree(stack, 2, Wish("classic", 4, minutes=10))
        await races.begin()
        playing = asyncio.create_task(races.play_out())
        races.let_play(60)
        await first_of(races.moved.after(30).wait(), playing)
        # For good: no other test needs it any more.
        club.web[1].kill()
        races.let_play()
        await playing
        await races.assert_all_is_well()
    assert races.time_given() == [dt.timedelta(minutes=10)] * 2
    assert club.outages() == before


def test_worker_and_think_stop_when_they_are_told_to(club: ManyClub) -> None:
    both: list[Process] = [club.process("worker", "Working"), club.process("think", "Thinking")]
    for one in both:
        one.begin()
    for one in both:
        one.wait_until_said("Working|Thinking")
    assert [one.end() for one in both] == [0, 0]
