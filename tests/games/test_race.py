"""The race by its rules: one start for both, one end, one result."""

import datetime as dt

import pytest

from club.models import Player
from games import boards
from games.clocks import COUNTDOWN
from games.engine.move import Move
from games.engine.record import judge as verdict_on
from games.messages import Claim, PlayMove, Resign
from games.models import Seat
from games.play import RaceWish
from games.records import written
from games.refusals import Refused
from tests.games.racing import EASIEST, SECOND, Race, play_badly, play_until, race_of, say_together
from tests.games.table import AtTable, choice, code_of

pytestmark = pytest.mark.django_db
MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    """Five minutes of Classic, begun."""
    return Race.begun(alice, bob)


def ends(race: Race) -> tuple[int | None, str, list[str]]:
    """Winner, reason and how each board ended, the same for both players."""
    one, two = race_of(race.one.look()), race_of(race.two.look())
    assert (one.winner, one.reason, one.ended_by) == (two.winner, two.reason, two.ended_by)
    assert verdict_on(written(race.match())).holds
    assert one.ended_by is not None
    return one.winner, one.reason, one.ended_by


def next_move(seat: AtTable) -> PlayMove:
    view = seat.look()
    return PlayMove(view.rows + 1, choice(view))


# --- the start --------------------------------------------------------------------------------------------------------


def test_both_boards_open_at_one_instant_and_show_the_same_cards(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    race.one.ready(b"1" * 16)
    assert race.two.look().phase == "opening"
    race.two.ready(b"2" * 16)
    for seat in (race.one, race.two):
        assert (seat.look().phase, seat.look().board) == ("starting", None)
    starts_at = race_of(race.one.look()).starts_at
    race.wait(COUNTDOWN - dt.timedelta(microseconds=1))
    assert race.one.look().board is None
    race.wait(dt.timedelta(microseconds=1))
    one, two = race.one.look(), race.two.look()
    assert one.board == two.board is not None
    assert race.match().started_at == dt.datetime.fromisoformat(str(starts_at)) == race.now


def test_no_card_is_played_before_the_start(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    assert code_of(race.one.move("W1", n=1)) == "not-started"
    race.one.ready()
    race.two.ready()
    assert code_of(race.one.move("W1", n=1)) == "not-started"
    assert code_of(race.one.resign()) == "not-started"


def test_the_seed_is_mixed_of_both_contributions_after_the_commitment_was_shown(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    commitment = race.one.look().deal.commitment
    race.begin()
    race.one.resign()
    deal = race.two.look().deal
    assert deal.commitment == commitment
    assert deal.contributions == ["01" * 16, "02" * 16]


def test_who_does_not_come_within_a_minute_costs_nobody_anything(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    race.one.ready()
    race.wait(60 * SECOND - dt.timedelta(microseconds=1))
    race.one.look()
    race.wait(dt.timedelta(microseconds=1))
    assert code_of(race.two.ready()) == "match-over"
    race.wait(2 * SECOND)
    assert race.one.look().phase == "called_off"
    assert bytes(race.match().deal.secret) == b""
    assert not Seat.objects.ended().exists()
    assert Race.begun(alice, bob, now=race.now).one.look().phase == "running"


def test_ready_and_gone_is_not_ready(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    race.one.ready()
    race.wait_together(20 * SECOND, race.two)
    race.two.ready()
    assert race.two.look().phase == "opening"
    assert [line.ready for line in race_of(race.two.look()).lines] == [False, True]
    race.one.ready()
    assert race.one.look().phase == "starting"


def test_one_can_leave_before_the_start_and_nobody_has_lost(alice: Player, bob: Player) -> None:
    race = Race.agreed(alice, bob)
    race.one.ready()
    race.two.resign()
    assert race.one.look().phase == race.two.look().phase == "called_off"
    assert code_of(race.one.ready()) == "called-off"


def test_nobody_sits_in_two_races_at_once(race: Race, alice: Player, charlie: Player) -> None:
    with pytest.raises(Refused, match="in-a-race"):
        Race.agreed(charlie, alice, now=race.now)
    # Its clock is over, though nobody has looked since.
    race.wait(5 * MINUTE + 2 * SECOND)
    assert Race.agreed(charlie, alice, now=race.now)


def test_nobody_races_against_themselves(alice: Player) -> None:
    with pytest.raises(Refused, match="yourself"):
        Race.agreed(alice, alice)


# --- what one sees of the other ---------------------------------------------------------------------------------------


def test_each_sees_of_the_other_only_cards_stock_here_and_stopped(race: Race) -> None:
    play_until(race.two, 40)
    seen, own = race_of(race.one.look()), race.two.look()
    assert own.result is not None
    line = seen.lines[1]
    assert (line.cards, line.stock_left, line.here, line.stopped) == (own.result.foundation_cards, 40, True, False)
    assert (seen.boards, seen.results, seen.ended_by) == (None, None, None)
    assert race.one.look().deal.seed is None
    assert race_of(race.watched()) == race_of(race.two.look())


def test_versions_rise_only_when_something_seen_changes(race: Race) -> None:
    before = race.two.say(Claim()).version
    assert code_of(race.one.move("R")) == "illegal-move"
    assert race.two.say(Claim()).version == before
    race.one.move(choice(race.one.look()))
    assert race.two.say(Claim()).version == before + 1


# --- the end ----------------------------------------------------------------------------------------------------------


def test_the_first_board_won_wins(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(EASIEST, 10))
    race.two.play_out()
    assert ends(race) == (2, "first_to_win", ["decided", "won"])
    assert code_of(race.one.move("W1")) == "match-over"


def test_a_stopped_board_waits_and_the_one_who_passes_it_wins(race: Race) -> None:
    play_badly(race.one)
    while race.one.look().legal:
        race.one.move(choice(race.one.look()))
    stopped = race.one.look()
    assert stopped.result is not None
    if stopped.phase == "running":
        assert race_of(race.two.look()).lines[0].stopped
        assert code_of(race.one.move("W1")) == "stopped"
        assert code_of(race.one.take_back()) == "stopped"
        while race.two.look().phase == "running":
            race.two.move(choice(race.two.look()))
    winner, reason, ended_by = ends(race)
    assert (winner, reason) == (2, "more_cards")
    assert ended_by == ["blocked", "decided"]


def test_both_blocked_the_same_way_is_a_draw(race: Race) -> None:
    race.one.play_out()
    race.two.play_out()
    assert ends(race) == (None, "equal", ["blocked", "blocked"])


def test_the_clock_ends_it_as_if_both_had_stopped(race: Race) -> None:
    play_until(race.two, 30)
    race.wait_together(5 * MINUTE + 2 * SECOND)
    one, two = race_of(race.one.look()).lines
    assert two.cards > one.cards
    assert ends(race) == (2, "more_cards", ["time", "time"])
    assert race.match().ended_at == race.match().deadline


@pytest.mark.parametrize(("late_by", "accepted"), [(-1, True), (0, False), (1, False)])
def test_a_move_counts_if_it_arrived_before_the_deadline(race: Race, late_by: int, accepted: bool) -> None:
    race.wait(5 * MINUTE + late_by * SECOND)
    answer = race.one.say(PlayMove(1, "W1"))
    assert (answer.refused is None) == accepted


def test_a_move_that_came_in_time_is_written_before_the_clock_is_judged(race: Race) -> None:
    race.wait(5 * MINUTE + SECOND)
    assert race.two.look().phase == "running"
    in_time = race.now - SECOND - dt.timedelta(microseconds=1)
    race.one.now = in_time
    assert race.one.say(PlayMove(1, "W1")).refused is None


def test_the_winning_move_and_the_clock_at_once_is_a_win_if_it_came_before(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(EASIEST, 5))
    lines = _line(race.one)
    for text in lines[:-1]:
        race.one.move(text)
    race.wait(5 * MINUTE - dt.timedelta(microseconds=1))
    race.one.move(lines[-1])
    race.wait(5 * SECOND)
    assert ends(race)[:2] == (1, "first_to_win")


def test_the_winning_move_at_the_very_deadline_is_too_late(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(EASIEST, 5))
    lines = _line(race.one)
    for text in lines[:-1]:
        race.one.move(text)
    race.wait(5 * MINUTE)
    assert code_of(race.one.say(PlayMove(len(lines), lines[-1]))) == "match-over"
    race.wait(2 * SECOND)
    assert ends(race) == (1, "more_cards", ["time", "time"])


def test_two_winning_moves_in_one_batch_are_one_win_the_first(alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob, RaceWish(EASIEST, 10))
    lines = _line(race.one)
    for text in lines[:-1]:
        race.one.move(text)
        race.two.move(text)
    last = PlayMove(len(lines), lines[-1])
    first, second = say_together((race.two, last), (race.one, last))
    assert first.refused is None
    assert code_of(second) == "match-over"
    assert ends(race) == (2, "first_to_win", ["decided", "won"])


def test_both_blocked_in_one_batch_is_one_end(race: Race) -> None:
    lines = _line(race.one)
    for text in lines[:-1]:
        race.one.move(text)
        race.two.move(text)
    last = PlayMove(len(lines), lines[-1])
    assert [answer.refused for answer in say_together((race.one, last), (race.two, last))] == [None, None]
    assert ends(race) == (None, "equal", ["blocked", "blocked"])


def test_resigning_gives_the_race_whatever_the_counts(race: Race) -> None:
    play_until(race.one, 20)
    race.one.resign()
    assert ends(race) == (2, "resigned", ["resigned", "decided"])
    race.one.resign()
    assert ends(race)[0] == 2


def test_both_resigning_in_one_batch_is_one_resignation(race: Race) -> None:
    say_together((race.two, Resign()), (race.one, Resign()))
    assert ends(race) == (1, "resigned", ["decided", "resigned"])


def test_a_race_that_has_ended_changes_no_more(race: Race) -> None:
    race.one.resign()
    before = race.match(), list(Seat.objects.values())
    for refused in (race.two.move("W1", n=1), race.two.take_back(n=1), race.two.say(Claim()), race.two.resign()):
        assert code_of(refused) == "match-over"
    race.wait_together(10 * MINUTE)
    assert race.two.look().phase == "ended"
    after = race.match()
    assert (after.winner, after.reason, after.ended_at) == (before[0].winner, before[0].reason, before[0].ended_at)


def test_after_the_end_both_boards_and_the_seed_lie_open(race: Race) -> None:
    play_until(race.one, 30)
    race.two.resign()
    for view in (race.one.look(), race.two.look(), race.watched()):
        seen = race_of(view)
        assert seen.boards is not None
        assert seen.boards[0] == race.one.look().board
        assert seen.boards[1] == race.two.look().board
        assert view.deal.seed == bytes(race.match().deal.seed or b"").hex()
        assert view.deal.contributions


def test_the_seat_remembers_whether_its_player_was_a_member(alice: Player, guest: Player) -> None:
    race = Race.begun(alice, guest)
    race.one.resign()
    assert list(Seat.objects.order_by("place").values_list("was_member", flat=True)) == [True, False]


# --- taking back ------------------------------------------------------------------------------------------------------


def test_a_race_is_never_made_practice_by_taking_back(race: Race) -> None:
    race.one.move("W1")
    assert race.one.look().take_back == "no"
    assert code_of(race.one.take_back(as_practice=True)) == "card-was-turned"


# --- lost boards ------------------------------------------------------------------------------------------------------


def test_a_server_that_lost_its_boards_goes_on_as_if_it_had_not(race: Race) -> None:
    play_until(race.one, 30)
    play_until(race.two, 35)
    before = race.one.look(), race.two.look(), race.watched()
    boards.forget_all()
    assert (race.one.look(), race.two.look(), race.watched()) == before


def test_an_answer_lost_on_its_way_is_given_again(race: Race) -> None:
    message = next_move(race.one)
    first = race.one.say(message)
    boards.forget_all()
    again = race.one.say(message)
    assert (again.version, again.view, again.refused) == (first.version, first.view, None)
    assert not again.told


def _line(seat: AtTable) -> list[str]:
    """What the simple player does on that seat's deal, to its end, tried on a copy of the board."""
    stored = Seat.objects.select_related("match__deal").get(pk=seat.seat_id)
    board = boards.board_of(stored).copy()
    lines = []
    while board.outcome == "playing":
        legal = [str(move) for move in board.legal_moves()]
        up = [move for move in legal if "F" in move or move == "R"]
        text = up[0] if up else min(legal, key=lambda move: (len(board.waste[int(move[1]) - 1]), move))
        board.play(Move.parse(text))
        lines.append(text)
    return lines


def test_a_guest_who_becomes_a_member_in_mid_race_keeps_the_seat_and_is_shown_by_name(
    alice: Player, guest: Player
) -> None:
    race = Race.begun(alice, guest)
    race.two.move(choice(race.two.look()))
    before, seen = race.one.say(Claim()).version, race_of(race.one.look()).lines[1]
    assert (seen.name, seen.guest) == (None, guest.pk)
    guest.join("greta", "", race.now)
    guest.approved_at = race.now
    guest.save()
    assert race.one.say(Claim()).version == before
    assert race_of(race.one.look()).lines[1] == seen
    race.two.move(choice(race.two.look()))
    line = race_of(race.one.look()).lines[1]
    assert (line.name, line.guest, line.stock_left) == ("greta", None, 46)
    race.one.resign()
    assert list(Seat.objects.order_by("place").values_list("was_member", flat=True)) == [True, True]
