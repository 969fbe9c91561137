"""The club's figures for Prometheus: that each counts what it says, and who may read them."""

import datetime as dt
import re
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from club import joining_mails, upkeep
from club.models import Chore, Player
from games import figures
from games.sweep import sweep
from games.writer import writer
from tests.games.conftest import NOON, Clock
from tests.games.racing import Race
from tests.games.socket import connected, cookie_of
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = dt.timedelta(minutes=1)


def read() -> dict[str, float]:
    """Every figure by its name and labels."""
    lines = figures.written().decode().splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


aread = sync_to_async(read, thread_sensitive=True)


async def test_moves_refusals_and_open_sockets_are_counted(alice: Player) -> None:
    table, cookie = await sync_to_async(AtTable.solo)(alice), await sync_to_async(cookie_of)(alice)
    before = await aread()
    async with connected(table.key, cookie) as socket:
        await socket.take()
        await socket.say(do="ready")
        await socket.say(do="move", n=1, move="W1")
        await socket.say(do="move", n=2, move="W1")
        await socket.say(do="move", n=3, move="W4F1")
        await socket.send_raw("{")
        while_open = await aread()
    after = await aread()

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more("club_moves_total") == 2
    assert more("club_move_seconds_count") == 2
    assert more('club_refused_messages_total{error="illegal-move"}') == 1
    assert more('club_refused_messages_total{error="unreadable"}') == 1
    assert while_open['club_sockets{at="table"}'] == before['club_sockets{at="table"}'] + 1
    assert more('club_sockets{at="table"}') == 0


async def test_a_view_that_came_without_its_announcement_is_counted(alice: Player) -> None:
    table, cookie = await sync_to_async(AtTable.solo)(alice), await sync_to_async(cookie_of)(alice)
    before = (await aread())["club_resyncs_total"]
    async with connected(table.key, cookie) as socket:
        await socket.take()
        # In another process, whose announcement is lost.
        await writer.ask(partial(table.ready))
        assert (await socket.take())["is"] == "view"
        assert (await aread())["club_resyncs_total"] == before + 1


async def test_the_sweep_says_that_it_runs_and_what_it_has_ended(alice: Player, bob: Player) -> None:
    race = await sync_to_async(Race.begun)(alice, bob)
    now = race.now + 6 * MINUTE
    await sweep(now)
    await sweep(now)
    after = await aread()
    assert after["club_expired_matches_total"] == 1
    assert after['club_chore_age_seconds{chore="sweep"}'] > 0


def test_a_deadline_that_nobody_judges_is_lag(alice: Player, bob: Player, clock: Clock) -> None:
    race = Race.begun(alice, bob)
    clock.now = race.now + 4 * MINUTE
    assert read()["club_sweep_lag_seconds"] == 0
    clock.now = race.now + 7 * MINUTE
    assert read()["club_sweep_lag_seconds"] == 120


def test_the_queue_of_tasks_is_shown(alice: Player) -> None:
    assert read()["club_tasks_waiting"] == 0
    joining_mails.tell_approved(alice)
    now = read()
    assert (now["club_tasks_waiting"], now["club_tasks_failed"]) == (1, 0)
    assert now["club_tasks_oldest_seconds"] < 60


def test_a_chore_that_fails_is_shown(db: None) -> None:
    upkeep.went_well(Chore.BACKUP, timezone.now() - MINUTE)
    assert read()['club_chore_fails{chore="backup"}'] == 0
    assert 60 <= read()['club_chore_age_seconds{chore="backup"}'] < 120
    upkeep.went_wrong(Chore.BACKUP, "no space", timezone.now())
    assert read()['club_chore_fails{chore="backup"}'] == 1


def test_without_the_database_the_process_still_tells_of_itself(db: None) -> None:
    def fail(*_args: object) -> None:
        raise OperationalError("the server is gone")

    with connection.execute_wrapper(fail):
        now = read()
    assert "club_moves_total" in now
    assert "club_tasks_waiting" not in now


def test_no_figure_names_a_player_or_a_table(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, now=NOON)
    shown = figures.written().decode()
    assert not re.search(rf"alice|bob|{race.key}", shown)


@pytest.mark.parametrize("method", ["get", "head"])
def test_this_machine_may_read_them(client: Client, method: str) -> None:
    answer = getattr(client, method)("/metrics/", headers={"host": "localhost:8000"})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    assert answer["Cache-Control"] == "no-store"


def test_whoever_knows_the_token_may_read_them(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "a token of some length"
    far = partial(client.get, "/metrics/", REMOTE_ADDR="203.0.113.9")
    assert far(headers={"authorization": "Bearer a token of some length"}).status_code == 200
    for wrong in ("Bearer a token of some lengt", "Bearer ", "a token of some length", "Bearer ä"):
        assert far(headers={"authorization": wrong}).status_code == 404


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("203.0.113.9", {"host": "localhost"}),
        ("127.0.0.1", {"host": "testserver"}),
        ("127.0.0.1", {"host": "localhost", "x-forwarded-for": "203.0.113.9"}),
        ("127.0.0.1", {"host": "localhost", "x-forwarded-for": "127.0.0.1"}),
        ("127.0.0.1", {"host": "localhost", "authorization": "Bearer", "x-real-ip": "203.0.113.9"}),
    ],
)
def test_nobody_else_may_be_it_through_a_front_server(client: Client, address: str, headers: dict[str, str]) -> None:
    """Without a token set, an empty one opens nothing."""
    assert client.get("/metrics/", REMOTE_ADDR=address, headers=headers).status_code == 404
