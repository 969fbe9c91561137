"""Pages about people that know nothing of games: finding members, what others see of oneself, whom one blocks."""

from typing import ClassVar, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club import audience, blocks
from club.entrance import members_only
from club.guests import member_at
from club.limits import limited
from club.models import Audience, Player


@require_safe
@never_cache
@limited("search", ("GET", "HEAD"))
def search(request: HttpRequest) -> HttpResponse:
    """Members whose names begin with `?q=` and who let this visitor find them."""
    asked = request.GET.get("q", "").strip()
    shown = {
        "asked": asked,
        "found": audience.found(request.user, asked, timezone.now()) if asked else [],
        "too_short": 0 < len(asked) < audience.LEAST_SEARCHED,
        "least": audience.LEAST_SEARCHED,
        "most": audience.FOUND_AT_ONCE,
    }
    return render(request, "people/search.html", shown)


class ShownForm(forms.ModelForm[Player]):
    """Who sees each part of the player's page, and who may find and ask them."""

    class Meta:
        model = Player
        fields: ClassVar = (
            "shows_record",
            "shows_matches",
            "shows_authority",
            "shows_presence",
            "found_by",
            "asked_by",
        )
        help_texts: ClassVar = {
            "shows_record": _("What you play, and how often you have won it."),
            "shows_matches": _("Your last ten games. Whom you met is named where they show theirs too."),
            "shows_presence": _("Whether a page of yours is open just now."),
            "found_by": _("Who finds you by the beginning of your name."),
            "asked_by": _("Who may challenge you by name, and ask to be your partner."),
        }

    def __init__(self, *arguments: object, **named: object) -> None:
        # Django's own arguments, handed on as they are.
        super().__init__(*arguments, **named)  # type: ignore[arg-type]
        for field in self.fields.values():
            field.label = str(field.label).capitalize()
        # Found or asked by oneself makes no sense.
        nobody = [(Audience.NOBODY.value, _("nobody")), *Audience.choices[1:]]
        for name in ("found_by", "asked_by"):
            cast("forms.TypedChoiceField", self.fields[name]).choices = nobody


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@members_only
def shown(request: HttpRequest) -> HttpResponse:
    """What others see of the member's page: each part for an audience of its own."""
    player = member_at(request)
    form = ShownForm(request.POST if request.method == "POST" else None, instance=player)
    if form.is_valid():
        form.save()
        messages.success(request, gettext("Kept."))
        return redirect("shown")
    page = {"form": form, "player": player, "is_private": _is_private(player)}
    return render(request, "people/shown.html", page, status=400 if form.errors else 200)


def _is_private(player: Player) -> bool:
    """Whether nothing of the page is shown to anybody."""
    parts = (player.shows_record, player.shows_matches, player.shows_authority, player.shows_presence)
    return all(part == Audience.NOBODY for part in parts)


@require_safe
@never_cache
@login_required
def blocked(request: HttpRequest) -> HttpResponse:
    """Whom the visitor blocks; a guest may block too."""
    own = blocks.made_by(request.user) if isinstance(request.user, Player) else []
    return render(request, "people/blocked.html", {"blocks": own})


@require_POST
@login_required
def unblock(request: HttpRequest, number: int) -> HttpResponse:
    """One's own block is lifted; the same answer for another's, which stays."""
    if isinstance(request.user, Player):
        blocks.unblock(request.user, number)
    messages.success(request, gettext("The block is lifted."))
    return redirect("blocked")
