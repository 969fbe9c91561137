"""What one viewer may see of a match: the only place that decides it (promise 4)."""

from games.views_of.afterword import boards_at_move
from games.views_of.cards import board_view, deal_view
from games.views_of.seen import Look, seen_from
from games.views_of.turns import deadline_seen, turn_end

__all__ = ["Look", "board_view", "boards_at_move", "deadline_seen", "deal_view", "seen_from", "turn_end"]
