"""The club's addresses, and some where a test can begin a game or run into an error."""

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from club.errors import NoSuchPage, NotUnderstood
from club.guests import play_as
from club.urls import handler400, handler403, handler404, handler429, handler500

__all__ = ["handler400", "handler403", "handler404", "handler429", "handler500", "urlpatterns"]


@require_POST
def begin_a_game(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(play_as(request).pk))


def show_the_frame(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


def forbid(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("not for the reader's eyes")


def not_understand(request: HttpRequest) -> HttpResponse:
    raise NotUnderstood(_("Nine waste piles are too many."))


def not_find(request: HttpRequest) -> HttpResponse:
    raise NoSuchPage(_("There is no deal of that number."))


def break_down(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("not for the reader's eyes")


def lose_the_database(request: HttpRequest) -> HttpResponse:
    raise OperationalError("not for the reader's eyes")


urlpatterns = [
    path("begin-a-game/", begin_a_game),
    path("a-page/", show_the_frame),
    path("forbidden/", forbid),
    path("not-understood/", not_understand),
    path("not-found/", not_find),
    path("broken/", break_down),
    path("database-away/", lose_the_database),
    path("", include("club.urls")),
]
