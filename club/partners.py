"""Regular partners: two members who agreed to be, one having asked the other; asked, answered and ended here."""

import datetime as dt

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club import audience, notices
from club.audience import partnerships_of
from club.models import Audience, Kind, Partnership, Player

# Of one player: partners, and members asked; and members who ask one.
MOST = 100
MOST_ASKING = 100
# Whoever was told "not now" does not ask again for so long.
NOT_NOW_FOR = dt.timedelta(days=30)
# So long the asker reads it among what they asked.
NOT_NOW_SHOWN_FOR = dt.timedelta(days=7)

# One sentence for many reasons: nobody is to learn which of them it is.
_NOT_NOW = _("They take no such requests from you just now.")
SENTENCES: dict[str, Promise] = {
    "members-only": _("Regular partners are for members: sign up first, it takes a minute."),
    "not-yourself": _("You cannot be your own partner."),
    "muted": _("A moderator has muted you: you can ask nobody just now."),
    "not-now": _NOT_NOW,
    "too-many-partners": _("You have as many partners and requests as the club keeps. End one first."),
    "no-such-request": _("There is no such request any more."),
}


class Unwelcome(Exception):
    """Nothing was changed, and `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code

    @property
    def sentence(self) -> Promise:
        """The reason for people, in the language active when it is read."""
        return SENTENCES[self.code]


# --- asked ------------------------------------------------------------------------------------------------------------


@transaction.atomic
def ask(player: Player, other: Player, now: dt.datetime) -> Partnership:
    """The player's request to be partners; has the other asked already, the two have agreed. Again harmless.

    Raises Unwelcome (`members-only`, `not-yourself`, `muted`, `not-now`, `too-many-partners`).
    """
    if not player.is_member:
        raise Unwelcome("members-only")
    if player.pk == other.pk:
        raise Unwelcome("not-yourself")
    _lock(player.pk, other.pk)
    standing = _between(player.pk, other.pk).filter(ended_at=None).first()
    if standing is not None and (standing.agreed_at is not None or standing.asked_by_id == player.pk):
        return standing
    if standing is not None:
        return _agree(standing, player, now)
    if player.is_muted_at(now):
        raise Unwelcome("muted")
    if not audience.may_ask(player, other, now) or _was_declined_lately(player, other, now):
        raise Unwelcome("not-now")
    _refuse_too_many(player)
    if asking(other.pk).count() >= MOST_ASKING:
        raise Unwelcome("not-now")
    return _ask_again(player, other, now) or _ask_anew(player, other, now)


def _was_declined_lately(player: Player, other: Player, now: dt.datetime) -> bool:
    lately = _between(player.pk, other.pk).filter(asked_by=player, agreed_at=None, ended_at__gt=now - NOT_NOW_FOR)
    return lately.filter(ended_by=other).exists()


def _refuse_too_many(player: Player) -> None:
    if partnerships_of(player.pk).count() + asked_by(player.pk).count() >= MOST:
        raise Unwelcome("too-many-partners")


def _ask_again(player: Player, other: Player, now: dt.datetime) -> Partnership | None:
    """A request that was withdrawn stands again; if it was told before, it is not told a second time."""
    own = _between(player.pk, other.pk).filter(asked_by=player, ended_by=player, agreed_at=None)
    withdrawn = own.filter(asked_at__gt=now - NOT_NOW_FOR).order_by("-pk").first()
    if withdrawn is not None:
        withdrawn.ended_at = withdrawn.ended_by = None
        withdrawn.save(update_fields=["ended_at", "ended_by"])
        notices.tell(other.pk, Kind.PARTNER_ASKS, str(withdrawn.pk), now)
    return withdrawn


def _ask_anew(player: Player, other: Player, now: dt.datetime) -> Partnership:
    one, two = sorted((player.pk, other.pk))
    asked = Partnership.objects.create(one_id=one, other_id=two, asked_by=player, asked_at=now)
    notices.tell(other.pk, Kind.PARTNER_ASKS, str(asked.pk), now)
    return asked


# --- answered ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def accept(player: Player, partnership_id: int, now: dt.datetime) -> Partnership:
    """The request to that player is agreed to. Again harmless.

    Raises Unwelcome (`no-such-request`, `too-many-partners`).
    """
    asked = _own(player, partnership_id)
    if asked.asked_by_id == player.pk or asked.ended_at is not None:
        raise Unwelcome("no-such-request")
    if asked.agreed_at is not None:
        return asked
    if not _asker_is_welcome(asked, player, now):
        raise Unwelcome("no-such-request")
    return _agree(asked, player, now)


def _asker_is_welcome(asked: Partnership, player: Player, now: dt.datetime) -> bool:
    """Whether the asker is still there for the player; a block would have ended the request."""
    return audience.sight(player, other_of(asked, player.pk), now).findable


def _agree(asked: Partnership, player: Player, now: dt.datetime) -> Partnership:
    _refuse_too_many(player)
    asked.agreed_at = now
    asked.save(update_fields=["agreed_at"])
    return asked


@transaction.atomic
def decline(player: Player, partnership_id: int, now: dt.datetime) -> None:
    """The request to that player is answered with "not now". Again harmless. Raises Unwelcome (`no-such-request`)."""
    asked = _own(player, partnership_id)
    if asked.asked_by_id == player.pk or asked.agreed_at is not None:
        raise Unwelcome("no-such-request")
    _end(asked, player, now)


@transaction.atomic
def withdraw(player: Player, partnership_id: int, now: dt.datetime) -> None:
    """The player's own request is taken back; agreed to meanwhile, it stands. Again harmless.

    Raises Unwelcome (`no-such-request`).
    """
    asked = _own(player, partnership_id)
    if asked.asked_by_id != player.pk or asked.agreed_at is not None:
        raise Unwelcome("no-such-request")
    _end(asked, player, now)


@transaction.atomic
def end(player: Player, partnership_id: int, now: dt.datetime) -> None:
    """The two are partners no more. Again harmless. Raises Unwelcome (`no-such-request`)."""
    _end(_own(player, partnership_id), player, now)


def part(player: Player, other: Player, now: dt.datetime) -> None:
    """Whatever stands between the two is ended, in the caller's transaction. Again harmless."""
    _lock(player.pk, other.pk)
    for standing in _between(player.pk, other.pk).filter(ended_at=None):
        _end(standing, player, now)


@transaction.atomic
def dismiss(player: Player, other: Player, now: dt.datetime) -> None:
    """The two are not suggested to each other any more, as if one had asked and taken it back. Again harmless."""
    _lock(player.pk, other.pk)
    if player.pk != other.pk and not _between(player.pk, other.pk).exists():
        one, two = sorted((player.pk, other.pk))
        Partnership.objects.create(
            one_id=one, other_id=two, asked_by=player, asked_at=now, ended_at=now, ended_by=player
        )


def _end(standing: Partnership, by: Player, now: dt.datetime) -> None:
    if standing.ended_at is None:
        standing.ended_at, standing.ended_by = now, by
        standing.save(update_fields=["ended_at", "ended_by"])


def _lock(*player_ids: int) -> None:
    """Two who ask each other at the same instant come one after the other."""
    list(Player.objects.select_for_update().filter(pk__in=player_ids).order_by("pk").values_list("pk"))


def _own(player: Player, partnership_id: int) -> Partnership:
    """The same answer for no such partnership and for one of others."""
    found = Partnership.objects.select_for_update(of=("self",)).select_related("one", "other")
    own = found.filter(Q(one=player) | Q(other=player), pk=partnership_id).first()
    if own is None:
        raise Unwelcome("no-such-request")
    return own


# --- presence shown ---------------------------------------------------------------------------------------------------


def let_partners_see(player: Player) -> None:
    """Partners see when the player is here; who shows it to more people already goes on doing so."""
    if player.shows_presence == Audience.NOBODY:
        player.shows_presence = Audience.PARTNERS
        player.save(update_fields=["shows_presence"])


# --- questions --------------------------------------------------------------------------------------------------------


def of(player: Player) -> list[Partnership]:
    """The player's partnerships, those agreed on first first; a hundred at most, with both players."""
    return list(partnerships_of(player.pk).select_related("one", "other").order_by("agreed_at", "pk")[:MOST])


def asking(player_id: int) -> QuerySet[Partnership]:
    """Requests that wait for that player's answer."""
    waiting = Partnership.objects.filter(Q(one=player_id) | Q(other=player_id), agreed_at=None, ended_at=None)
    return waiting.exclude(asked_by=player_id)


def asked_by(player_id: int) -> QuerySet[Partnership]:
    """The player's own requests that wait for an answer."""
    return Partnership.objects.filter(asked_by=player_id, agreed_at=None, ended_at=None)


def answered_not_now(player_id: int, now: dt.datetime) -> QuerySet[Partnership]:
    """The player's own requests that were declined in the last days."""
    lately = Partnership.objects.filter(asked_by=player_id, agreed_at=None, ended_at__gt=now - NOT_NOW_SHOWN_FOR)
    return lately.exclude(ended_by=player_id)


def standing_between(one_id: int, other_id: int) -> Partnership | None:
    """The partnership or the request that stands between the two."""
    return _between(one_id, other_id).filter(ended_at=None).first()


def had_to_do_with(player_id: int) -> Q:
    """For exclude() on players: everybody who was ever asked by the player, or asked them, or was their partner."""
    return Q(pk__in=Partnership.objects.filter(one=player_id).values("other")) | Q(
        pk__in=Partnership.objects.filter(other=player_id).values("one")
    )


def other_of(partnership: Partnership, player_id: int) -> Player:
    """The other of the two. Wants both loaded."""
    return partnership.other if partnership.one_id == player_id else partnership.one


def _between(one_id: int, other_id: int) -> QuerySet[Partnership]:
    lower, higher = sorted((one_id, other_id))
    return Partnership.objects.filter(one=lower, other=higher)
