"""What moderators decide about matches: a result is void, a remark is hidden; inside the caller's transaction."""

import datetime as dt

from django.utils.translation import gettext

from club import moderation
from club.models import Judgement
from club.moderation import Ground, NotJudged
from club.moderators import is_moderator
from games import afterword
from games.models import Match, Remark, Seat


def void(match: Match, ground: Ground, now: dt.datetime) -> list[Judgement]:
    """The result counts nowhere any more; deal, boards and record stay. Both players are told.

    Of a series all races are void together, since it is one entry. Again harmless: then nobody is told.
    Raises NotJudged before the end.
    """
    _refuse_unless_outsider(ground, match)
    same = Match.objects.filter(pk=match.pk) if match.series is None else Match.objects.filter(series=match.series)
    over = match.series.ended_at is not None if match.series else match.phase == Match.Phase.ENDED
    if not over:
        raise NotJudged(gettext("There is no result yet: wait for the end of the match, or of its series."))
    if not same.filter(phase=Match.Phase.ENDED, voided_at=None).update(voided_at=now):
        return []
    told = Ground(ground.moderator, ground.reason, ground.report, match.key)
    seats = match.seats.select_related("player").order_by("place")
    return [moderation.log(Judgement.Act.VOID, seat.player, told, now) for seat in seats]


def hide(remark: Remark, ground: Ground, now: dt.datetime) -> Judgement | None:
    """Nobody reads the remark any more, and its writer is told; None where it was hidden before.

    Raises NotJudged where the talk was not reported.
    """
    match = afterword.table_of(remark.afterword)
    _refuse_unless_outsider(ground, match)
    if remark.afterword.reported_at is None:
        raise NotJudged(gettext("Only reported talks are open to moderators."))
    if remark.hidden_at is not None:
        return None
    afterword.hide(remark, now)
    writer = match.seats.select_related("player").get(place=remark.place).player
    told = Ground(ground.moderator, ground.reason, ground.report, match.key)
    return moderation.log(Judgement.Act.HIDE, writer, told, now)


def _refuse_unless_outsider(ground: Ground, match: Match) -> None:
    """Nobody decides about a match of their own."""
    if not is_moderator(ground.moderator):
        raise NotJudged(gettext("Only moderators judge."))
    if Seat.objects.of(ground.moderator.pk).filter(match=match).exists():
        raise NotJudged(gettext("Nobody judges a match of their own."))
