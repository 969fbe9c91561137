"""What a notice is about, looked at again when it is to be told: in words, or that it holds no more, or not yet."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from club import partners
from club.models import Kind, Notice, Partnership
from club.notices import Words
from games import afterword, clocks, correspondence, variants
from games.models import CorrespondenceOffer, Match, Seat, Thanks


@dataclass(frozen=True, slots=True)
class Gone:
    """It holds no more, or its player sees it without being told."""


@dataclass(frozen=True, slots=True)
class Later:
    """It holds, and is to be told at that instant."""

    at: dt.datetime


type Looked = Words | Gone | Later


@dataclass(frozen=True, slots=True)
class _Found:
    """The rows that some notices are about: seats by player and match's key, offers by key, requests to be partners
    by their number as text."""

    seats: Mapping[tuple[int, str], Seat]
    offers: Mapping[str, CorrespondenceOffer]
    requests: Mapping[str, Partnership]


def look_again(notices: Iterable[Notice], now: dt.datetime) -> dict[int, Looked]:
    """By each notice's id what is to become of it, in the language and time zone that are active; in five queries,
    and six for each afterword."""
    notices = list(notices)
    found = _find(notices)
    return {notice.pk: LOOKS[Kind(notice.kind)](notice, found, now) for notice in notices}


def _find(notices: list[Notice]) -> _Found:
    of_offers = {notice.cause for notice in notices if notice.kind == Kind.CHALLENGE}
    of_requests = {int(notice.cause) for notice in notices if notice.kind == Kind.PARTNER_ASKS}
    beside_matches = (Kind.CHALLENGE, Kind.PARTNER_ASKS)
    of_matches = {_match_key(notice) for notice in notices if notice.kind not in beside_matches}
    seats = Seat.objects.filter(player_id__in={notice.player_id for notice in notices}, match__key__in=of_matches)
    offers = CorrespondenceOffer.objects.filter(key__in=of_offers).select_related("player")
    return _Found(
        {(seat.player_id, seat.match.key): seat for seat in seats.with_match()},
        {offer.key: offer for offer in offers},
        {str(request.pk): request for request in _requests(of_requests)},
    )


def _requests(numbers: set[int]) -> Iterable[Partnership]:
    if not numbers:
        return ()
    return Partnership.objects.filter(pk__in=numbers).select_related("one", "other")


def _match_key(notice: Notice) -> str:
    return notice.cause.partition("/")[0]


def _your_turn(notice: Notice, found: _Found, now: dt.datetime) -> Looked:
    seat = _seat_at_turn(notice, found, now)
    if seat is None or seat.turn_deadline is None or seat.match.turn_opened_at is None:
        return Gone()
    if _is_looking(seat, now):
        return _seen_or_later(seat, seat.match.turn_opened_at)
    shown = {"turn": seat.match.turn, "name": _other(seat), "until": _in_words(seat.turn_deadline)}
    return _words(
        seat,
        gettext("Your turn %(turn)d against %(name)s") % shown,
        gettext("Turn %(turn)d against %(name)s is open until %(until)s.") % shown,
    )


def _turn_ends(notice: Notice, found: _Found, now: dt.datetime) -> Looked:
    seat = _seat_at_turn(notice, found, now)
    if seat is None or seat.turn_deadline is None or seat.match.turn_opened_at is None or _is_looking(seat, now):
        return Gone()
    wanted_at = clocks.reminder_at(seat.match.turn_opened_at, seat.turn_deadline)
    # A deadline that has moved takes its reminder along.
    if wanted_at > notice.wanted_at:
        return Later(wanted_at)
    shown = {"turn": seat.match.turn, "name": _other(seat), "until": _in_words(seat.turn_deadline)}
    return _words(
        seat,
        gettext("Turn %(turn)d against %(name)s ends soon") % shown,
        gettext("Your turn %(turn)d against %(name)s ends on %(until)s.") % shown,
    )


def _seat_at_turn(notice: Notice, found: _Found, now: dt.datetime) -> Seat | None:
    """The seat that waits for the notice's player in that very turn."""
    key, _, turn = notice.cause.partition("/")
    seat = found.seats.get((notice.player_id, key))
    if seat is None or seat.match.phase != Match.Phase.RUNNING or str(seat.match.turn) != turn:
        return None
    if seat.turn_deadline is None or not clocks.in_time(seat.turn_deadline, now):
        return None
    return seat


def _match_over(notice: Notice, found: _Found, now: dt.datetime) -> Looked:
    seat = found.seats.get((notice.player_id, _match_key(notice)))
    if seat is None or seat.match.ended_at is None or seat.match.phase != Match.Phase.ENDED:
        return Gone()
    if _is_looking(seat, now) or _was_there(seat, seat.match.ended_at):
        return _seen_or_later(seat, seat.match.ended_at)
    match = seat.match
    shown = {"name": _other(seat), "reason": match.get_reason_display()}
    text = gettext("Your match against %(name)s has ended, and %(name)s has won: %(reason)s.")
    if match.winner is None:
        text = gettext("Your match against %(name)s has ended in a draw: %(reason)s.")
    elif match.winner == seat.place:
        text = gettext("Your match against %(name)s has ended, and you have won: %(reason)s.")
    return _words(seat, gettext("Your match against %(name)s is over") % shown, text % shown)


def _challenge(notice: Notice, found: _Found, now: dt.datetime) -> Looked:
    offer = found.offers.get(notice.cause)
    if offer is None or offer.to_id != notice.player_id or not correspondence.stands(offer, now):
        return Gone()
    until = correspondence.expires_at(offer)
    shown = {"name": offer.player, "game": variants.name_of(offer.parsed_rules), "until": _in_words(until)}
    return Words(
        subject=gettext("%(name)s challenges you") % shown,
        text=gettext("%(name)s asks you for a game by correspondence (%(game)s). You can answer until %(until)s.")
        % shown,
        address=reverse("correspondence-challenge", args=[offer.key]),
        tag=offer.key,
        until=until,
    )


def _partner_asks(notice: Notice, found: _Found, now: dt.datetime) -> Looked:
    request = found.requests.get(notice.cause)
    if request is None or request.agreed_at is not None or request.ended_at is not None:
        return Gone()
    asker = partners.other_of(request, notice.player_id)
    if not asker.is_member or asker.is_suspended_at(now):
        return Gone()
    return Words(
        subject=gettext("%(name)s asks to be regular partners") % {"name": asker},
        text=gettext("%(name)s asks you to be regular partners: you see when both are here, and play with one press.")
        % {"name": asker},
        address=reverse("partners"),
        tag=f"partner-{request.pk}",
    )


def _word_after(notice: Notice, found: _Found, now: dt.datetime) -> Looked:
    seat = found.seats.get((notice.player_id, _match_key(notice)))
    if seat is None or _is_looking(seat, now):
        return Gone()
    # Who was at the table since has read it.
    if seat.heard_at is not None and seat.heard_at > notice.made_at:
        return Gone()
    word = afterword.word_of(notice.cause, notice.player_id)
    if word is None:
        return Gone()
    shown = {"name": _other(seat), "until": _in_words(word.afterword.closes_at)}
    subject = gettext("%(name)s has written something after your match")
    if isinstance(word, Thanks):
        subject = gettext("%(name)s thanks you for the match")
    text = gettext("%(name)s has said something after your match. You can answer until %(until)s.")
    if not afterword.is_open(word.afterword, now):
        text = gettext("%(name)s has said something after your match; the afterword is closed by now.")
    address = f"{reverse('table', args=[seat.match.key])}#afterword"
    return Words(subject % shown, text % shown, address, f"afterword-{seat.match.key}")


LOOKS: Mapping[Kind, Callable[[Notice, _Found, dt.datetime], Looked]] = {
    Kind.YOUR_TURN: _your_turn,
    Kind.TURN_ENDS: _turn_ends,
    Kind.MATCH_OVER: _match_over,
    Kind.CHALLENGE: _challenge,
    Kind.PARTNER_ASKS: _partner_asks,
    Kind.AFTERWORD: _word_after,
}


def _is_looking(seat: Seat, now: dt.datetime) -> bool:
    """Whether the player looks at this very match; other pages of theirs count for nothing."""
    return seat.heard_at is not None and now < clocks.away_from(seat.heard_at, None)


def _seen_or_later(seat: Seat, happened_at: dt.datetime) -> Looked:
    """Who was heard of at the table since then has seen it there; who was so just before may have left by then."""
    if seat.heard_at is None or _was_there(seat, happened_at):
        return Gone()
    return Later(clocks.away_from(seat.heard_at, None))


def _was_there(seat: Seat, happened_at: dt.datetime) -> bool:
    return seat.heard_at is not None and clocks.has_come(happened_at, seat.heard_at)


def _words(seat: Seat, subject: str, text: str) -> Words:
    match = seat.match
    return Words(subject, text, reverse("table", args=[match.key]), match.key, seat.turn_deadline)


def _other(seat: Seat) -> str:
    return next((str(other.player) for other in seat.match.seats.all() if other.pk != seat.pk), "")


def _in_words(instant: dt.datetime) -> str:
    """`12 March, 14:00 (CET)`, in the active zone."""
    local = timezone.localtime(instant)
    return gettext("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_format(local, gettext("j F")),
        "time": date_format(local, "H:i"),
        "zone": local.tzname(),
    }
