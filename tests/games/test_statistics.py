"""The figures over finished games, against values worked out by hand and properties that hold for all."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import statistics


@pytest.mark.parametrize(
    ("won", "games", "percent", "low", "high"),
    [
        # Wilson's interval as (p + z²/2n ± z·sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n), by hand with z = 1.96.
        (0, 1, 0.0, 0.0, 79.3),
        (1, 1, 100.0, 20.7, 100.0),
        (5, 10, 50.0, 23.7, 76.3),
        (8, 10, 80.0, 49.0, 94.3),
        (80, 100, 80.0, 71.1, 86.7),
        (0, 20, 0.0, 0.0, 16.1),
    ],
)
def test_a_share_comes_with_its_interval(won: int, games: int, percent: float, low: float, high: float) -> None:
    share = statistics.share(won, games)
    assert share.of == games
    assert share.percent == pytest.approx(percent)
    assert share.low == pytest.approx(low, abs=0.05)
    assert share.high == pytest.approx(high, abs=0.05)


def test_without_a_game_there_is_no_share() -> None:
    assert statistics.share(0, 0) == statistics.Share(0, None, None, None)


games_and_wins = st.integers(1, 10_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games)))


@given(games_and_wins)
def test_the_interval_holds_the_share_and_stays_between_nothing_and_all(counts: tuple[int, int]) -> None:
    share = statistics.share(*counts)
    assert share.percent is not None
    assert share.low is not None
    assert share.high is not None
    assert 0 <= share.low <= share.percent + 1e-9
    assert share.percent - 1e-9 <= share.high <= 100
    assert share.low < share.high


@given(games_and_wins)
def test_wins_and_losses_are_mirror_images(counts: tuple[int, int]) -> None:
    won, games = counts
    share, mirrored = statistics.share(won, games), statistics.share(games - won, games)
    assert share.low is not None
    assert mirrored.high is not None
    assert math.isclose(share.low, 100 - mirrored.high, abs_tol=1e-9)


@given(games_and_wins)
def test_the_interval_narrows_with_the_number_of_games(counts: tuple[int, int]) -> None:
    won, games = counts
    few, many = statistics.share(won, games), statistics.share(4 * won, 4 * games)
    assert few.low is not None and few.high is not None  # noqa: PT018 - narrows the types
    assert many.low is not None and many.high is not None  # noqa: PT018 - narrows the types
    assert many.high - many.low < few.high - few.low


@pytest.mark.parametrize(
    ("games", "current", "longest"),
    [("", 0, 0), ("l", 0, 0), ("w", 1, 1), ("wwl", 0, 2), ("wwlw", 1, 2), ("lwlwww", 3, 3), ("wwwlww", 2, 3)],
)
def test_streaks_are_wins_in_a_row(games: str, current: int, longest: int) -> None:
    assert statistics.streaks(game == "w" for game in games) == statistics.Streaks(current, longest)


@given(st.lists(st.booleans(), max_size=60))
def test_streaks_are_the_runs_of_wins_in_the_list(won: list[bool]) -> None:
    runs = "".join("w" if one else " " for one in won).split(" ")
    assert statistics.streaks(won) == statistics.Streaks(len(runs[-1]), max(map(len, runs)))


def test_the_course_tells_cards_and_the_share_won_so_far() -> None:
    course = statistics.over_time([(30, False), (52, True), (52, True), (47, False)])
    assert [point.cards for point in course] == [30, 52, 52, 47]
    assert [point.won for point in course] == [False, True, True, False]
    assert [point.running_percent for point in course] == pytest.approx([0, 50, 200 / 3, 50])


@pytest.mark.parametrize(
    ("keys", "places"), [("", []), ("a", [1]), ("aab", [1, 1, 3]), ("abbbc", [1, 2, 2, 2, 5]), ("aaa", [1, 1, 1])]
)
def test_equals_share_a_place_and_the_next_counts_them(keys: str, places: list[int]) -> None:
    assert statistics.places(keys) == places


@given(st.lists(st.integers(0, 4), max_size=40), st.integers(0, 40))
def test_a_page_of_the_table_has_the_places_that_the_whole_has(keys: list[int], cut: int) -> None:
    keys.sort()
    whole = statistics.places(keys)
    rest = keys[cut:]
    place_of_first = sum(key < rest[0] for key in keys) + 1 if rest else 1
    assert whole[cut:] == statistics.places(rest, cut + 1, place_of_first)
    assert whole == [sum(other < key for other in keys) + 1 for key in keys]
