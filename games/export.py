"""Everything about one player that the game's tables hold, joined to what the club's own tables do: one file, as JSON.

Nothing of a deal that is not closed is in it: a move names piles and foundations, never a card.
"""

import datetime as dt
import json
from collections import defaultdict

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from club import export
from club.export import Row
from club.models import Player
from games import afterword
from games.models import Analysis, CorrespondenceOffer, Hint, Move, Note, Offer, Seat, Thanks, Training, Turn

EXPORTED = {
    "games.Seat.player",
    "games.Offer.player",
    "games.Offer.to",
    "games.CorrespondenceOffer.player",
    "games.CorrespondenceOffer.to",
    "games.Move.seat",
    "games.Turn.seat",
    "games.Note.seat",
    "games.Analysis.seat",
    "games.Analysis.asked_by",
    "games.Hint.seat",
    "games.Training.player",
}
SEAT = (
    "place", "mode", "variant", "day", "practice", "known_as", "started_at", "stopped_at", "ended_at", "ended_by",
    "won", "near_win", "foundation_cards", "direct_points", "stock_left", "redeals_used", "heard_at", "moved_at",
    "turn_deadline", "spare_days_left", "absence_days", "was_member",
)  # fmt: skip
MATCH = (
    "key", "phase", "created_at", "started_at", "ended_at", "minutes", "turn_cards", "winner", "reason", "voided_at",
)  # fmt: skip
OFFER = ("key", "kind", "rules", "created_at", "closed_at", "least_authority", "welcomes_new")
TURN = ("number", "opened_at", "deadline", "ended_at", "foundation_cards", "stock_left", "spare_days_left", "stopped")


def written(player: Player, now: dt.datetime) -> bytes:
    """The file."""
    everything = export.everything(player, now) | {
        "written_at": now,
        "games": _games(player),
        "offers": _offers(player),
        "remarks": [
            {"n": remark.n, "text": remark.text, "ready_made": remark.ready_made, "at": remark.at}
            for remark in afterword.remarks_of(player)
        ],
        "thanks": [{"at": thanks.at} for thanks in _thanks_of(player)],
        "analyses": [
            dict(row)
            for row in Analysis.objects.filter(Q(asked_by=player) | Q(seat__player=player))
            .order_by("pk")
            .values("seat__match__key", "seat__place", "asked_at", "state", "ended_at")
        ],
        "training": [
            dict(row) for row in Training.objects.filter(player=player).values("rounds", "best_ms", "best_at")
        ],
        "hints": [
            dict(row)
            for row in Hint.objects.filter(seat__player=player)
            .order_by("pk")
            .values("seat__match__key", "rows", "asked_at", "choices")
        ],
    }
    return json.dumps(everything, ensure_ascii=False, indent=1, cls=DjangoJSONEncoder).encode() + b"\n"


def _games(player: Player) -> list[Row]:
    """Each game with the player's own moves, turns and note. Five queries."""
    own = Seat.objects.of(player.pk).select_related("match").order_by("pk")
    others = Prefetch("match__seats", Seat.objects.exclude(player=player).select_related("player"), to_attr="others")
    moves: defaultdict[int, list[Row]] = defaultdict(list)
    for seat_id, n, move, at in (
        Move.objects.filter(seat__in=own).order_by("seat", "n").values_list("seat", "n", "move", "at")
    ):
        moves[seat_id].append({"n": n, "move": move, "at": at})
    turns: defaultdict[int, list[Row]] = defaultdict(list)
    for turn in Turn.objects.filter(seat__in=own).order_by("seat", "number"):
        turns[turn.seat_id].append({name: getattr(turn, name) for name in TURN})
    notes = dict(Note.objects.filter(seat__in=own).values_list("seat", "text"))
    return [
        {name: getattr(seat.match, name) for name in MATCH}
        | {"seat": {name: getattr(seat, name) for name in SEAT}}
        | {"against": [str(other.player) for other in getattr(seat.match, "others", [])]}
        | {"moves": moves[seat.pk], "turns": turns[seat.pk], "note": notes.get(seat.pk, "")}
        for seat in own.prefetch_related(others)
    ]


def _offers(player: Player) -> list[Row]:
    """What the player offered and was asked, as long as the club keeps it."""
    rows: list[Row] = []
    for model in (Offer, CorrespondenceOffer):
        concerning = model._default_manager.filter(Q(player=player) | Q(to=player)).select_related("player", "to")
        rows += [
            {name: getattr(offer, name) for name in OFFER}
            | {"by": str(offer.player), "to": "" if offer.to is None else str(offer.to)}
            for offer in concerning.order_by("pk")
        ]
    return rows


def _thanks_of(player: Player) -> QuerySet[Thanks]:
    """What the player said thanks for."""
    own = Seat.objects.of(player.pk).filter(place=OuterRef("place"))
    of_match = own.filter(match__afterword=OuterRef("afterword"))
    of_series = own.filter(match__series__afterword=OuterRef("afterword"))
    return Thanks.objects.filter(Exists(of_match) | Exists(of_series)).order_by("at", "pk")
