"""Dropping tables that never came to anything."""

from games.models import Deal, Match


def drop_unopened(match: Match) -> None:
    """Drop a table whose board was never opened, and the secret of its random deal with it. Else harmless."""
    if match.phase not in (Match.Phase.OPENING, Match.Phase.CALLED_OFF):
        return
    deal = match.deal
    match.delete()
    if deal.kind == Deal.Kind.RANDOM and not deal.match_set.exists():
        deal.delete()
