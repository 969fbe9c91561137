"""allauth's forms about passwords and addresses in the club's words."""

from typing import Any

from allauth.account import forms as accounts
from django import forms
from django.utils.translation import gettext_lazy as _


def without_placeholders(form: forms.BaseForm) -> None:
    """A label stays in sight while one types, a placeholder says the same twice and then vanishes."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class ChangePasswordForm(accounts.ChangePasswordForm):
    """The password, and twice the one that takes its place."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("The password now")
        _ask_twice(self)


class AddressForm(accounts.AddEmailForm):
    """The member's e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")
        without_placeholders(self)


class ForgottenForm(accounts.ResetPasswordForm):
    """Where the link goes by which a new password is set."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")
        without_placeholders(self)


class NewPasswordForm(accounts.ResetPasswordKeyForm):
    """Twice the new password, behind that link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_twice(self)


def _ask_twice(form: forms.BaseForm) -> None:
    form.fields["password1"].label = _("The new password")
    form.fields["password2"].label = _("The new password once more")
    without_placeholders(form)
