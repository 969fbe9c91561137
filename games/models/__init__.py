"""Deals, matches and what was played in them: fields, constraints, queries; nothing here writes or decides."""

from games.models.deals import Deal
from games.models.matches import Match, Series
from games.models.offers import CorrespondenceOffer, Offer
from games.models.seats import Move, Note, Seat, SeatQuerySet, Turn

__all__ = ["CorrespondenceOffer", "Deal", "Match", "Move", "Note", "Offer", "Seat", "SeatQuerySet", "Series", "Turn"]
