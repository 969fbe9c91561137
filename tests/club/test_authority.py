"""Authority: the document's examples, the borders of its spans, and what holds for any history."""

import datetime as dt
from dataclasses import fields
from itertools import pairwise

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from club import authority
from club.authority import SENTENCES, Broken, CountedMatch, Standing, Why

NOW = dt.datetime(2026, 3, 10, 12, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
TICK = dt.timedelta(microseconds=1)


def ended(
    ago: dt.timedelta, opponent_id: int = 2, broken: Broken | None = None, resigned_early: bool = False
) -> CountedMatch:
    return CountedMatch(f"{ago} {opponent_id} {broken}", NOW - ago, opponent_id, broken, resigned_early)


def standing(*matches: CountedMatch, thanked_by: int = 0) -> Standing:
    return authority.standing(matches, thanked_by, NOW)


def weights(*matches: CountedMatch) -> list[tuple[int, Why]]:
    """Weight and reason of each, oldest first."""
    return [(line.weight, line.why) for line in reversed(standing(*matches).lines)]


# --- the document's examples ------------------------------------------------------------------------------------------


def test_who_has_played_nothing_has_three_quarters_of_ninety() -> None:
    nothing = standing()
    assert 90 * nothing.reliability == 67.5
    assert nothing.regard == 0
    assert nothing.ended == 0
    assert nothing.is_new
    assert nothing.lines == ()


def test_halves_go_up() -> None:
    assert standing().authority == 68


@pytest.mark.parametrize(("kept", "broken", "exactly"), [(4, 4, 57.5), (3, 17, 31.5), (17, 63, 24.5)])
def test_halves_go_up_where_floats_would_lose_them(kept: int, broken: int, exactly: float) -> None:
    matches = [ended(HOUR, opponent_id=n) for n in range(kept)]
    matches += [ended(HOUR, opponent_id=n, broken=Broken.LEFT) for n in range(broken)]
    assert 90 * standing(*matches).reliability == pytest.approx(exactly)
    assert standing(*matches).authority == exactly + 0.5


def test_fifty_kept_against_fifty_opponents_with_thirty_one_thanks() -> None:
    good = standing(*(ended(n * DAY, opponent_id=n) for n in range(50)), thanked_by=31)
    assert 90 * good.reliability == pytest.approx(86.25)
    assert good.regard == 10
    assert good.authority == 96
    assert not good.is_new


def test_one_partner_only_and_a_match_each_month_of_a_year() -> None:
    monthly = standing(*(ended(30 * n * DAY) for n in range(12)))
    assert 90 * monthly.reliability == pytest.approx(79.8, abs=0.05)
    assert monthly.authority == 80


# --- what counts ------------------------------------------------------------------------------------------------------


def test_a_match_counts_until_365_days_after_its_end() -> None:
    assert standing(ended(365 * DAY - TICK)).ended == 1
    assert standing(ended(365 * DAY)).ended == 0


def test_a_match_counts_from_the_instant_of_its_end() -> None:
    assert standing(ended(dt.timedelta())).ended == 1
    assert standing(ended(-TICK)).ended == 0


def test_after_five_matches_nobody_is_new() -> None:
    assert standing(*(ended(n * DAY) for n in range(4))).is_new
    assert not standing(*(ended(n * DAY) for n in range(5))).is_new


def test_a_match_resigned_early_counts_neither_way_and_is_shown() -> None:
    resigned = standing(ended(HOUR, resigned_early=True))
    assert resigned.ended == 0
    assert resigned.reliability == 0.75
    assert [(line.counted, line.kept, line.why) for line in resigned.lines] == [(False, False, Why.RESIGNED_EARLY)]


def test_a_match_resigned_early_takes_nothing_from_the_next_one() -> None:
    assert weights(ended(2 * DAY, resigned_early=True), ended(DAY)) == [(0, Why.RESIGNED_EARLY), (1, Why.KEPT)]


# --- weights ----------------------------------------------------------------------------------------------------------


def test_within_thirty_days_of_a_kept_match_against_the_same_player_another_adds_nothing() -> None:
    assert weights(ended(40 * DAY), ended(10 * DAY + TICK)) == [(1, Why.KEPT), (0, Why.KEPT_LATELY)]
    assert weights(ended(40 * DAY), ended(10 * DAY)) == [(1, Why.KEPT), (1, Why.KEPT)]


def test_a_kept_match_without_weight_holds_back_the_next_one_too() -> None:
    assert weights(ended(60 * DAY), ended(40 * DAY), ended(20 * DAY)) == [
        (1, Why.KEPT),
        (0, Why.KEPT_LATELY),
        (0, Why.KEPT_LATELY),
    ]


def test_two_matches_that_end_at_the_same_instant_against_one_player_add_one() -> None:
    assert weights(CountedMatch("a", NOW, 2), CountedMatch("b", NOW, 2)) == [(1, Why.KEPT), (0, Why.KEPT_LATELY)]


def test_matches_against_different_players_do_not_touch_each_other() -> None:
    assert weights(ended(2 * HOUR, opponent_id=2), ended(HOUR, opponent_id=3)) == [(1, Why.KEPT), (1, Why.KEPT)]


def test_a_broken_match_takes_nothing_from_a_kept_one() -> None:
    assert weights(ended(2 * HOUR, broken=Broken.LEFT), ended(HOUR)) == [(1, Why.LEFT), (1, Why.KEPT)]


def test_every_match_that_was_left_lowers() -> None:
    left = (ended(2 * HOUR, broken=Broken.LEFT), ended(HOUR, broken=Broken.BOTH_AWAY))
    assert weights(*left) == [(1, Why.LEFT), (1, Why.BOTH_AWAY)]
    assert standing(*left).reliability == pytest.approx(7.5 / 12)


def test_losses_on_time_within_a_day_of_the_first_are_one() -> None:
    lost = [ended(ago, opponent_id=n, broken=Broken.TIME) for n, ago in enumerate((48 * HOUR, 36 * HOUR, 24 * HOUR))]
    assert weights(*lost) == [(1, Why.OUT_OF_TIME), (0, Why.SAME_LAPSE), (0, Why.SAME_LAPSE)]
    assert standing(*lost).ended == 3
    assert standing(*lost).reliability == pytest.approx(7.5 / 11)


def test_the_first_loss_on_time_after_that_day_begins_another() -> None:
    lost = [ended(ago, broken=Broken.TIME) for ago in (48 * HOUR, 30 * HOUR, 24 * HOUR - TICK, 2 * HOUR, HOUR)]
    assert [weight for weight, _ in weights(*lost)] == [1, 0, 1, 0, 0]


def test_a_match_that_was_left_is_no_loss_on_time() -> None:
    assert weights(ended(3 * HOUR, broken=Broken.TIME), ended(2 * HOUR, broken=Broken.LEFT)) == [
        (1, Why.OUT_OF_TIME),
        (1, Why.LEFT),
    ]


@pytest.mark.parametrize(("thanked_by", "regard"), [(0, 0), (1, 2), (3, 4), (7, 6), (30, 9.908), (31, 10), (500, 10)])
def test_regard_doubles_its_thanks_for_two_points_up_to_ten(thanked_by: int, regard: float) -> None:
    assert standing(thanked_by=thanked_by).regard == pytest.approx(regard, abs=0.001)


# --- explanation ------------------------------------------------------------------------------------------------------


def test_lines_are_newest_first_and_name_their_match() -> None:
    older, newer = ended(2 * DAY), ended(DAY)
    assert [line.match for line in standing(older, newer).lines] == [newer, older]


def test_every_weight_has_its_reason_in_words() -> None:
    assert set(SENTENCES) == set(Why)
    with translation.override("en"):
        texts = [line.text for line in standing(ended(2 * DAY), ended(DAY, broken=Broken.TIME)).lines]
    assert texts == ["Lost on time.", "Kept."]


# --- any history ------------------------------------------------------------------------------------------------------

events = st.tuples(
    st.timedeltas(min_value=-DAY, max_value=400 * DAY) | st.integers(0, 60).map(lambda n: n * 12 * HOUR),
    st.integers(2, 5),
    st.none() | st.sampled_from(Broken),
    st.booleans(),
)
histories = st.lists(events, max_size=60).map(
    lambda rows: [
        CountedMatch(str(n), NOW - ago, opponent_id, broken, resigned_early=early and broken is None)
        for n, (ago, opponent_id, broken, early) in enumerate(rows)
    ]
)
thanks = st.integers(0, 10_000)


@given(histories, thanks)
def test_authority_stays_between_nothing_and_a_hundred(history: list[CountedMatch], thanked_by: int) -> None:
    one = authority.standing(history, thanked_by, NOW)
    assert 0 <= one.authority <= 100
    assert 0 < one.reliability < 1
    assert 0 <= one.regard <= 10
    assert abs(one.authority - (90 * one.reliability + one.regard)) <= 0.5 + 1e-9


def test_not_even_the_best_or_worst_of_histories_leaves_the_scale() -> None:
    many = range(20_000)
    best = standing(*(ended(HOUR, opponent_id=n) for n in many), thanked_by=20_000)
    worst = standing(*(ended(HOUR, opponent_id=n, broken=Broken.LEFT) for n in many))
    assert (best.authority, worst.authority) == (100, 0)


@given(histories.flatmap(lambda history: st.tuples(st.just(history), st.permutations(history))))
def test_the_order_of_the_rows_does_not_matter(histories: tuple[list[CountedMatch], list[CountedMatch]]) -> None:
    history, shuffled = histories
    assert authority.standing(history, 0, NOW) == authority.standing(iter(shuffled), 0, NOW)


@given(histories)
def test_the_number_follows_from_its_lines(history: list[CountedMatch]) -> None:
    one = authority.standing(history, 0, NOW)
    kept = sum(line.weight for line in one.lines if line.kept)
    broken = sum(line.weight for line in one.lines if line.counted and not line.kept)
    assert one.reliability == pytest.approx((kept + 7.5) / (kept + broken + 10))
    assert one.ended == sum(line.counted for line in one.lines)


@given(histories, st.integers(2, 6))
def test_keeping_one_more_match_now_never_lowers(history: list[CountedMatch], opponent_id: int) -> None:
    more = [*history, CountedMatch("one more", NOW, opponent_id)]
    assert authority.standing(more, 0, NOW).reliability >= authority.standing(history, 0, NOW).reliability


@given(histories, st.sampled_from(Broken))
def test_breaking_one_more_match_now_never_raises(history: list[CountedMatch], broken: Broken) -> None:
    more = [*history, CountedMatch("one more", NOW, 2, broken)]
    assert authority.standing(more, 0, NOW).reliability <= authority.standing(history, 0, NOW).reliability


@given(histories, st.timedeltas(min_value=dt.timedelta(), max_value=400 * DAY))
def test_broken_matches_weigh_no_more_as_time_goes_by(history: list[CountedMatch], later: dt.timedelta) -> None:
    past = [match for match in history if match.ended_at <= NOW]

    def broken(now: dt.datetime) -> int:
        lines = authority.standing(past, 0, now).lines
        return sum(line.weight for line in lines if line.counted and not line.kept)

    assert broken(NOW + later) <= broken(NOW)


def test_who_won_cannot_enter_since_it_is_not_said() -> None:
    said = {field.name for field in fields(CountedMatch)}
    assert said == {"key", "ended_at", "opponent_id", "broken", "resigned_early"}


# --- nobody gains by tricks -------------------------------------------------------------------------------------------


@given(histories, st.integers(2, 5), st.integers(0, 30), thanks)
def test_one_partner_gives_less_than_three_points_a_month_thanks_apart(
    history: list[CountedMatch], partner: int, matches: int, thanked_by: int
) -> None:
    """However many matches the two play within 30 days, and whatever was before."""
    before = authority.standing(history, thanked_by, NOW)
    month = [CountedMatch(f"more {n}", NOW - n * DAY, partner) for n in range(min(matches, 30))]
    after = authority.standing([*history, *month], thanked_by, NOW)
    assert 90 * (after.reliability - before.reliability) < 3


@given(st.integers(1, 12), st.integers(1, 60))
def test_one_partner_gives_less_than_three_points_in_each_month_of_a_year(months: int, matches_a_month: int) -> None:
    pause = 30 * DAY / matches_a_month
    points = [90 * standing().reliability]
    played: list[CountedMatch] = []
    for month in reversed(range(months)):
        played += [ended(30 * month * DAY + n * pause) for n in range(matches_a_month)]
        points.append(90 * standing(*played).reliability)
    assert all(after - before < 3 for before, after in pairwise(points))


@given(histories, st.lists(st.tuples(st.integers(0, 364), st.integers(2, 9)), max_size=30), thanks)
def test_resigning_at_once_gives_nothing_and_takes_nothing(
    history: list[CountedMatch], resigned: list[tuple[int, int]], thanked_by: int
) -> None:
    early = [
        CountedMatch(f"resigned {n}", NOW - days * DAY, opponent_id, resigned_early=True)
        for n, (days, opponent_id) in enumerate(resigned)
    ]
    without, with_them = (authority.standing(matches, thanked_by, NOW) for matches in (history, [*history, *early]))
    assert (without.authority, without.reliability, without.ended, without.is_new) == (
        with_them.authority,
        with_them.reliability,
        with_them.ended,
        with_them.is_new,
    )
    assert [line for line in with_them.lines if line.match not in early] == list(without.lines)


@given(histories, st.integers(0, 10_000), st.integers(0, 10_000))
def test_more_thanks_never_lower_and_are_ten_points_at_most(history: list[CountedMatch], some: int, more: int) -> None:
    few, many = (authority.standing(history, thanked, NOW) for thanked in (some, some + more))
    assert few.authority <= many.authority <= authority.standing(history, 0, NOW).authority + 10
