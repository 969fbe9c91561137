"""What moderators decide about people: each verb is done, logged and told, inside the caller's transaction."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext

from club import joining, moderation_mails, names
from club.models import Judgement, Player, Report
from club.moderators import is_moderator

MOST_DAYS = 365
# What a moderator calls somebody who shall not bear their name: nobody can choose it, since it is kept for the club.
RENAMED = "Member {id}"


class NotJudged(ValueError):
    """Nothing was decided; `reason` is a sentence for the moderator."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Ground:
    """Who judges, what the judged player is told of it, the report that led to it, and the table that it is about."""

    moderator: Player
    reason: str
    report: Report | None = None
    table: str = ""


# --- verbs ------------------------------------------------------------------------------------------------------------


def warn(player: Player, ground: Ground, now: dt.datetime) -> Judgement:
    """Say that something was not right, and no more. Raises NotJudged, as every verb here does."""
    _locked(player, ground)
    return log(Judgement.Act.WARN, player, ground, now)


def mute(player: Player, days: int, ground: Ground, now: dt.datetime) -> Judgement:
    """For so many days the player writes nothing and asks nobody."""
    judged = _locked(player, ground)
    judged.muted_until = _after(days, now)
    judged.save(update_fields=["muted_until"])
    return log(Judgement.Act.MUTE, player, ground, now, until=judged.muted_until)


def suspend(player: Player, days: int, ground: Ground, now: dt.datetime) -> Judgement:
    """For so many days the player is not signed in and begins nothing; the caller ends their sessions afterwards."""
    judged = _locked(player, ground)
    judged.suspended_until = _after(days, now)
    judged.save(update_fields=["suspended_until"])
    return log(Judgement.Act.SUSPEND, player, ground, now, until=judged.suspended_until)


def release(player: Player, ground: Ground, now: dt.datetime) -> Judgement:
    """Whatever the player was muted or suspended for is over."""
    judged = _locked(player, ground)
    if not (judged.is_muted_at(now) or judged.is_suspended_at(now)):
        raise NotJudged(gettext("They are neither muted nor suspended."))
    judged.muted_until = judged.suspended_until = None
    judged.save(update_fields=["muted_until", "suspended_until"])
    return log(Judgement.Act.RELEASE, player, ground, now)


def rename(player: Player, name: str, ground: Ground, now: dt.datetime) -> Judgement:
    """The member bears that name from now on; none: one with a number."""
    judged = _locked(player, ground)
    if judged.is_guest:
        raise NotJudged(gettext("A guest has no name."))
    judged.bear(_free(name, judged) if name else RENAMED.format(id=judged.pk))
    judged.save(update_fields=["name", "name_folded", "name_skeleton"])
    return log(Judgement.Act.RENAME, player, ground, now)


def approve(player: Player, moderator: Player, now: dt.datetime) -> Judgement | None:
    """Who has signed up is a member from now on; None where that was so already, and nothing is told again."""
    ground = Ground(moderator, "")
    _locked(player, ground)
    if not joining.approve(player, now):
        return None
    # Their mail is written by `joining`.
    return _row(Judgement.Act.APPROVE, player, ground, now, seen_at=now)


def dismiss(report: Report, answer: str, moderator: Player, now: dt.datetime) -> Judgement:
    """Nothing was found: the reporter is told so, and who was reported hears nothing of it."""
    ground = Ground(moderator, "", report, report.table)
    _refuse_unless_moderator(moderator, report.player)
    close(report, Report.Outcome.NOTHING, answer, now)
    return _row(Judgement.Act.DISMISS, report.player, ground, now, seen_at=now)


def close(report: Report, outcome: Report.Outcome, answer: str, now: dt.datetime) -> None:
    """The report is looked at, and its writer told what came of it. Raises NotJudged where it was closed before."""
    report.outcome, report.answer, report.closed_at = outcome, answer, now
    if not Report.objects.filter(pk=report.pk, closed_at=None).update(outcome=outcome, answer=answer, closed_at=now):
        raise NotJudged(gettext("This report is closed already."))
    moderation_mails.tell_reporter(report)


def log(
    act: Judgement.Act, player: Player, ground: Ground, now: dt.datetime, until: dt.datetime | None = None
) -> Judgement:
    """Write down what was done to the player, and tell them."""
    judgement = _row(act, player, ground, now, until=until)
    moderation_mails.tell_judged(judgement)
    return judgement


def _row(
    act: Judgement.Act,
    player: Player,
    ground: Ground,
    now: dt.datetime,
    *,
    until: dt.datetime | None = None,
    seen_at: dt.datetime | None = None,
) -> Judgement:
    return Judgement.objects.create(
        act=act,
        moderator=ground.moderator,
        player=player,
        report=ground.report,
        table=ground.table,
        reason=ground.reason,
        until=until,
        made_at=now,
        seen_at=seen_at,
    )


def _locked(player: Player, ground: Ground) -> Player:
    """The player as they are now, of whom nobody else decides meanwhile."""
    _refuse_unless_moderator(ground.moderator, player)
    return Player.objects.select_for_update().get(pk=player.pk)


def _refuse_unless_moderator(moderator: Player, player: Player) -> None:
    if not is_moderator(moderator):
        raise NotJudged(gettext("Only moderators judge."))
    if moderator.pk == player.pk:
        raise NotJudged(gettext("Nobody judges themselves."))
    if player.is_staff and not moderator.is_superuser:
        raise NotJudged(gettext("Only an administrator judges one of the staff."))
    if player.has_left:
        raise NotJudged(gettext("They have left the club."))


def _after(days: int, now: dt.datetime) -> dt.datetime:
    if not 1 <= days <= MOST_DAYS:
        raise NotJudged(gettext("It is for 1 to %(most)d days.") % {"most": MOST_DAYS})
    return now + dt.timedelta(days=days)


def _free(name: str, player: Player) -> str:
    try:
        parsed = names.parse_name(name)
    except names.NameRefused as refused:
        raise NotJudged(refused.reason) from refused
    if Player.objects.filter(name_folded=names.fold(parsed)).exclude(pk=player.pk).exists():
        raise NotJudged(gettext("This name is taken. Try another."))
    return parsed


# --- questions --------------------------------------------------------------------------------------------------------


def judgements_of(player: Player) -> QuerySet[Judgement]:
    """What was decided about the player and is theirs to know, the newest first."""
    silent = (Judgement.Act.DISMISS, Judgement.Act.APPROVE)
    return player.judgements.exclude(act__in=silent).order_by("-made_at", "-pk")


def unseen(player: Player) -> int:
    """How many of those they have not been shown yet."""
    return judgements_of(player).filter(seen_at=None).count()


def show(player: Player, now: dt.datetime) -> None:
    """The player has been shown all of them."""
    judgements_of(player).filter(seen_at=None).update(seen_at=now)


def suspension_of(player: Player) -> Judgement | None:
    """What the player is suspended by, the newest if there are several."""
    return player.judgements.filter(act=Judgement.Act.SUSPEND).order_by("-made_at", "-pk").first()


def for_pages(request: HttpRequest) -> dict[str, object]:
    """Whether a page's frame has to tell of something that was decided. Asked for only where a page shows it."""
    player = getattr(request, "user", None)
    if player is None or not player.is_authenticated:
        return {}
    return {"unseen_decisions": SimpleLazyObject(lambda: unseen(player))}
