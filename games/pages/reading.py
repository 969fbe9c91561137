"""Pages that are read: the rules and their words, tips, questions and answers, what the club is."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.rules import Layout, Rules, foundation_order


@dataclass(frozen=True, slots=True)
class Order:
    """The thirteen ranks of one foundation, and by how much it steps: `+2`, or downwards `−2`."""

    step: int
    ranks: tuple[int, ...]

    @property
    def sign(self) -> str:
        return f"+{self.step}" if self.step > 0 else f"\N{MINUS SIGN}{-self.step}"

    @property
    def cards(self) -> list[tuple[int, bool]]:
        """Each rank, and whether the count has gone past the king, or below the ace, to reach it."""
        before = (self.ranks[0], *self.ranks[:-1])
        return [(rank, (rank - last) * self.step < 0) for last, rank in zip(before, self.ranks, strict=True)]


def orders_of(layout: Layout) -> list[Order]:
    """The orders of a layout's foundations, left to right; none where the deal throws them."""
    rules = Rules(layout)
    starters = zip(rules.first_ranks, rules.steps, strict=True)
    return [Order(step, tuple(foundation_order(first, step))) for first, step in starters]


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules, with every variant."""
    orders = {layout.value: orders_of(layout) for layout in (Layout.CLASSIC, Layout.GIANT, Layout.REVERSE)}
    return render(request, "reading/rules.html", {"orders": orders})


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Where to find what."""
    return render(request, "reading/help.html")


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """The words of the game and of the club."""
    return render(request, "reading/glossary.html")


@require_safe
def tips(request: HttpRequest) -> HttpResponse:
    """What a player should learn."""
    return render(request, "reading/tips.html", {"orders": orders_of(Layout.CLASSIC)})


@require_safe
def questions(request: HttpRequest) -> HttpResponse:
    """Questions and answers."""
    shown = {"guests": settings.GUESTS, "analysis": settings.ANALYSIS}
    return render(request, "reading/questions.html", shown)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the club is, and who runs it."""
    shown = {"operator": settings.PRIVACY_OPERATOR, "contact": settings.PRIVACY_CONTACT, "host": settings.SITE_HOST}
    return render(request, "reading/about.html", shown)
