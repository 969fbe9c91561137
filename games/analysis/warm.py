"""`python -m games.analysis.warm`: compiles every kernel into the cache, so that nobody waits for it later."""

from __future__ import annotations

from games.analysis.choices import compare
from games.analysis.limit import Limit
from games.analysis.playouts import pile_costs
from games.analysis.position import Position
from games.analysis.solver import compile_solver
from games.engine.board import Board
from games.engine.deal import deal, numbered_seed
from games.engine.rules import Layout, Rules


def compile_kernels() -> None:
    """Run each kernel once on a small question: compiled where it is not yet, loaded where it is."""
    position = Position.of(Board(deal(Rules(Layout.CLASSIC), numbered_seed(1))))
    compare(position, Limit(playouts=1), seed=1)
    pile_costs(position)
    compile_solver()


if __name__ == "__main__":
    compile_kernels()
