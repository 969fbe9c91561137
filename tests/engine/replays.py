"""The worked cases of vectors/replays.json, and games played from them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.engine.board import Board
from games.engine.deal import Dealt, deal
from games.engine.move import Move
from games.engine.result import EndedBy, Outcome
from games.engine.rules import Layout, Rules


@dataclass(frozen=True)
class Replay:
    """One worked case: the deal, the moves, and what has to come of them."""

    rules: Rules
    seed: bytes
    commitment: str
    secret: bytes | None
    contributions: tuple[bytes, ...]
    starters: list[str]
    steps: list[int]
    stock: list[str]
    moves: tuple[str, ...]
    after: dict[str, object]
    at: int
    legal_at: list[str]
    illegal_at: list[str]
    perft_at: list[int]

    @classmethod
    def read(cls, case: dict[str, Any]) -> Replay:
        secret = case.get("secret")
        return cls(
            rules=Rules.from_json(case["rules"]),
            seed=bytes.fromhex(case["seed"]),
            secret=None if secret is None else bytes.fromhex(secret),
            contributions=tuple(map(bytes.fromhex, case.get("contributions", ()))),
            commitment=case["commitment"],
            starters=case["starters"],
            steps=case["steps"],
            stock=case["stock"],
            moves=tuple(case["moves"]),
            after=case["after"],
            at=case["at"],
            legal_at=case["legal_at"],
            illegal_at=case["illegal_at"],
            perft_at=case["perft_at"],
        )

    def dealt(self) -> Dealt:
        return deal(self.rules, self.seed)

    def board(self, moves: int | None = None) -> Board:
        """The board after so many of its moves, or all of them."""
        return Board.replay(self.dealt(), map(Move.parse, self.moves[:moves]))

    def ended_by(self) -> EndedBy:
        """A board not played out counts as resigned."""
        return {
            Outcome.WON: EndedBy.WON,
            Outcome.BLOCKED: EndedBy.BLOCKED,
            Outcome.PLAYING: EndedBy.RESIGNED,
        }[self.board().outcome]

    def __str__(self) -> str:
        return f"{self.rules} {self.seed.hex()[:6]}"


REPLAYS = [
    Replay.read(case)
    for case in json.loads((Path(__file__).parent / "vectors" / "replays.json").read_text(encoding="utf-8"))
]
CLASSIC = Rules(Layout.CLASSIC)


def replay_that(outcome: Outcome, *, redeals_used: int = 0, packs: int = 1) -> Replay:
    """The first worked case that comes out so."""
    return next(
        replay
        for replay in REPLAYS
        if replay.after["outcome"] == outcome
        and replay.after["redeals_used"] == redeals_used
        and replay.rules.packs == packs
    )
