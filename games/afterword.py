"""The afterword of a match or a series: opened with its end, written by the two players, closed by either or by time.

Verbs run inside the caller's transaction, the match locked; they say whether they changed anything, and the caller lets
the versions of the views rise.
"""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet

from club import notices
from club.audience import are_blocked
from club.models import Kind, Player
from games import clocks, remarks
from games.models import Afterword, Match, Remark, Seat, Series, Thanks
from games.refusals import Refused

# In a notice's cause, where a remark's would have its number.
THANKED = "thanks"


@dataclass(frozen=True, slots=True)
class Said:
    """A player's remark of that number: a text of their own as it came, or the code of a ready-made one; the other is
    empty."""

    n: int
    text: str = ""
    ready_made: str = ""


# --- where it is ------------------------------------------------------------------------------------------------------


def open_for(ended: Match | Series, ended_at: dt.datetime) -> None:
    """The match, or the series, has ended then."""
    of = {"match": ended} if isinstance(ended, Match) else {"series": ended}
    Afterword.objects.create(opened_at=ended_at, closes_at=clocks.afterword_closes_at(ended_at), **of)


def at(match: Match) -> Afterword | None:
    """The afterword that lies at this match's table: its own, or that of the series whose last race it was. Two
    queries, none before the end."""
    if match.phase != Match.Phase.ENDED:
        return None
    if match.series_id is None:
        return Afterword.objects.filter(match=match).first()
    if match.series is None or match.series.ended_at is None or _played(match.series_id).last() != match:
        return None
    return Afterword.objects.filter(series=match.series_id).first()


def table_of(afterword: Afterword) -> Match:
    """The match at whose table it lies; of a series that ended between two races the last one that was raced."""
    if afterword.match is not None:
        return afterword.match
    last = _played(afterword.series_id).last()
    if last is None:
        raise ValueError(f"no race of series {afterword.series_id} was raced")
    return last


def before(match: Match) -> str | None:
    """The key of the table where the afterword lies that its players come from: of the race that this is the rematch
    of, or of the series that was ended before this race began. Four queries at most."""
    called_off = match.phase == Match.Phase.CALLED_OFF and match.series_id is not None
    found = _played(match.series_id) if called_off else Match.objects.filter(next=match)
    last = found.select_related("series").last()
    return last.key if last is not None and at(last) is not None else None


def _played(series_id: int | None) -> QuerySet[Match]:
    """The races of a series that were raced, in their order."""
    return Match.objects.filter(series=series_id, phase=Match.Phase.ENDED).order_by("round")


# --- what the two do --------------------------------------------------------------------------------------------------


def write(talk: Afterword, seats: list[Seat], place: int, said: Said, now: dt.datetime) -> bool:
    """The player of that place writes a remark. The same again changes nothing.

    Refused (`number-taken`, `number-ahead`, `ten-remarks`), (`ready-made-only`) for a guest's own words, (`muted`),
    with what is wrong with the text (`games/remarks.py`), and as every word is that comes too late or is unwelcome.
    """
    text = remarks.parse(said.text) if not said.ready_made else ""
    own = {remark.n: remark for remark in talk.remarks.filter(place=place)}
    before = own.get(said.n)
    if before is not None:
        if (before.text, before.ready_made) != (text, said.ready_made):
            raise Refused("number-taken")
        return False
    me, other = _two(seats, place)
    _refuse_unless_welcome(talk, me.player, other.player, now)
    if me.player.is_muted_at(now):
        raise Refused("muted")
    if not me.player.is_member and not said.ready_made:
        raise Refused("ready-made-only")
    if len(own) >= Remark.MOST:
        raise Refused("ten-remarks")
    if said.n != len(own) + 1:
        raise Refused("number-ahead")
    if said.ready_made:
        remarks.refuse_unless_ready_made(said.ready_made)
    _tell_once(talk, me, other, str(said.n), now)
    Remark.objects.create(afterword=talk, place=place, n=said.n, text=text, ready_made=said.ready_made, at=now)
    return True


def thank(talk: Afterword, seats: list[Seat], place: int, now: dt.datetime) -> bool:
    """The player of that place thanks the other, once. Again harmless, also when it is closed."""
    if talk.thanks.filter(place=place).exists():
        return False
    me, other = _two(seats, place)
    _refuse_unless_welcome(talk, me.player, other.player, now)
    _tell_once(talk, me, other, THANKED, now)
    Thanks.objects.create(afterword=talk, place=place, at=now)
    return True


def close(talk: Afterword, place: int, now: dt.datetime) -> bool:
    """Nothing more is written here. Again, or when the time is over, harmless."""
    if not is_open(talk, now):
        return False
    talk.closed_by = place
    talk.save(update_fields=["closed_by"])
    return True


def show(talk: Afterword, match: Match, place: int, shown: bool) -> bool:
    """Whether the player of that place lets those who watch the table read it, which takes both; at any time.

    Refused (`nobody-watches`) where only the two can look.
    """
    if not match.watchable:
        raise Refused("nobody-watches")
    column = f"shown_by_{place}"
    if getattr(talk, column) == shown:
        return False
    setattr(talk, column, shown)
    talk.save(update_fields=[column])
    return True


def is_open(talk: Afterword, now: dt.datetime) -> bool:
    """Whether a word that arrives now is in time."""
    return talk.closed_by is None and clocks.in_time(talk.closes_at, now)


def is_shown(talk: Afterword) -> bool:
    """Whether others than the two may read it."""
    return talk.shown_by_1 and talk.shown_by_2


def _two(seats: list[Seat], place: int) -> tuple[Seat, Seat]:
    """The seat of that place, and the other."""
    return seats[place - 1], seats[2 - place]


def _refuse_unless_welcome(talk: Afterword, me: Player, other: Player, now: dt.datetime) -> None:
    """Refused (`afterword-closed`), (`they-have-left`), and (`no-remarks`) without a word about who blocked whom."""
    if not is_open(talk, now):
        raise Refused("afterword-closed")
    if other.has_left:
        raise Refused("they-have-left")
    if are_blocked(me.pk, other.pk) or me.is_suspended_at(now):
        raise Refused("no-remarks")


def _tell_once(talk: Afterword, me: Seat, other: Seat, what: str, now: dt.datetime) -> None:
    """Tell the other of the first word since they last looked at the table, and of no more."""
    seen_until = clocks.away_from(other.heard_at, None) if other.heard_at else talk.opened_at
    unseen = {"place": me.place, "at__gte": seen_until}
    if talk.remarks.filter(**unseen).exists() or talk.thanks.filter(**unseen).exists():
        return
    notices.tell(other.player_id, Kind.AFTERWORD, f"{me.match.key}/{me.place}/{what}", now)


def word_of(cause: str, reader_id: int) -> Remark | Thanks | None:
    """What that notice tells of, for the player whom it is for: None once it is hidden, or one has blocked the other.
    Six queries at most."""
    key, place, what = cause.split("/")
    match = Match.objects.filter(key=key).select_related("series").first()
    talk = at(match) if match is not None else None
    writer_id = Seat.objects.filter(match=match, place=place).values_list("player_id", flat=True).first()
    if talk is None or writer_id is None or are_blocked(reader_id, writer_id):
        return None
    if what == THANKED:
        return talk.thanks.filter(place=place).first()
    return talk.remarks.filter(place=place, n=what, hidden_at=None).first()


# --- what others do to it ---------------------------------------------------------------------------------------------


def hide(remark: Remark, now: dt.datetime) -> None:
    """A moderator lets nobody read that remark any more. Again harmless."""
    if remark.hidden_at is None:
        remark.hidden_at = now
        remark.save(update_fields=["hidden_at"])
        match = table_of(remark.afterword)
        # Open pages find by themselves that their view has changed.
        Seat.objects.filter(match=match).update(version=F("version") + 1)
        if is_shown(remark.afterword):
            Match.objects.filter(pk=match.pk).update(version=F("version") + 1)


def erase(player: Player, now: dt.datetime) -> None:
    """The player leaves the club: what they wrote is gone; the caller lets the versions of their tables rise."""
    remarks_of(player).update(text="", ready_made="", hidden_at=now)


def remarks_of(player: Player) -> QuerySet[Remark]:
    """All that the player has written after matches, in the order of writing."""
    of_match = Seat.objects.of(player.pk).filter(match__afterword=OuterRef("afterword"), place=OuterRef("place"))
    of_series = Seat.objects.of(player.pk).filter(
        match__series__afterword=OuterRef("afterword"), place=OuterRef("place")
    )
    return Remark.objects.filter(Exists(of_match) | Exists(of_series)).order_by("at", "pk")
