"""The club's addresses, and some where the pages are seen that otherwise only answer what went wrong."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from club.errors import csrf_failure, too_many
from club.models import Player
from club.suspended import turned_away
from tests.club.urls import handler400, handler403, handler404, handler429, handler500

__all__ = ["handler400", "handler403", "handler404", "handler429", "handler500", "urlpatterns"]


def old_form(request: HttpRequest) -> HttpResponse:
    return csrf_failure(request)


def too_often(request: HttpRequest) -> HttpResponse:
    return too_many(request)


def suspended(request: HttpRequest, name: str) -> HttpResponse:
    return turned_away(request, Player.objects.get(name=name))


urlpatterns = [
    path("old-form/", old_form),
    path("too-often/", too_often),
    path("suspended/<str:name>/", suspended),
    path("", include("tests.club.urls")),
]
