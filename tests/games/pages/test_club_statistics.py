"""The pages that tell how the club fares and how hard a day was tell it to everybody, and nothing of an open day."""

import datetime as dt
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from club.models import Player
from games import play, trials
from games.models import Trial
from tests.club.browser import page
from tests.games.conftest import NOON, Clock
from tests.games.pages.played import day_of, ended_row
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

TODAY = NOON.date()
YESTERDAY = TODAY - dt.timedelta(days=1)
At = Callable[[Player | None], Client]


@pytest.fixture(autouse=True)
def nothing_counted_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def tried(won: int, tries: int = 100) -> None:
    Trial.objects.create(deal=day_of(YESTERDAY), level=trials.LEVEL, tries=tries, won=won)


@pytest.mark.parametrize("who", ["anonymous", "guest", "member"])
def test_everybody_sees_the_club_s_statistics(at: At, everybody: dict[str, Player | None], who: str) -> None:
    ended_row(everybody["stranger"] or Player(), cards=52)
    text = page(at(everybody[who]).get("/statistics/")).text
    assert "Classic 1 game" in text
    assert "100 %" in text
    assert "1 of 1; 21 to 100 %" in text
    assert "latest 100,000 boards" in text


def test_a_club_in_which_nothing_was_played_yet_says_so(client: Client) -> None:
    text = page(client.get("/statistics/")).text
    assert "No finished game that counts yet" in text
    assert "No deal of the last seven days was played" in text


def test_every_page_leads_there_and_one_s_own_statistics_do(at: At, client: Client, alice: Player) -> None:
    assert "/statistics/" in page(client.get("/rules/")).links
    assert page(at(alice).get("/games/statistics/")).links.count("/statistics/") == 2
    assert "/games/statistics/" in page(at(alice).get("/statistics/")).links


def test_the_page_of_a_past_day_tells_how_hard_it_was(client: Client, alice: Player, bob: Player) -> None:
    ended_row(alice, cards=52, day=YESTERDAY)
    ended_row(bob, cards=46, day=YESTERDAY)
    tried(31)
    for address in ("/daily/", "/daily/2026-03-09/"):
        text = page(client.get(address)).text
        assert "How hard it was: harder than usual." in text
        assert "has played it 100 times and won 31 (31 %, 23 to 41 %); of all Classic deals it wins about 70 %" in text
    assert "2 members played it; won: 1 (50 %, 9 to 91 %). Near wins: 1." in page(client.get("/daily/2026-03-09/")).text
    text = page(client.get("/statistics/")).text
    assert "harder than usual 31 of 100; 23 to 41 %" in text
    assert "50 % 1 of 2; 9 to 91 % near wins: 1; mean cards: 49" in text


def test_a_day_that_nobody_tried_says_nothing_of_its_difficulty(client: Client) -> None:
    day_of(YESTERDAY)
    for address in ("/daily/", "/daily/2026-03-09/"):
        text = page(client.get(address)).text
        assert "How hard" not in text
        assert "played it" not in text


@pytest.mark.parametrize(
    ("won", "word"),
    [(31, "harder than usual"), (70, None), (99, "easier than usual")],
    ids=["harder", "usual", "easier"],
)
def test_the_calendar_marks_days_that_were_not_as_usual(client: Client, won: int, word: str | None) -> None:
    tried(won)
    markup = client.get("/daily/calendar/").content.decode()
    assert markup.count('role="img"') == (word is not None)
    if word is not None:
        assert f'aria-label="{word}"' in markup
    assert "by how often House Expert has won" in markup


def test_a_calendar_without_trials_explains_no_marks(client: Client) -> None:
    day_of(YESTERDAY)
    assert "House Expert" not in client.get("/daily/calendar/").content.decode()


def test_a_try_that_nobody_ended_counts_as_it_stood_when_its_day_is_over(
    client: Client, alice: Player, clock: Clock
) -> None:
    table = AtTable(alice, play.open_day(alice, TODAY, NOON))
    table.ready()
    table.move("W1")
    clock.now = dt.datetime(2026, 3, 11, 0, 0, 2, tzinfo=dt.UTC)
    assert "0 of 1; 0 to 79 % near wins: 0; mean cards: 4" in page(client.get("/statistics/")).text


@pytest.mark.parametrize("address", ["/statistics/", "/daily/calendar/", "/daily/2026-03-09/"])
def test_nothing_of_a_day_that_is_not_over_changes_what_anybody_sees(
    at: At, everybody: dict[str, Player | None], bob: Player, clock: Clock, address: str
) -> None:
    ended_row(bob, cards=40)
    ended_row(bob, cards=45, day=YESTERDAY)
    tried(80)
    visitors = [at(everybody[who]) for who in ("anonymous", "guest", "stranger")]
    before = [what_stays(visitor.get(address).content) for visitor in visitors]
    for player in (Player.objects.get(name="alice"), bob):
        table = AtTable(player, play.open_day(player, TODAY, NOON))
        table.ready()
        table.play_out()
    Trial.objects.create(deal=play.closed_day(YESTERDAY, NOON), level="master", tries=9, won=9)
    cache.clear()
    clock.now = NOON + dt.timedelta(hours=11)
    after = [what_stays(visitor.get(address).content) for visitor in visitors]
    assert after == before


def what_stays(content: bytes) -> str:
    """The page without the form's tokens and the instant at which it was counted."""
    lines = content.decode().splitlines()
    return "\n".join(line for line in lines if "csrfmiddlewaretoken" not in line and "Counted once" not in line)
