"""Moderators at work: what was reported, with what it is about; judging somebody; voiding a result; and the log."""

import datetime as dt
from collections.abc import Callable

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext

from club import moderation, moderation_words
from club.leaving import end_sessions
from club.models import Judgement, Player, Report
from club.moderation import Ground, NotJudged
from club.moderators import is_moderator
from games import judging, voiding
from games.judging import JudgeForm, Wish
from games.models import Match
from games.refusals import Refused
from games.writer import writer

Act = Judgement.Act
# Of earlier judgements, beside a new one.
SHOWN = 20


class ToLookAt(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """A page without a way to add, change or delete."""

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


class ReportAdmin(ToLookAt):
    """What waits comes first. Nobody sees what they reported themselves, or what was reported of them."""

    list_display = ("made_at", "about", "player", "reporter", "outcome", "closed_at")
    list_display_links = ("made_at", "about")
    list_filter = ("outcome", "about")
    list_select_related = ("player", "reporter")
    ordering = (F("closed_at").desc(nulls_first=True), "made_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        reports: QuerySet[Report] = super().get_queryset(request)
        return reports.exclude(player=request.user.pk).exclude(reporter=request.user.pk)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """The report, what it is about, and the form that decides on it."""
        report = self.get_object(request, object_id)
        if not isinstance(report, Report):
            raise Http404
        if not self.has_view_permission(request, report):
            raise PermissionDenied
        form = JudgeForm(request.POST or None, report=report)
        if request.method == "POST" and form.is_valid():
            moderator = moderator_at(request)
            wish = form.wish()
            if _done(request, wish, report.player, lambda now: _decide(report, wish, moderator, now)):
                return redirect("admin:club_report_changelist")
        shown = {
            "title": gettext("Report"),
            "opts": self.opts,
            "report": report,
            "what": moderation_words.what(report),
            "match": judging.match_of(report),
            "talk": judging.talk_read(report),
            "form": form if report.closed_at is None else None,
            "earlier": _earlier(report.player),
        }
        return _page(self.admin_site, request, "moderation/judge_report.html", shown)


class JudgementAdmin(ToLookAt):
    """The log: nothing in it is changed or taken out. A new judgement of somebody begins from their page."""

    list_display = ("made_at", "act", "player", "moderator", "table", "until", "seen_at")
    list_filter = ("act",)
    list_select_related = ("player", "moderator")
    search_fields = ("player__name", "=table")
    ordering = ("-made_at", "-pk")
    fields = ("act", "player", "moderator", "report", "table", "reason", "until", "made_at", "seen_at")

    def get_urls(self) -> list[URLPattern]:
        judge = self.admin_site.admin_view(self.judge)
        return [path("of/<int:player_id>/", judge, name="club_judgement_of"), *super().get_urls()]

    def judge(self, request: HttpRequest, player_id: int) -> HttpResponse:
        """Decide about a player whom nobody has reported."""
        moderator = moderator_at(request)
        player = get_object_or_404(Player, pk=player_id, left_at=None, house_level=None)
        form = JudgeForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            wish = form.wish()
            ground = Ground(moderator, wish.reason)
            if _done(request, wish, player, lambda now: judging.carry_out(wish, player, ground, now)):
                return redirect("admin:club_judgement_changelist")
        shown = {
            "title": gettext("Judge %(player)s") % {"player": player},
            "opts": self.opts,
            "player": player,
            "form": form,
            "earlier": _earlier(player),
        }
        return _page(self.admin_site, request, "moderation/judge_player.html", shown)


def void_view(site: admin.AdminSite, request: HttpRequest, match_id: int) -> HttpResponse:
    """Make the result of a match void that nobody has reported."""
    moderator = moderator_at(request)
    match = get_object_or_404(Match.objects.select_related("series"), pk=match_id)
    form = JudgeForm(request.POST or None, acts=(Act.VOID,))
    if request.method == "POST" and form.is_valid():
        ground = Ground(moderator, form.wish().reason)
        if _done(request, form.wish(), None, lambda now: _void(match, ground, now)):
            return redirect("admin:games_match_change", match.pk)
    shown = {"title": gettext("Make the result void"), "opts": Match._meta, "match": match, "form": form}
    return _page(site, request, "moderation/judge_match.html", shown)


def moderator_at(request: HttpRequest) -> Player:
    """Whoever asks, if they may judge; else 403."""
    player = request.user
    if not player.is_authenticated or not is_moderator(player):
        raise PermissionDenied
    return player


def _decide(report: Report, wish: Wish, moderator: Player, now: dt.datetime) -> None:
    locked = Report.objects.select_for_update().select_related("player", "reporter").get(pk=report.pk)
    if locked.closed_at is not None:
        raise NotJudged(gettext("This report is closed already."))
    if wish.act is Act.DISMISS:
        moderation.dismiss(locked, wish.answer, moderator, now)
        return
    judging.carry_out(wish, locked.player, Ground(moderator, wish.reason, locked, locked.table), now)
    if wish.closes:
        moderation.close(locked, Report.Outcome.ACTED, wish.answer, now)


def _void(match: Match, ground: Ground, now: dt.datetime) -> None:
    if not voiding.void(match, ground, now):
        raise NotJudged(gettext("The result of this match is void already."))


def _done(request: HttpRequest, wish: Wish, player: Player | None, do: Callable[[dt.datetime], None]) -> bool:
    """Whether it was done; the page says so, or why not."""
    now = timezone.now()
    try:
        not_done = writer.wait(lambda: _try(do, now))
    except Refused as refused:
        not_done = str(refused.sentence)
    if not_done:
        messages.error(request, not_done)
        return False
    if wish.act is Act.SUSPEND and player is not None:
        end_sessions(player.pk, now)
    messages.success(request, gettext("Done, logged, and told to whom it concerns."))
    return True


def _try(do: Callable[[dt.datetime], None], now: dt.datetime) -> str:
    """All of it or nothing; why nothing."""
    try:
        with transaction.atomic():
            do(now)
    except NotJudged as refused:
        return refused.reason
    return ""


def _earlier(player: Player) -> list[Judgement]:
    return list(player.judgements.select_related("moderator").order_by("-made_at", "-pk")[:SHOWN])


def _page(site: admin.AdminSite, request: HttpRequest, template: str, shown: dict[str, object]) -> HttpResponse:
    return TemplateResponse(request, template, {**site.each_context(request), **shown})
