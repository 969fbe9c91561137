"""Moderators, and the verbs of reports and judgements as pages run them, one transaction each."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, Permission
from django.core import mail
from django.db import transaction

from club.models import Judgement, Player, Report
from club.moderation import Ground, NotJudged
from club.moderators import GROUP
from games import reporting, tasks
from tests.games.conftest import NOON

DAY = dt.timedelta(days=1)
SECOND = dt.timedelta(seconds=1)
# What the migrations give the group, which tests with transactions of their own empty.
RIGHTS = {
    "club": ("view_player", "view_report", "view_judgement", "add_judgement", "view_invitation", "add_invitation"),
    "games": ("view_deal", "view_match", "view_series", "view_seat", "view_move", "view_turn"),
}


def moderator(name: str = "Mona") -> Player:
    """One of the staff, in the group of moderators, with no other right."""
    player = Player.objects.create_user(name, "correct horse battery")
    player.is_staff = True
    player.save(update_fields=["is_staff"])
    group, _ = Group.objects.get_or_create(name=GROUP)
    for app, codenames in RIGHTS.items():
        group.permissions.add(*Permission.objects.filter(content_type__app_label=app, codename__in=codenames))
    player.groups.add(group)
    return player


def because(mona: Player, reason: str = "It was unfriendly.", report: Report | None = None) -> Ground:
    return Ground(mona, reason, report, report.table if report else "")


def at_once[**P, T](verb: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    with transaction.atomic():
        return verb(*args, **named)


def why_not[**P, T](verb: Callable[P, T], *args: P.args, **named: P.kwargs) -> str:
    """The sentence with which the verb refuses."""
    with pytest.raises(NotJudged) as refused:
        at_once(verb, *args, **named)
    return refused.value.reason


def report_of(reporter: Player, player: Player, text: str = "Look at that name.") -> Report:
    return at_once(reporting.report_name, reporter, str(player.name), text, NOON)


def acts() -> list[tuple[str, str]]:
    """The log: what was done, and to whom, the oldest first."""
    rows = Judgement.objects.select_related("player").order_by("pk")
    return [(row.act, str(row.player)) for row in rows]


def mails() -> dict[str, list[str]]:
    """What the worker sends: the texts by address."""
    mail.outbox.clear()
    tasks.work_off()
    sent: dict[str, list[str]] = {}
    for message in mail.outbox:
        sent.setdefault(message.to[0], []).append(f"{message.subject}\n{message.body}")
    return sent
