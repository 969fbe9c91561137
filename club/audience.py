"""What one may see or ask of a member: the one place that decides it, for pages, lists, challenges and requests."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from club.models import Audience, Block, Partnership, Player
from club.names import fold

LONGEST_NAME = 100
# So many letters of a name at least, and so many members found by them.
LEAST_SEARCHED = 2
FOUND_AT_ONCE = 20

# Whoever opens a page: a member, a guest, or somebody without a row yet.
Viewer = Player | AnonymousUser


class Part(StrEnum):
    """What a member shows, or not, each to an audience of its own; by the column that holds it."""

    RECORD = "shows_record"
    MATCHES = "shows_matches"
    AUTHORITY = "shows_authority"
    PRESENCE = "shows_presence"
    FOUND = "found_by"
    ASKED = "asked_by"


@dataclass(frozen=True, slots=True)
class Sight:
    """How a viewer stands to one member, at an instant: everything that decides what is seen."""

    player: Player
    # Whether the player is somebody who can be seen at all: a member who is let in, has not left and is not suspended.
    findable: bool
    own: bool
    blocked: bool
    partners: bool
    member: bool

    def sees(self, part: Part) -> bool:
        """Whether that part is shown to this viewer; to oneself everything is."""
        if self.own:
            return True
        # What house players show lies in their columns like anybody's, though nobody finds them.
        if not (self.findable or self.player.is_house) or self.blocked:
            return False
        audience = Audience(getattr(self.player, part))
        return (
            audience is Audience.EVERYBODY
            or (audience is Audience.MEMBERS and self.member)
            # Who agreed to be a partner is one of the members too.
            or (audience is not Audience.NOBODY and self.partners)
        )

    def opens_page(self) -> bool:
        """Whether there is a page of the player's for this viewer: something to see on it, or to ask."""
        return any(self.sees(part) for part in Part if part is not Part.FOUND)


def sight(viewer: Viewer, player: Player, now: dt.datetime) -> Sight:
    """How the viewer stands to the player. Two queries at most."""
    # Nobody yet has no row: neither blocked nor anybody's partner.
    viewer_id = viewer.pk
    own = viewer_id == player.pk
    return Sight(
        player=player,
        findable=_is_findable(player, now),
        own=own,
        blocked=viewer_id is not None and are_blocked(viewer_id, player.pk),
        partners=viewer_id is not None and not own and are_partners(viewer_id, player.pk),
        member=_is_member(viewer),
    )


def may_see(viewer: Viewer, player: Player, part: Part, now: dt.datetime) -> bool:
    """Whether the player shows that part to the viewer."""
    return sight(viewer, player, now).sees(part)


def may_ask(viewer: Viewer, player: Player, now: dt.datetime) -> bool:
    """Whether the player lets the viewer ask them for a match, or to be partners; nobody asks themselves.

    Whether the viewer is muted is another question: `Player.is_muted_at`.
    """
    there = sight(viewer, player, now)
    return not there.own and there.sees(Part.ASKED)


def showing(viewer: Viewer, part: Part, now: dt.datetime) -> QuerySet[Player]:
    """The other members who show that part to the viewer: what `may_see` says, as one question for lists."""
    viewer_id = viewer.pk
    welcome = Q(**{part: Audience.EVERYBODY})
    if viewer_id is None:
        return findable(now).filter(welcome)
    if _is_member(viewer):
        partnership = partnerships_of(viewer_id).filter(Q(one=OuterRef("pk")) | Q(other=OuterRef("pk")))
        welcome |= Q(**{part: Audience.MEMBERS}) | Q(Exists(partnership), **{part: Audience.PARTNERS})
    return findable(now).filter(welcome).exclude(pk=viewer_id).exclude(blocked_with(viewer_id))


def findable(now: dt.datetime) -> QuerySet[Player]:
    """Members who are let in, have not left and are not suspended."""
    members = Player.objects.filter(joined_at__isnull=False, approved_at__isnull=False, left_at=None, is_active=True)
    return members.exclude(suspended_until__gt=now)


def are_blocked(one_id: int, other_id: int) -> bool:
    """Whether either of the two wants nothing of the other."""
    return Block.objects.filter(Q(player=one_id, blocked=other_id) | Q(player=other_id, blocked=one_id)).exists()


def are_partners(one_id: int, other_id: int) -> bool:
    """Whether the two have agreed to be partners and neither has ended it."""
    return partnerships_of(one_id).filter(Q(one=other_id) | Q(other=other_id)).exists()


def blocked_with(player_id: int, column: str = "pk") -> Q:
    """For exclude(): rows whose column names somebody the player blocks or is blocked by; of players `pk`."""
    blocked = Q(**{f"{column}__in": Block.objects.filter(player=player_id).values("blocked")})
    return blocked | Q(**{f"{column}__in": Block.objects.filter(blocked=player_id).values("player")})


def partnerships_of(player_id: int) -> QuerySet[Partnership]:
    """The player's partnerships that are agreed on and not ended."""
    standing = Partnership.objects.filter(ended_at=None, agreed_at__isnull=False)
    return standing.filter(Q(one=player_id) | Q(other=player_id))


def seen_as(player: Player, viewer: Audience, now: dt.datetime) -> Sight:
    """How somebody of that audience stands to the player; of the player's partners one for PARTNERS, and so on."""
    return Sight(
        player=player,
        findable=_is_findable(player, now),
        own=False,
        blocked=False,
        partners=viewer is Audience.PARTNERS,
        member=viewer in (Audience.PARTNERS, Audience.MEMBERS),
    )


def member_named(name: str, now: dt.datetime) -> Player | None:
    """The member of that name, however it is capitalised, spaced and encoded; None where nobody can be found by it."""
    if not 0 < len(name) <= LONGEST_NAME:
        return None
    return findable(now).filter(name_folded=fold(" ".join(name.split()))).first()


def house_player_named(name: str) -> Player | None:
    """The house player of that name, who is no member and has a page all the same."""
    if not 0 < len(name) <= LONGEST_NAME:
        return None
    return Player.objects.filter(house_level__isnull=False).filter(name_folded=fold(" ".join(name.split()))).first()


def found(viewer: Viewer, beginning: str, now: dt.datetime) -> list[Player]:
    """Members whose names begin so and who let the viewer find them, by name; twenty at most."""
    folded = fold(" ".join(beginning.split()))
    if not LEAST_SEARCHED <= len(folded) <= LONGEST_NAME:
        return []
    named = showing(viewer, Part.FOUND, now).filter(name_folded__startswith=folded)
    return list(named.order_by("name_folded")[:FOUND_AT_ONCE])


def _is_findable(player: Player, now: dt.datetime) -> bool:
    return player.is_member and player.is_active and not player.is_suspended_at(now)


def _is_member(viewer: Viewer) -> bool:
    return isinstance(viewer, Player) and viewer.is_member
