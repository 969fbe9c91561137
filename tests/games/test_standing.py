"""Standing: which of the matches in the database count for whom, and as what."""

import datetime as dt
from itertools import count

import pytest
from pytest_django import DjangoAssertNumQueries

from club import authority
from club.authority import Line, Standing, Why
from club.models import Player
from games.engine.rules import Rules
from games.models import Deal, Match, Seat, Series
from games.models.matches import Reason
from games.standing import standing_of, standings_of
from tests.games.conftest import NOON

DAY = dt.timedelta(days=1)
MINUTE = dt.timedelta(minutes=1)
TICK = dt.timedelta(microseconds=1)
BLOCKED, DECIDED, LEFT, RESIGNED, TIME, WON = (
    Seat.EndedBy.BLOCKED,
    Seat.EndedBy.DECIDED,
    Seat.EndedBy.LEFT,
    Seat.EndedBy.RESIGNED,
    Seat.EndedBy.TIME,
    Seat.EndedBy.WON,
)
_secret = count(1)


def played(
    one: Player,
    other: Player,
    ended_by: tuple[Seat.EndedBy, Seat.EndedBy] = (WON, DECIDED),
    *,
    ended_at: dt.datetime = NOON,
    mode: Match.Mode = Match.Mode.RACE,
    members: tuple[bool, bool] = (True, True),
    placed: int = 48,
    redeals_used: int = 0,
    rules: str = "classic-4-2",
    series: Series | None = None,
) -> Match:
    """An ended match of these two, without its moves; the first of them has placed so many cards of the stock."""
    match = Match.objects.create(
        mode=mode,
        phase=Match.Phase.ENDED,
        deal=deal(rules),
        series=series,
        created_at=ended_at - 5 * MINUTE,
        started_at=ended_at - 5 * MINUTE,
        ended_at=ended_at,
    )
    for place, player in enumerate((one, other), start=1):
        Seat.objects.create(
            match=match,
            place=place,
            player=player,
            mode=mode,
            variant=rules,
            started_at=match.started_at,
            ended_at=ended_at,
            ended_by=ended_by[place - 1],
            stock_left=Rules.parse(rules).stock_size - placed if place == 1 else 0,
            redeals_used=redeals_used if place == 1 else 0,
            was_member=members[place - 1],
        )
    return match


def deal(rules: str) -> Deal:
    return Deal.objects.create(
        kind=Deal.Kind.RANDOM,
        rules=rules,
        secret=next(_secret).to_bytes(32, "big"),
        commitment="0" * 64,
        created_at=NOON,
    )


def series_of(
    one: Player,
    other: Player,
    *ended_by: tuple[Seat.EndedBy, Seat.EndedBy],
    winner: int | None = 1,
    reason: Reason = Reason.MORE_POINTS,
    ended_at: dt.datetime = NOON,
    placed: int = 48,
) -> Series:
    """A series that ended with these races, ten minutes apart; the last ended with it."""
    series = Series.objects.create(
        best_of=3, created_at=ended_at - DAY, ended_at=ended_at, winner=winner, reason=reason
    )
    for after, ends in enumerate(reversed(ended_by)):
        played(one, other, ends, ended_at=ended_at - 10 * after * MINUTE, placed=placed, series=series)
    return series


def standing(player: Player, now: dt.datetime = NOON) -> Standing:
    found = standing_of(player, now)
    assert found is not None
    return found


def lines(player: Player, now: dt.datetime = NOON) -> tuple[Line, ...]:
    return standing(player, now).lines


def reasons(player: Player) -> list[Why]:
    """Why each match has its weight, oldest first."""
    return [line.why for line in reversed(lines(player))]


# --- races ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ended_by",
    [(WON, DECIDED), (BLOCKED, BLOCKED), (BLOCKED, DECIDED), (TIME, TIME), (BLOCKED, TIME), (RESIGNED, DECIDED)],
)
def test_a_race_played_out_stopped_or_resigned_is_kept_by_both(
    alice: Player, bob: Player, ended_by: tuple[Seat.EndedBy, Seat.EndedBy]
) -> None:
    played(alice, bob, ended_by)
    assert reasons(alice) == reasons(bob) == [Why.KEPT]


def test_a_claim_breaks_the_race_for_who_was_away_alone(alice: Player, bob: Player) -> None:
    played(alice, bob, (LEFT, DECIDED))
    assert reasons(alice) == [Why.LEFT]
    assert reasons(bob) == [Why.KEPT]


def test_both_away_breaks_it_for_both(alice: Player, bob: Player) -> None:
    played(alice, bob, (LEFT, LEFT))
    assert reasons(alice) == reasons(bob) == [Why.BOTH_AWAY]


def test_winning_and_losing_make_no_difference(alice: Player, bob: Player) -> None:
    for days in range(6):
        match = played(alice, bob, ended_at=NOON - 40 * days * DAY)
        Match.objects.filter(pk=match.pk).update(winner=1, reason=Reason.FIRST_TO_WIN)
    assert standing(alice).authority == standing(bob).authority
    assert standing(alice).ended == 6


def test_a_line_leads_to_its_match_and_its_opponent(alice: Player, bob: Player) -> None:
    match = played(alice, bob)
    [line] = lines(alice)
    assert (line.match.key, line.match.opponent_id, line.match.ended_at) == (match.key, bob.pk, NOON)
    [line] = lines(bob)
    assert (line.match.key, line.match.opponent_id) == (match.key, alice.pk)


# --- by correspondence ------------------------------------------------------------------------------------------------


def test_time_by_correspondence_breaks_the_match_for_who_ran_out_of_it(alice: Player, bob: Player) -> None:
    played(alice, bob, (TIME, DECIDED), mode=Match.Mode.CORRESPONDENCE)
    assert reasons(alice) == [Why.OUT_OF_TIME]
    assert reasons(bob) == [Why.KEPT]


def test_both_out_of_time_breaks_it_for_both(alice: Player, bob: Player) -> None:
    played(alice, bob, (TIME, TIME), mode=Match.Mode.CORRESPONDENCE)
    assert reasons(alice) == reasons(bob) == [Why.OUT_OF_TIME]


def test_several_matches_lost_on_time_in_one_day_are_one(alice: Player, bob: Player, charlie: Player) -> None:
    for opponent in (bob, charlie):
        played(alice, opponent, (TIME, DECIDED), mode=Match.Mode.CORRESPONDENCE)
    assert sorted(reasons(alice)) == [Why.OUT_OF_TIME, Why.SAME_LAPSE]


# --- what is left out -------------------------------------------------------------------------------------------------


def test_a_match_with_a_guest_counts_for_nobody(alice: Player, guest: Player) -> None:
    played(alice, guest, (LEFT, DECIDED), members=(True, False))
    assert lines(alice) == ()


def test_a_guest_has_no_standing(guest: Player) -> None:
    assert standing_of(guest, NOON) is None


def test_what_was_played_as_a_guest_does_not_count_after_joining(alice: Player, bob: Player) -> None:
    played(alice, bob, members=(False, True))
    assert lines(alice) == lines(bob) == ()


def test_solo_games_do_not_count(alice: Player) -> None:
    match = played(alice, Player.objects.create_guest(), (LEFT, LEFT), mode=Match.Mode.SOLO)
    match.seats.get(place=2).delete()
    assert lines(alice) == ()


def test_a_race_that_was_called_off_or_still_runs_does_not_count(alice: Player, bob: Player) -> None:
    off = played(alice, bob)
    Match.objects.filter(pk=off.pk).update(phase=Match.Phase.CALLED_OFF, started_at=None)
    running = played(alice, bob)
    Match.objects.filter(pk=running.pk).update(phase=Match.Phase.RUNNING, ended_at=None)
    assert lines(alice) == ()


def test_a_match_counts_for_365_days(alice: Player, bob: Player) -> None:
    played(alice, bob)
    assert len(lines(alice, NOON + 365 * DAY - TICK)) == 1
    assert lines(alice, NOON + 365 * DAY) == ()


def test_others_matches_are_others(alice: Player, bob: Player, charlie: Player) -> None:
    played(bob, charlie, (LEFT, DECIDED))
    assert lines(alice) == ()


# --- resigned early ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "placed", "why"),
    [
        ("classic-4-0", 0, Why.RESIGNED_EARLY),
        ("classic-4-0", 11, Why.RESIGNED_EARLY),
        ("classic-4-0", 12, Why.KEPT),
        ("giant-6-0", 23, Why.RESIGNED_EARLY),
        ("giant-6-0", 24, Why.KEPT),
    ],
)
def test_resigning_before_a_quarter_of_the_stock_is_placed_does_not_count(
    alice: Player, bob: Player, rules: str, placed: int, why: Why
) -> None:
    played(alice, bob, (RESIGNED, DECIDED), rules=rules, placed=placed)
    assert reasons(alice) == [why]


def test_it_counts_for_the_other_seat(alice: Player, bob: Player) -> None:
    played(alice, bob, (RESIGNED, DECIDED), placed=3)
    assert reasons(bob) == [Why.KEPT]


def test_after_a_redeal_the_stock_was_placed_once_whatever_is_left_of_the_new_one(alice: Player, bob: Player) -> None:
    played(alice, bob, (RESIGNED, DECIDED), placed=3, redeals_used=1)
    assert reasons(alice) == [Why.KEPT]


def test_leaving_early_is_not_resigning_early(alice: Player, bob: Player) -> None:
    played(alice, bob, (LEFT, DECIDED), placed=0)
    assert reasons(alice) == [Why.LEFT]


def test_a_race_that_the_other_won_at_once_counts(alice: Player, bob: Player) -> None:
    played(alice, bob, (DECIDED, RESIGNED), placed=3)
    assert reasons(alice) == [Why.KEPT]


# --- series -----------------------------------------------------------------------------------------------------------


def test_a_series_is_one_match_that_ended_when_it_did(alice: Player, bob: Player) -> None:
    series = series_of(alice, bob, (WON, DECIDED), (DECIDED, WON), (WON, DECIDED))
    Series.objects.filter(pk=series.pk).update(ended_at=NOON + MINUTE)
    [line] = lines(alice, NOON + DAY)
    assert (line.why, line.match.ended_at) == (Why.KEPT, NOON + MINUTE)
    assert standing(bob, NOON + DAY).ended == 1


def test_a_series_that_is_not_over_does_not_count_yet(alice: Player, bob: Player) -> None:
    series = series_of(alice, bob, (LEFT, DECIDED))
    Series.objects.filter(pk=series.pk).update(ended_at=None, winner=None, reason="")
    assert lines(alice) == ()


def test_a_claim_in_one_race_breaks_the_series_once(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (LEFT, DECIDED), (WON, DECIDED), (LEFT, DECIDED), winner=2)
    assert reasons(alice) == [Why.LEFT]
    assert reasons(bob) == [Why.KEPT]


def test_leaving_between_races_breaks_the_series_for_who_left(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (WON, DECIDED), winner=2, reason=Reason.LEFT)
    assert reasons(alice) == [Why.LEFT]
    assert reasons(bob) == [Why.KEPT]


def test_both_leaving_between_races_breaks_the_series_for_both(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (WON, DECIDED), winner=None, reason=Reason.LEFT)
    assert reasons(alice) == reasons(bob) == [Why.BOTH_AWAY]


def test_resigning_a_series_between_races_keeps_it(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (WON, DECIDED), winner=2, reason=Reason.RESIGNED)
    assert reasons(alice) == reasons(bob) == [Why.KEPT]


def test_resigning_each_race_of_a_series_early_does_not_count(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (RESIGNED, DECIDED), (RESIGNED, DECIDED), winner=2, placed=11)
    assert reasons(alice) == [Why.RESIGNED_EARLY]
    assert reasons(bob) == [Why.KEPT]


def test_resigning_one_race_of_a_series_early_and_playing_another_keeps_it(alice: Player, bob: Player) -> None:
    series = series_of(alice, bob, (DECIDED, WON), winner=2)
    played(alice, bob, (RESIGNED, DECIDED), ended_at=NOON - DAY, placed=0, series=series)
    assert reasons(alice) == [Why.KEPT]


def test_resigning_a_series_after_a_race_resigned_early_does_not_count(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (RESIGNED, DECIDED), winner=2, reason=Reason.RESIGNED, placed=2)
    assert reasons(alice) == [Why.RESIGNED_EARLY]


def test_resigning_a_series_with_hardly_a_card_placed_in_it_does_not_count(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (DECIDED, RESIGNED), winner=2, reason=Reason.RESIGNED, placed=2)
    assert reasons(alice) == [Why.RESIGNED_EARLY]


def test_being_away_in_one_race_is_not_hidden_by_resigning_the_next_early(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (LEFT, DECIDED), (RESIGNED, DECIDED), winner=2, placed=1)
    assert reasons(alice) == [Why.LEFT]


def test_a_series_counts_whole_even_where_a_race_of_it_is_older_than_a_year(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (LEFT, DECIDED), (WON, DECIDED), (WON, DECIDED))
    [line] = lines(alice, NOON + 365 * DAY - MINUTE)
    assert line.why is Why.LEFT
    assert lines(alice, NOON + 365 * DAY) == ()


def test_whether_both_were_members_is_asked_at_the_end_of_the_series(alice: Player, bob: Player) -> None:
    joined = series_of(alice, bob, (WON, DECIDED))
    played(alice, bob, ended_at=NOON - DAY, members=(True, False), series=joined)
    assert reasons(alice) == reasons(bob) == [Why.KEPT]


def test_two_series_and_a_single_race_are_three(alice: Player, bob: Player) -> None:
    series_of(alice, bob, (WON, DECIDED), (WON, DECIDED), ended_at=NOON - 80 * DAY)
    series_of(alice, bob, (WON, DECIDED), (WON, DECIDED), ended_at=NOON - 40 * DAY)
    played(alice, bob)
    assert reasons(alice) == [Why.KEPT] * 3


# --- many at once -----------------------------------------------------------------------------------------------------


def test_many_standings_are_those_of_each(alice: Player, bob: Player, charlie: Player) -> None:
    played(alice, bob, (LEFT, DECIDED))
    series_of(bob, alice, (WON, DECIDED), (LEFT, DECIDED), (WON, DECIDED), ended_at=NOON - DAY)
    assert standings_of([alice.pk, bob.pk, charlie.pk], NOON) == {
        alice.pk: standing_of(alice, NOON),
        bob.pk: standing_of(bob, NOON),
        charlie.pk: authority.standing([], 0, NOON),
    }
    assert len({one.authority for one in standings_of([alice.pk, bob.pk, charlie.pk], NOON).values()}) > 1


def test_guests_and_strangers_are_not_among_them(alice: Player, guest: Player) -> None:
    assert set(standings_of([alice.pk, guest.pk, 10**6], NOON)) == {alice.pk}


def test_two_queries_for_one_and_three_for_many(
    alice: Player, bob: Player, charlie: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for opponent in (bob, charlie):
        played(alice, opponent)
        series_of(alice, opponent, (WON, DECIDED), (WON, DECIDED))
    with django_assert_num_queries(2):
        standing_of(alice, NOON)
    with django_assert_num_queries(3):
        standings_of([alice.pk, bob.pk, charlie.pk], NOON)
