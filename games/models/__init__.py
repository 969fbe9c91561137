"""Deals, matches and what was played in them: fields, constraints, queries; nothing here writes or decides."""

from games.models.afterwords import Afterword, Remark, Thanks
from games.models.deals import Deal
from games.models.matches import Match, Series
from games.models.offers import CorrespondenceOffer, Offer
from games.models.seats import Move, Note, Seat, SeatQuerySet, Turn
from games.models.thinking import Analysis, AnalysisPiece, Hint, Trial
from games.models.training import Training

__all__ = [
    "Afterword",
    "Analysis",
    "AnalysisPiece",
    "CorrespondenceOffer",
    "Deal",
    "Hint",
    "Match",
    "Move",
    "Note",
    "Offer",
    "Remark",
    "Seat",
    "SeatQuerySet",
    "Series",
    "Thanks",
    "Training",
    "Trial",
    "Turn",
]
