"""Thinking: in order of haste, one small question at a time, whatever becomes of the process that thinks."""

import datetime as dt
import os
import signal
import threading
from collections.abc import Callable, Iterator

import pytest

from club import outages
from club.models import Player
from games import analyses, analysing
from games.analysis.position import Position
from games.analysis.questions import Answer, Choose, Chosen, Compare, Question
from games.ended import ended_game
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.rules import Rules
from games.mind import Mind, NoAnswer
from games.models import Analysis
from games.refusals import Refused
from games.tables import Told
from games.thinking import LOOKS_EVERY, Source, Thinking
from games.thoughts import Thought
from games.writer import writer
from tests.games.conftest import NOON
from tests.games.pages.played import play_out

pytestmark = pytest.mark.django_db(transaction=True)

POSITION = Position.of(Board(deal(Rules.parse("classic-4-0"), numbered_seed(1))))
QUICK = Choose(POSITION, "regular", seed=1)
# Hours of work.
ENDLESS = Compare(POSITION, playouts=1_000_000_000, standard_error=0.0, seed=1)
UNANSWERABLE = Choose(POSITION, "nobody", seed=1)


@pytest.fixture
def mind() -> Iterator[Mind]:
    mind = Mind()
    yield mind
    mind.stop()


class Thoughts:
    """Things to think about, the first of them until it is kept; and what became of them."""

    def __init__(self, *questions: Question) -> None:
        self.waiting = list(questions)
        self.answers: list[Answer] = []
        self.deaths = 0
        self.died = threading.Event()

    def next(self, now: object) -> Thought | None:
        return Thought("a test", self.waiting[0], self.keep, self.die) if self.waiting else None

    def keep(self, answer: Answer) -> list[Told]:
        self.waiting.pop(0)
        self.answers.append(answer)
        return []

    def die(self) -> None:
        self.deaths += 1
        self.died.set()


def thinking(mind: Mind, *sources: Source, tell: Callable[[list[Told]], None] = lambda told: None) -> Thinking:
    return Thinking(tell, sources, mind)


def kill_until(mind: Mind, happened: threading.Event) -> None:
    """Whether it is starting, idle or in the middle of a thought."""
    while not happened.wait(0.05):
        if mind.pid is not None:
            os.kill(mind.pid, signal.SIGKILL)


def test_there_is_no_process_before_there_is_something_to_think_about(mind: Mind) -> None:
    assert not thinking(mind, Thoughts().next).think_once(NOON)
    assert mind.pid is None


def test_a_thought_is_asked_and_kept(mind: Mind) -> None:
    thoughts = Thoughts(QUICK, QUICK)
    thinks = thinking(mind, thoughts.next)
    assert [thinks.think_once(NOON) for _ in range(3)] == [True, True, False]
    assert [type(answer) for answer in thoughts.answers] == [Chosen, Chosen]
    assert thoughts.deaths == 0


def test_where_others_serve_it_thinks_only_while_they_do(mind: Mind) -> None:
    thoughts = Thoughts(QUICK)
    thinks = Thinking(lambda told: None, (thoughts.next,), mind, while_served=True)
    outages.stamp(NOON)
    away = NOON + outages.LONGEST_GAP
    assert not thinks.think_once(away + dt.timedelta(seconds=1))
    assert mind.pid is None
    assert thinks.think_once(away)


def test_told_to_stop_it_keeps_the_answer_at_hand_and_ends_its_process(mind: Mind) -> None:
    stopped = threading.Event()
    thoughts = Thoughts(QUICK, QUICK)
    keep = thoughts.keep

    def keep_and_stop(answer: Answer) -> list[Told]:
        stopped.set()
        return keep(answer)

    thoughts.keep = keep_and_stop  # type: ignore[method-assign] # a thought during which it is told to stop
    thinking(mind, thoughts.next).think_until(stopped)
    assert (len(thoughts.answers), mind.pid) == (1, None)


def test_a_process_killed_in_the_middle_of_a_thought_is_started_again_and_the_thought_asked_again(mind: Mind) -> None:
    thoughts = Thoughts(QUICK, ENDLESS)
    thinks = thinking(mind, thoughts.next)
    thinks.think_once(NOON)
    killer = threading.Thread(target=kill_until, args=(mind, thoughts.died))
    # By then the process runs, so that what is killed is in the middle of the endless thought.
    killer.start()
    while not thoughts.died.is_set():
        thinks.think_once(NOON)
    killer.join()
    assert thoughts.deaths == 1
    thoughts.waiting = [QUICK]
    assert thinks.think_once(NOON)
    assert len(thoughts.answers) == 2


def test_a_process_that_was_killed_while_idle_costs_nothing(mind: Mind) -> None:
    thoughts = Thoughts(QUICK, QUICK)
    thinks = thinking(mind, thoughts.next)
    thinks.think_once(NOON)
    assert mind.pid is not None
    os.kill(mind.pid, signal.SIGKILL)
    os.waitid(os.P_PID, mind.pid, os.WEXITED | os.WNOWAIT)
    thinks.think_once(NOON)
    assert (len(thoughts.answers), thoughts.deaths) == (2, 0)


def test_a_process_that_hangs_is_killed() -> None:
    mind = Mind(answer_seconds=0.2)
    with pytest.raises(NoAnswer, match="no answer"):
        mind.ask(ENDLESS)
    assert mind.pid is None


def test_a_question_that_cannot_be_answered_counts_as_a_death_and_kills_nobody(mind: Mind) -> None:
    thoughts = Thoughts(QUICK, UNANSWERABLE)
    thinks = thinking(mind, thoughts.next)
    thinks.think_once(NOON)
    pid = mind.pid
    assert thinks.think_once(NOON)
    assert (thoughts.deaths, mind.pid) == (1, pid)


def test_an_answer_that_cannot_be_kept_counts_as_a_death(mind: Mind) -> None:
    thoughts = Thoughts(QUICK)

    def keep(answer: Answer) -> list[Told]:
        raise ValueError(f"what is to be done with {answer}")

    thoughts.keep = keep  # type: ignore[method-assign] # a thought whose keeping fails
    assert thinking(mind, thoughts.next).think_once(NOON)
    assert thoughts.deaths == 1


def test_an_answer_that_cannot_be_stored_just_now_is_thought_again(mind: Mind) -> None:
    thoughts = Thoughts(QUICK)

    def keep(answer: Answer) -> list[Told]:
        raise Refused("busy")

    thoughts.keep = keep  # type: ignore[method-assign] # a thought whose keeping is refused
    with pytest.raises(Refused):
        thinking(mind, thoughts.next).think_once(NOON)
    assert (thoughts.deaths, len(thoughts.waiting)) == (0, 1)


def test_what_has_haste_waits_for_one_question_of_the_others_at_most(mind: Mind) -> None:
    order: list[str] = []
    moves, pieces = Thoughts(), Thoughts(*[QUICK] * 5)

    def keep_piece(answer: Answer) -> list[Told]:
        order.append("piece")
        # While it was thought about, a house player's move came due.
        moves.waiting = [QUICK]
        return Thoughts.keep(pieces, answer)

    def keep_move(answer: Answer) -> list[Told]:
        order.append("move")
        return Thoughts.keep(moves, answer)

    pieces.keep, moves.keep = keep_piece, keep_move  # type: ignore[method-assign] # they note their order
    thinks = thinking(mind, moves.next, pieces.next)
    for looks in range(10):
        assert thinks.think_once(NOON + looks * LOOKS_EVERY)
    assert order == ["piece", "move"] * 5


def test_where_nothing_has_haste_that_is_not_asked_again_before_each_piece(mind: Mind) -> None:
    asked: list[dt.datetime] = []

    def nothing(now: dt.datetime) -> None:
        asked.append(now)

    thinks = thinking(mind, nothing, Thoughts(*[QUICK] * 4).next)
    for quarters in range(4):
        assert thinks.think_once(NOON + quarters * LOOKS_EVERY / 2)
    assert asked == [NOON, NOON + LOOKS_EVERY]
    thinks.think_once(NOON)
    assert asked[2:] == [NOON], "a clock that was set back makes nothing wait"


def test_what_changed_by_a_thought_is_told_after_the_commit(mind: Mind, alice: Player) -> None:
    table = play_out(alice)
    thoughts = Thoughts(QUICK)
    told_of: list[list[Told]] = []
    changed = Told(table.at.match_id, 1, alice.pk, 2, table.look(), NOON, None)

    def keep(answer: Answer) -> list[Told]:
        Player.objects.filter(pk=alice.pk).update(language="de")
        return [changed]

    def tell(told: list[Told]) -> None:
        assert Player.objects.get(pk=alice.pk).language == "de"
        told_of.append(told)

    thoughts.keep = keep  # type: ignore[method-assign] # a thought that changes a view
    thinking(mind, thoughts.next, tell=tell).think_once(NOON)
    assert told_of == [[changed]]


def test_an_analysis_comes_all_the_same_when_its_process_is_killed_again_and_again(mind: Mind, alice: Player) -> None:
    table = play_out(alice)
    game = ended_game(table.key, alice, NOON)
    assert game is not None
    writer.wait(lambda: analyses.ask(game, alice, NOON))
    thinks = thinking(mind, analysing.next_thought)
    for _ in range(3):
        assert thinks.think_once(NOON)
        if mind.pid is not None:
            os.kill(mind.pid, signal.SIGKILL)
    while thinks.think_once(NOON):
        pass
    analysis = Analysis.objects.get()
    assert (analysis.state, analysis.deaths) == (Analysis.State.DONE, 0)
