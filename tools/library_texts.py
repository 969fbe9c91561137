"""Texts of Django and allauth that members read: their own translations address people otherwise than the club does."""

from django.utils.translation import gettext_noop, ngettext_lazy

# On pages and in forms, each as its library writes it.
TEXTS = (
    gettext_noop("Email Address"),
    gettext_noop("Email address"),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Forgot your password?"),
    gettext_noop("Incorrect password."),
    gettext_noop("Please type your current password."),
    gettext_noop("This field is required."),
    gettext_noop("The password is too similar to the %(verbose_name)s."),
    gettext_noop("This password is entirely numeric."),
    gettext_noop("This password is too common."),
    gettext_noop("Your password can’t be a commonly used password."),
    gettext_noop("Your password can’t be entirely numeric."),
    gettext_noop("Your password can’t be too similar to your other personal information."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
)
