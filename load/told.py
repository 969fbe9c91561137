"""What the logs of a run tell of each table: what was said and acknowledged at each seat, and every view of it."""

import bisect
from array import array
from collections import defaultdict
from collections.abc import Iterable

from load.log import Line, Seen

# What nobody is answered who numbers their rows one after the other and says them again unchanged.
NEVER = ("number-taken", "number-ahead")


class ToldSeat:
    """One seat, all sockets on it taken together; watchers of a table are its seat 0."""

    def __init__(self) -> None:
        # By number: what was said, and what was acknowledged.
        self.sent: dict[int, set[str]] = defaultdict(set)
        self.acknowledged: dict[int, str] = {}
        self.turns_ended: set[int] = set()
        self.views: dict[int, Seen] = {}
        # When anything was said, in order.
        self.said_at = array("d")
        # After how many looks a fresh view was what was held already, for each socket; and how often it never was.
        self.settled: list[int] = []
        self.unsettled = 0
        # What is wrong by the logs alone, by the number of the promise.
        self.faults: list[tuple[int, str]] = []

    def add(self, line: Line) -> None:
        match line.what:
            case "sent":
                self._sent(line)
            case "answered":
                self._answered(line)
            case "settled":
                self.settled.append(line.n)
            case "unsettled":
                self.unsettled += 1
        if line.seen is not None:
            self._saw(line.seen)

    def _sent(self, line: Line) -> None:
        bisect.insort(self.said_at, line.at)
        if line.move:
            self.sent[line.n].add(line.move)

    def _answered(self, line: Line) -> None:
        if line.error in NEVER:
            self.faults.append((2, f"row {line.n}, {line.move}, was refused with {line.error}"))
        if line.error:
            return
        if line.word == "end turn":
            self.turns_ended.add(line.n)
        elif line.move:
            before = self.acknowledged.setdefault(line.n, line.move)
            if before != line.move:
                self.faults.append((2, f"row {line.n} was acknowledged as {before} and as {line.move}"))

    def _saw(self, seen: Seen) -> None:
        before = self.views.setdefault(seen.v, seen)
        if before.view != seen.view:
            self.faults.append((3, f"version {seen.v} was shown as two views that differ"))

    def was_heard_between(self, begin: float, end: float) -> bool:
        """Whether anything was said on this seat between these two instants."""
        place = bisect.bisect_left(self.said_at, begin)
        return place < len(self.said_at) and self.said_at[place] <= end

    def ends(self) -> set[str]:
        """What was shown of the match's end, the latest version of it; one where all is well, none before the end."""
        ended = [seen for seen in self.views.values() if seen.end is not None]
        return {max(ended, key=lambda seen: seen.v).end or ""} if ended else set()


class Told:
    """All lines of one run, by table and seat."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = 0
        self.lost = 0
        self.clients: set[str] = set()
        self.tables: dict[str, dict[int, ToldSeat]] = {}
        for line in lines:
            self._add(line)

    def _add(self, line: Line) -> None:
        self.lines += 1
        self.clients.add(line.client)
        if line.what == "lost":
            self.lost += 1
            return
        self.tables.setdefault(line.table, {}).setdefault(line.seat, ToldSeat()).add(line)
