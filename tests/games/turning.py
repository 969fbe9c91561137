"""Two members at one match by correspondence, without sockets: both seats, and one clock that only the test moves."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from club import outages
from club.models import Kind, Notice, Player
from games import boards, correspondence, overdue, serving, sweep
from games.engine.record import judge as verdict_on
from games.engine.rules import Rules
from games.messages import EndTurn, Look, Message, PlayMove, TakeAbsence, TakeBack
from games.models import Match, Seat, Turn
from games.play import TurnsWish
from games.records import written
from games.tables import Answer
from games.views import TableView, TurnsView
from tests.games.conftest import NOON
from tests.games.table import AtTable, choice

SECOND = dt.timedelta(seconds=1)
HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)
# Eight piles and two redeals: the simple player wins every deal of it.
EASIEST = Rules.parse("classic-8-2")
CLASSIC = Rules.parse("classic-4-0")


class AtTurns(AtTable):
    """One player's seat; what is said names the turn that is open, unless another is given."""

    def move(self, text: str, n: int | None = None, turn: int | None = None) -> Answer:
        view = self.look()
        return self.say(PlayMove(n or view.rows + 1, text, turn or turns_of(view).turn))

    def take_back(self, as_practice: bool = False, n: int | None = None, turn: int | None = None) -> Answer:
        view = self.look()
        return self.say(TakeBack(n or view.rows + 1, as_practice, turn or turns_of(view).turn))

    def end_turn(self, turn: int | None = None) -> Answer:
        return self.say(EndTurn(turn or turns_of(self.look()).turn))

    def take_absence(self, days: int) -> Answer:
        return self.say(TakeAbsence(days))

    def say_look(self) -> Answer:
        return self.say(Look())

    @property
    def turns(self) -> TurnsView:
        return turns_of(self.look())

    @property
    def is_playing(self) -> bool:
        return self.turns.state == "playing"

    def place_all(self) -> None:
        """The simple player's moves until the open turn holds none any more."""
        view = self.look()
        while view.legal:
            view = self.move(choice(view)).view

    def hold_all_back(self) -> None:
        """Every card of the open turn on the lowest waste pile, a redeal where there is one, and nothing else."""
        view = self.look()
        while onto := [move for move in view.legal if "F" not in move]:
            piles = view.board.waste if view.board is not None else []
            view = self.move(min(onto, key=lambda move: 0 if move == "R" else len(piles[int(move[1]) - 1]))).view

    def play_turn(self) -> Answer:
        """The whole of the open turn, ended where its player has to."""
        self.place_all()
        return self.end_turn(turns_of(self.look()).turn)

    def hold_turn_back(self) -> Answer:
        self.hold_all_back()
        return self.end_turn()

    def play_out(self) -> None:
        """Turn after turn while one is open: the other has stopped."""
        for _ in range(3 * 48):
            if not self.is_playing:
                return
            self.play_turn()

    def stored(self) -> Seat:
        return Seat.objects.select_related("match__deal").get(pk=self.seat_id)

    def stored_turns(self) -> list[Turn]:
        return list(Turn.objects.filter(seat=self.seat_id).order_by("number"))


class ByTurns:
    """`one` and `two` sit at seats 1 and 2; `now` is the clock of both."""

    def __init__(self, match: Match, now: dt.datetime = NOON) -> None:
        self.match_id = match.pk
        self.key = match.key
        one, two = (seat.player for seat in match.seats.select_related("player").order_by("place"))
        self.one = AtTurns(one, match, now)
        self.two = AtTurns(two, match, now)

    @classmethod
    def begun(cls, one: Player, two: Player, wish: TurnsWish | None = None, now: dt.datetime = NOON) -> ByTurns:
        """A match that the second took up from the first's link."""
        with transaction.atomic():
            offer = correspondence.offer_by_link(one, wish or TurnsWish(CLASSIC), now)
            correspondence.contribute(offer.key, one, b"1" * 16)
            return cls(correspondence.accept(offer.key, two, b"2" * 16, now), now)

    @property
    def now(self) -> dt.datetime:
        return self.one.now

    @property
    def both(self) -> tuple[AtTurns, AtTurns]:
        return self.one, self.two

    def wait(self, how_long: dt.timedelta) -> None:
        self.wait_until(self.now + how_long)

    def wait_until(self, instant: dt.datetime) -> None:
        self.one.now = self.two.now = instant

    def match(self) -> Match:
        return Match.objects.select_related("deal").get(pk=self.match_id)

    def deadline_of(self, seat: AtTurns) -> dt.datetime:
        deadline = seat.stored().turn_deadline
        assert deadline is not None
        return deadline

    def sweep(self) -> Match:
        """The match after a round of the sweep, with nobody at the table."""
        for match_id in sweep.due(self.now):
            with transaction.atomic():
                sweep.catch_up(match_id, self.now)
        return self.match()

    def nobody_is_served(self, how_long: dt.timedelta) -> None:
        """From now on for so long the club does not run; then it is started again."""
        with transaction.atomic():
            outages.stamp(self.now)
        self.wait(how_long)
        boards.forget_all()
        serving.begin_serving(self.now)

    def play_turn(self, pause: dt.timedelta = HOUR) -> None:
        """Both play the open turn as the simple player does, the second after that pause."""
        for seat in self.both:
            if seat.is_playing:
                seat.play_turn()
            self.wait(pause)

    def play_to_end(self) -> None:
        """With two redeals the stock is gone through three times at most."""
        for _ in range(3 * 48):
            if self.match().phase == Match.Phase.ENDED:
                return
            self.play_turn()

    def outcome(self) -> tuple[int | None, str, list[str]]:
        """Winner, reason and how each board ended: the same for both players, stored and proved."""
        match = self.match()
        one, two = self.one.turns, self.two.turns
        assert match.phase == Match.Phase.ENDED
        assert (one.winner, one.reason, one.ended_by, one.boards) == (two.winner, two.reason, two.ended_by, two.boards)
        assert (match.winner, match.reason, match.deadline) == (one.winner, one.reason, None)
        assert match.deal.closed_at == match.ended_at
        for seat in self.both:
            stored = seat.stored()
            assert (stored.ended_at, stored.turn_deadline, stored.was_member) == (match.ended_at, None, True)
        verdict = verdict_on(written(match))
        assert verdict.holds, verdict
        assert one.ended_by is not None
        return one.winner, one.reason, one.ended_by


def turns_of(view: TableView) -> TurnsView:
    assert view.turns is not None
    return view.turns


def say_together(*said: tuple[AtTurns, Message]) -> list[Answer]:
    """Several messages in one joint transaction, as the writer runs a batch."""
    answers = []
    with transaction.atomic():
        for seat, message in said:
            answers.append(seat.say(message))
    return answers


def open_page(match: ByTurns, player: Player) -> None:
    """What every page that lists this player's games does first."""
    overdue.end_overdue(Seat.objects.of(player.pk), match.now)


def told(player: Player, kind: Kind) -> list[tuple[str, dt.datetime]]:
    """Causes of what that player is told on the page, each with the instant at which it is wanted, oldest first."""
    rows = Notice.objects.filter(player=player, kind=kind, way="page").order_by("pk")
    return [(notice.cause.partition("/")[2], notice.wanted_at) for notice in rows]


def forget_boards() -> None:
    """As when the server is started again."""
    boards.forget_all()
