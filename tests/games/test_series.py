"""Series: best of three or five, a drawn race half a point each, and what leaving between two races costs."""

import datetime as dt

import pytest

from club.models import Player
from games.messages import Claim
from games.models import Match, Series
from games.play import RaceWish
from games.refusals import Refused
from tests.games.racing import CLASSIC, SECOND, Race, race_of
from tests.games.table import code_of

pytestmark = pytest.mark.django_db
MINUTE = dt.timedelta(minutes=1)


def first(alice: Player, bob: Player, best_of: int = 3) -> Race:
    return Race.begun(alice, bob, RaceWish(CLASSIC, 5, best_of))


def won_by(race: Race, place: int | None) -> None:
    """End a race: for that seat, or as a draw."""
    if place is None:
        race.one.play_out()
        race.two.play_out()
    else:
        (race.two if place == 1 else race.one).resign()


def play_series(race: Race, *winners: int | None) -> Race:
    """Let these win one race after the other; the last race."""
    won_by(race, winners[0])
    for winner in winners[1:]:
        race = race.next()
        race.begin()
        won_by(race, winner)
    return race


@pytest.mark.parametrize(
    ("best_of", "winners", "outcome"),
    [
        (3, [1, 1], ([2, 0], 1, "more_points")),
        (3, [1, 2, 2], ([1, 2], 2, "more_points")),
        (3, [None, None, None], ([1.5, 1.5], None, "equal")),
        (3, [1, None, 2], ([1.5, 1.5], None, "equal")),
        (3, [1, None, None], ([2, 1], 1, "more_points")),
        (5, [2, 2, 2], ([0, 3], 2, "more_points")),
        (5, [1, 1, None, None], ([3, 1], 1, "more_points")),
        (5, [1, 2, 1, 2, None], ([2.5, 2.5], None, "equal")),
    ],
)
def test_first_above_half_wins_and_level_at_the_end_is_a_draw(
    alice: Player,
    bob: Player,
    best_of: int,
    winners: list[int | None],
    outcome: tuple[list[float], int | None, str],
) -> None:
    last = play_series(first(alice, bob, best_of), *winners)
    series = race_of(last.one.look()).series
    assert series is not None
    assert series.over
    assert (series.points, series.winner, series.reason) == outcome
    assert series.number == len(winners) == Match.objects.count()


def test_the_next_race_has_a_new_deal_the_same_seats_and_the_points_so_far(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 2)
    following = race.next()
    assert race_of(race.one.look()).next == following.key
    series = race_of(following.one.look()).series
    assert series is not None
    assert (series.number, series.points, series.over) == (2, [0, 1], False)
    assert [line.name for line in race_of(following.one.look()).lines] == ["alice", "bob"]
    assert following.match().deal.commitment != race.match().deal.commitment
    assert following.match().minutes == 5


def test_an_earlier_race_s_table_tells_of_the_series_as_it_stood_then(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 1)
    version, seen = race.one.say(Claim()).version, race.one.look()
    following = race.next()
    following.begin()
    won_by(following, 1)
    assert race.one.look() == seen
    assert race.one.say(Claim()).version == version


def test_between_two_races_nobody_has_to_hurry(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 1)
    following = race.next()
    following.wait_together(9 * MINUTE)
    following.begin()
    assert following.one.look().phase == "running"


def test_resigning_between_two_races_gives_the_series(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 1)
    following = race.next()
    following.one.resign()
    series = race_of(following.two.look()).series
    assert series is not None
    assert (series.over, series.winner, series.reason) == (True, 2, "resigned")
    assert following.match().phase == Match.Phase.CALLED_OFF
    assert Race.agreed(alice, bob, now=following.now)


def test_leaving_between_two_races_gives_the_series_if_the_other_claims_it(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 2)
    following = race.next()
    following.wait_together(71 * SECOND, following.one)
    assert code_of(following.one.say(Claim())) == "not-away"
    following.wait_together(2 * SECOND, following.one)
    following.one.say(Claim())
    series = race_of(following.one.look()).series
    assert series is not None
    assert (series.winner, series.reason) == (1, "left")


def test_not_pressing_ready_for_ten_minutes_is_leaving(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 2)
    following = race.next()
    following.one.ready()
    following.wait_together(11 * MINUTE)
    assert race_of(following.one.look()).claim_from is not None
    assert following.one.say(Claim()).refused is None
    assert Series.objects.get().winner == 1


def test_both_gone_between_two_races_is_nobody_s_series(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 2)
    following = race.next()
    following.wait(11 * MINUTE)
    assert following.watched().phase == "called_off"
    series = Series.objects.get()
    assert (series.winner, series.reason) == (None, "left")
    assert series.ended_at is not None


def test_resigning_a_race_gives_that_race_only(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 1)
    assert Series.objects.get().ended_at is None
    assert race.next().one.look().phase == "opening"


def test_no_race_outside_of_the_series_while_it_runs(alice: Player, bob: Player) -> None:
    race = first(alice, bob)
    won_by(race, 1)
    with pytest.raises(Refused, match="in-a-race"):
        Race.agreed(alice, bob, now=race.now)
