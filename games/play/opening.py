"""Before the first card: agreeing on a race, and being ready."""

import datetime as dt

from club.models import Player
from games.models import Match, Seat
from games.play import races, solo, starting
from games.play.ending import catch_up
from games.play.races import RaceWish
from games.play.table import Table, load
from games.refusals import Refused


def open_race(players: tuple[Player, Player], wish: RaceWish, now: dt.datetime, follows: Match | None = None) -> Match:
    """A table for two. Refused (`in-a-race`) while one of them is in another, (`yourself`) for a player alone.

    `follows` is the race after which this is the rematch; a race is followed by one only. The house races any number
    at once.
    """
    if players[0].pk == players[1].pk:
        raise Refused("yourself")
    people = [player.pk for player in players if not player.is_house]
    # Locked in one order, so that two offers at once cannot seat a player twice.
    list(Player.objects.select_for_update().filter(pk__in=people).order_by("pk"))
    if any(is_racing(player_id, now) for player_id in people):
        raise Refused("in-a-race")
    return races.new_race(players, wish, now, follows)


def is_racing(player_id: int, now: dt.datetime) -> bool:
    """Whether the player is in a live race; one that is over by the clock is ended here first."""
    match = live_race_of(player_id)
    if match is None:
        return False
    table = load(match.pk)
    catch_up(table, now)
    table.store()
    # A race that has just ended may have been followed by the next of its series.
    return live_race_of(player_id) is not None


def live_race_of(player_id: int) -> Match | None:
    """The one race of that player that is agreed on and not over. One query."""
    seat = Seat.objects.of(player_id).in_live_race().select_related("match__deal", "match__series").first()
    return seat.match if seat else None


def ready(table: Table, seat: Seat, contribution: bytes | None, now: dt.datetime) -> None:
    """The player has seen the commitment and adds 16 bytes: alone the board opens, of two both must. Again harmless."""
    match = table.match
    if match.phase == Match.Phase.CALLED_OFF:
        raise Refused("called-off")
    if match.phase != Match.Phase.OPENING:
        return
    starting.refuse_late(match, now)
    if table.is_race:
        starting.get_ready(table, seat, contribution, now)
        return
    if seat.practice == Seat.Practice.NO and seat.day is None:
        solo.leave_game_before(seat, now)
    starting.start_alone(table, contribution, now)
