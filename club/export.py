"""All about one player that the club's own tables hold, as rows for a file; nothing of others beyond their names.

`EXPORTED` and `LEFT_OUT` together name every column that points to a player; a test holds them against the models.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import models
from django.db.models import Q

from club.models import (
    Block,
    CalendarFeed,
    Invitation,
    Judgement,
    MailRefused,
    Notice,
    NoticeChoice,
    Partnership,
    Player,
    Presence,
    PushAddress,
    Report,
)
from club.sessions import sessions_of

# What is written of one row, by the names of its columns.
type Row = dict[str, object]

PROFILE = (
    "id", "name", "email", "seen_first_at", "joined_at", "approved_at", "last_login", "language", "time_zone",
    "time_zone_chosen", "quiet_from", "quiet_until", "digest_at", "shows_record", "shows_matches", "shows_authority",
    "looks", "shows_presence", "found_by", "asked_by", "muted_until", "suspended_until", "is_staff",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of one table that belong to the player by that link, and what is written of each."""

    name: str
    model: type[models.Model]
    link: str
    columns: tuple[str, ...]


SECTIONS = (
    Section("addresses", EmailAddress, "user", ("email", "verified", "primary")),
    Section("mail_refused", MailRefused, "player", ("address", "times", "last_at", "words")),
    Section("choices", NoticeChoice, "player", ("kind", "way", "how")),
    Section("notices", Notice, "player", ("kind", "cause", "way", "made_at", "wanted_at", "done_at", "outcome")),
    Section("devices", PushAddress, "player", ("device", "endpoint", "added_at")),
    Section("calendar", CalendarFeed, "player", ("made_at",)),
    Section("presence", Presence, "player", ("heard_at",)),
    Section("blocks", Block, "player", ("blocked__name", "made_at")),
    Section("invitations", Invitation, "made_by", ("made_at", "ends_at", "used_at")),
    Section("invited", Invitation, "used_by", ("made_at", "used_at")),
    Section("reports", Report, "reporter", ("about", "player__name", "table", "text", "made_at", "outcome", "answer")),
    Section("judgements", Judgement, "player", ("act", "reason", "table", "until", "made_at", "seen_at")),
)
# Written by hand below.
OTHERS = {"mfa.Authenticator.user", "club.Partnership.one", "club.Partnership.other", "club.Partnership.asked_by"}
EXPORTED = {f"{section.model._meta.label}.{section.link}" for section in SECTIONS} | OTHERS
LEFT_OUT = {
    "club.Partnership.ended_by": "who ended it is not told to the other",
    "club.Block.blocked": "who blocks whom is theirs to know alone",
    "club.Report.player": "what others reported is theirs; what came of it is among the judgements",
    "club.Judgement.moderator": "what a moderator did is about those who were judged",
    "admin.LogEntry.user": "what one did as staff is the club's own log, and about others",
}


def everything(player: Player, now: dt.datetime) -> dict[str, Row | list[Row]]:
    """The player's profile and every section. A bounded number of queries, all rows."""
    written: dict[str, Row | list[Row]] = {"profile": {name: getattr(player, name) for name in PROFILE}}
    for section in SECTIONS:
        mine = section.model._default_manager.filter(**{section.link: player}).order_by("pk")
        written[section.name] = [dict(row) for row in mine.values(*section.columns)]
    written["passkeys_and_codes"] = _second_factors(player)
    written["partners"] = list(_partners(player))
    written["sessions"] = [{"ends_at": session.expire_date} for session in sessions_of(player.pk, now)]
    return written


def _second_factors(player: Player) -> list[Row]:
    """Their names, and none of their secrets."""
    mine = Authenticator.objects.filter(user=player).order_by("pk")
    return [
        {"kind": one.type, "name": str(one), "added_at": one.created_at, "last_used_at": one.last_used_at}
        for one in mine
    ]


def _partners(player: Player) -> Iterable[Row]:
    mine = Partnership.objects.filter(Q(one=player) | Q(other=player)).select_related("one", "other")
    for partnership in mine.order_by("pk"):
        other = partnership.other if partnership.one_id == player.pk else partnership.one
        yield {
            "with": str(other),
            "asked_by_me": partnership.asked_by_id == player.pk,
            "asked_at": partnership.asked_at,
            "agreed_at": partnership.agreed_at,
            "ended_at": partnership.ended_at,
        }
