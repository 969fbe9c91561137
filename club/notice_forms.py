"""The form of what one is told and how: read once, refused with sentences, kept with one press."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from django import forms
from django.conf import settings
from django.db import transaction
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club import notices
from club.models import How, Kind, Player, Way
from club.quiet import is_zone, zones

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
USUAL_QUIET = (22, 8)


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of notice with its three fields."""

    kind: Kind
    page: BoundField
    mail: BoundField
    push: BoundField


class NoticeForm(forms.Form):
    """Kinds by ways, quiet hours, the hour of the daily mail, time zone and language."""

    quiet = forms.BooleanField(label=_("Quiet hours"), required=False)
    quiet_from = forms.TypedChoiceField(label=_("from"), choices=HOURS, coerce=int)
    quiet_until = forms.TypedChoiceField(label=_("until"), choices=HOURS, coerce=int)
    digest_at = forms.TypedChoiceField(
        label=_("The daily mail comes at"),
        choices=HOURS,
        coerce=int,
        help_text=_("Within quiet hours it waits for their end. Without anything to tell none comes."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, player: Player, posted: QueryDict | None) -> None:
        self.player = player
        super().__init__(posted, initial=_initial(player))
        for kind in notices.TOLD:
            self.fields[_name(kind, Way.PAGE)] = _yes_or_no(kind, Way.PAGE)
            self.fields[_name(kind, Way.MAIL)] = _by_mail(kind)
            self.fields[_name(kind, Way.PUSH)] = _yes_or_no(kind, Way.PUSH)
        known = gettext("as this browser says")
        if player.time_zone and not player.time_zone_chosen:
            known = gettext("as the browser says (%(zone)s)") % {"zone": player.time_zone}
        cast("forms.ChoiceField", self.fields["time_zone"]).choices = [("", known), *((z, z) for z in sorted(zones()))]
        usual = dict(settings.LANGUAGES)[settings.LANGUAGE_CODE]
        unchosen = gettext("as the browser asks, mails in %(language)s") % {"language": usual}
        languages = [("", unchosen), *settings.LANGUAGES]
        cast("forms.ChoiceField", self.fields["language"]).choices = languages

    def rows(self) -> Iterator[Row]:
        """The fields of the kinds, as the table shows them."""
        for kind in notices.TOLD:
            page, mail, push = (self[_name(kind, way)] for way in (Way.PAGE, Way.MAIL, Way.PUSH))
            yield Row(kind, page, mail, push)

    def clean(self) -> dict[str, object]:
        kept: dict[str, object] = super().clean() or self.cleaned_data
        if kept.get("quiet") and kept.get("quiet_from") == kept.get("quiet_until"):
            self.add_error("quiet_until", _("Quiet hours end at another hour than they begin."))
        return kept

    @transaction.atomic
    def save(self) -> None:
        """Keep it all; what is still to be told goes by it from now on."""
        kept, player = self.cleaned_data, self.player
        quiet = (kept["quiet_from"], kept["quiet_until"]) if kept["quiet"] else (None, None)
        player.quiet_from, player.quiet_until = quiet
        player.digest_at, player.language = kept["digest_at"], kept["language"]
        player.time_zone_chosen = is_zone(kept["time_zone"])
        if player.time_zone_chosen:
            player.time_zone = kept["time_zone"]
        player.save(
            update_fields=["quiet_from", "quiet_until", "digest_at", "language", "time_zone", "time_zone_chosen"]
        )
        notices.choose(player, {(kind, way): self._how(kind, way) for kind in notices.TOLD for way in Way})
        notices.plan_again(player)

    def _how(self, kind: Kind, way: Way) -> How:
        answer = self.cleaned_data[_name(kind, way)]
        if way == Way.MAIL:
            return How(answer)
        return How.AT_ONCE if answer else How.OFF


def _initial(player: Player) -> dict[str, object]:
    is_quiet = player.quiet_from is not None
    begins, ends = (player.quiet_from, player.quiet_until) if is_quiet else USUAL_QUIET
    initial: dict[str, object] = {
        "quiet": is_quiet,
        "quiet_from": begins,
        "quiet_until": ends,
        "digest_at": player.digest_at,
        "time_zone": player.time_zone if player.time_zone_chosen else "",
        "language": player.language,
    }
    for (kind, way), how in notices.hows(player).items():
        initial[_name(kind, way)] = how if way == Way.MAIL else how != How.OFF
    return initial


def _name(kind: Kind, way: Way) -> str:
    return f"{kind}-{way}"


def _yes_or_no(kind: Kind, way: Way) -> forms.BooleanField:
    return forms.BooleanField(label=f"{kind.label}, {way.label}", required=False)


def _by_mail(kind: Kind) -> forms.ChoiceField:
    # A reminder that waited for the daily mail would come too late.
    hows = [How.AT_ONCE, How.OFF] if kind == Kind.TURN_ENDS else list(How)
    return forms.ChoiceField(label=f"{kind.label}, {Way.MAIL.label}", choices=[(how.value, how.label) for how in hows])
