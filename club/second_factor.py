"""Passkeys and codes as allauth offers them, in the club's own words and without another library for QR codes."""

import io
from typing import Any

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.account_forms import without_placeholders

THE_CLUB = "The Fairest"
# Of a passkey.
LONGEST_NAME = 80
# What reading an answer of another shape than a passkey's ends in.
MADE_UP = (AttributeError, KeyError, TypeError, ValueError)


class ClubSecondFactor(DefaultMFAAdapter):
    """allauth's hooks, where the club differs from what it does by itself."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That code or passkey is not right, or is no longer so. Try again."),
    }

    def get_totp_issuer(self) -> str:
        return THE_CLUB

    def _get_user_identifier(self, user: AbstractBaseUser) -> str:
        """By name: an address may change, and is nobody's business on a shared device."""
        return str(user)

    def build_totp_svg(self, url: str) -> str:
        """The QR code that an app reads."""
        drawn = io.BytesIO()
        segno.make(url, error="m", micro=False).save(drawn, kind="svg", xmldecl=False, omitsize=True)
        return drawn.getvalue().decode()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:  # noqa: A002 - allauth's own word
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The host that people type, whatever way a request took: a passkey is bound to it for ever."""
        return {"id": settings.SITE_HOST, "name": THE_CLUB}


def _not_understood() -> ValidationError:
    refused: ValidationError = ClubSecondFactor().validation_error("incorrect_code")
    return refused


class AddPasskeyForm(AddWebAuthnForm):
    """What is added is always a passkey: one signs in with it alone, so it asks who holds it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["passwordless"]
        _name_it(self)

    def clean(self) -> dict[str, Any]:
        # allauth asks for proof of who holds the key only where this is set.
        self.cleaned_data["passwordless"] = True
        try:
            cleaned: dict[str, Any] = super().clean()
        except MADE_UP as error:
            raise _not_understood() from error
        return cleaned


class RenamePasskeyForm(EditWebAuthnForm):
    """The same name, changed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_it(self)


class AppForm(ActivateTOTPForm):
    """The first code that an app shows."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")
        without_placeholders(self)


def _name_it(form: forms.BaseForm) -> None:
    form.fields["name"].label = _("What you will know it by")
    form.fields["name"].validators.append(MaxLengthValidator(LONGEST_NAME))
    form.fields["name"].widget.attrs["maxlength"] = str(LONGEST_NAME)


class _Careful(AuthenticateWebAuthnForm):
    """allauth reads what a browser made; what somebody made up is refused as well as what is wrong."""

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except MADE_UP as error:
            raise _not_understood() from error


class SignInForm(_Careful, LoginWebAuthnForm):
    """The passkey instead of name and password."""


class SecondStepForm(_Careful):
    """The passkey after the password."""


class AgainForm(_Careful, ReauthenticateWebAuthnForm):
    """The passkey once more, before something grave."""
