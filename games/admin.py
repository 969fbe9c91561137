"""Deals and games as administrators see them: to look at, never to change, and nothing of a deal that is not closed."""

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import clocks
from games.models import CorrespondenceOffer, Deal, Match, Move, Offer, Seat, Series, Turn


class ToLookAt(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A page without a way to add, change or delete; `play.py` is the only writer."""

    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what the page offers: a lookup typed into the address could ask a hidden field digit by digit."""
        return lookup.removesuffix("__exact") in self.list_filter


@admin.register(Deal)
class DealAdmin(ToLookAt):
    list_display = ("id", "kind", "rules", "number", "day", "created_at", "closed_at")
    list_filter = ("kind",)
    ordering = ("-pk",)
    fields = ("kind", "rules", "number", "day", "commitment", "created_at", "closed_at", "opened_seed")
    readonly_fields = ("opened_seed",)

    @admin.display(description=_("seed"))
    def opened_seed(self, deal: Deal) -> str:
        closed = deal.is_closed(timezone.now())
        return bytes(deal.seed).hex() if closed and deal.seed else str(_("shown when the deal is closed"))


@admin.register(Match)
class MatchAdmin(ToLookAt):
    list_display = ("key", "mode", "phase", "deal", "created_at", "started_at", "ended_at")
    list_filter = ("mode", "phase")
    list_select_related = ("deal",)
    search_fields = ("=key",)
    ordering = ("-pk",)
    fields = (
        "key", "mode", "phase", "deal", "series", "open_stock", "created_at", "started_at", "ended_at", "deadline",
    )  # fmt: skip


class OfClosedDeals(ToLookAt):
    """Rows that tell how a board went: only where the deal is closed, like everybody's view of them."""

    # The path from the row to its deal.
    deal_path: str

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        rows: QuerySet[Model] = super().get_queryset(request)
        today = clocks.day_of(timezone.now() - clocks.GRACE)
        path = self.deal_path
        # A numbered deal is closed from the start, and its games are practice.
        day_is_over = Q(**{f"{path}__day__lt": today})
        return rows.filter(day_is_over | Q(**{f"{path}__day": None, f"{path}__closed_at__isnull": False}))


@admin.register(Seat)
class SeatAdmin(OfClosedDeals):
    deal_path = "match__deal"
    list_display = ("match", "place", "player", "variant", "day", "practice", "ended_by", "foundation_cards")
    list_filter = ("mode", "ended_by", "practice")
    list_select_related = ("match", "player")
    search_fields = ("=match__key", "player__name")
    ordering = ("-pk",)


@admin.register(Move)
class MoveAdmin(OfClosedDeals):
    deal_path = "seat__match__deal"
    list_display = ("seat", "n", "move", "at")
    list_select_related = ("seat",)
    search_fields = ("=seat__match__key",)
    ordering = ("-pk",)


@admin.register(Turn)
class TurnAdmin(OfClosedDeals):
    deal_path = "seat__match__deal"
    list_display = ("seat", "number", "opened_at", "deadline", "ended_at")
    list_select_related = ("seat",)
    ordering = ("-pk",)


@admin.register(Series)
class SeriesAdmin(ToLookAt):
    list_display = ("id", "best_of", "created_at", "ended_at")
    ordering = ("-pk",)


@admin.register(Offer)
class OfferAdmin(ToLookAt):
    list_display = ("id", "kind", "player", "to", "rules", "minutes", "best_of", "created_at", "closed_at", "match")
    list_filter = ("kind",)
    list_select_related = ("player", "to", "match")
    search_fields = ("player__name",)
    ordering = ("-pk",)


@admin.register(CorrespondenceOffer)
class CorrespondenceOfferAdmin(ToLookAt):
    list_display = ("id", "kind", "player", "to", "rules", "turn_cards", "created_at", "closed_at", "match")
    list_filter = ("kind",)
    list_select_related = ("player", "to", "match")
    search_fields = ("player__name",)
    ordering = ("-pk",)
    fields = (
        "kind", "player", "to", "rules", "turn_cards", "spare_days", "absence_allowed", "least_authority",
        "welcomes_new", "created_at", "closed_at", "declined", "match",
    )  # fmt: skip
