"""What a summary gathers from a game's rows: courses, time, turns, where two boards parted, the words for it."""

import datetime as dt
import json

import pytest

from club.models import Player
from games import summary_charts
from games.analyses import GameAnalysis, SeatAnalysis, State
from games.analysis.decisions import Judged
from games.ended import ended_game
from games.engine.rules import Rules
from games.move_words import length_name, move_name
from games.play import RaceWish, SoloWish, TurnsWish
from games.summaries import Summary, summary_of
from tests.games.conftest import NOON
from tests.games.pages.played import play_out
from tests.games.racing import CLASSIC, Race, play_badly
from tests.games.table import AtTable
from tests.games.turning import HOUR, ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = dt.timedelta(seconds=1)


NOT_ANALYSED = GameAnalysis(State.NONE, ahead=0, left_today=0, seats=[])


def summed_up(key: str, player: Player | None, now: dt.datetime) -> Summary:
    assert player is not None
    game = ended_game(key, player, now)
    assert game is not None
    return summary_of(game)


def numbered(player: Player, rules: str = "classic-4-0") -> AtTable:
    """A table whose cards are known: deal 1."""
    table = AtTable.solo(player, SoloWish(Rules.parse(rules), number=1))
    table.ready()
    return table


def raced_apart(alice: Player, bob: Player) -> Race:
    """The second card is the first that they place otherwise; then Bob resigns."""
    race = Race.begun(alice, bob, RaceWish(CLASSIC))
    for seat, line in ((race.one, "W1 W2 W2"), (race.two, "W3 W3 W3")):
        for move in line.split():
            race.wait(2 * SECOND)
            seat.move(move)
    race.two.resign()
    return race


# --- what is gathered -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["classic-4-0", "classic-8-2", "giant-6-1", "broken-4-0", "reverse-4-0"])
def test_the_course_ends_with_the_figures_that_the_seat_keeps(alice: Player, rules: str) -> None:
    table = play_out(alice, rules)
    (one,) = summed_up(table.key, alice, NOON).seats
    steps = one.course.steps
    assert (steps[-1].cards, steps[-1].n) == (one.seat.foundation_cards, one.seat.rows)
    assert sum(step.card is None for step in steps) == one.seat.redeals_used
    assert len(one.course.turned) == one.course.placed + bool(one.seat.stock_left)


def test_the_time_of_a_move_is_counted_from_the_row_before(alice: Player) -> None:
    table = numbered(alice)
    for seconds, move in ((3, "W1"), (5, "W2"), (4, "")):
        table.now += seconds * SECOND
        if move:
            table.move(move)
        else:
            table.take_back(as_practice=True)
    table.now += 2 * SECOND
    table.move("W3")
    table.resign()
    (one,) = summed_up(table.key, alice, table.now).seats
    assert (one.timed.took, one.timed.at, one.timed.took_back) == ((3, 2), (3, 14), 1)
    assert [str(move) for move in one.timed.moves] == ["W1", "W3"]


def test_the_viewer_s_own_board_comes_first_whichever_seat_it_is(alice: Player, bob: Player) -> None:
    race = raced_apart(alice, bob)
    for player, names in ((alice, ["alice", "bob"]), (bob, ["bob", "alice"])):
        summary = summed_up(race.key, player, race.now)
        assert [one.name for one in summary.seats] == names
        assert [one.own for one in summary.seats] == [True, False]


def test_where_two_boards_parted_is_told_from_either_side(alice: Player, bob: Player) -> None:
    race = raced_apart(alice, bob)
    for player in (alice, bob):
        parted = summary_charts.parted(summed_up(race.key, player, race.now), NOT_ANALYSED)
        assert parted is not None
        assert parted.placed == 1
        assert [str(way.step.move) for way in parted.ways] == (["W2", "W3"] if player == alice else ["W3", "W2"])
        assert (parted.by, {way.step.n for way in parted.ways}) == (0, {2})


def test_what_each_way_gave_away_is_told_once_the_analysis_knows(alice: Player, bob: Player) -> None:
    race = raced_apart(alice, bob)
    summary = summed_up(race.key, bob, race.now)
    seats = [
        SeatAnalysis(1, State.QUEUED, 9, 2, [judged(n=2, lost=0.0)], [], None),
        SeatAnalysis(2, State.QUEUED, 9, 2, [judged(n=1, lost=0.5), judged(n=2, lost=0.123)], [], None),
    ]
    parted = summary_charts.parted(summary, GameAnalysis(State.QUEUED, 0, 0, seats))
    assert parted is not None
    assert [way.cost for way in parted.ways] == [
        "(gave away 12 points ± 2, by the analysis)",
        "(gave nothing away, by the analysis)",
    ]


def judged(n: int, lost: float) -> Judged:
    return Judged(n, move="W2", choice="W2", best="W1", lost=lost, error=0.02, choices=())


def test_by_correspondence_each_turn_has_its_length(alice: Player, bob: Player) -> None:
    turns = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, turn_cards=8))
    turns.wait(HOUR)
    turns.one.hold_turn_back()
    turns.wait(2 * HOUR)
    turns.two.hold_turn_back()
    turns.wait(HOUR)
    turns.one.hold_turn_back()
    turns.two.resign()
    one, two = summed_up(turns.key, alice, turns.now).seats
    assert (one.turns, two.turns) == ((3600, 3600), (3 * 3600,))


def test_a_game_in_which_nothing_was_played_has_a_summary(alice: Player) -> None:
    table = numbered(alice)
    table.resign()
    summary = summed_up(table.key, alice, NOON)
    (charts,) = summary_charts.seat_charts(summary)
    assert (charts.times, charts.dead, [pile.most for pile in charts.piles]) == (None, (), [0, 0, 0, 0])
    assert [row.cells for row in summary_charts.course_rows(summary)] == [((4, 0.0),)]


# --- what is drawn ----------------------------------------------------------------------------------------------------


def test_the_chart_s_lines_begin_with_the_starters_and_end_with_the_game(alice: Player, bob: Player) -> None:
    race = raced_apart(alice, bob)
    summary = summed_up(race.key, bob, race.now)
    course = json.loads(summary_charts.course_chart(summary))
    assert (course["total"], course["turn"], [line["name"] for line in course["lines"]]) == (52, 0, ["bob", "alice"])
    for line, one in zip(course["lines"], summary.seats, strict=True):
        assert (line["at"][0], line["at"][-1], line["cards"][0]) == (0, summary.lasted, 4)
        assert line["cards"][-1] == one.seat.foundation_cards
        assert line["at"] == sorted(line["at"])
        assert len(line["at"]) == len(line["placed"]) == len(line["cards"]) == len(one.timed.moves) + 2


def test_the_table_has_a_row_for_each_placed_card_and_none_where_a_board_had_ended(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC))
    race.one.move("W1")
    race.two.resign()
    rows = summary_charts.course_rows(summed_up(race.key, alice, race.now))
    assert [(row.placed, row.cells[0] is not None, row.cells[1] is not None) for row in rows] == [
        (0, True, True),
        (1, True, False),
    ]


def test_a_pile_s_picture_is_as_high_as_its_cards_and_as_wide_as_the_stock(alice: Player) -> None:
    table = numbered(alice)
    for move in ("W1", "W1", "W2"):
        table.move(move)
    table.resign()
    (charts,) = summary_charts.seat_charts(summed_up(table.key, alice, NOON))
    assert (charts.placed, charts.tallest) == (3, 2)
    assert [pile.most for pile in charts.piles] == [2, 1, 0, 0]
    assert charts.piles[0].path == "M0 2V1h1V0h1V0h1V2Z"


def test_a_long_pause_does_not_flatten_the_bars(alice: Player) -> None:
    table = numbered(alice)
    for seconds in (*[4] * 11, 3000):
        table.now += seconds * SECOND
        table.move("W1")
    table.resign()
    (charts,) = summary_charts.seat_charts(summed_up(table.key, alice, table.now))
    assert charts.times is not None
    assert (charts.times.cut, charts.times.any_cut, charts.times.median) == (5, True, 4)
    assert [(thought.n, thought.seconds) for thought in charts.times.longest] == [(12, 3000)]


def test_dead_cards_beyond_ten_are_counted(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(CLASSIC))
    play_badly(race.one)
    race.two.resign()
    own, other = summary_charts.seat_charts(summed_up(race.key, alice, race.now))
    assert len(own.dead) == 10
    assert own.dead_more == len(own.summary.course.dead) - 10 > 0
    assert own.dead_lasted == sum(card.lasted for card in own.summary.course.dead)
    assert (other.dead, other.dead_more) == ((), 0)


# --- in words ---------------------------------------------------------------------------------------------------------


def test_a_move_is_told_by_its_card_and_what_it_is_laid_on(alice: Player) -> None:
    table = numbered(alice)
    for move in ("W1", "W1", "W2"):
        table.move(move)
    table.resign()
    steps = summed_up(table.key, alice, NOON).seats[0].course.steps
    first, second, _ = (step.card for step in steps)
    suits = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    names = [f"{(card or '')[0].replace('T', '10')}{suits[(card or '')[1]]}\ufe0e" for card in (first, second)]
    assert move_name(steps[0]) == f"{names[0]} on the empty waste pile 1"
    assert move_name(steps[1]) == f"{names[1]} on the {names[0]} of waste pile 1"


@pytest.mark.parametrize(
    ("seconds", "written"),
    [
        (0, "0.0 s"),
        (0.44, "0.4 s"),
        (12.4, "12 s"),
        (59.6, "1:00 min"),
        (65, "1:05 min"),
        (12_000, "3 h 20 min"),
        (183_600, "2 d 3 h"),
    ],
)
def test_a_length_is_as_exact_as_its_size_wants(seconds: float, written: str) -> None:
    assert length_name(seconds) == written.replace(" ", "\N{NO-BREAK SPACE}")
