"""Which language somebody reads: chosen at the foot of each page, kept in the browser and with the account."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from club.models import Player


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """The switch at the foot of a page: back to it, in that language; any other language changes nothing."""
    answer = set_language(request)
    language, player = request.POST.get("language", ""), request.user
    if language in dict(settings.LANGUAGES) and isinstance(player, Player) and not player.is_guest:
        player.language = language
        player.save(update_fields=["language"])
    return answer


def remembered[Answer: HttpResponseBase](answer: Answer, language: str) -> Answer:
    """Have the browser keep the language; an empty one leaves it to the browser's own wish.

    Pages go by this cookie, so that they need no player to be in the right language.
    """
    if language:
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    else:
        answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
    return answer
