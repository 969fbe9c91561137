"""Authority: how far others can count on a player, weighed match by match; never a measure of strength."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor, log2

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

# Spans of days hold their end and not their beginning: what ended exactly 365 days ago counts no more, and a match
# exactly 30 days after another one has its weight.
COUNTED_FOR = dt.timedelta(days=365)
SAME_OPPONENT_WITHIN = dt.timedelta(days=30)
# Losses on time up to and including this long after the first of them are one with it.
ONE_LAPSE = dt.timedelta(hours=24)
NEW_UNTIL = 5
# What everybody begins with: ten matches, three quarters of them kept.
LENT_KEPT = Fraction(15, 2)
LENT_MATCHES = 10
MOST_BY_RELIABILITY = 90
MOST_REGARD = 10.0


class Broken(StrEnum):
    """How a player let the other down."""

    TIME = "time"
    LEFT = "left"
    BOTH_AWAY = "both-away"


class Why(StrEnum):
    """Why a match has the weight it has."""

    KEPT = "kept"
    KEPT_LATELY = "kept-lately"
    OUT_OF_TIME = "out-of-time"
    SAME_LAPSE = "same-lapse"
    LEFT = "left"
    BOTH_AWAY = "both-away"
    RESIGNED_EARLY = "resigned-early"


SENTENCES: dict[Why, Promise] = {
    Why.KEPT: pgettext_lazy("a match", "Kept."),
    Why.KEPT_LATELY: _("Kept, and so was another match against the same player in the 30 days before: adds nothing."),
    Why.OUT_OF_TIME: _("Lost on time."),
    Why.SAME_LAPSE: _("Lost on time within 24 hours of another match: counted as one with it."),
    Why.LEFT: _("Away for too long."),
    Why.BOTH_AWAY: _("Both were away for too long."),
    Why.RESIGNED_EARLY: _("Resigned soon after the start: not counted."),
}
_AWAY = {Broken.LEFT: Why.LEFT, Broken.BOTH_AWAY: Why.BOTH_AWAY}


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """One match, or one whole series, as far as reputation goes, from one player's side.

    `key` is an address no other match has. `broken` is None where it was played to its end, resigned or stopped.
    `resigned_early`: this player resigned before a quarter of it was played, so that it counts neither way.
    """

    key: str
    ended_at: dt.datetime
    opponent_id: int
    broken: Broken | None = None
    resigned_early: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One match and its weight, 1 or 0, with the reason."""

    match: CountedMatch
    weight: int
    why: Why

    @property
    def counted(self) -> bool:
        """Whether the match is one of those that have ended, whatever its weight."""
        return self.why is not Why.RESIGNED_EARLY

    @property
    def kept(self) -> bool:
        return self.why in (Why.KEPT, Why.KEPT_LATELY)

    @property
    def text(self) -> str:
        """The reason as a sentence in the reader's language."""
        return str(SENTENCES[self.why])


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's authority, 0 to 100, its two parts (0 to 1, 0 to 10), and every match it rests on, newest first.

    `ended` is the number of counted matches; below five of them the player is new.
    """

    authority: int
    reliability: float
    regard: float
    ended: int
    is_new: bool
    lines: tuple[Line, ...]


def standing(matches: Iterable[CountedMatch], thanked_by: int, now: dt.datetime) -> Standing:
    """Where a player stands at that instant; matches in any order, older and later ones are left out.

    `thanked_by`: how many different members thanked the player in the last 365 days.
    """
    recent = [match for match in matches if now - COUNTED_FOR < match.ended_at <= now]
    lines = _weighed(sorted(recent, key=lambda match: (match.ended_at, match.key)))
    kept = sum(line.weight for line in lines if line.kept)
    reliability = (kept + LENT_KEPT) / (sum(line.weight for line in lines) + LENT_MATCHES)
    regard = min(MOST_REGARD, 2 * log2(1 + thanked_by))
    ended = sum(line.counted for line in lines)
    return Standing(
        # In fractions: as floats, some halves come out just below and would be rounded down.
        authority=floor(MOST_BY_RELIABILITY * reliability + Fraction(regard) + Fraction(1, 2)),
        reliability=float(reliability),
        regard=regard,
        ended=ended,
        is_new=ended < NEW_UNTIL,
        lines=tuple(reversed(lines)),
    )


def _weighed(oldest_first: list[CountedMatch]) -> list[Line]:
    last_kept: dict[int, dt.datetime] = {}
    lapse_began: dt.datetime | None = None
    lines: list[Line] = []
    for match in oldest_first:
        if match.resigned_early:
            lines.append(Line(match, 0, Why.RESIGNED_EARLY))
        elif match.broken is None:
            before = last_kept.get(match.opponent_id)
            lately = before is not None and match.ended_at - before < SAME_OPPONENT_WITHIN
            last_kept[match.opponent_id] = match.ended_at
            lines.append(Line(match, 0, Why.KEPT_LATELY) if lately else Line(match, 1, Why.KEPT))
        elif match.broken is Broken.TIME:
            if lapse_began is not None and match.ended_at - lapse_began <= ONE_LAPSE:
                lines.append(Line(match, 0, Why.SAME_LAPSE))
            else:
                lapse_began = match.ended_at
                lines.append(Line(match, 1, Why.OUT_OF_TIME))
        else:
            lines.append(Line(match, 1, _AWAY[match.broken]))
    return lines
