"""A guest's running games go over to the account that the same person signs in to."""

import datetime as dt
from collections.abc import Callable

from django.db.models import Q, QuerySet

from club.models import Player
from games.models import Match, Offer, Seat
from games.play.ending import catch_up, end_solo
from games.play.table import Table, load

# Stores a table, and keeps what is to be told of it.
type Store = Callable[[Table], None]


def has_anything_to_hand_over(guest: Player) -> bool:
    """Two queries at most."""
    return _running(guest).exists() or _standing_offers(guest).exists()


def hand_over(guest: Player, member: Player, now: dt.datetime, store: Store) -> int:
    """The guest's running games and open offers are the member's from now on; again harmless. How many games stay with
    the guest, since the member sits at those too.

    Of two counted games of one variant the older is ended as it stands, as dealing the next would. A match, or a
    series, in which both sit stays as it is. Each table that may have changed goes to `store`.
    """
    if not guest.is_guest or guest.pk == member.pk:
        return 0
    # Locked in one order, as where a race is agreed on: nobody sits down as either of the two meanwhile.
    list(Player.objects.select_for_update().filter(pk__in=(guest.pk, member.pk)).order_by("pk"))
    _hand_over_offers(guest, member, now, store)
    left_behind: set[int] = set()
    # Until nothing is left: a race that its clock ends here may be followed by the next of its series.
    while running := _running(guest).exclude(match__in=left_behind).order_by("pk").first():
        table = load(running.match_id)
        catch_up(table, now)
        if table.match.phase in Match.LIVE and _sits_there(member, table.match):
            left_behind.add(table.match.pk)
        elif table.match.phase in Match.LIVE:
            _end_the_older(table, table.seat(running.place), member, now, store)
            _seat(table, table.seat(running.place), member)
        store(table)
    return len(left_behind)


def show_name(player: Player, now: dt.datetime, store: Store) -> None:
    """Somebody has just become a member: the races they play show the name at once."""
    for match_id, place in list(Seat.objects.of(player.pk).in_live_race().values_list("match_id", "place")):
        table = load(match_id)
        catch_up(table, now)
        _write_name(table, table.seat(place), player)
        store(table)


def _running(guest: Player) -> QuerySet[Seat]:
    """Seats of games that are not over, those included whose board is not open yet."""
    return Seat.objects.of(guest.pk).filter(ended_at=None, match__phase__in=Match.LIVE)


def _sits_there(member: Player, match: Match) -> bool:
    """Whether the member plays that match too, or another race of its series."""
    same = Q(match=match) if match.series_id is None else Q(match__series=match.series_id)
    return Seat.objects.of(member.pk).filter(same).exists()


def _end_the_older(table: Table, seat: Seat, member: Player, now: dt.datetime, store: Store) -> None:
    """There is one counted random game a variant (rules.md, "What counts"): of two the older ends as it stands.

    Before the seat changes hands: the database holds no two at any instant.
    """
    if table.match.mode != Match.Mode.SOLO or seat.practice or seat.started_at is None:
        return
    own = Seat.objects.of(member.pk).running().filter(mode=Match.Mode.SOLO, variant=seat.variant, practice="", day=None)
    match_id = own.values_list("match_id", flat=True).first()
    if match_id is None:
        return
    other = load(match_id)
    begun_at = other.seat(1).started_at
    older = other if begun_at is not None and begun_at <= seat.started_at else table
    end_solo(older, Seat.EndedBy.LEFT, now)
    store(older)


def _seat(table: Table, seat: Seat, member: Player) -> None:
    """The member sits there now; of a series also at the races before, so that it is one player's throughout."""
    same = Q(pk=seat.pk) if table.match.series_id is None else Q(match__series=table.match.series_id)
    # The rows that moves write do not name the player.
    Seat.objects.filter(same, player=seat.player_id).update(player=member)
    _write_name(table, seat, member)


def _write_name(table: Table, seat: Seat, player: Player) -> None:
    seat.player = player
    # Alone there is nobody to read it.
    if table.match.mode != Match.Mode.SOLO and seat.known_as != (player.name or ""):
        seat.known_as = player.name or ""
        table.change(seat)
        table.show_all()


def _standing_offers(guest: Player) -> QuerySet[Offer]:
    return Offer.objects.filter(closed_at=None).filter(Q(player=guest) | Q(to=guest))


def _hand_over_offers(guest: Player, member: Player, now: dt.datetime, store: Store) -> None:
    """What the guest offers and is asked is the member's, but for what the member has already or would ask themselves.

    A rematch becomes a challenge: the table it was asked at stays the guest's.
    """
    for offer in _standing_offers(guest).select_for_update(of=("self",)).select_related("player", "to").order_by("pk"):
        at_table = offer.after_id
        maker = member if offer.player_id == guest.pk else offer.player
        to = member if offer.to_id == guest.pk else offer.to
        same = Offer.objects.filter(closed_at=None, kind=offer.kind, player=maker, to=to)
        if maker == to or (offer.kind != Offer.Kind.LINK and same.exists()):
            offer.closed_at = now
        else:
            offer.player, offer.to, offer.after = maker, to, None
        offer.save(update_fields=["closed_at", "player", "to", "after"])
        if at_table is not None:
            ended = load(at_table)
            ended.show_all()
            store(ended)
