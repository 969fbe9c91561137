"""The calendar of past days: month by month, as far as there were deals, with one's own results."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from tests.club.browser import page
from tests.games.conftest import NOON
from tests.games.pages.played import day_of, ended_row

pytestmark = pytest.mark.django_db(transaction=True)

TODAY = NOON.date()
YESTERDAY = TODAY - dt.timedelta(days=1)
TOMORROW = TODAY + dt.timedelta(days=1)
At = Callable[[Player | None], Client]


def test_the_calendar_shows_past_days_with_one_s_own_results(at: At, alice: Player) -> None:
    for day in (dt.date(2026, 3, 7), dt.date(2026, 3, 8), YESTERDAY, TODAY, TOMORROW):
        day_of(day)
    ended_row(alice, cards=43, day=YESTERDAY)
    ended_row(alice, cards=52, day=dt.date(2026, 3, 8))
    seen = page(at(alice).get("/daily/calendar/"))
    days = [link for link in seen.links if link.startswith("/daily/2026")]
    assert days == ["/daily/2026-03-07/", "/daily/2026-03-08/", "/daily/2026-03-09/"]
    assert "8 won" in seen.text
    assert "9 43 cards" in seen.text


def test_the_calendar_goes_from_month_to_month_as_far_as_there_were_deals(client: Client) -> None:
    for day in (dt.date(2025, 12, 31), dt.date(2026, 1, 1), YESTERDAY):
        day_of(day)

    def months(address: str) -> list[str]:
        return [link for link in page(client.get(address)).links if "/calendar/2" in link]

    assert months("/daily/calendar/") == ["/daily/calendar/2026/02/"]
    assert months("/daily/calendar/2026/02/") == ["/daily/calendar/2026/01/", "/daily/calendar/2026/03/"]
    assert months("/daily/calendar/2025/12/") == ["/daily/calendar/2026/01/"]
    assert "/daily/2025-12-31/" in page(client.get("/daily/calendar/2025/12/")).links


@pytest.mark.parametrize("month", ["2025/11", "2026/04", "2026/13", "0000/01", "9999/12"])
def test_a_month_without_deals_is_not_there(client: Client, month: str) -> None:
    day_of(dt.date(2025, 12, 31))
    assert client.get(f"/daily/calendar/{month}/").status_code == 404


def test_before_the_first_day_is_over_the_calendar_is_empty(client: Client) -> None:
    day_of(TODAY)
    answer = client.get("/daily/calendar/")
    assert answer.status_code == 200
    assert "No day of this month is over yet" in page(answer).text
