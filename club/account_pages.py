"""One's own account: everything that can be set about it in one place, and the invitations one has made."""

from typing import cast

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club import joining
from club.accounts import INVITATION
from club.addresses import confirmed_address
from club.entrance import is_member, members_only
from club.errors import NoSuchPage
from club.joining import TooManyInvitations
from club.limits import limited
from club.models import Player


@require_safe
@login_required
@members_only
def account(request: HttpRequest) -> HttpResponse:
    """What there is to set, each with how it stands."""
    player = cast("Player", request.user)
    kinds = list(Authenticator.objects.filter(user=player).values_list("type", flat=True))
    shown = {
        "address": confirmed_address(player),
        "passkeys": kinds.count(Authenticator.Type.WEBAUTHN),
        "has_app": Authenticator.Type.TOTP in kinds,
        "may_invite": joining.may_invite(player),
    }
    return render(request, "account/account.html", shown)


@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The address of an invitation: on to where one signs up. Opening it uses nothing up."""
    if is_member(request):
        messages.info(request, gettext("You are a member already. Hand the invitation on to somebody who is none."))
        return redirect("home")
    if not joining.is_good(token, timezone.now()):
        raise NoSuchPage(_("This invitation has been used, or has run out. Ask for another one."))
    request.session[INVITATION] = token
    return redirect("account_signup")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
@limited("invite")
def invitations(request: HttpRequest) -> HttpResponse:
    """The links that one has made and nobody has used; a press makes another. 403 for who may not invite."""
    player, now = cast("Player", request.user), timezone.now()
    if not joining.may_invite(player):
        raise PermissionDenied
    if request.method == "POST":
        try:
            joining.invite(player, now)
        except TooManyInvitations:
            messages.error(request, gettext("You have many open invitations. Withdraw one first."))
        return redirect("invitations")
    made = [(joining.link_to(invitation), invitation) for invitation in joining.open_invitations(player, now)]
    return render(request, "account/invitations.html", {"invitations": made, "lives": joining.LIVES.days})


@require_POST
@login_required
@members_only
def withdraw_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    """Nobody joins by it any more."""
    joining.withdraw(cast("Player", request.user), invitation_id)
    return redirect("invitations")
