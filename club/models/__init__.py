"""The people of the club, what they are told, who plays with whom, what was judged, when it was served, its chores."""

from club.models.joining import Invitation
from club.models.moderation import Judgement, Report
from club.models.notices import CalendarFeed, How, Kind, MailRefused, Notice, NoticeChoice, PushAddress, Way
from club.models.partners import Block, Partnership, Presence
from club.models.people import Audience, Player, Players
from club.models.serving import Outage, ServingStamp
from club.models.upkeep import Chore, Upkeep

__all__ = [
    "Audience",
    "Block",
    "CalendarFeed",
    "Chore",
    "How",
    "Invitation",
    "Judgement",
    "Kind",
    "MailRefused",
    "Notice",
    "NoticeChoice",
    "Outage",
    "Partnership",
    "Player",
    "Players",
    "Presence",
    "PushAddress",
    "Report",
    "ServingStamp",
    "Upkeep",
    "Way",
]
