"""Analyses: who may have what analysed and how often, piece by piece, each piece once, kept for good."""

import datetime as dt
from importlib import import_module

import pytest
from django.apps import apps
from django.db import transaction
from pytest_django import DjangoAssertNumQueries, Settings

from club.models import Player
from games import analyses, analysing, play
from games.analyses import GameAnalysis, State
from games.analysis import worker
from games.analysis.found import Found
from games.analysis.questions import Chosen, Compare, Solve
from games.ended import EndedGame, ended_game
from games.models import Analysis, AnalysisPiece, Seat
from games.play import RaceWish
from games.refusals import Refused
from games.thoughts import DEATHS, Thought
from tests.games.analysed import analyse
from tests.games.conftest import NOON
from tests.games.pages.played import day_of, play_out
from tests.games.racing import CLASSIC, Race, play_until
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = dt.timedelta(minutes=1)
DAY = dt.timedelta(days=1)


def raced(one: Player, two: Player) -> Race:
    """Both have placed some cards when the first gives up."""
    race = Race.begun(one, two, RaceWish(CLASSIC, 5, watchable=True))
    play_until(race.one, 40)
    play_until(race.two, 38)
    race.one.resign()
    return race


def game_of(key: str, viewer: Player, now: dt.datetime = NOON) -> EndedGame:
    game = ended_game(key, viewer, now)
    assert game is not None
    return game


def ask(key: str, player: Player, now: dt.datetime = NOON) -> None:
    game = game_of(key, player, now)
    with transaction.atomic():
        analyses.ask(game, player, now)


def refused(key: str, player: Player, now: dt.datetime = NOON) -> str:
    with pytest.raises(Refused) as refusal:
        ask(key, player, now)
    return refusal.value.code


def shown(key: str, viewer: Player, now: dt.datetime = NOON) -> GameAnalysis:
    return analyses.shown(game_of(key, viewer, now), viewer, now)


def next_thought() -> Thought:
    thought = analysing.next_thought(NOON)
    assert thought is not None
    return thought


def think_one() -> Thought:
    """The next piece, thought about and kept."""
    thought = next_thought()
    answer = worker.think(thought.question)
    with transaction.atomic():
        assert thought.keep(answer) == []
    return thought


def test_every_seat_of_a_game_is_asked_for_together(alice: Player, bob: Player) -> None:
    race = raced(alice, bob)
    assert shown(race.key, alice).state is State.NONE
    ask(race.key, alice)
    told = shown(race.key, bob)
    assert told.state is State.QUEUED
    assert [(seat.seat, seat.state, seat.done, seat.decisions) for seat in told.seats] == [
        (1, State.QUEUED, 0, []),
        (2, State.QUEUED, 0, []),
    ]
    assert all(seat.pieces > 0 for seat in told.seats)


def test_a_second_request_is_answered_by_the_stored_one_and_costs_nothing(alice: Player, bob: Player) -> None:
    race = raced(alice, bob)
    ask(race.key, alice)
    before = list(Analysis.objects.order_by("pk").values())
    left = shown(race.key, bob).left_today
    ask(race.key, bob)
    ask(race.key, alice)
    assert list(Analysis.objects.order_by("pk").values()) == before
    assert shown(race.key, bob).left_today == left


def test_a_game_counts_once_however_many_seats_it_has(alice: Player, bob: Player, settings: Settings) -> None:
    settings.ANALYSES_A_DAY = 2
    race = raced(alice, bob)
    ask(race.key, alice)
    assert shown(race.key, alice).left_today == 1


def test_there_are_so_many_a_day_and_tomorrow_as_many_again(alice: Player, settings: Settings) -> None:
    settings.ANALYSES_A_DAY = 1
    first, second = play_out(alice), play_out(alice)
    ask(first.key, alice)
    assert refused(second.key, alice) == "analyses-today"
    assert shown(second.key, alice).left_today == 0
    # What is there already may be asked for still.
    ask(first.key, alice)
    ask(second.key, alice, NOON + DAY)
    assert Analysis.objects.count() == 2


def test_a_full_queue_takes_no_more_until_one_is_done(alice: Player, bob: Player, settings: Settings) -> None:
    settings.ANALYSES_QUEUED = 1
    first, second = play_out(alice), play_out(bob)
    ask(first.key, alice)
    assert refused(second.key, bob) == "analyses-queued"
    Analysis.objects.update(state=Analysis.State.DONE, ended_at=NOON)
    ask(second.key, bob)


def test_where_analyses_are_switched_off_none_is_asked_for_or_gone_on_with(alice: Player, settings: Settings) -> None:
    waiting, other = play_out(alice), play_out(alice)
    ask(waiting.key, alice)
    settings.ANALYSIS = False
    assert refused(other.key, alice) == "analysis-off"
    assert (shown(other.key, alice).state, shown(waiting.key, alice).state) == (State.OFF, State.OFF)
    assert analysing.next_thought(NOON) is None
    settings.ANALYSIS = True
    assert next_thought()


def test_what_is_done_is_shown_though_analyses_are_switched_off(alice: Player, settings: Settings) -> None:
    table = play_out(alice)
    analyse(table.key, alice)
    settings.ANALYSIS = False
    assert shown(table.key, alice).state is State.DONE


def test_the_deal_of_the_day_is_analysed_for_nobody_before_the_day_is_over(alice: Player) -> None:
    table = daily(alice)
    assert refused(table.key, alice) == "deal-not-closed"
    assert (shown(table.key, alice).state, shown(table.key, alice).seats) == (State.NOT_YET, [])
    ask(table.key, alice, NOON + DAY)
    assert shown(table.key, alice, NOON + DAY).state is State.QUEUED


def daily(player: Player) -> AtTable:
    """Today's deal, tried and given up."""
    day_of(NOON.date())
    with transaction.atomic():
        match = play.open_day(player, NOON.date(), NOON)
    table = AtTable(player, match)
    table.ready()
    table.move(table.look().legal[0])
    table.resign()
    return table


def test_pieces_come_one_by_one_and_are_shown_as_they_come(alice: Player) -> None:
    table = play_out(alice)
    ask(table.key, alice)
    pieces = shown(table.key, alice).seats[0].pieces
    for done in range(1, 4):
        thought = think_one()
        assert isinstance(thought.question, Compare)
        [seat] = shown(table.key, alice).seats
        assert (seat.done, len(seat.decisions), seat.pieces) == (done, done, pieces)
        assert seat.last_winnable is None
        judged = seat.decisions[-1]
        assert judged.choices[0].move == judged.best
        assert judged.choice in [one.move for one in judged.choices]


def test_a_game_whose_pieces_are_all_there_is_done(alice: Player) -> None:
    table = play_out(alice)
    turning = analyse(table.key, alice)
    told = shown(table.key, alice)
    [seat] = told.seats
    assert (told.state, seat.state, seat.done) == (State.DONE, State.DONE, seat.pieces)
    assert seat.turning_points == turning[1]
    assert seat.last_winnable is not None
    assert seat.last_winnable.found is Found.UNKNOWN
    assert analysing.next_thought(NOON) is None


def test_the_searches_come_last_and_their_answers_are_kept_with_their_moment(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.resign()
    ask(table.key, alice)
    thought = think_one()
    assert isinstance(thought.question, Solve)
    [seat] = shown(table.key, alice).seats
    assert seat.state is State.DONE
    assert seat.last_winnable is not None
    assert (seat.last_winnable.found, seat.last_winnable.after) == (Found.WINNABLE, 0)


def test_the_game_asked_for_first_comes_first_and_the_others_know_how_many_are_ahead(
    alice: Player, bob: Player
) -> None:
    late, early, race = play_out(bob), play_out(alice), raced(alice, bob)
    ask(early.key, alice, NOON)
    ask(race.key, alice, NOON + MINUTE)
    ask(late.key, bob, NOON + 2 * MINUTE)
    assert [shown(key, bob if key == late.key else alice).ahead for key in (early.key, race.key, late.key)] == [0, 1, 2]
    first = Seat.objects.get(match__key=early.key).analysis
    assert next_thought().about == f"analysis {first.pk}/0"


def test_a_piece_that_was_thought_twice_is_kept_once(alice: Player) -> None:
    table = play_out(alice)
    ask(table.key, alice)
    thought = next_thought()
    answer = worker.think(thought.question)
    for _ in range(2):
        with transaction.atomic():
            thought.keep(answer)
    thought.died()
    assert (AnalysisPiece.objects.count(), Analysis.objects.get().deaths) == (1, 0)


def test_an_answer_to_another_question_is_not_kept(alice: Player) -> None:
    table = play_out(alice)
    ask(table.key, alice)
    with pytest.raises(TypeError), transaction.atomic():
        next_thought().keep(Chosen("W1"))
    assert not AnalysisPiece.objects.exists()


def test_a_piece_that_another_process_has_kept_is_not_thought_about_again(alice: Player) -> None:
    table = play_out(alice)
    ask(table.key, alice)
    analysis = Analysis.objects.get()
    thought = think_one()
    answer = worker.think(thought.question)
    AnalysisPiece.objects.create(analysis=analysis, n=1, found=AnalysisPiece.objects.get().found)
    assert next_thought().about == f"analysis {analysis.pk}/2"
    # What comes of the first one again says nothing about the one that is worked on.
    die()
    with transaction.atomic():
        thought.keep(answer)
        thought.died()
    assert (AnalysisPiece.objects.count(), Analysis.objects.get().deaths) == (2, 1)


def test_the_last_piece_may_be_thought_twice_too(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.resign()
    ask(table.key, alice)
    thought = next_thought()
    answer = worker.think(thought.question)
    for _ in range(2):
        with transaction.atomic():
            thought.keep(answer)
    assert (AnalysisPiece.objects.count(), Analysis.objects.get().state) == (1, Analysis.State.DONE)


def test_a_game_that_is_deleted_while_it_is_thought_about_leaves_nothing_behind(alice: Player, bob: Player) -> None:
    gone, other = play_out(alice), play_out(bob)
    ask(gone.key, alice)
    ask(other.key, bob, NOON + MINUTE)
    think_one()
    thought = next_thought()
    answer = worker.think(thought.question)
    Analysis.objects.get(seat__match__key=gone.key).delete()
    with transaction.atomic():
        assert thought.keep(answer) == []
        thought.died()
    assert not AnalysisPiece.objects.exists()
    assert next_thought().about == f"analysis {Analysis.objects.get().pk}/0"


def test_what_is_thought_about_an_analysis_that_has_failed_meanwhile_is_not_kept(alice: Player) -> None:
    ask(play_out(alice).key, alice)
    thought = next_thought()
    answer = worker.think(thought.question)
    for _ in range(DEATHS):
        die()
    with transaction.atomic():
        assert thought.keep(answer) == []
    assert not AnalysisPiece.objects.exists()


def test_going_on_with_an_analysis_takes_two_queries_and_keeping_a_piece_two(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ask(play_out(alice).key, alice)
    with django_assert_num_queries(4):
        next_thought()
    for _ in range(3):
        with django_assert_num_queries(2):
            thought = next_thought()
        answer = worker.think(thought.question)
        with transaction.atomic(), django_assert_num_queries(2):
            thought.keep(answer)


def test_what_the_version_before_has_found_while_this_one_was_put_up_is_shown(alice: Player) -> None:
    table = play_out(alice)
    analyse(table.key, alice)
    before = shown(table.key, alice)
    pieces = AnalysisPiece.objects.order_by("n")
    Analysis.objects.update(found=list(pieces.values_list("found", flat=True)))
    pieces.filter(n__gte=5).delete()
    assert shown(table.key, alice) == before


def test_what_was_found_before_pieces_were_rows_is_copied_in_its_order(alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        analyse(play_out(player).key, player)
    rows = list(AnalysisPiece.objects.order_by("analysis", "n").values_list("analysis", "n", "found"))
    for analysis in Analysis.objects.all():
        analysis.found = list(analysis.kept.order_by("n").values_list("found", flat=True))
        analysis.save()
    AnalysisPiece.objects.all().delete()
    import_module("games.migrations.0009_pieces").copy_found(apps, None)
    assert list(AnalysisPiece.objects.order_by("analysis", "n").values_list("analysis", "n", "found")) == rows


def die() -> None:
    with transaction.atomic():
        next_thought().died()


def test_the_third_death_at_one_piece_fails_the_analysis_and_keeps_what_was_found(alice: Player) -> None:
    table = play_out(alice)
    ask(table.key, alice)
    think_one()
    for _ in range(DEATHS - 1):
        die()
        assert shown(table.key, alice).state is State.QUEUED
    die()
    told = shown(table.key, alice)
    assert (told.state, len(told.seats[0].decisions)) == (State.FAILED, 1)
    assert analysing.next_thought(NOON) is None


def test_deaths_at_different_pieces_do_not_add_up(alice: Player) -> None:
    table = play_out(alice)
    ask(table.key, alice)
    for _ in range(DEATHS):
        die()
        think_one()
    assert shown(table.key, alice).state is State.QUEUED


def test_an_analysis_that_failed_can_be_asked_for_again_and_goes_on_where_it_stopped(alice: Player) -> None:
    table = play_out(alice)
    ask(table.key, alice)
    think_one()
    for _ in range(DEATHS):
        die()
    ask(table.key, alice, NOON + MINUTE)
    told = shown(table.key, alice)
    assert (told.state, told.seats[0].done) == (State.QUEUED, 1)
    think_one()
    assert shown(table.key, alice).seats[0].done == 2


@pytest.mark.parametrize("rules", ["classic-3-1", "classic-8-2", "reverse-4-0", "broken-5-0", "giant-6-0"])
def test_every_game_can_be_analysed(rules: str, alice: Player) -> None:
    table = play_out(alice, rules)
    analyse(table.key, alice)
    assert shown(table.key, alice).state is State.DONE


def test_looking_takes_five_queries_however_long_the_games_were(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    race = raced(alice, bob)
    ask(race.key, alice)
    game = game_of(race.key, alice)
    with django_assert_num_queries(5):
        analyses.shown(game, alice, NOON)
