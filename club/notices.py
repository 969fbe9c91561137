"""What players are told: written down with its cause, claimed by whoever sends it, and closed once."""

import datetime as dt
import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from club import quiet
from club.addresses import address_of
from club.models import How, Kind, Notice, NoticeChoice, Player, PushAddress, Way

# What the club tells of.
TOLD = (Kind.YOUR_TURN, Kind.TURN_ENDS, Kind.CHALLENGE, Kind.PARTNER_ASKS, Kind.MATCH_OVER, Kind.AFTERWORD)
# Ways on which a worker sends; the page fetches what is for it.
SENT = (Way.MAIL, Way.PUSH)

# Who has not closed what they claimed by then is taken for dead, and it is sent by another.
LEASE = dt.timedelta(minutes=10)
# Pauses after failures that may pass: it is tried for most of a day, then given up.
PAUSES = tuple(dt.timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720))
# Closed notices and such that nobody came to see are kept so long, far beyond the life of any turn or offer.
KEPT = dt.timedelta(days=120)
# So many rows a round, and so many a page.
AT_ONCE = 200
A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Telling:
    """One thing for one player; `wanted_at`: when, if not now."""

    player_id: int
    kind: Kind
    cause: str
    wanted_at: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """A notice as its reader sees it: one line, a sentence or two, where it leads, and until when that matters.

    `address` is a path of this site; of two with the same `tag` the newer one replaces the older.
    """

    subject: str
    text: str
    address: str
    tag: str
    until: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """What one task is to send: everything that is due for that player by that way."""

    player_id: int
    way: Way
    claim: uuid.UUID


def tell(player_id: int, kind: Kind, cause: str, now: dt.datetime, due_at: dt.datetime | None = None) -> None:
    """Tell that player, now or at `due_at`, in the caller's transaction; once, however often with the same cause."""
    tell_all([Telling(player_id, kind, cause, due_at)], now)


def tell_all(tellings: Sequence[Telling], now: dt.datetime) -> None:
    """The same for several, in three queries."""
    player_ids = {telling.player_id for telling in tellings}
    players = Player.objects.filter(pk__in=player_ids, is_active=True, joined_at__isnull=False).in_bulk()
    chosen = _choices(player_ids)
    rows: list[Notice] = []
    for telling in tellings:
        player = players.get(telling.player_id)
        if player is None:
            continue
        wanted_at = telling.wanted_at or now
        for way in Way:
            how = _how(chosen, player.pk, telling.kind, way)
            if how == How.OFF:
                continue
            due = wanted_at if way == Way.PAGE else quiet.due_at(telling.kind, how, wanted_at, quiet.hours_of(player))
            rows.append(
                Notice(
                    player=player,
                    kind=telling.kind,
                    cause=telling.cause,
                    way=way,
                    made_at=now,
                    wanted_at=wanted_at,
                    due_at=due,
                )
            )
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def hows(player: Player) -> dict[tuple[Kind, Way], How]:
    """What the player has chosen, for every kind and way."""
    chosen = _choices({player.pk})
    return {(kind, way): _how(chosen, player.pk, kind, way) for kind in Kind for way in Way}


def reaches(player: Player) -> list[Way]:
    """By which ways "your turn" reaches the player when they are not here; empty: by none."""
    chosen = hows(player)
    by_mail = chosen[Kind.YOUR_TURN, Way.MAIL] != How.OFF and address_of(player) is not None
    by_push = chosen[Kind.YOUR_TURN, Way.PUSH] != How.OFF and PushAddress.objects.filter(player=player).exists()
    return [way for way, open_to in ((Way.MAIL, by_mail), (Way.PUSH, by_push)) if open_to]


def choose(player: Player, wanted: dict[tuple[Kind, Way], How]) -> None:
    """Keep these choices; what was told before and is still to be sent goes by them."""
    rows = [NoticeChoice(player=player, kind=kind, way=way, how=how) for (kind, way), how in wanted.items()]
    NoticeChoice.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player", "kind", "way"], update_fields=["how"]
    )


def switch_on(player: Player, way: Way) -> None:
    """Every kind by that way, at once."""
    choose(player, {(kind, way): How.AT_ONCE for kind in Kind})


def switch_off(player: Player, kinds: Iterable[Kind], way: Way) -> None:
    choose(player, {(kind, way): How.OFF for kind in kinds})


def plan_again(player: Player) -> None:
    """After a change of hours or choices: when each notice that waits is due now. What is being sent is left alone."""
    chosen, hours = hows(player), quiet.hours_of(player)
    waiting = list(_open(player.pk).filter(way__in=SENT, claim=None, failures=0))
    for notice in waiting:
        kind, way = Kind(notice.kind), Way(notice.way)
        notice.due_at = quiet.due_at(kind, chosen[kind, way], notice.wanted_at, hours)
    Notice.objects.bulk_update(waiting, ["due_at"], batch_size=AT_ONCE)


def unshown(player_ids: Collection[int], now: dt.datetime) -> dict[int, list[Notice]]:
    """What no page has shown yet, for those of the players who have any, the oldest first."""
    found: dict[int, list[Notice]] = {}
    # Asked for by player alone, as an index has it: by way too, a database may rather read through everybody's.
    due = Notice.objects.filter(player_id__in=player_ids, done_at=None, due_at__lte=now)
    for notice in due.order_by("player_id", "due_at", "pk")[: len(Way) * A_PAGE * len(player_ids)]:
        if notice.way == Way.PAGE and len(of := found.setdefault(notice.player_id, [])) < A_PAGE:
            of.append(notice)
    return found


def claim_due(now: dt.datetime) -> list[Claimed]:
    """Claim what is due by mail and push; each is claimed by one caller only, however many ask at once."""
    due = Notice.objects.filter(done_at=None, way__in=SENT, due_at__lte=now)
    found = set(due.order_by("due_at").values_list("player_id", "way")[:AT_ONCE])
    claimed = [Claimed(player_id, Way(way), uuid.uuid4()) for player_id, way in sorted(found)]
    return [
        one
        for one in claimed
        # Decided by the row as it stands when it is written: the second of two callers finds it due no more.
        if due.filter(player_id=one.player_id, way=one.way).update(claim=one.claim, due_at=now + LEASE)
    ]


def take(claimed: Claimed, now: dt.datetime) -> list[Notice]:
    """The claimed rows, for the first who asks for them, with the time to send them."""
    own = uuid.uuid4()
    Notice.objects.filter(claim=claimed.claim, done_at=None).update(claim=own, due_at=now + LEASE)
    return list(Notice.objects.filter(claim=own, done_at=None).order_by("wanted_at", "pk"))


def sort_out(player: Player, notices: Iterable[Notice], now: dt.datetime) -> list[Notice]:
    """Those that may be told now; what was switched off is closed, what has to wait is put off."""
    chosen, hours = hows(player), quiet.hours_of(player)
    ready: list[Notice] = []
    switched_off: list[Notice] = []
    for notice in notices:
        kind, way = Kind(notice.kind), Way(notice.way)
        how = chosen[kind, way]
        # Who is suspended could do nothing about it.
        if how == How.OFF or not player.is_active or player.is_suspended_at(now):
            switched_off.append(notice)
            continue
        due = quiet.due_at(kind, how, notice.wanted_at, hours)
        if due <= now and kind != Kind.TURN_ENDS:
            # Due in time, looked at late: by now it may be quiet.
            due = quiet.after_quiet(now, hours)
        if due > now:
            put_off(notice, due)
        else:
            ready.append(notice)
    close(switched_off, Notice.Outcome.OFF, now)
    return ready


def want_later(player: Player, notice: Notice, wanted_at: dt.datetime, now: dt.datetime) -> bool:
    """Its cause wants it told at that instant. Whether that is later than now: then it is put off."""
    notice.wanted_at = wanted_at
    due = quiet.due_at(
        Kind(notice.kind), hows(player)[Kind(notice.kind), Way(notice.way)], wanted_at, quiet.hours_of(player)
    )
    if due <= now:
        return False
    put_off(notice, due)
    return True


def put_off(notice: Notice, until: dt.datetime) -> None:
    """Look at it again then; anybody may."""
    _claimed(notice).update(due_at=until, wanted_at=notice.wanted_at, claim=None)


def try_again(notices: Sequence[Notice], now: dt.datetime) -> None:
    """It could not be sent just now: again after a pause, each longer than the last, until it is given up."""
    for notice in notices:
        if notice.failures >= len(PAUSES):
            close([notice], Notice.Outcome.FAILED, now)
        else:
            pause = PAUSES[notice.failures]
            _claimed(notice).update(due_at=now + pause, failures=notice.failures + 1, claim=None)


def close(notices: Iterable[Notice], outcome: Notice.Outcome, now: dt.datetime) -> None:
    """It is told, or never will be. A notice that another has claimed since is left to them."""
    ids: dict[uuid.UUID | None, list[int]] = {}
    for notice in notices:
        ids.setdefault(notice.claim, []).append(notice.pk)
    for claim, some in ids.items():
        Notice.objects.filter(pk__in=some, done_at=None, claim=claim).update(done_at=now, outcome=outcome, claim=None)


@transaction.atomic
def forget_old(now: dt.datetime) -> None:
    """Drop notices that are older than anything that could be told again, a few at a time."""
    old = Notice.objects.filter(made_at__lt=now - KEPT).order_by("made_at").values_list("pk", flat=True)[:AT_ONCE]
    Notice.objects.filter(pk__in=list(old)).delete()


def _open(player_id: int) -> QuerySet[Notice]:
    return Notice.objects.filter(player_id=player_id, done_at=None)


def _claimed(notice: Notice) -> QuerySet[Notice]:
    return Notice.objects.filter(pk=notice.pk, done_at=None, claim=notice.claim)


def _choices(player_ids: Iterable[int]) -> dict[tuple[int, str, str], How]:
    rows = NoticeChoice.objects.filter(player_id__in=player_ids)
    return {(row.player_id, row.kind, row.way): How(row.how) for row in rows}


def _how(chosen: dict[tuple[int, str, str], How], player_id: int, kind: Kind, way: Way) -> How:
    return chosen.get((player_id, kind, way), NoticeChoice.UNCHOSEN[way])
