"""The summary of an ended game: one address, for whoever may see the game."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import afterword, analyses, analysis_words, deals, summary_charts, verdicts
from games.ended import ended_game
from games.models import Deal, Match
from games.pages.own_zone import in_own_zone
from games.summaries import Summary, summary_of


@require_safe
@never_cache
@in_own_zone
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Figures, charts, where two boards parted, and the deal with its proof; 404 for whom it is not for."""
    now = timezone.now()
    game = ended_game(key, request.user, now)
    if game is None:
        raise Http404
    summary = summary_of(game)
    match = game.match
    player = request.user if request.user.is_authenticated else None
    analysis = analyses.shown(game, player, now)
    shown = {
        "match_key": key,
        "match": match,
        "game": game,
        "summary": summary,
        "first": summary.seats[0].seat,
        "headline": verdicts.headline(game),
        "reason": verdicts.reason(game),
        "analysis": analysis_words.in_words(game, analysis, player is not None),
        "charts": summary_charts.seat_charts(summary),
        "parted": summary_charts.parted(summary, analysis),
        "course": summary_charts.course_chart(summary),
        "course_rows": summary_charts.course_rows(summary),
        "has_table": bool(game.place) or match.watchable,
        "has_afterword": bool(game.place) and match.mode != Match.Mode.SOLO and afterword.at(match) is not None,
    }
    if game.closed:
        shown |= {"proof": proof_of(match.deal), "check": _check(summary)}
    return render(request, "games/summary.html", shown)


def proof_of(deal: Deal) -> dict[str, object]:
    """All that a closed deal is proved by, in hex; `number` of a numbered deal, as text."""
    contributions = deals.contributions_of(deal)
    return {
        "commitment": deal.commitment,
        "seed": bytes(deal.seed or b"").hex(),
        "secret": bytes(deal.secret).hex(),
        "contributions": [part.hex() for part in contributions] if contributions else [],
        # A number of 63 bits is more than a browser's numbers hold.
        "number": str(deal.number) if deal.number is not None else "",
    }


def _check(summary: Summary) -> str:
    """What the page's script deals anew and compares, as JSON: the proof, the cards as they lay, and each board's moves
    with the cards that were turned."""
    game, dealt = summary.game, summary.dealt
    return json.dumps(
        {
            "rules": dealt.rules.to_json(),
            **proof_of(game.match.deal),
            "starters": dealt.starters,
            "steps": dealt.steps,
            "boards": [
                {
                    "name": one.name,
                    "moves": [str(move) for move in one.timed.moves],
                    "turned": one.course.turned,
                }
                for one in summary.seats
            ],
        }
    )
