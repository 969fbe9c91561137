"""The doors of the club: signing up, signing in, and the links of its mails."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from allauth.account.forms import LoginForm, SignupForm
from allauth.account.internal.stagekit import clear_login
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import ConfirmEmailView, LoginView, PasswordResetFromKeyView, SignupView
from allauth.mfa.base.views import authenticate
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from club import joining
from club.account_forms import without_placeholders
from club.accounts import INVITATION, GuestBecomesMember
from club.guests import set_aside
from club.joining import InvitationGone
from club.models import Player


class NameTaken(Exception):
    """Somebody else took the name between the look and the save."""


class SignUpForm(SignupForm):
    """Name, optional e-mail, password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = _("Others see it. 2 to 24 letters, digits, spaces and - _ .")
        self.fields["email"].label = _("E-mail (optional)")
        self.fields["email"].help_text = _("To reset a forgotten password, and to hear of your turn. Nobody sees it.")
        if settings.LEAST_AGE:
            # Not kept: that somebody has joined says that they pressed it.
            self.fields["of_age"] = forms.BooleanField(
                label=_("I am at least %(age)d years old") % {"age": settings.LEAST_AGE},
                error_messages={"required": _("The club is for people of that age and above.")},
            )
        without_placeholders(self)

    def save(self, request: HttpRequest) -> AbstractBaseUser:
        """The new member, saved. Raises NameTaken, InvitationGone."""
        try:
            with transaction.atomic():
                return super().save(request)
        except IntegrityError as error:
            raise NameTaken from error


class SignInForm(LoginForm):
    """Name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        without_placeholders(self)


class SignUp(SignupView):
    """Guests and strangers see the form; members are sent home."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_member(request):
            return _onward(request)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            welcome: HttpResponse = super().form_valid(form)
        except NameTaken:
            form.add_error("username", GuestBecomesMember.error_messages["username_taken"])
            return self.form_invalid(form)
        except InvitationGone:
            form.add_error(None, _("Somebody else has joined by this invitation. Ask for another one."))
            return self.form_invalid(form)
        self.request.session.pop(INVITATION, None)
        if joining.needs_approval():
            waits = gettext("A moderator will let you in soon. Until then you play as a guest does.")
            messages.info(self.request, waits)
        return welcome

    def form_invalid(self, form: SignUpForm) -> HttpResponse:
        # A form sent twice: the first time made the guest a member, so there is nothing to mend.
        user = self.request.user
        if user.is_authenticated and Player.objects.filter(pk=user.pk, joined_at__isnull=False).exists():
            return _onward(self.request)
        again: HttpResponse = super().form_invalid(form)
        return again


class SignIn(LoginView):
    """Guests and strangers see the form; members are sent home."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_member(request):
            return _onward(request)
        return super().dispatch(request, *args, **kwargs)


class SignInByPasskey(LoginWebAuthnView):
    """A passkey's answer; members who are here already are sent home."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_member(request):
            return _onward(request)
        return super().dispatch(request, *args, **kwargs)


def second_step(request: HttpRequest) -> HttpResponseBase:
    """The code or the passkey after the password; guests come here too, to sign in to an account they have."""
    set_aside(request)
    answer: HttpResponseBase = authenticate(request)
    return answer


@require_POST
def no_second_step(request: HttpRequest) -> HttpResponse:
    """Back to where one signs in; whoever was a guest stays it."""
    clear_login(request)
    return redirect("account_login")


class ConfirmEmail(ConfirmEmailView):
    """The link in the mail that confirms an address."""

    def logout(self) -> None:
        """Whoever is signed in stays it: confirming signs nobody in, and a guest signed out has lost the games."""


class ResetPassword(PasswordResetFromKeyView):
    """The link in the mail that sets a new password."""

    def logout(self) -> None:
        """Whoever is signed in stays it, for the same reason; what may be changed hangs on the link alone."""


def members_only[**P](
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Send guests, who have neither password nor address to change, to sign up first; strangers are the view's care."""

    @wraps(view)
    def for_members(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect_to_login(request.get_full_path(), "account_signup")
        return view(request, *args, **kwargs)

    return for_members


def is_member(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not request.user.is_guest


def _onward(request: HttpRequest) -> HttpResponse:
    return redirect(get_next_redirect_url(request) or "home")
