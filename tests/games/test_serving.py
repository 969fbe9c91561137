"""A serving process tells the others, and the next one, that the club is served."""

import asyncio
import datetime as dt

import pytest

from club import outages
from club.models import ServingStamp
from games import serving
from games.writer import writer
from tests.games.conftest import NOON

pytestmark = pytest.mark.django_db(transaction=True)


def last_stamp() -> dt.datetime | None:
    return ServingStamp.objects.values_list("at", flat=True).first()


async def test_a_stamp_is_left_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outages.STAMP_EVERY_SECONDS == 5
    monkeypatch.setattr(outages, "STAMP_EVERY_SECONDS", 0.01)
    stamping = asyncio.create_task(serving.stamp_again_and_again())
    async with asyncio.timeout(10):
        for seconds in (0, 5, 10):
            now = NOON + dt.timedelta(seconds=seconds)
            monkeypatch.setattr("django.utils.timezone.now", lambda now=now: now)
            while await writer.ask(last_stamp) != now:
                pass
    stamping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stamping


async def test_a_stamp_of_just_now_says_that_the_club_is_served() -> None:
    def is_served(at: dt.datetime) -> bool:
        outages.stamp(NOON)
        return outages.is_served(at)

    assert await writer.ask(lambda: outages.is_served(NOON)), "where nobody has ever served nothing is waited for"
    assert await writer.ask(lambda: is_served(NOON + outages.LONGEST_GAP))
    assert not await writer.ask(lambda: is_served(NOON + outages.LONGEST_GAP + dt.timedelta(microseconds=1)))
