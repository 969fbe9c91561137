"""The page "Your table": how the club looks and answers, chosen with the table in sight."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from club import looks
from club.looks import Hand, Index, Looks, Motion, Play, Suits, Switch, Theme


class Buttons(forms.ChoiceField):
    """One of a few, all in sight."""

    widget = forms.RadioSelect


class LooksForm(forms.Form):
    """One row of buttons a choice."""

    theme = Buttons(choices=Theme.choices, label=_("Light or dark"))
    suits = Buttons(choices=Suits.choices, label=_("Suits"))
    index = Buttons(choices=Index.choices, label=_("Ranks in the corner"))
    marks = Buttons(choices=Switch.choices, label=_("Next rank shown on foundations"))
    hand = Buttons(choices=Hand.choices, label=_("Stock and buttons"))
    play = Buttons(choices=Play.choices, label=_("Cards are played by"))
    confirm = Buttons(
        choices=Switch.choices,
        label=_("Ask before a waste pile"),
        help_text=_("The same pile twice, and the card goes there."),
    )
    motion = Buttons(
        choices=Motion.choices,
        label=_("Cards move"),
        help_text=_("Where your system asks for less motion, they never do."),
    )
    sounds = Buttons(choices=Switch.choices, label=_("Sounds"))

    def chosen(self) -> Looks:
        """What a valid form says."""
        return Looks.parse(".".join(f"{name}:{value}" for name, value in self.cleaned_data.items()))


@require_http_methods(["GET", "HEAD", "POST"])
def your_table(request: HttpRequest) -> HttpResponse:
    """For everybody, without an account too. `back` leads to the table that one came from."""
    back = _back(request)
    form = LooksForm(request.POST if request.method == "POST" else None, initial=_initial(request))
    if not form.is_valid():
        return render(
            request, "looks/your_table.html", {"form": form, "back": back}, status=400 if form.errors else 200
        )
    answer = redirect(back or "your-table")
    looks.keep(request, answer, form.chosen())
    if not back:
        messages.success(request, gettext("Kept."))
    return answer


def _back(request: HttpRequest) -> str:
    """The address within the club that was asked for, or nothing."""
    asked = (request.POST if request.method == "POST" else request.GET).get("back", "")
    return asked if url_has_allowed_host_and_scheme(asked, {request.get_host()}, request.is_secure()) else ""


def _initial(request: HttpRequest) -> dict[str, object]:
    now = looks.looks_at(request)
    return {name: getattr(now, name) for name in LooksForm.base_fields}
