"""What a restored club does about pages that were open before."""

from django.db import transaction
from django.db.models import F

from games.models import Match, Seat

# A page drops every view older than the one it shows, and may have seen so many since the backup was made.
AHEAD = 1_000_000


@transaction.atomic
def outdate_open_pages() -> int:
    """Make what every table shows newer than anything that was shown of it; how many views."""
    matches = Match.objects.update(version=F("version") + AHEAD)
    return matches + Seat.objects.update(version=F("version") + AHEAD)
