"""The load kit plays at clubs of its own, kills them, and finds that nothing was lost; half a minute each."""

import asyncio
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from load.play import LOG, Crowd, Mix
from load.process import ROOT
from tests.served import ServedClub, as_an_operator, set_up_once

# However slow the machine is, it goes on until there is something to be checked.
FEW = ["--clients", "8", "--think", "0.4", "--seconds", "30", "--moves", "60"]
# This seed begins with a web process, the database and Redis.
KILLS = ["--every", "8", "--seed", "108", "--kills", "3"]
# Latency and memory of half a minute say nothing.
WHATEVER = ["--within", "inf"]
ENDS_WITHIN = 600


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What each prints, by its name: soak and chaos at clubs of their own, load and its check at one that is served."""
    folders = {name: tmp_path_factory.mktemp(name) for name in ("soak", "chaos", "load")}
    for name in ("soak", "chaos"):
        shutil.copytree(set_up_once(), folders[name], dirs_exist_ok=True)
    with ExitStack() as stack:
        chaos = stack.enter_context(_started("chaos", "--folder", str(folders["chaos"]), *FEW, *KILLS))
        soak = stack.enter_context(_started("soak", "--folder", str(folders["soak"]), *FEW, *WHATEVER))
        club = stack.enter_context(ServedClub(folders["load"]))
        load = stack.enter_context(_started("play", "--folder", str(folders["load"]), "--url", club.url, *FEW))
        loaded = _ended(load)
        check = stack.enter_context(_started("check", str(folders["load"] / LOG), at=folders["load"]))
        yield {"soak": _ended(soak), "chaos": _ended(chaos), "load": loaded + _ended(check)}


@contextmanager
def _started(name: str, *told: str, at: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", f"load.{name}", *told],
        cwd=ROOT,
        env=as_an_operator() | ({"DATA_DIR": str(at)} if at else {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            # As Ctrl-C does: it ends its club before it ends itself.
            process.send_signal(signal.SIGINT)


def _ended(process: subprocess.Popen[str]) -> str:
    printed, _ = process.communicate(timeout=ENDS_WITHIN)
    assert process.returncode == 0, printed
    return printed


async def test_players_give_up_where_the_club_is_gone_for_good(tmp_path: Path) -> None:
    with ServedClub(tmp_path) as club:
        crowd = Crowd([club.url], Mix.of(6), 0.1, tmp_path / LOG)
        playing = asyncio.ensure_future(crowd.play())
        while not crowd.figures.moves:
            await asyncio.wait([playing], timeout=0.1)
            assert not playing.done()
        club.kill()
        with pytest.raises(TimeoutError, match="a last view"):
            await crowd.finish(playing, within=1)


@pytest.mark.parametrize("name", ["soak", "chaos", "load"])
def test_the_checker_has_much_to_look_at_and_finds_all_promises_kept(runs: dict[str, str], name: str) -> None:
    printed = runs[name]
    assert "Everything holds." in printed
    assert _number(r"([\d,]+) acknowledged moves", printed) >= 60
    assert _number(r"([\d,]+) boards that were shown", printed) >= 60


@pytest.mark.parametrize("kind", ["solo", "race", "correspondence"])
def test_games_of_every_kind_are_played(runs: dict[str, str], kind: str) -> None:
    assert re.search(rf"games begun: .*[1-9]\d* {kind}", "".join(runs.values())), runs


def test_chaos_kills_the_database_redis_and_a_web_process(runs: dict[str, str]) -> None:
    killed = re.findall(r" s: (\S+) was killed", runs["chaos"])
    assert set(killed[:3]) == {"web-2", "postgresql", "redis"}
    assert _number(r"connections lost: (\d+)", runs["chaos"]) > 0


def test_the_soak_compares_its_end_with_its_beginning(runs: dict[str, str]) -> None:
    assert re.search(r"memory: last ÷ first = [\d.]+\n", runs["soak"]), runs["soak"]
    assert re.search(r"median latency: last ÷ first = ([\d.]+|inf)\n", runs["soak"]), runs["soak"]


def _number(pattern: str, printed: str) -> int:
    found = re.search(pattern, printed)
    assert found, printed
    return int(found[1].replace(",", ""))
