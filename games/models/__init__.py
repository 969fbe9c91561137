"""Deals, matches and what was played in them: fields, constraints, queries; nothing here writes or decides."""

from games.models.deals import Deal
from games.models.matches import Match, Series
from games.models.offers import Offer
from games.models.seats import Move, Seat, SeatQuerySet, Turn

__all__ = ["Deal", "Match", "Move", "Offer", "Seat", "SeatQuerySet", "Series", "Turn"]
