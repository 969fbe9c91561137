"""The addresses of the accounts: the club's own doors before allauth's."""

from allauth.account import views
from django.urls import include, path, re_path

from club.entrance import ConfirmEmail, ResetPassword, SignIn, SignUp, members_only

urlpatterns = [
    path("signup/", SignUp.as_view(), name="account_signup"),
    path("login/", SignIn.as_view(), name="account_login"),
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
    path("", include("allauth.account.urls")),
]
