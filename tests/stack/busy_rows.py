"""The rows of a club that has been played in for long: most of what is there is over."""

import datetime as dt

from django.db import transaction
from django.db.models import F

from club.models import Notice, Player
from games import deals, play
from games.engine.rules import Rules
from games.models import Analysis, AnalysisPiece, CorrespondenceOffer, Deal, Hint, Match, Offer, Seat
from games.models.matches import Reason
from games.play import RaceWish
from tests.many_matches import fill

CLASSIC = Rules.parse("classic-4-0")
MATCHES = 1_500
# Of so many matches one is over, and of so many notices one is still to be told.
ONE_OF = 3
SOLO_GAMES = 4_000
GONE = 3_000
RACES = 10
OFFERS_OVER = 3_000
OFFERS_STANDING = 150


def fill_whole_club(now: dt.datetime) -> list[Player]:
    """Games of each kind, offers and notices; those who play by correspondence, of whom the first race as well."""
    # Most who ever came are long gone; that theirs are the lowest ids keeps the others' from being found by chance.
    gone = Player.objects.bulk_create(Player(password="!") for _ in range(GONE))
    _play_alone(gone, now)
    players = fill(MATCHES, now)
    _end_some(now)
    _think(now)
    _race(players[: 2 * RACES], now)
    _offer_races(gone, now)
    _offer_turns(gone, now)
    return players


def _end_some(now: dt.datetime) -> None:
    """Some matches are over since yesterday, and most notices are told."""
    ended_at = now - dt.timedelta(days=1)
    over = Match.objects.annotate(nth=F("pk") % ONE_OF).filter(nth=0)
    over_ids = list(over.values_list("pk", flat=True))
    Seat.objects.filter(match__in=over_ids).update(turn_deadline=None, ended_at=ended_at, ended_by=Seat.EndedBy.DECIDED)
    Deal.objects.filter(match__in=over_ids).update(closed_at=ended_at)
    Match.objects.filter(pk__in=over_ids).update(
        phase=Match.Phase.ENDED, ended_at=ended_at, deadline=None, winner=1, reason=Reason.MORE_CARDS
    )
    told = Notice.objects.annotate(nth=F("pk") % ONE_OF).exclude(nth=0)
    told.update(done_at=now, outcome=Notice.Outcome.SENT)


def _play_alone(players: list[Player], now: dt.datetime) -> None:
    began_at, ended_at = now - dt.timedelta(days=3), now - dt.timedelta(days=2)
    instants = {"created_at": began_at, "started_at": began_at, "ended_at": ended_at}
    deal = deals.numbered_deal(CLASSIC, 1, began_at)
    matches = Match.objects.bulk_create(
        Match(mode=Match.Mode.SOLO, phase=Match.Phase.ENDED, deal=deal, **instants) for _ in range(SOLO_GAMES)
    )
    Seat.objects.bulk_create(
        Seat(
            match=match,
            place=1,
            player=players[i % len(players)],
            mode=match.mode,
            variant=deal.rules,
            rows=48,
            started_at=began_at,
            ended_at=ended_at,
            ended_by=Seat.EndedBy.BLOCKED,
        )
        for i, match in enumerate(matches)
    )


def _think(now: dt.datetime) -> None:
    """Every game played alone was analysed and had its hint; one of each is still waited for."""
    earlier = now - dt.timedelta(days=2)
    alone = list(Seat.objects.filter(mode=Match.Mode.SOLO).only("pk", "player_id"))
    done = {"asked_at": earlier, "ended_at": earlier, "state": Analysis.State.DONE, "pieces": 1}
    analyses = Analysis.objects.bulk_create(Analysis(seat=seat, asked_by_id=seat.player_id, **done) for seat in alone)
    AnalysisPiece.objects.bulk_create(AnalysisPiece(analysis=one, n=0, found={"choices": []}) for one in analyses)
    Hint.objects.bulk_create(Hint(seat=seat, rows=7, asked_at=earlier, answered_at=earlier) for seat in alone)
    Analysis.objects.filter(seat=alone[-1]).update(state=Analysis.State.QUEUED, ended_at=None)
    Hint.objects.filter(seat=alone[-1]).update(rows=0, answered_at=None)


def _race(players: list[Player], now: dt.datetime) -> None:
    """Races that have just been agreed on."""
    for one, two in zip(players[::2], players[1::2], strict=True):
        with transaction.atomic():
            play.open_race((one, two), RaceWish(CLASSIC, 5), now)


def _offer_races(players: list[Player], now: dt.datetime) -> None:
    """Many that are over, and of each player who stands for it one that is not."""
    long_ago = now - dt.timedelta(days=20)
    over = [
        Offer(player=player, to=to, kind="named", created_at=long_ago, heard_at=long_ago, closed_at=long_ago)
        for player, to in _pairs(players, OFFERS_OVER)
    ]
    stand = [
        Offer(player=player, to=to, kind="named", created_at=now, heard_at=now)
        for player, to in _pairs(players, OFFERS_STANDING)
    ]
    for offer in (*over, *stand):
        offer.rules, offer.minutes = str(CLASSIC), 5
    Offer.objects.bulk_create([*over, *stand])


def _offer_turns(players: list[Player], now: dt.datetime) -> None:
    long_ago = now - dt.timedelta(days=20)
    terms = {"rules": str(CLASSIC), "turn_cards": 4, "spare_days": 1, "absence_allowed": True}
    over = [
        CorrespondenceOffer(player=player, to=to, kind="named", created_at=long_ago, closed_at=long_ago, **terms)
        for player, to in _pairs(players, OFFERS_OVER)
    ]
    secrets = Deal.objects.bulk_create(
        Deal(kind=Deal.Kind.RANDOM, rules=str(CLASSIC), secret=bytes(32), commitment="0" * 64, created_at=now)
        for _ in range(OFFERS_STANDING)
    )
    stand = [
        CorrespondenceOffer(player=player, kind="open", deal=deal, created_at=now, **terms)
        for (player, _), deal in zip(_pairs(players, OFFERS_STANDING), secrets, strict=True)
    ]
    CorrespondenceOffer.objects.bulk_create([*over, *stand])


def _pairs(players: list[Player], count: int) -> list[tuple[Player, Player]]:
    """Different ones while there are as many players."""
    return [(players[i % len(players)], players[(i + 1 + i // len(players)) % len(players)]) for i in range(count)]
