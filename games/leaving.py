"""Leaving the club: every game is given up, every offer closed, and name and remarks go from every table."""

import datetime as dt

from django.db.models import Q

from club import leaving
from club.models import Player
from games import afterword, agreeing, boards, correspondence, play, tables
from games.models import Match, Note, Offer, Seat, Training
from games.naming import name_at_tables
from games.refusals import Refused
from games.tables import Told


def leave(player: Player, now: dt.datetime) -> list[Told]:
    """Delete the player's account; what the tables of their matches are to be told. Again harmless.

    Refused (`not-just-now`) within the seconds in which a deadline of theirs is judged, or a race counts down.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.has_left:
        return []
    # Before the matches: an offer that somebody accepts at this instant is a match by then.
    close_offers(player, now)
    told = _resign_everywhere(player, now)
    afterword.erase(player, now)
    Training.objects.filter(player=player).delete()
    _forget_name(player)
    leaving.empty(player, now)
    return told


def close_offers(player: Player, now: dt.datetime) -> None:
    """Whatever the player offers and is asked comes to nothing. Again harmless."""
    correspondence.close_all(player, now)
    concerning = Offer.objects.filter(closed_at=None).filter(Q(player=player) | Q(to=player))
    for offer in concerning.select_for_update():
        agreeing.close(offer, now)


def _resign_everywhere(player: Player, now: dt.datetime) -> list[Told]:
    """Until nothing goes on: a race of a series that is resigned is followed by the next. A board by correspondence
    that is won already cannot be given up; the other plays on alone."""
    told: list[Told] = []
    own = Seat.objects.of(player.pk).going_on().filter(won=False).order_by("match_id").values_list("match_id", "place")
    try:
        while going_on := list(own.all()):
            for match_id, place in going_on:
                table = play.load(match_id)
                play.catch_up(table, now)
                if table.match.phase in Match.LIVE:
                    play.resign(table, table.seat(place), now)
                told += tables.tell(table, now)
    except Refused as refused:
        # Boards of games that were given up before this one rest on rows that will not be stored.
        boards.forget_all()
        raise Refused("not-just-now") from refused
    return told


def _forget_name(player: Player) -> None:
    Note.objects.filter(seat__in=Seat.objects.of(player.pk)).delete()
    name_at_tables(player.pk, "")
