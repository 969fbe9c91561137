"""What moderators decided, as a sentence for whom it concerns."""

import datetime as dt

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from club.models import Judgement, Report

Act = Judgement.Act


def sentence(judgement: Judgement) -> str:
    """What was done, told to the judged player in the language and zone of the moment."""
    sentences = {
        Act.WARN: gettext("You were warned."),
        Act.MUTE: gettext(
            "Until %(until)s you cannot write remarks of your own, nor ask anybody for a match or to be partners."
        ),
        Act.SUSPEND: gettext(
            "Until %(until)s you cannot sign in or begin anything. Matches that are running go on without you, and may"
            " be lost on time."
        ),
        Act.RELEASE: gettext("You are neither muted nor suspended any more."),
        Act.RENAME: gettext("You bear another name now: %(name)s."),
        Act.HIDE: gettext("A remark that you wrote after this match is hidden: nobody reads it any more."),
        Act.VOID: gettext("The result of this match is void: it counts for neither of you. Deal and record stay."),
        Act.APPROVE: gettext("You are a member now."),
        Act.DISMISS: gettext("Nothing was done."),
    }
    until = in_words(judgement.until) if judgement.until else ""
    return sentences[Act(judgement.act)] % {"until": until, "name": judgement.player}


def in_words(instant: dt.datetime) -> str:
    """`12 March 2026, 14:00 (CET)`, in the active zone."""
    local = timezone.localtime(instant)
    return gettext("%(day)s, %(time)s (%(zone)s)") % {
        "day": date_format(local, gettext("j F Y")),
        "time": date_format(local, "H:i"),
        "zone": local.tzname(),
    }


def outcome(report: Report) -> str:
    """What came of a report, for whoever made it."""
    sentences = {
        Report.Outcome.OPEN: gettext("The moderators have not looked at it yet."),
        Report.Outcome.ACTED: gettext("The moderators have looked at it and done something about it."),
        Report.Outcome.NOTHING: gettext("The moderators have looked at it and found nothing that breaks the rules."),
    }
    return sentences[Report.Outcome(report.outcome)]


def what(report: Report) -> str:
    """What was reported: `the name Alice`, `a match against Alice`."""
    words = {
        Report.About.NAME: gettext("the name %(player)s"),
        Report.About.MATCH: gettext("a match of %(player)s"),
        Report.About.AFTERWORD: gettext("what %(player)s wrote after a match"),
    }
    return words[Report.About(report.about)] % {"player": report.player}
