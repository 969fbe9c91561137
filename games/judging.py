"""What a moderator's form asks for, read once and carried out; inside the caller's transaction."""

import datetime as dt
from dataclasses import dataclass

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club import moderation
from club.models import Judgement, Player, Report
from club.moderation import MOST_DAYS, Ground, NotJudged
from games import afterword, suspending, voiding
from games.models import Afterword, Match, Remark
from games.naming import name_at_tables
from games.remarks import READY_MADE

Act = Judgement.Act

# What can be done about a person; of a report more, by what it is about.
ABOUT_PEOPLE = (Act.WARN, Act.MUTE, Act.SUSPEND, Act.RELEASE, Act.RENAME)
ABOUT_MATCHES = (*ABOUT_PEOPLE, Act.VOID)
ABOUT_TALKS = (*ABOUT_PEOPLE, Act.HIDE)
FOR_DAYS = (Act.MUTE, Act.SUSPEND)
VERBS = {
    Act.WARN: _("warn"),
    Act.MUTE: _("mute: they write nothing and ask nobody"),
    Act.SUSPEND: _("suspend: they are signed out and begin nothing"),
    Act.RELEASE: _("end mute and suspension"),
    Act.RENAME: _("give another name"),
    Act.VOID: _("make the result void"),
    Act.HIDE: _("hide the remark"),
    Act.DISMISS: _("close the report, nothing found"),
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a moderator wants done; `days`, `name` and `remark` where the act takes them, `answer` and `closes` where
    something was reported."""

    act: Judgement.Act
    reason: str
    days: int = 0
    name: str = ""
    remark: Remark | None = None
    answer: str = ""
    closes: bool = False


@dataclass(frozen=True, slots=True)
class Spoken:
    """One remark of a talk that was reported, as moderators read it."""

    who: str
    at: dt.datetime
    text: str
    hidden: bool


class _Remarks(forms.ModelChoiceField):  # type: ignore[type-arg]  # generic in the stubs only
    """A choice among remarks, by their words."""

    def label_from_instance(self, remark: Remark) -> str:
        return _words(remark)


class JudgeForm(forms.Form):
    """What is to be done about a player, and why; of a report also what its writer is told."""

    act = forms.ChoiceField(label=_("What is done"))
    days = forms.IntegerField(
        label=_("For how many days"),
        help_text=_("muting and suspending"),
        min_value=1,
        max_value=MOST_DAYS,
        required=False,
    )
    name = forms.CharField(
        label=_("New name"), help_text=_("empty: a name with a number"), max_length=24, required=False
    )
    remark = _Remarks(Remark.objects.none(), label=_("Which remark"), required=False)
    reason = forms.CharField(
        label=_("Why"),
        help_text=_("They are told this. Nothing is told to them where nothing was found."),
        max_length=Judgement.LONGEST,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
        required=False,
    )
    answer = forms.CharField(
        label=_("To who reported it"),
        help_text=_("They are told this with the outcome."),
        max_length=Report.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        required=False,
    )
    close = forms.BooleanField(label=_("Close the report with this"), initial=True, required=False)

    def __init__(
        self, posted: QueryDict | None, report: Report | None = None, acts: tuple[Act, ...] | None = None
    ) -> None:
        super().__init__(posted)
        offered = acts or acts_on(report)
        self.fields["act"] = forms.ChoiceField(
            label=_("What is done"), choices=[(act.value, VERBS[act]) for act in offered]
        )
        if report is not None:
            self.fields["remark"] = _Remarks(remarks_by(report), label=_("Which remark"), required=False)
        for name, wanted in (
            ("days", any(act in offered for act in FOR_DAYS)),
            ("name", Act.RENAME in offered),
            ("remark", Act.HIDE in offered),
            ("answer", report is not None),
            ("close", report is not None),
        ):
            if not wanted:
                del self.fields[name]

    def clean(self) -> None:
        super().clean()
        act = self.cleaned_data.get("act")
        if act in FOR_DAYS and not self.cleaned_data.get("days"):
            self.add_error("days", gettext("Say for how many days."))
        if act == Act.HIDE and not self.cleaned_data.get("remark"):
            self.add_error("remark", gettext("Say which remark."))
        if act != Act.DISMISS and not self.cleaned_data.get("reason", "").strip():
            self.add_error("reason", gettext("Whoever is judged is told why."))

    def wish(self) -> Wish:
        """What a form that is valid asks for."""
        given = self.cleaned_data
        return Wish(
            act=Act(given["act"]),
            reason=given["reason"].strip(),
            days=given.get("days") or 0,
            name=given.get("name") or "",
            remark=given.get("remark"),
            answer=given.get("answer") or "",
            closes=bool(given.get("close")),
        )


def acts_on(report: Report | None) -> tuple[Act, ...]:
    """What can be done about what was reported; without a report, about a person."""
    if report is None:
        return ABOUT_PEOPLE
    acts = {Report.About.MATCH: ABOUT_MATCHES, Report.About.AFTERWORD: ABOUT_TALKS}
    return (*acts.get(Report.About(report.about), ABOUT_PEOPLE), Act.DISMISS)


def match_of(report: Report) -> Match | None:
    """The match that the report is about, if it is about one."""
    return Match.objects.select_related("series", "deal").filter(key=report.table).first() if report.table else None


def talk_of(report: Report | None) -> Afterword | None:
    """The talk that was reported; none where the report is about something else."""
    if report is None or report.about != Report.About.AFTERWORD:
        return None
    match = match_of(report)
    talk = afterword.at(match) if match is not None else None
    return talk if talk is not None and talk.reported_at is not None else None


def talk_read(report: Report) -> list[Spoken]:
    """What the two said in the talk that was reported, hidden remarks too."""
    talk, match = talk_of(report), match_of(report)
    if talk is None or match is None:
        return []
    who = {seat.place: str(seat.player) for seat in match.seats.select_related("player")}
    said = talk.remarks.order_by("at", "pk")
    return [Spoken(who[one.place], one.at, _words(one), one.hidden_at is not None) for one in said]


def _words(remark: Remark) -> str:
    return str(READY_MADE.get(remark.ready_made, remark.text))


def remarks_by(report: Report) -> QuerySet[Remark]:
    """What the reported player wrote in the talk that was reported, and is not hidden yet."""
    talk, match = talk_of(report), match_of(report)
    if talk is None or match is None:
        return Remark.objects.none()
    places = match.seats.filter(player=report.player).values("place")
    return talk.remarks.filter(place__in=places, hidden_at=None).order_by("n")


def carry_out(wish: Wish, player: Player, ground: Ground, now: dt.datetime) -> None:
    """Do it, log it, tell whom it concerns. Raises NotJudged."""
    match wish.act:
        case Act.WARN:
            moderation.warn(player, ground, now)
        case Act.MUTE:
            moderation.mute(player, wish.days, ground, now)
        case Act.SUSPEND:
            suspending.suspend(player, wish.days, ground, now)
        case Act.RELEASE:
            moderation.release(player, ground, now)
        case Act.RENAME:
            _rename(player, wish.name, ground, now)
        case Act.VOID if ground.report is not None and (found := match_of(ground.report)) is not None:
            voiding.void(found, ground, now)
        case Act.HIDE if wish.remark is not None:
            voiding.hide(wish.remark, ground, now)
        case _:
            raise NotJudged(gettext("That cannot be done here."))


def _rename(player: Player, name: str, ground: Ground, now: dt.datetime) -> None:
    """The new name shows everywhere: a name that had to go is not left at old tables."""
    moderation.rename(player, name, ground, now)
    name_at_tables(player.pk, Player.objects.get(pk=player.pk).name or "")
