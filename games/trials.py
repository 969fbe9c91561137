"""House Expert's trials of past days' deals: how often it wins one, with other luck each time.

Made in the background one game at a time, after everything else that is to be thought about.
"""

import datetime as dt
from collections import Counter
from functools import partial

from django.conf import settings
from django.db.models import F, FilteredRelation, Q
from django.db.models.functions import Coalesce

from games import clocks
from games.analysis.questions import Answer, Tried, Try
from games.models import Deal, Trial
from games.tables import Told
from games.thoughts import DEATHS, Thought

# Novice wins too few deals to tell them apart, Regular plays a deal the same each time, and Master thinks for seconds
# about one; a game of House Expert is a third of a second of work.
LEVEL = "expert"
TRIES = 100
# So many days, the last one first, are looked at for trials that are still to be made.
DAYS_BACK = 7

# How often in a row the process has died of a deal's next trial; after too often it is left as it is.
_deaths: Counter[int] = Counter()


def next_thought(now: dt.datetime) -> Thought | None:
    """The next game of the latest closed day that was not tried often enough. One query."""
    if not settings.ANALYSIS:
        return None
    last = clocks.last_day_over(now)
    deal = (
        Deal.objects.filter(day__gt=last - dt.timedelta(days=DAYS_BACK), day__lte=last)
        .exclude(pk__in=[deal_id for deal_id, deaths in _deaths.items() if deaths >= DEATHS])
        .annotate(trial=FilteredRelation("trials", condition=Q(trials__level=LEVEL)))
        .annotate(tries=Coalesce(F("trial__tries"), 0))
        .filter(tries__lt=TRIES)
        .order_by("-day")
        .first()
    )
    if deal is None:
        return None
    # An annotation of the question.
    number: int = deal.tries
    return Thought(
        about=f"trial {deal.pk}/{number}",
        # The number is the luck, so that no two are the same and each can be made again.
        question=Try(deal.rules, bytes(deal.seed or b"").hex(), LEVEL, number),
        keep=partial(_keep, deal.pk, number),
        died=partial(_died, deal.pk),
    )


def _keep(deal_id: int, number: int, answer: Answer) -> list[Told]:
    """Count it, unless another process was faster."""
    if not isinstance(answer, Tried):
        raise TypeError(f"{answer} is no trial")
    Trial.objects.bulk_create([Trial(deal_id=deal_id, level=LEVEL)], ignore_conflicts=True)
    waiting = Trial.objects.filter(deal=deal_id, level=LEVEL, tries=number)
    waiting.update(tries=F("tries") + 1, won=F("won") + answer.won)
    _deaths.pop(deal_id, None)
    return []


def _died(deal_id: int) -> None:
    _deaths[deal_id] += 1
