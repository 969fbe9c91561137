"""Deals and games as administrators see them: to look at, never to change, and nothing of a deal that is not closed."""

import datetime as dt

from django.contrib import admin
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.admin import PlayerAdmin
from club.models import Judgement, Player, Report, Upkeep
from games import approving, clocks
from games.judging_admin import JudgementAdmin, ReportAdmin, ToLookAt, void_view
from games.models import CorrespondenceOffer, Deal, Match, Move, Offer, Seat, Series, Turn
from games.operations_admin import UpkeepAdmin

admin.site.register(Report, ReportAdmin)
admin.site.register(Judgement, JudgementAdmin)
admin.site.register(Upkeep, UpkeepAdmin)


@admin.register(Player)
class PlayerAtTablesAdmin(PlayerAdmin):
    """Whoever is let in may say more at their tables."""

    def let_in(self, player: Player, moderator: Player, now: dt.datetime) -> bool:
        return approving.approve(player, moderator, now) is not None


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
        "voided_at", "void",
    )  # fmt: skip
    readonly_fields = ("void",)

    def get_urls(self) -> list[URLPattern]:
        void = self.admin_site.admin_view(self.void_this)
        return [path("<int:match_id>/void/", void, name="games_match_void"), *super().get_urls()]

    def void_this(self, request: HttpRequest, match_id: int) -> HttpResponse:
        return void_view(self.admin_site, request, match_id)

    @admin.display(description=_("result"))
    def void(self, match: Match) -> str:
        if match.voided_at is not None or match.phase != Match.Phase.ENDED:
            return "-"
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:games_match_void", args=[match.pk]), gettext("Make it void")
        )


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
