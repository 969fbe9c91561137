"""Reports: a word to the moderators about a name, a match or an afterword, inside the caller's transaction."""

import datetime as dt

from club import moderation_mails
from club.models import Player, Report
from club.names import fold
from games import afterword
from games.models import Match, Seat
from games.refusals import Refused

# From one player within a day, so that nobody buries the moderators.
MOST_A_DAY = 10
DAY = dt.timedelta(days=1)


def report_name(reporter: Player, name: str, text: str, now: dt.datetime) -> Report:
    """The name that a member bears. Refused (`no-such-player`, `report-yourself`, `too-many-reports`)."""
    player = named(name)
    if player is None:
        raise Refused("no-such-player")
    return _report(reporter, player, Report.About.NAME, now, table="", text=text)


def report_match(reporter: Player, key: str, text: str, now: dt.datetime) -> Report:
    """What the other did in a match of the reporter's own, running or ended.

    Refused (`only-own-matches`, `too-many-reports`).
    """
    other = opponent_at(reporter, key)
    if other is None:
        raise Refused("only-own-matches")
    return _report(reporter, other.player, Report.About.MATCH, now, table=key, text=text)


def report_afterword(reporter: Player, key: str, text: str, now: dt.datetime) -> Report:
    """What the other wrote after a match of the reporter's own; from now on moderators may read that talk.

    Refused (`no-afterword`, `too-many-reports`).
    """
    other = opponent_at(reporter, key)
    talk = afterword.at(other.match) if other is not None else None
    if other is None or talk is None:
        raise Refused("no-afterword")
    report = _report(reporter, other.player, Report.About.AFTERWORD, now, table=key, text=text)
    if talk.reported_at is None:
        talk.reported_at = now
        talk.save(update_fields=["reported_at"])
    return report


def named(name: str) -> Player | None:
    """The member of that name, however it is capitalised; also one who is suspended or hides from everybody."""
    from_name = Player.objects.filter(joined_at__isnull=False, left_at=None, house_level=None)
    return from_name.filter(name_folded=fold(" ".join(name.split()))).first()


def opponent_at(player: Player, key: str) -> Seat | None:
    """The other's seat at a table for two where the player sits; None is the same for no such table, and for the house,
    of whom nobody can complain."""
    match = Match.objects.filter(key=key, seats__player=player).exclude(mode=Match.Mode.SOLO)
    people = Seat.objects.filter(player__house_level=None)
    return people.filter(match__in=match).exclude(player=player).select_related("player", "match__series").first()


def _report(
    reporter: Player, player: Player, about: Report.About, now: dt.datetime, *, table: str, text: str
) -> Report:
    """The reporter's one open report of that; the first words stand, so that a form sent twice is one."""
    if reporter.pk == player.pk:
        raise Refused("report-yourself")
    # Locked, so that two presses at once are one report, and a row is the limit.
    Player.objects.select_for_update().get(pk=reporter.pk)
    own = Report.objects.filter(reporter=reporter)
    before = own.filter(player=player, about=about, table=table, closed_at=None).first()
    if before is not None:
        return before
    if own.filter(made_at__gt=now - DAY).count() >= MOST_A_DAY:
        raise Refused("too-many-reports")
    report = Report.objects.create(about=about, reporter=reporter, player=player, table=table, text=text, made_at=now)
    moderation_mails.tell_moderators(report)
    return report
