"""Players as administrators see them: whether somebody may enter, and who serves the club."""

import datetime as dt

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from club import joining, moderation
from club.models import Player
from club.moderation import NotJudged
from club.moderators import is_moderator

# Through the club's own door, with its limits on guessing.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth documents it


class AwaitsApproval(admin.SimpleListFilter):
    """Who has signed up and waits to be let in."""

    title = _("joining")
    parameter_name = "joining"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("waiting", gettext("waits for approval"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> QuerySet[Player]:
        if self.value() != "waiting":
            return queryset
        return queryset.filter(pk__in=joining.waiting().order_by().values("pk"))


# allauth's page of second factors shows the secrets that codes are made from.
admin.site.unregister(Authenticator)


class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Players come by playing and signing up: none is made, renamed or deleted here. The game's admin registers it."""

    list_display = ("__str__", "joined_at", "seen_first_at", "is_active", "is_staff")
    list_filter = (AwaitsApproval, "is_active", "is_staff")
    search_fields = ("name", "email")
    ordering = ("-pk",)
    actions = ("approve",)
    fields = (
        "name", "judge", "email", "seen_first_at", "joined_at", "approved_at", "last_login", "muted_until",
        "suspended_until", "is_active", "is_staff", "is_superuser", "groups", "user_permissions",
    )  # fmt: skip
    readonly_fields = (
        "name", "judge", "email", "seen_first_at", "joined_at", "approved_at", "last_login", "muted_until",
        "suspended_until",
    )  # fmt: skip
    # Who may hand out rights could hand them to themselves.
    rights = ("is_staff", "is_superuser", "groups", "user_permissions")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """People: the house has nothing that could be looked after."""
        players: QuerySet[Player] = super().get_queryset(request)
        return players.filter(house_level=None)

    def get_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Addresses are for administrators: moderators write to nobody by themselves."""
        return tuple(field for field in self.fields if field != "email" or _is_superuser(request))

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only what the page offers: else the address could ask for the hash of a password sign by sign."""
        return lookup.removesuffix("__exact") in (*self.list_filter, AwaitsApproval.parameter_name)

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return self.search_fields if _is_superuser(request) else ("name",)

    @admin.display(description=_("judge"))
    def judge(self, player: Player) -> str:
        address = reverse("admin:club_judgement_of", args=[player.pk])
        return format_html('<a href="{}">{}</a>', address, gettext("Warn, mute, suspend, release or rename"))

    @admin.action(description=_("Let the chosen ones join"), permissions=["judge"])
    def approve(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        """Those who wait for it; it is logged, and they are told."""
        moderator, approved = request.user, 0
        if not moderator.is_authenticated:
            raise PermissionDenied
        for player in chosen:
            try:
                with transaction.atomic():
                    approved += self.let_in(player, moderator, timezone.now())
            except NotJudged as refused:
                self.message_user(request, refused.reason, messages.ERROR)
        self.message_user(
            request, ngettext("%(count)d has joined.", "%(count)d have joined.", approved) % {"count": approved}
        )

    def let_in(self, player: Player, moderator: Player, now: dt.datetime) -> bool:
        """Whether they still waited for it. Raises NotJudged."""
        return moderation.approve(player, moderator, now) is not None

    def has_judge_permission(self, request: HttpRequest) -> bool:
        return request.user.is_authenticated and is_moderator(request.user)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        return self.readonly_fields if _is_superuser(request) else self.readonly_fields + self.rights

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        if obj is not None and obj.is_superuser and not _is_superuser(request):
            return False
        return super().has_change_permission(request, obj)


def _is_superuser(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_superuser
