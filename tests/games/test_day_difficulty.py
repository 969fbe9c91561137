"""How hard a day's deal was: said of the house only where its interval is surely beyond what it usually wins."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from club.models import Player
from games import day_difficulty, statistics, trials
from games.day_difficulty import ENOUGH_TRIES, USUAL_PERCENT, Tried, Verdict
from games.models import Match, Seat, Trial
from tests.games.conftest import NOON
from tests.games.pages.played import day_of, ended_row

YESTERDAY = NOON.date() - dt.timedelta(days=1)
BEFORE = YESTERDAY - dt.timedelta(days=1)


def tried(won: int, games: int) -> Tried:
    return Tried(won, statistics.share(won, games))


@pytest.mark.parametrize(
    ("won", "games", "verdict"),
    [
        # Wilson's intervals, in whole per cent: 0-4, 46-65, 49-67, 60-78, 73-88, 74-89, 96-100.
        (0, 100, Verdict.HARDER),
        (56, 100, Verdict.HARDER),
        (58, 100, Verdict.USUAL),
        (70, 100, Verdict.USUAL),
        (81, 100, Verdict.USUAL),
        (83, 100, Verdict.EASIER),
        (100, 100, Verdict.EASIER),
        # Of few games a larger difference is needed, and of fewer nothing is said.
        (16, 30, Verdict.USUAL),
        (30, 30, Verdict.EASIER),
        (29, 29, Verdict.NOT_YET),
        (0, 0, Verdict.NOT_YET),
    ],
)
def test_the_verdict(won: int, games: int, verdict: Verdict) -> None:
    assert tried(won, games).verdict is verdict


ORDER = [Verdict.HARDER, Verdict.USUAL, Verdict.EASIER]


@given(st.integers(ENOUGH_TRIES, 500).flatmap(lambda games: st.tuples(st.just(games), st.integers(0, games - 1))))
def test_one_more_win_never_makes_a_deal_look_harder(counts: tuple[int, int]) -> None:
    games, won = counts
    fewer, more = tried(won, games).verdict, tried(won + 1, games).verdict
    assert ORDER.index(fewer) <= ORDER.index(more)


@given(st.integers(ENOUGH_TRIES, 1000))
def test_what_the_house_usually_wins_is_as_hard_as_usual(games: int) -> None:
    assert tried(round(games * USUAL_PERCENT / 100), games).verdict is Verdict.USUAL


@pytest.mark.django_db
def test_the_members_tries_of_each_day_are_counted_apart(alice: Player, bob: Player, charlie: Player) -> None:
    ended_row(alice, cards=52, day=YESTERDAY)
    ended_row(bob, cards=46, day=YESTERDAY)
    ended_row(charlie, cards=22, day=YESTERDAY)
    ended_row(alice, cards=30, day=BEFORE)
    yesterday, before = map(day_difficulty.of_day, (YESTERDAY, BEFORE))
    assert (yesterday.day, yesterday.fared.won, yesterday.fared.near_wins) == (YESTERDAY, 1, 1)
    assert yesterday.fared.share == statistics.share(1, 3)
    assert yesterday.fared.mean_cards == pytest.approx(40)
    assert (before.fared.won, before.fared.share.of, before.fared.mean_cards) == (0, 1, 30)


@pytest.mark.django_db
def test_practice_void_tries_and_boards_without_a_card_do_not_count(
    alice: Player, bob: Player, charlie: Player
) -> None:
    ended_row(alice, cards=52, day=YESTERDAY, practice=Seat.Practice.PAST_DAY)
    void = ended_row(bob, cards=52, day=YESTERDAY)
    Match.objects.filter(pk=void.match_id).update(voided_at=NOON)
    empty = ended_row(charlie, cards=4, day=YESTERDAY)
    Seat.objects.filter(pk=empty.pk).update(rows=0)
    assert day_difficulty.of_day(YESTERDAY).fared == day_difficulty.UNPLAYED


@pytest.mark.django_db
def test_only_the_yardstick_s_trials_of_that_day_are_looked_at() -> None:
    Trial.objects.create(deal=day_of(YESTERDAY), level=trials.LEVEL, tries=100, won=31)
    Trial.objects.create(deal=day_of(YESTERDAY), level="master", tries=100, won=99)
    Trial.objects.create(deal=day_of(BEFORE), level=trials.LEVEL, tries=50, won=50)
    yesterday, before = map(day_difficulty.of_day, (YESTERDAY, BEFORE))
    assert yesterday.tried == tried(31, 100)
    assert before.tried == tried(50, 50)


@pytest.mark.django_db
def test_many_days_are_asked_about_at_once(alice: Player, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    days = [YESTERDAY - dt.timedelta(days=back) for back in range(31)]
    for day in days[::2]:
        ended_row(alice, day=day)
        Trial.objects.create(deal=day_of(day), level=trials.LEVEL, tries=1, won=1)
    with django_assert_num_queries(2):
        assert day_difficulty.tried_on(days).keys() == day_difficulty.fared_on(days).keys() == set(days[::2])
