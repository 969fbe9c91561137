"""House Expert tries past days' deals, and no others: each with other luck, counted once, until it is enough."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries, Settings

from games import deals, trials
from games.analysis.questions import Chosen, Tried, Try
from games.analysis.worker import think
from games.models import Deal, Trial
from games.thoughts import DEATHS, Thought
from tests.games.conftest import NOON

pytestmark = pytest.mark.django_db

TODAY = NOON.date()
DAY = dt.timedelta(days=1)
SECOND = dt.timedelta(seconds=1)
MIDNIGHT = dt.datetime(2026, 3, 11, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def nobody_died_in_other_tests() -> Iterator[None]:
    """Deals are known by their ids, which begin again in each test."""
    trials._deaths.clear()
    yield
    trials._deaths.clear()


def dealt(*days_ago: int) -> list[Deal]:
    return [deals.daily_deal(TODAY - days * DAY, NOON) for days in days_ago]


def thought(now: dt.datetime = NOON) -> Thought:
    found = trials.next_thought(now)
    assert found is not None
    return found


def question(now: dt.datetime = NOON) -> Try:
    asked = thought(now).question
    assert isinstance(asked, Try)
    return asked


def keep(kept: Thought, won: bool = True) -> None:
    with transaction.atomic():
        assert kept.keep(Tried(won, 52 if won else 40)) == []


def counted(deal: Deal) -> tuple[int, int]:
    trial = Trial.objects.get(deal=deal, level=trials.LEVEL)
    return trial.tries, trial.won


def enough(*some: Deal) -> None:
    for deal in some:
        Trial.objects.update_or_create(deal=deal, level=trials.LEVEL, defaults={"tries": trials.TRIES})


def test_a_closed_day_s_deal_is_tried_with_its_own_cards() -> None:
    [deal] = dealt(1)
    asked = question()
    assert (asked.rules, asked.deal, asked.level) == ("classic-4-0", bytes(deal.seed or b"").hex(), "expert")


def test_no_deal_of_a_day_that_is_not_over_is_ever_tried() -> None:
    dealt(0, -1)
    assert trials.next_thought(NOON) is None
    assert trials.next_thought(MIDNIGHT + SECOND) is None
    assert question(MIDNIGHT + 2 * SECOND).deal == bytes(Deal.objects.get(day=TODAY).seed or b"").hex()


def test_the_last_day_comes_first_and_the_days_before_it_after_it() -> None:
    made = dealt(3, 1, 2)
    in_order = [made[1], made[2], made[0]]
    for deal in in_order:
        assert question().deal == bytes(deal.seed or b"").hex()
        enough(deal)
    assert trials.next_thought(NOON) is None


def test_days_of_more_than_a_week_ago_are_left_alone() -> None:
    dealt(8)
    assert trials.next_thought(NOON) is None
    dealt(7)
    assert trials.next_thought(NOON) is not None


def test_a_deal_of_another_kind_is_never_tried() -> None:
    deals.random_deal(deals.DAILY_RULES, NOON)
    deals.numbered_deal(deals.DAILY_RULES, 7, NOON)
    assert trials.next_thought(NOON) is None


def test_it_is_tried_until_it_is_enough_each_time_with_other_luck() -> None:
    [deal] = dealt(1)
    luck = []
    while (found := trials.next_thought(NOON)) is not None:
        assert isinstance(found.question, Try)
        luck.append(found.question.seed)
        keep(found, won=len(luck) % 4 == 0)
    assert len(luck) == len(set(luck)) == trials.TRIES
    assert counted(deal) == (trials.TRIES, trials.TRIES // 4)


def test_the_same_trial_asked_for_again_is_the_same() -> None:
    dealt(1)
    keep(thought())
    first, again = thought(), thought()
    assert (first.about, first.question) == (again.about, again.question)


def test_a_trial_that_was_thought_about_twice_counts_once() -> None:
    [deal] = dealt(1)
    first, same = thought(), thought()
    keep(first)
    keep(same)
    assert counted(deal) == (1, 1)


def test_what_is_no_trial_is_refused_and_counts_nothing() -> None:
    dealt(1)
    with pytest.raises(TypeError):
        thought().keep(Chosen("F1"))
    assert not Trial.objects.exists()


def test_a_deal_of_which_the_process_dies_again_and_again_keeps_no_other_from_its_turn() -> None:
    dying, next_one = dealt(1, 2)
    for _ in range(DEATHS):
        assert question().deal == bytes(dying.seed or b"").hex()
        thought().died()
    assert question().deal == bytes(next_one.seed or b"").hex()


def test_deaths_with_an_answer_between_them_are_not_again_and_again() -> None:
    [deal] = dealt(1)
    for _ in range(DEATHS):
        for _ in range(DEATHS - 1):
            thought().died()
        keep(thought())
    assert counted(deal) == (DEATHS, DEATHS)
    assert trials.next_thought(NOON) is not None


def test_a_club_that_analyses_nothing_tries_nothing(settings: Settings) -> None:
    dealt(1)
    settings.ANALYSIS = False
    assert trials.next_thought(NOON) is None


def test_looking_for_the_next_is_one_question(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    enough(*dealt(1, 2, 3, 4, 5, 6, 7))
    with django_assert_num_queries(1):
        assert trials.next_thought(NOON) is None


def test_a_trial_is_a_whole_game_of_the_house() -> None:
    [deal] = dealt(1)
    first = thought()
    answer = think(first.question)
    assert isinstance(answer, Tried)
    assert answer.won == (answer.cards == 52)
    assert think(first.question) == answer
    with transaction.atomic():
        first.keep(answer)
    assert counted(deal) == (1, int(answer.won))
