"""Where deals come from: the club's secret, a number, or the day."""

import datetime as dt
import secrets

from games.engine import deal as dealing
from games.engine.rules import Layout, Rules
from games.models import Deal

SECRET_BYTES = 32
CONTRIBUTION_BYTES = 16
LARGEST_NUMBER = 2**63 - 1
DAILY_RULES = Rules(Layout.CLASSIC, 4, 0)
# The first game with a guide: a deal whose first five moves teach five different things, and which the guide wins.
GUIDED_RULES = Rules(Layout.CLASSIC, 4, 0)
GUIDED_NUMBER = 55


def random_deal(rules: Rules, now: dt.datetime) -> Deal:
    """A new secret, committed to; its seed waits for the players' contributions."""
    secret = secrets.token_bytes(SECRET_BYTES)
    return Deal.objects.create(
        kind=Deal.Kind.RANDOM,
        rules=str(rules),
        secret=secret,
        commitment=dealing.commitment(secret),
        created_at=now,
    )


def mix_in(deal: Deal, contributions: list[bytes]) -> None:
    """Make the seed of a random deal from its secret and 16 bytes a seat, in seat order."""
    deal.contributions = b"".join(contributions)
    deal.seed = dealing.mix(bytes(deal.secret), contributions)
    deal.save(update_fields=["contributions", "seed"])


def numbered_deal(rules: Rules, number: int, now: dt.datetime) -> Deal:
    """The deal with that number, 1 to 2^63 - 1: public by nature, so closed from the start."""
    seed = dealing.numbered_seed(number)
    deal, _ = Deal.objects.get_or_create(
        rules=str(rules),
        number=number,
        defaults={
            "kind": Deal.Kind.NUMBERED,
            "secret": seed,
            "seed": seed,
            "commitment": dealing.commitment(seed),
            "created_at": now,
            "closed_at": now,
        },
    )
    return deal


def guided_deal(now: dt.datetime) -> Deal:
    """The numbered deal that everybody's first game with the guide is."""
    return numbered_deal(GUIDED_RULES, GUIDED_NUMBER, now)


def daily_deal(day: dt.date, now: dt.datetime) -> Deal:
    """The deal of that day, made when first asked for; the sweep asks a day ahead, to show its commitment."""
    seed = secrets.token_bytes(SECRET_BYTES)
    deal, _ = Deal.objects.get_or_create(
        day=day,
        defaults={
            "kind": Deal.Kind.DAILY,
            "rules": str(DAILY_RULES),
            "secret": seed,
            "seed": seed,
            "commitment": dealing.commitment(seed),
            "created_at": now,
        },
    )
    return deal


def contributions_of(deal: Deal) -> list[bytes] | None:
    """16 bytes a seat in seat order, or None where the seed is itself the secret."""
    if deal.contributions is None:
        return None
    joined = bytes(deal.contributions)
    return [joined[i : i + CONTRIBUTION_BYTES] for i in range(0, len(joined), CONTRIBUTION_BYTES)]
