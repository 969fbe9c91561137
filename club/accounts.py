"""How allauth makes and keeps the members: the guest's own row joins, under a name that may be borne."""

from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.forms import BaseForm, ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from club import joining, joining_mails, push_addresses
from club.guests import forms_stay_valid
from club.languages import remembered
from club.models import Player
from club.names import NameRefused, fold, parse_name, skeleton
from club.suspended import turned_away

# Where a browser that opened an invitation keeps it until somebody signs up there.
INVITATION = "invitation"
# Of showing once more who one is, by allauth's names for them.
WAYS = {
    "reauthenticate": _("By password"),
    "mfa_reauthenticate": _("By a code"),
    "mfa_reauthenticate:webauthn": _("By a passkey"),
}


class GuestBecomesMember(DefaultAccountAdapter):
    """allauth's hooks, where the club differs from what it does by itself."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is taken. Try another."),
        "too_alike": _("This name is too like that of another member. Try another."),
        "username_password_mismatch": _("This name and this password do not go together."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be kept. Raises ValidationError with the reason when it is refused or taken."""
        try:
            name = parse_name(username)
        except NameRefused as refused:
            raise ValidationError(refused.reason, code="name_refused") from refused
        if not shallow and Player.objects.filter(name_folded=fold(name)).exists():
            raise self.validation_error("username_taken")
        if not shallow and Player.objects.filter(name_skeleton=skeleton(name)).exists():
            raise self.validation_error("too_alike")
        return name

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether the form is shown at all; where one needs an invitation, to who has opened one that is still good."""
        if not joining.needs_invitation():
            return True
        return joining.is_good(request.session.get(INVITATION, ""), timezone.now())

    def new_user(self, request: HttpRequest) -> Player:
        """The row that will join: the guest's, read and locked anew so that it joins once, else a new one.

        Read anew also so that `request.user` stays the guest on the page that tells of a refusal.
        """
        if not request.user.is_authenticated:
            return Player()
        guest = Player.objects.select_for_update().filter(pk=request.user.pk, joined_at=None).first()
        return guest or Player()

    def save_user(
        self,
        request: HttpRequest,
        user: AbstractBaseUser,
        form: BaseForm,
        commit: bool = True,
    ) -> AbstractBaseUser:
        """Name, password and the instant of joining in one save, and the invitation used with it.

        Raises IntegrityError: the name was just taken; InvitationGone: so was the invitation.
        """
        player, now = cast("Player", user), timezone.now()
        player.join(form.cleaned_data["username"], form.cleaned_data.get("email") or "", now)
        player.approved_at = None if joining.needs_approval() else now
        # Mails come in the language that the form was read in, until another one is chosen.
        player.language = get_language() or settings.LANGUAGE_CODE
        player.set_password(form.cleaned_data["password1"])
        if commit:
            player.save()
            token = request.session.get(INVITATION, "")
            if joining.needs_invitation() or joining.is_good(token, now):
                joining.use(token, player, now)
            if player.awaits_approval:
                joining_mails.tell_moderators(player)
        return player

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **hooks: Any) -> HttpResponse | None:
        """Before anybody is signed in, by whatever means: who is suspended is not, and is told why."""
        answer: HttpResponse | None = super().pre_login(request, user, **hooks)
        if answer is None and cast("Player", user).is_suspended_at(timezone.now()):
            return turned_away(request, cast("Player", user))
        return answer

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Keep session and forms where the person stays the same, which is when a guest has just joined.

        Else the new password would end the session, and with it another tab's table that reconnects right now.
        Whoever was told by push at this browser before, and has not signed out, is not told here any more.
        """
        push_addresses.forget_at(request, unless_of=user.pk)
        if request.user.is_authenticated and request.user.pk == user.pk:
            request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            with forms_stay_valid(request):
                super().login(request, user)
        else:
            super().login(request, user)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **hooks: Any) -> HttpResponse:
        """The browser speaks the member's language from here on, if they have chosen one."""
        answer: HttpResponse = super().post_login(request, user, **hooks)
        language = cast("Player", user).language
        return remembered(answer, language) if language else answer

    def get_reauthentication_methods(self, user: AbstractBaseUser | AnonymousUser) -> list[dict[str, Any]]:
        """The ways in which one can show once more who one is, in the club's words."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [method | {"description": WAYS.get(method["id"], method["description"])} for method in methods]

    def logout(self, request: HttpRequest) -> None:
        """Whoever signs out is not told by push at this browser any more: another person may be the next at it."""
        push_addresses.forget_at(request)
        super().logout(request)
