"""No question that the club asks again and again reads a table that grows from end to end, on SQLite and PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from load.postgres import PostgresServer
from tests.stack.plans import Asked, Read
from tests.with_django import told_by

GROWING = {
    "club_notice",
    "club_player",
    "games_analysispiece",
    "games_correspondenceoffer",
    "games_deal",
    "games_match",
    "games_move",
    "games_offer",
    "games_seat",
    "games_turn",
}
# Of what goes on just now, which is little: races, tables that were never opened, offers that stand.
INDEXES_OF_FEW = ("match_live_race", "match_never_opened", "seat_in_live_race", "offer_", "slow_offer_")
UNANSWERABLE = "a question without an index"
AREAS = [
    "the sweep",
    "a table",
    "my day",
    "notices",
    "offers by correspondence",
    "the lobby",
    "own games",
    "the club's statistics",
    "thinking",
    "an ended game",
    "who is here",
    "after an outage",
    "leaving the club",
]

type Plans = dict[str, list[Asked]]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def plans(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plans]:
    """By area, what a busy club asked on that database."""
    folder = tmp_path_factory.mktemp("busy")
    if request.param == "sqlite":
        yield _asked(folder, {"DJANGO_SETTINGS_MODULE": "tests.settings"})
    else:
        with PostgresServer() as server:
            yield _asked(folder, server.environment() | {"DJANGO_SETTINGS_MODULE": "tests.settings_postgres"})


def _asked(folder: Path, settings: dict[str, str]) -> Plans:
    told = told_by("tests.stack.busy_club", folder, settings)
    return {area: [Asked.of_json(one) for one in some] for area, some in told.items()}


@pytest.mark.parametrize("area", AREAS)
def test_no_table_that_grows_is_read_from_end_to_end(plans: Plans, area: str) -> None:
    growing = [(asked, read) for asked in plans[area] for read in asked.reads if read.table in GROWING]
    assert growing, "nothing was asked here, so nothing was shown"
    whole = {f"{read.table} by {read.index}: {asked.sql}" for asked, read in growing if not _reads_a_part(asked, read)}
    assert not whole, "\n".join(sorted(whole))


def _reads_a_part(asked: Asked, read: Read) -> bool:
    if read.narrowed or (read.index is not None and read.index.startswith(INDEXES_OF_FEW)):
        return True
    # So many of the oldest rows, whichever they are.
    return "WHERE" not in asked.sql and " LIMIT " in asked.sql


def test_a_question_without_an_index_would_be_noticed(plans: Plans) -> None:
    [matches, *_] = plans[UNANSWERABLE]
    assert [_reads_a_part(matches, read) for read in matches.reads] == [False]


def test_every_area_is_looked_at(plans: Plans) -> None:
    assert sorted(plans) == sorted([*AREAS, UNANSWERABLE])
