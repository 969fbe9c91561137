"""Texts of Django and allauth that members read: their own translations address people otherwise than the club does."""

from django.utils.translation import gettext_noop, ngettext_lazy

# On pages and in forms, each as its library writes it.
TEXTS = (
    gettext_noop("Account Inactive"),
    gettext_noop("This account is inactive."),
    gettext_noop("Bad Token"),
    gettext_noop("Change Password"),
    gettext_noop("Confirm Email Address"),
    gettext_noop("Current Password"),
    gettext_noop("Email Address"),
    gettext_noop("Email address"),
    gettext_noop("Enter a valid email address."),
    gettext_noop("Forgot your password?"),
    gettext_noop(
        "Forgotten your password? Enter your email address below, and we'll send you an email allowing you to reset it."
    ),
    gettext_noop("Incorrect password."),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Password Reset"),
    gettext_noop("Please contact us if you have any trouble resetting your password."),
    gettext_noop("Please type your current password."),
    gettext_noop("Reset My Password"),
    gettext_noop(
        "The password reset link was invalid, possibly because it has already been used.  Please request a"
        ' <a href="%(passwd_reset_url)s">new password reset</a>.'
    ),
    gettext_noop(
        "This email confirmation link expired or is invalid. Please"
        ' <a href="%(email_url)s">issue a new email confirmation request</a>.'
    ),
    gettext_noop("Verify Your Email Address"),
    gettext_noop(
        "We have sent an email to you for verification. Follow the link provided to finalize the signup process. If you"
        " do not see the verification email in your main inbox, check your spam folder. Please contact us if you do"
        " not receive the verification email within a few minutes."
    ),
    gettext_noop(
        "We have sent you an email. If you have not received it please check your spam folder. Otherwise contact us if"
        " you do not receive it in a few minutes."
    ),
    gettext_noop("Your password is now changed."),
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
