"""The addresses of the accounts: the club's own doors before allauth's."""

from allauth.account import views
from allauth.mfa.base import views as second_factor
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as app_codes
from allauth.mfa.webauthn import views as passkeys
from django.urls import include, path, re_path

from club import account_pages
from club.entrance import (
    ConfirmEmail,
    ResetPassword,
    SignIn,
    SignInByPasskey,
    SignUp,
    members_only,
    no_second_step,
    second_step,
)

urlpatterns = [
    path("", account_pages.account, name="account"),
    path("signup/", SignUp.as_view(), name="account_signup"),
    path("login/", SignIn.as_view(), name="account_login"),
    path("join/<str:token>/", account_pages.join, name="join"),
    path("invitations/", account_pages.invitations, name="invitations"),
    path("invitations/<int:invitation_id>/withdraw/", account_pages.withdraw_invitation, name="invitation-withdraw"),
    path("confirm-email/<str:key>/", ConfirmEmail.as_view(), name="account_confirm_email"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        ResetPassword.as_view(),
        name="account_reset_password_from_key",
    ),
    path("email/", members_only(views.email), name="account_email"),
    path("password/change/", members_only(views.password_change), name="account_change_password"),
    path("password/set/", members_only(views.password_set), name="account_set_password"),
    path("reauthenticate/", members_only(views.reauthenticate), name="account_reauthenticate"),
    # One by one, so that no guest, who has no password to prove who they are by, comes to any of them.
    path("2fa/", members_only(second_factor.index), name="mfa_index"),
    path("2fa/authenticate/", second_step, name="mfa_authenticate"),
    path("2fa/not-now/", no_second_step, name="second-step-not-now"),
    path("2fa/reauthenticate/", members_only(second_factor.reauthenticate), name="mfa_reauthenticate"),
    path("2fa/app/activate/", members_only(app_codes.activate_totp), name="mfa_activate_totp"),
    path("2fa/app/deactivate/", members_only(app_codes.deactivate_totp), name="mfa_deactivate_totp"),
    path("2fa/codes/", members_only(recovery_codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("2fa/codes/new/", members_only(recovery_codes.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path("2fa/codes/file/", members_only(recovery_codes.download_recovery_codes), name="mfa_download_recovery_codes"),
    path("passkeys/", members_only(passkeys.list_webauthn), name="mfa_list_webauthn"),
    path("passkeys/add/", members_only(passkeys.add_webauthn), name="mfa_add_webauthn"),
    path("passkeys/login/", SignInByPasskey.as_view(), name="mfa_login_webauthn"),
    path(
        "passkeys/reauthenticate/", members_only(passkeys.reauthenticate_webauthn), name="mfa_reauthenticate_webauthn"
    ),
    path("passkeys/<int:pk>/remove/", members_only(passkeys.remove_webauthn), name="mfa_remove_webauthn"),
    path("passkeys/<int:pk>/edit/", members_only(passkeys.edit_webauthn), name="mfa_edit_webauthn"),
    path("", include("allauth.account.urls")),
]
