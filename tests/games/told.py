"""Matches by correspondence as notices need them, a club's round of telling, and what it has sent."""

import datetime as dt
from uuid import UUID

from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from club.models import Player, Way
from club.notices import Claimed
from games import correspondence, play, tasks, telling
from games.engine.rules import Rules
from games.models import Match, Seat
from games.play import Row, TurnsWish

SECOND = dt.timedelta(seconds=1)
MINUTE = dt.timedelta(minutes=1)
HOUR = dt.timedelta(hours=1)
DAY = dt.timedelta(days=1)

SHORT = TurnsWish(Rules.parse("classic-4-0"), turn_cards=8)


def with_address(player: Player, zone: str = "") -> Player:
    """The same player with a confirmed address."""
    player.email = f"{player.name}@example.org"
    player.time_zone = zone
    player.save(update_fields=["email", "time_zone"])
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


@transaction.atomic
def agreed(one: Player, other: Player, now: dt.datetime, wish: TurnsWish = SHORT) -> Match:
    """A match by correspondence whose first turn opens now."""
    offer = correspondence.offer_by_link(one, wish, now)
    return correspondence.accept(offer.key, other, None, now)


def seat_of(match: Match, player: Player) -> Seat:
    return Seat.objects.get(match=match, player=player)


@transaction.atomic
def end_turn(match: Match, player: Player, now: dt.datetime) -> None:
    """Place all cards of the open turn on the first waste pile, and end it."""
    table = play.load(match.pk)
    seat = next(seat for seat in table.seats if seat.player_id == player.pk)
    turn = table.match.turn
    for _ in range(table.match.turn_cards or 0):
        play.move(table, seat, Row(seat.rows + 1, turn), "W1", now)
    play.end_turn(table, seat, turn, now)
    table.store()


@transaction.atomic
def catch_up(match: Match, now: dt.datetime) -> None:
    table = play.load(match.pk)
    play.catch_up(table, now)
    table.store()


@transaction.atomic
def resign(match: Match, player: Player, now: dt.datetime) -> None:
    table = play.load(match.pk)
    play.resign(table, next(seat for seat in table.seats if seat.player_id == player.pk), now)
    table.store()


@transaction.atomic
def absent(match: Match, player: Player, days: int, now: dt.datetime) -> None:
    table = play.load(match.pk)
    play.take_absence(table, next(seat for seat in table.seats if seat.player_id == player.pk), days, now)
    table.store()


def looks_at(match: Match, player: Player, now: dt.datetime) -> None:
    """A socket of the player's table was heard of then."""
    Seat.objects.filter(match=match, player=player).update(heard_at=now)


def subjects() -> list[str]:
    """Of all mails that were sent."""
    return [message.subject.removeprefix("The Fairest: ") for message in mail.outbox]


def tell_what_is_due(now: dt.datetime) -> None:
    """A round, and the worker right after it, at that instant."""
    tasks.enqueue_due(now)
    work(now)


def work(now: dt.datetime) -> None:
    """What the worker does at that instant, without a worker: each queued task once."""
    queued = DBTaskResult.objects.filter(status=TaskResultStatus.READY)
    for task in list(queued.order_by("enqueued_at")):
        queued.filter(pk=task.pk).update(status=TaskResultStatus.SUCCESSFUL)
        player_id, way, claim = task.args_kwargs["args"]
        telling.deliver(Claimed(player_id, Way(way), UUID(claim)), now)
