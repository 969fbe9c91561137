"""Sitting at a table without a socket: the verbs as the writer runs them, one transaction each."""

import datetime as dt
from typing import Self

from django.db import transaction

from club.models import Player
from games import play, tables
from games.engine.rules import Rules
from games.messages import Message, PlayMove, Ready, Resign, TakeBack
from games.models import Match
from games.play import SoloWish
from games.refusals import Refused
from games.tables import Answer, At
from games.views import TableView
from tests.games.conftest import NOON


class AtTable:
    """One player at one table, with a clock that only the test moves."""

    def __init__(self, player: Player, match: Match, now: dt.datetime = NOON) -> None:
        at = tables.place_of(match.key, player.pk)
        assert at is not None
        self.at: At = at
        self.now = now
        self.key = match.key

    @classmethod
    def solo(cls, player: Player, wish: SoloWish | None = None, now: dt.datetime = NOON) -> Self:
        with transaction.atomic():
            match = play.open_solo(player, wish or SoloWish(Rules.parse("classic-4-0")), now)
        return cls(player, match, now)

    @property
    def seat_id(self) -> int:
        assert self.at.seat_id is not None
        return self.at.seat_id

    def say(self, message: Message) -> Answer:
        with transaction.atomic():
            return tables.say(self.at, message, self.now)

    def look(self) -> TableView:
        with transaction.atomic():
            return tables.look(self.at, self.now).view

    def ready(self, contribution: bytes | None = bytes(16)) -> Answer:
        return self.say(Ready(contribution))

    def move(self, text: str, n: int | None = None) -> Answer:
        return self.say(PlayMove(self.next_n if n is None else n, text))

    def take_back(self, as_practice: bool = False, n: int | None = None) -> Answer:
        return self.say(TakeBack(self.next_n if n is None else n, as_practice))

    def resign(self) -> Answer:
        return self.say(Resign())

    @property
    def next_n(self) -> int:
        return self.look().rows + 1

    def play_out(self) -> None:
        """Foundation moves first, else the shortest pile, until no move is left."""
        while (view := self.look()).legal:
            self.move(choice(view))


def choice(view: TableView) -> str:
    """A simple player's move: whatever goes to a foundation, else a redeal, else the lowest pile."""
    for move in view.legal:
        if "F" in move or move == "R":
            return move
    assert view.board is not None
    return min(view.legal, key=lambda move: (len(view.board.waste[int(move[1]) - 1]), move))  # type: ignore[union-attr]


def code_of(answer: Answer) -> str:
    assert isinstance(answer.refused, Refused)
    return answer.refused.code
