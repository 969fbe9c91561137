"""Which rows are seen in the lobby: by everybody who waits and who races, by each player also what concerns them."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q

from club.authority import Standing
from games import offers
from games.models import Match, Offer, Seat
from games.standing import standings_of

SHOWN = 50
# Of a player's own challenges, and of those to them.
SHOWN_OF_ONE = 40
# So many players a query.
AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Everybodys:
    """What all see, with the standings of the members who wait, by id."""

    waiting: list[Offer]
    racing: list[Match]
    standings: dict[int, Standing]


@dataclass(slots=True)
class Own:
    """What concerns one player: the own open offer, challenges to and from them, and the key of their live race."""

    mine: Offer | None = None
    asked: list[Offer] = field(default_factory=list)
    sent: list[Offer] = field(default_factory=list)
    table: str | None = None
    standings: dict[int, Standing] = field(default_factory=dict)


class Standings:
    """Standings worked out once and remembered for a minute, for lists that are looked at twice a second."""

    REMEMBERED_FOR = dt.timedelta(minutes=1)

    def __init__(self) -> None:
        self._known: dict[int, Standing | None] = {}
        self._since: dt.datetime | None = None

    def of(self, player_ids: Iterable[int], now: dt.datetime) -> dict[int, Standing]:
        """By id; guests have none. Two queries where somebody is not known yet."""
        if self._since is None or now >= self._since + self.REMEMBERED_FOR:
            self._known, self._since = {}, now
        wanted = set(player_ids)
        missing = wanted - self._known.keys()
        if missing:
            self._known |= dict.fromkeys(missing) | standings_of(missing, now)
        known = ((player_id, self._known[player_id]) for player_id in wanted)
        return {player_id: standing for player_id, standing in known if standing is not None}


def see_everybodys(now: dt.datetime, standings: Standings) -> Everybodys:
    """Fifty who wait, the longest first, and fifty races that may be watched, the newest first. Six queries at most."""
    waiting = list(offers.waiting(now).select_related("player")[:SHOWN])
    live = Match.objects.live_races().filter(watchable=True)
    racing = live.select_related("deal", "series").prefetch_related("seats__player").order_by("-created_at")[:SHOWN]
    return Everybodys(waiting, list(racing), standings.of((offer.player_id for offer in waiting), now))


def see_own(player_ids: Iterable[int], now: dt.datetime, standings: Standings) -> dict[int, Own]:
    """What concerns each of these players, by id. Four queries at most for every five hundred of them."""
    ids = sorted(set(player_ids))
    own: defaultdict[int, Own] = defaultdict(Own)
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        concerning = offers.standing(now).filter(Q(player__in=some) | Q(to__in=some)).select_related("player", "to")
        for offer in concerning.order_by("-created_at", "-pk")[: AT_ONCE * SHOWN_OF_ONE]:
            _sort(offer, own)
        for player_id, key in (
            Seat.objects.in_live_race().filter(player__in=some).values_list("player_id", "match__key")
        ):
            own[player_id].table = key
    seen = {player_id: own[player_id] for player_id in ids}
    makers = {offer.player_id for one in seen.values() for offer in one.asked}
    known = standings.of(makers, now)
    for one in seen.values():
        one.standings = known
    return seen


def _sort(offer: Offer, own: defaultdict[int, Own]) -> None:
    """To its maker's own offers, and to those that whom it is made to is asked."""
    maker = own[offer.player_id]
    if offer.kind == Offer.Kind.OPEN:
        maker.mine = offer
    elif len(maker.sent) < SHOWN_OF_ONE:
        maker.sent.append(offer)
    if offer.to_id is not None and len(own[offer.to_id].asked) < SHOWN_OF_ONE:
        own[offer.to_id].asked.append(offer)
