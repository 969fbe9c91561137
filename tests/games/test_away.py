"""Leaving, judged fairly: who is away, who may claim, and what an outage bears on (promise 10)."""

import datetime as dt

import pytest
from django.db import transaction

from club import outages
from club.models import Outage, Player, ServingStamp
from games import serving
from games.clocks import COUNTDOWN
from games.messages import Beat, Claim, Look
from games.models import Seat
from games.play import RaceWish
from tests.games.racing import CLASSIC, SECOND, Race, play_until, race_of
from tests.games.table import choice, code_of

pytestmark = pytest.mark.django_db
MINUTE = dt.timedelta(minutes=1)
NO_CLOCK = RaceWish(CLASSIC)


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    return Race.begun(alice, bob, RaceWish(CLASSIC, 10))


@pytest.fixture
def slow(alice: Player, bob: Player) -> Race:
    """A race without a clock."""
    return Race.begun(alice, bob, NO_CLOCK)


def test_silence_of_twelve_seconds_is_being_away_and_a_beat_brings_one_back(race: Race) -> None:
    heard = Seat.objects.get(pk=race.two.seat_id).heard_at
    assert heard is not None
    race.wait_together(heard + 12 * SECOND - race.now, race.one)
    assert race_of(race.one.look()).lines[1].here
    race.wait_together(SECOND, race.one)
    line = race_of(race.one.look()).lines[1]
    assert (line.here, line.away_since) == (False, "2026-03-10T12:00:12Z")
    race.beat(race.two)
    line = race_of(race.one.look()).lines[1]
    assert (line.here, line.away_since) == (True, None)


@pytest.mark.parametrize("gone", [5, 30])
def test_a_network_gone_for_half_a_minute_costs_nothing_but_time(race: Race, gone: int) -> None:
    race.wait_together(gone * SECOND, race.one)
    assert code_of(race.one.say(Claim())) == "not-away"
    race.two.move(choice(race.two.look()))
    assert race_of(race.one.look()).lines[1].here
    assert race.one.look().phase == "running"


def test_a_network_gone_for_ninety_seconds_can_cost_the_race_if_the_other_claims_it(race: Race) -> None:
    play_until(race.two, 20)
    race.wait_together(90 * SECOND, race.one)
    assert race.one.look().phase == "running"
    race.one.say(Claim())
    seen = race_of(race.two.look())
    assert (seen.winner, seen.reason, seen.ended_by) == (1, "left", ["decided", "left"])


def test_ninety_seconds_cost_nothing_if_nobody_claims(race: Race) -> None:
    race.wait_together(90 * SECOND, race.one)
    race.two.say(Look())
    assert code_of(race.one.say(Claim())) == "not-away"
    assert race.two.look().phase == "running"


@pytest.mark.parametrize(("late_by", "granted"), [(-1, False), (0, True), (1, True)])
def test_a_claim_is_judged_to_the_second_when_it_is_pressed(race: Race, late_by: int, granted: bool) -> None:
    race.wait_together(40 * SECOND, race.one)
    claim_from = race_of(race.one.look()).claim_from
    assert claim_from is not None
    race.wait(dt.datetime.fromisoformat(claim_from) + late_by * SECOND - race.now)
    answer = race.one.say(Claim())
    assert (answer.refused is None) == granted


def test_a_claim_pressed_twice_is_one_claim(race: Race) -> None:
    race.wait_together(90 * SECOND, race.one)
    race.one.say(Claim())
    again = race.one.say(Claim())
    assert again.refused is None
    assert not again.told


def test_a_claim_on_somebody_who_is_here_is_refused(race: Race) -> None:
    race.wait_together(2 * MINUTE)
    assert race_of(race.one.look()).claim_from is None
    assert code_of(race.one.say(Claim())) == "not-away"


def test_one_s_own_absence_is_never_offered_as_a_claim(race: Race) -> None:
    race.wait_together(90 * SECOND, race.one)
    assert race_of(race.two.look()).claim_from is None
    # Both gone: whoever comes back first may claim, the other not.
    race.wait(90 * SECOND)
    assert race.two.say(Claim()).refused is None
    assert race_of(race.one.look()).winner == 2


def test_a_stopped_seat_cannot_be_claimed(race: Race) -> None:
    race.two.play_out()
    # Nobody else has passed it yet.
    assert race.one.look().phase == "running"
    race.wait_together(3 * MINUTE, race.one)
    assert race_of(race.one.look()).claim_from is None
    assert code_of(race.one.say(Claim())) == "not-away"


def test_with_a_clock_thinking_for_long_is_not_being_away(race: Race) -> None:
    race.wait_together(9 * MINUTE + 50 * SECOND)
    assert [line.here for line in race_of(race.one.look()).lines] == [True, True]


def test_without_a_clock_not_moving_for_ten_minutes_is_being_away(slow: Race) -> None:
    slow.wait_together(9 * MINUTE)
    slow.one.move(choice(slow.one.look()))
    slow.wait_together(MINUTE + SECOND)
    assert [line.here for line in race_of(slow.one.look()).lines] == [True, False]
    assert code_of(slow.one.say(Claim())) == "not-away"
    slow.two.say(Beat())
    slow.wait_together(MINUTE)
    slow.one.say(Claim())
    assert race_of(slow.two.look()).reason == "left"


def test_a_move_ends_the_absence_of_who_only_did_not_move(slow: Race) -> None:
    slow.wait_together(10 * MINUTE + 30 * SECOND)
    slow.two.move(choice(slow.two.look()))
    assert [line.here for line in race_of(slow.one.look()).lines] == [False, True]


@pytest.mark.parametrize("swept", [False, True])
def test_both_away_for_ten_minutes_is_an_end_as_if_both_had_stopped(slow: Race, swept: bool) -> None:
    play_until(slow.two, 30)
    gone_at = Seat.objects.get(pk=slow.two.seat_id).heard_at
    assert gone_at is not None
    slow.wait(10 * MINUTE + 12 * SECOND)
    if swept:
        # A mark set by somebody's sweep changes no result.
        slow.beat()
    assert slow.watched().phase == "running"
    slow.wait(2 * SECOND)
    seen = race_of(slow.watched())
    assert (seen.winner, seen.reason, seen.ended_by) == (2, "more_cards", ["left", "left"])
    assert slow.match().ended_at == gone_at + 10 * MINUTE + 12 * SECOND


def test_a_seat_that_had_stopped_is_not_said_to_have_left(slow: Race) -> None:
    slow.two.play_out()
    slow.wait(11 * MINUTE)
    assert race_of(slow.watched()).ended_by == ["left", "blocked"]


def test_one_who_stays_keeps_a_race_without_a_clock_alive_for_hours(slow: Race) -> None:
    for _ in range(20):
        slow.wait_together(9 * MINUTE, slow.one)
        slow.one.move(choice(slow.one.look()))
    assert slow.one.look().phase == "running"


# --- outages ----------------------------------------------------------------------------------------------------------


def _outage(race: Race, lasted: dt.timedelta) -> None:
    """The club served until now, and serves again after so long."""
    with transaction.atomic():
        outages.stamp(race.now)
    race.wait(lasted)
    serving.begin_serving(race.now)


def test_an_outage_takes_nothing_from_the_clock(race: Race) -> None:
    before = race.match().deadline
    assert before is not None
    _outage(race, 5 * MINUTE)
    assert race.match().deadline == before + 5 * MINUTE + 60 * SECOND
    assert Outage.objects.get().lasted == 5 * MINUTE


def test_a_clock_that_ran_out_during_the_outage_had_not_run_out(race: Race) -> None:
    _outage(race, 15 * MINUTE)
    assert race.one.look().phase == "running"
    assert race.one.move(choice(race.one.look())).refused is None


def test_absences_are_extended_by_the_outage(race: Race) -> None:
    race.wait_together(60 * SECOND, race.one)
    _outage(race, 5 * MINUTE)
    race.beat(race.one)
    assert code_of(race.one.say(Claim())) == "not-away"
    race.wait_together(72 * SECOND, race.one)
    assert race.one.say(Claim()).refused is None


def test_a_countdown_that_fell_into_the_outage_is_counted_anew(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    race.one.ready()
    race.two.ready()
    _outage(race, MINUTE)
    assert race.one.look().phase == "starting"
    race.wait(COUNTDOWN)
    assert race.one.look().phase == "running"
    assert race.match().started_at == race.now


def test_a_table_not_yet_begun_waits_another_minute(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    _outage(race, 5 * MINUTE)
    race.begin()


@pytest.mark.parametrize(("gap", "is_outage"), [(20, False), (21, True)])
def test_only_a_gap_of_more_than_twenty_seconds_is_an_outage(race: Race, gap: int, is_outage: bool) -> None:
    _outage(race, gap * SECOND)
    assert Outage.objects.exists() == is_outage


def test_only_the_first_process_after_the_gap_writes_it_down(race: Race) -> None:
    _outage(race, MINUTE)
    extended = race.match().deadline
    serving.begin_serving(race.now)
    assert Outage.objects.count() == 1
    assert race.match().deadline == extended


def test_the_first_start_of_all_is_no_outage(race: Race) -> None:
    serving.begin_serving(race.now)
    assert not Outage.objects.exists()
    assert ServingStamp.objects.get().at == race.now


def test_an_older_stamp_never_replaces_a_newer(race: Race) -> None:
    outages.stamp(race.now)
    outages.stamp(race.now - MINUTE)
    assert ServingStamp.objects.get().at == race.now


def test_a_move_is_written_down_as_being_here_without_waiting_for_the_next_round(race: Race) -> None:
    race.wait(10 * SECOND)
    race.two.move(choice(race.two.look()))
    assert Seat.objects.get(pk=race.two.seat_id).heard_at == race.now


def test_at_the_table_of_an_ended_race_one_sees_that_the_other_has_gone(race: Race) -> None:
    race.one.resign()
    race.wait_together(20 * SECOND, race.one)
    assert [line.here for line in race_of(race.one.look()).lines] == [True, False]
