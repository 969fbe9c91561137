"""The shapes of what is shown of a match (docs/protocol.md, "The view").

Each is made, sent and forgotten, twice a move: neither frozen nor with slots, which would make the first three times
and the second twice as slow.
"""

from dataclasses import dataclass

from games.engine.result import Result


@dataclass
class DealView:
    """The deal as its viewer may know it: the secrets only once it is closed."""

    kind: str
    number: int | None
    day: str | None
    commitment: str
    closed: bool
    seed: str | None
    secret: str | None
    contributions: list[str] | None


@dataclass
class FoundationView:
    top: str
    count: int
    step: int
    wants: str | None
    order: str


@dataclass
class BoardView:
    """A board as its player sees it; `stock` only where the whole stock lies open."""

    foundations: list[FoundationView]
    waste: list[str]
    turned: str | None
    stock_left: int
    stock: list[str] | None
    redeals_left: int


@dataclass
class LineView:
    """All that anybody but its player may see of a board that is still raced."""

    seat: int
    name: str | None
    guest: int | None
    former: bool
    house: bool
    ready: bool
    here: bool
    away_since: str | None
    stopped: bool
    cards: int
    stock_left: int


@dataclass
class SeriesView:
    """How a series stands with this race in it; `winner` and `reason` once it is over."""

    best_of: int
    number: int
    points: list[float]
    winner: int | None
    reason: str
    over: bool


@dataclass
class RaceView:
    """docs/protocol.md, "A race"."""

    minutes: int | None
    starts_at: str | None
    watchable: bool
    lines: list[LineView]
    claim_from: str | None
    winner: int | None
    reason: str
    boards: list[BoardView] | None
    results: list[Result] | None
    ended_by: list[str] | None
    series: SeriesView | None
    next: str | None
    rematch: str
    can_play_on: bool
    afterword_at: str | None


@dataclass
class TurnLineView:
    """What both may see of a seat by correspondence: as it stood when the last closed turn was ended."""

    seat: int
    name: str | None
    guest: int | None
    former: bool
    house: bool
    cards: int
    stock_left: int
    stopped: bool
    spare_days_left: int


@dataclass
class TurnsView:
    """docs/protocol.md, "By correspondence"."""

    turn: int
    opened_at: str | None
    cards: int
    left: int
    state: str
    may_end: bool
    ending_stops: bool
    waits_until: str | None
    spare_days: int
    spare_days_left: int
    absence_allowed: bool
    absence_days: int
    closed: int
    lines: list[TurnLineView]
    winner: int | None
    reason: str
    boards: list[BoardView] | None
    results: list[Result] | None
    ended_by: list[str] | None
    can_play_on: bool


@dataclass
class TurnEndLineView:
    """A seat at the end of a closed turn. Without its player's name, which can change and go."""

    seat: int
    cards: int
    stock_left: int
    stopped: bool
    spare_days_left: int


@dataclass
class TurnEndView:
    """Both boards as they stood at the end of a closed turn, in seat order, and the lines that go with them."""

    turn: int
    lines: list[TurnEndLineView]
    boards: list[BoardView]


@dataclass
class NamedMoveView:
    """A move that a remark names: by which of its words, from which character on, and the move's number."""

    at: int
    words: str
    n: int


@dataclass
class RemarkView:
    """A remark as its reader sees it: `text`, or the code in `ready_made`, or neither where it is hidden."""

    seat: int
    n: int
    text: str
    ready_made: str
    at: str
    hidden: bool
    moves: list[NamedMoveView]


@dataclass
class AfterwordView:
    """docs/protocol.md, "The afterword". Whether it is open is to be told by `closes_at` and the clock: a view never
    changes by time alone."""

    closes_at: str | None
    closed_by: int | None
    remarks: list[RemarkView]
    left: int
    ready_made_only: bool
    thanks: list[int]
    shown_by: list[int]


@dataclass
class MoveBoardView:
    """A board after its nth standing move, or its last: that move, which was its number, and how many there are."""

    n: int
    moves: int
    move: str | None
    board: BoardView


@dataclass
class MoveBoardsView:
    """Both boards of an ended match after their nth standing moves, in seat order."""

    n: int
    boards: list[MoveBoardView]


@dataclass
class TableView:
    """What one viewer sees of a match; `seat` is 0 for those who watch."""

    table: str
    mode: str
    rules: str
    phase: str
    deal: DealView
    seat: int
    rows: int
    practice: str
    open_stock: bool
    board: BoardView | None
    legal: list[str]
    finish: list[str]
    take_back: str
    result: Result | None
    ended_by: str
    deadline: str | None
    race: RaceView | None
    turns: TurnsView | None
    afterword: AfterwordView | None
