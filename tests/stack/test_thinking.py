"""The thinking process beside a served club: killed, it is started again; and it does not outlive the club."""

import asyncio
import os
import signal
import subprocess

from tests.protocol_client import Frame, Table, Visitor
from tests.served import ServedClub

MOVES = 20
KILLS = 2
# Where Linux and macOS have it.
PS = "/bin/ps"
PATIENCE_SECONDS = 180


def thinking_processes(port: int) -> list[int]:
    """The numbers of the processes that think for the club at that port."""
    listed = subprocess.run([PS, "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [
        (int(pid), int(parent), args) for pid, parent, args in (line.split(None, 2) for line in listed.splitlines())
    ]
    clubs = {pid for pid, _, args in rows if args.endswith(f"serve --port {port}")}
    return [pid for pid, parent, args in rows if parent in clubs and args.endswith("-m games.analysis.worker")]


async def ended_game(visitor: Visitor) -> str:
    """A game of some moves, given up; its key."""
    table = Table(visitor, await visitor.deal("giant", 8, 0))
    await table.connect()
    for _ in range(MOVES):
        await table.play(table.choice())
    await table.resign()
    await table.close()
    return table.key


async def analysis_of(visitor: Visitor, key: str) -> Frame:
    analysis: Frame = (await visitor.http.get(f"/table/{key}/analysis.json")).json()
    return analysis


async def wait_until_more_is_done(visitor: Visitor, key: str, done: int) -> Frame:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            analysis = await analysis_of(visitor, key)
            if analysis["state"] != "queued" or analysis["seats"][0]["done"] > done:
                return analysis


async def test_an_analysis_goes_on_when_its_process_is_killed_and_when_the_club_is(club: ServedClub) -> None:
    async with Visitor(club.url) as visitor:
        key = await ended_game(visitor)
        assert thinking_processes(club.port) == []
        await visitor.post(f"/table/{key}/analysis/")
        done = 0
        for _ in range(KILLS):
            done = (await wait_until_more_is_done(visitor, key, done))["seats"][0]["done"]
            for pid in thinking_processes(club.port):
                os.kill(pid, signal.SIGKILL)
        await wait_until_more_is_done(visitor, key, done)
        [left_behind] = thinking_processes(club.port)
        club.restart()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await asyncio.to_thread(is_running, left_behind):
                pass
            while (analysis := await analysis_of(visitor, key))["state"] == "queued":
                pass
    assert analysis["state"] == "done"


def is_running(pid: int) -> bool:
    """Whether there is still such a process, and not only what is left of it until somebody asks for its status."""
    state = subprocess.run([PS, "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")
