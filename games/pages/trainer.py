"""The trainer of the four orders: a round of questions, and what a round has brought."""

from random import Random, SystemRandom

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.errors import NotUnderstood
from club.models import Player
from games import trainer
from games.engine.rules import Layout
from games.pages.reading import orders_of

RANKS = range(1, 14)


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """A new round each time."""
    best_ms = trainer.best_of(_player(request), request.session)
    return render(request, "games/trainer.html", round_shown(SystemRandom()) | {"best_ms": best_ms})


def round_shown(chance: Random) -> dict[str, object]:
    """What the template of a round wants, with questions that chance chooses."""
    return {
        "questions": trainer.questions(chance),
        "orders": orders_of(Layout.CLASSIC),
        "ranks": RANKS,
        "slip_costs_ms": trainer.SLIP_COSTS_MS,
    }


@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """A round has ended after `ms` milliseconds, its slips included; the best so far, as JSON."""
    record = trainer.keep(_player(request), request.session, _read_ms(request), timezone.now())
    return JsonResponse({"best_ms": record.best_ms, "is_new": record.is_new})


def _player(request: HttpRequest) -> Player | None:
    return request.user if request.user.is_authenticated else None


def _read_ms(request: HttpRequest) -> int:
    text = request.POST.get("ms", "")
    if not text.isascii() or not text.isdigit() or not trainer.LEAST_MS <= int(text[:9]) <= trainer.MOST_MS:
        raise NotUnderstood(gettext("A round takes some seconds, and less than an hour."))
    return int(text)
