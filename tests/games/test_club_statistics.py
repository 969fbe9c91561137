"""What the club counts: closed deals, boards that were played out, people and house players apart."""

import datetime as dt
import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from club.models import Player
from games import club_statistics, house, statistics, trials
from games.club_statistics import VariantLines
from games.day_difficulty import DayDifficulty
from games.models import Deal, Match, Seat, Trial
from tests.games.conftest import NOON
from tests.games.pages.played import day_of, ended_row

pytestmark = pytest.mark.django_db

TODAY = NOON.date()
DAY = dt.timedelta(days=1)
MIDNIGHT = dt.datetime(2026, 3, 11, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)
HOUR = dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def nothing_counted_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def ended_match(
    one: Player,
    two: Player,
    ends: tuple[str, str],
    *,
    mode: str = "race",
    variant: str = "classic-4-0",
    cards: tuple[int, int] = (40, 30),
) -> Match:
    """A match of two that is over, its boards ended by that."""
    secret = Deal.objects.count().to_bytes(32)
    deal = Deal.objects.create(
        kind="random", rules=variant, secret=secret, seed=secret, commitment="0" * 64, created_at=NOON, closed_at=NOON
    )
    match = Match.objects.create(
        mode=mode,
        phase="ended",
        deal=deal,
        created_at=NOON,
        started_at=NOON,
        ended_at=NOON,
        turn_cards=4 if mode == "correspondence" else None,
    )
    for place, (player, ended_by) in enumerate(zip((one, two), ends, strict=True), start=1):
        Seat.objects.create(
            match=match,
            place=place,
            player=player,
            mode=mode,
            variant=variant,
            rows=60,
            started_at=NOON,
            ended_at=NOON,
            ended_by=ended_by,
            won=ended_by == "won",
            foundation_cards=52 if ended_by == "won" else cards[place - 1],
        )
    return match


def variants(now: dt.datetime = NOON) -> list[VariantLines]:
    return club_statistics.by_variant(club_statistics.counted(now).sums)


def lines(now: dt.datetime = NOON) -> list[tuple[str, str, int, int]]:
    """Variant, player, won, games."""
    return [(one.name, line.player, line.won, line.share.of) for one in variants(now) for line in one.lines]


def days(now: dt.datetime = NOON) -> list[DayDifficulty]:
    return club_statistics.last_days(club_statistics.counted(now), now)


def house_player(level: str) -> Player:
    return house.player_of(level, NOON)


def test_games_alone_are_counted_by_variant_the_most_played_first(alice: Player, bob: Player, guest: Player) -> None:
    ended_row(alice, cards=52)
    ended_row(alice, cards=104, variant="giant-6-0")
    ended_row(bob, cards=46)
    ended_row(guest, cards=31)
    [classic, giant] = variants()
    assert (classic.name, classic.games, classic.cards_total) == ("Classic", 3, 52)
    [line] = classic.lines
    assert (line.player, line.won, line.near_wins, line.mean_cards) == ("People, alone", 1, 1, 43)
    assert line.share == statistics.share(1, 3)
    assert (line.low, line.low + line.width, line.middle) == (61, 792, 333)
    assert (giant.name, giant.games, giant.cards_total) == ("Giant, 6 waste piles", 1, 104)


def test_of_matches_only_boards_that_were_played_out_are_counted(alice: Player, bob: Player) -> None:
    ended_match(alice, bob, ("won", "decided"))
    ended_match(alice, bob, ("blocked", "decided"))
    ended_match(alice, bob, ("resigned", "decided"))
    ended_match(alice, bob, ("time", "left"))
    ended_match(alice, bob, ("blocked", "won"), mode="correspondence")
    assert lines() == [("Classic", "People, against others", 2, 4)]


def test_house_players_are_counted_apart_by_level_and_their_opponents_as_people(alice: Player) -> None:
    ended_match(alice, house_player("master"), ("blocked", "won"))
    ended_match(alice, house_player("novice"), ("won", "blocked"), mode="correspondence")
    ended_match(alice, house_player("novice"), ("decided", "blocked"))
    ended_row(alice, cards=30)
    assert lines() == [
        ("Classic", "People, alone", 0, 1),
        ("Classic", "People, against others", 1, 2),
        ("Classic", "House Novice", 0, 2),
        ("Classic", "House Master", 1, 1),
    ]


def test_practice_void_games_and_boards_without_a_card_are_left_out(alice: Player, bob: Player) -> None:
    ended_row(alice, cards=52, practice=Seat.Practice.HINT)
    void = [ended_row(alice, cards=52).match, ended_match(alice, bob, ("won", "blocked"))]
    Match.objects.filter(pk__in=[match.pk for match in void]).update(voided_at=NOON)
    Seat.objects.filter(pk=ended_row(bob, cards=4).pk).update(rows=0)
    assert lines() == []


def test_what_is_still_played_is_left_out(alice: Player) -> None:
    running = ended_row(alice, cards=20)
    Match.objects.filter(pk=running.match_id).update(phase="running", ended_at=None)
    Seat.objects.filter(pk=running.pk).update(ended_at=None, ended_by="")
    assert lines() == []


def test_the_deal_of_the_day_is_counted_once_the_day_is_judged_and_not_before(alice: Player) -> None:
    ended_row(alice, cards=52, day=TODAY)
    for now in (NOON, MIDNIGHT - SECOND, MIDNIGHT, MIDNIGHT + SECOND):
        assert (lines(now), days(now)) == ([], [])
    assert lines(MIDNIGHT + 2 * SECOND) == [("Deal of the day", "People, alone", 1, 1)]
    [hard] = days(MIDNIGHT + 2 * SECOND)
    assert (hard.day, hard.fared.won) == (TODAY, 1)


def test_the_last_seven_days_are_shown_the_latest_first_and_those_of_which_nothing_is_known_are_not(
    alice: Player,
) -> None:
    for back in (8, 7, 3, 0):
        ended_row(alice, day=TODAY - back * DAY)
    Trial.objects.create(deal=day_of(TODAY - DAY), level=trials.LEVEL, tries=100, won=31)
    known = days()
    assert [hard.day for hard in known] == [TODAY - back * DAY for back in (1, 3, 7)]
    assert [hard.tried.verdict for hard in known] == ["harder", "not-yet", "not-yet"]


def test_only_so_many_of_the_latest_boards_are_looked_through(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    ended_row(alice, cards=52)
    for _ in range(3):
        ended_row(alice, cards=30)
    monkeypatch.setattr(club_statistics, "BOARDS", 3)
    assert lines() == [("Classic", "People, alone", 0, 3)]


def test_it_is_counted_once_an_hour(
    alice: Player, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ended_row(alice)
    with django_assert_num_queries(4):
        first = club_statistics.counted(NOON)
    ended_row(alice)
    with django_assert_num_queries(0):
        assert club_statistics.counted(NOON + 59 * dt.timedelta(minutes=1)) == first
    later = time.time() + HOUR.total_seconds()
    monkeypatch.setattr("time.time", lambda: later)
    again = club_statistics.counted(NOON + HOUR)
    assert again.at == NOON + HOUR
    assert [one.games for one in again.sums] == [2]


def test_a_day_that_is_over_is_counted_at_once(alice: Player) -> None:
    assert days(MIDNIGHT + SECOND) == []
    ended_row(alice, day=TODAY)
    assert [hard.day for hard in days(MIDNIGHT + 2 * SECOND)] == [TODAY]


def test_the_house_s_trials_are_shown_as_they_are_just_now(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    trial = Trial.objects.create(deal=day_of(TODAY - DAY), level=trials.LEVEL, tries=1, won=1)
    assert [hard.tried.share.of for hard in days()] == [1]
    Trial.objects.filter(pk=trial.pk).update(tries=2)
    with django_assert_num_queries(1):
        assert [hard.tried.share.of for hard in days()] == [2]
