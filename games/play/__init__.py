"""The only writer of a match: each verb checks, changes and appends inside the caller's transaction."""

from games.play.away import claim_from, hear, note
from games.play.ending import catch_up, claim, resign
from games.play.gathering import gathered
from games.play.handing_over import hand_over, has_anything_to_hand_over, show_name
from games.play.hinting import take_hint
from games.play.moving import Row, cost_of_taking_back, move, take_back
from games.play.opening import is_racing, live_race_of, open_race, ready
from games.play.outage import give_back_time
from games.play.playing_on import can_play_on, play_from, play_on
from games.play.races import RaceWish
from games.play.solo import SoloWish, closed_day, open_day, open_guided, open_same_deal, open_solo
from games.play.starting import opened_board
from games.play.sweeping import drop_unopened
from games.play.table import WATCHERS, Table, load, result_of, running_since
from games.play.turns import TurnsWish, begin_by_turns, end_turn, open_turn, take_absence

__all__ = [
    "WATCHERS",
    "RaceWish",
    "Row",
    "SoloWish",
    "Table",
    "TurnsWish",
    "begin_by_turns",
    "can_play_on",
    "catch_up",
    "claim",
    "claim_from",
    "closed_day",
    "cost_of_taking_back",
    "drop_unopened",
    "end_turn",
    "gathered",
    "give_back_time",
    "hand_over",
    "has_anything_to_hand_over",
    "hear",
    "is_racing",
    "live_race_of",
    "load",
    "move",
    "note",
    "open_day",
    "open_guided",
    "open_race",
    "open_same_deal",
    "open_solo",
    "open_turn",
    "opened_board",
    "play_from",
    "play_on",
    "ready",
    "resign",
    "result_of",
    "running_since",
    "show_name",
    "take_absence",
    "take_back",
    "take_hint",
]
