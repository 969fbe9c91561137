"""Fills a club with everything that its pages show: matches of each kind and state, offers, partners, accounts."""

import datetime as dt
import json
import time
from random import Random

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.test import Client

from club import moderation
from club.models import Audience, Player
from games import lobby, play
from games.engine.rules import Rules
from games.models import Deal, Trial
from games.play import RaceWish, SoloWish, TurnsWish
from games.trials import LEVEL, TRIES
from tests.games.allowed.scene import Scene
from tests.games.analysed import analyse
from tests.games.conftest import NOON
from tests.games.moderating import at_once, because
from tests.games.pages.played import ended_row, play_out
from tests.games.racing import CLASSIC, Race, play_until
from tests.games.socket import cookie_of
from tests.games.table import AtTable, choice
from tests.games.talking import show, thank, write
from tests.games.turning import ByTurns

DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
MINUTE = dt.timedelta(minutes=1)
PASSWORD = "correct horse battery"


def fill() -> None:
    """Print as JSON what stands for the words in the list of every page, and by visitor the key of their session."""
    with pytest.MonkeyPatch.context() as patch:
        # The same deals each time, so that pictures of two days can be laid side by side.
        patch.setattr("secrets.token_bytes", Random("every page").randbytes)
        scene = Scene()
        # Without its race, since nobody is in two at once.
        scene.restore()
        alice, bob = _person(scene, "owner"), _person(scene, "opponent")
        charlie, mona = _person(scene, "stranger"), _person(scene, "moderator")
        paula = Player.objects.get(name="paula")
        words = scene.words | _matches(alice, bob, charlie, paula) | _links(paula)
        frida = Player.objects.create_user("frida", PASSWORD)
        words["PASSKEY"] = _passkey(frida)
        Player.objects.filter(pk=charlie.pk).update(found_by=Audience.MEMBERS)
        _figures(alice, bob, charlie, paula)
        _judge(charlie, mona)
        sessions = {who: cookie.partition("=")[2] for who, cookie in scene.cookies.items()}
        sessions |= _accounts(frida) | {"learner": cookie_of(paula).partition("=")[2]}
        scene.close()
    print(json.dumps({"words": words, "sessions": sessions}))  # noqa: T201 - what this program is run for


def _person(scene: Scene, who: str) -> Player:
    player = scene.people[who]
    assert player is not None
    return player


# --- at tables --------------------------------------------------------------------------------------------------------


def _matches(alice: Player, bob: Player, charlie: Player, paula: Player) -> dict[str, str]:
    raced = _raced(alice, paula)
    analyse(raced, alice)
    keys = {
        "RACED": raced,
        "RUNNING": _racing(alice, bob),
        "ALONE": _in_the_middle(AtTable.solo(alice, SoloWish(Rules.parse("broken-5-1")))),
        "WIDE": _in_the_middle(AtTable.solo(alice, SoloWish(Rules.parse("giant-8-0")))),
        "LEARNING": _in_the_middle(AtTable.solo(alice, SoloWish(CLASSIC, open_stock=True))),
        "GUESTS": _in_the_middle(AtTable.solo(Player.objects.get(joined_at=None, name=None), SoloWish(CLASSIC))),
        "WON": play_out(alice, "classic-8-2").key,
        "GUIDED": _guided(paula),
        # A minute later, since nobody comes to it within its own.
        "OPENING": Race.agreed(charlie, paula, RaceWish(CLASSIC, 5, best_of=3), NOON + MINUTE).key,
    }
    waiting = ByTurns.begun(alice, paula, TurnsWish(CLASSIC, spare_days=2))
    waiting.play_turn()
    waiting.one.play_turn()
    ended = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, spare_days=2))
    for _ in range(3):
        ended.play_turn()
    ended.two.resign()
    write(ended.one, "What a start!")
    placing = ByTurns.begun(bob, alice, TurnsWish(CLASSIC, turn_cards=8))
    placing.play_turn()
    placing.two.place_all()
    return keys | {"WAITING": waiting.key, "FINISHED": ended.key, "PLACED": placing.key}


def _guided(player: Player) -> str:
    with transaction.atomic():
        table = AtTable(player, play.open_guided(player, NOON))
    table.ready()
    return table.key


def _in_the_middle(table: AtTable, moves: int = 24) -> str:
    table.ready()
    while moves and (view := table.look()).legal:
        table.move(choice(view))
        moves -= 1
    return table.key


def _racing(one: Player, two: Player) -> str:
    race = Race.begun(one, two, RaceWish(CLASSIC, 10))
    play_until(race.one, 30)
    play_until(race.two, 26)
    return race.key


def _raced(one: Player, two: Player) -> str:
    """A race that both have played for a while, and talked about."""
    race = Race.begun(one, two, RaceWish(CLASSIC, 5))
    play_until(race.one, 24)
    race.wait(20 * dt.timedelta(seconds=1))
    play_until(race.two, 28)
    race.wait(20 * dt.timedelta(seconds=1))
    race.two.resign()
    write(race.one, "Your twos were quicker than mine. How did you come by the queen at move 12?")
    write(race.two, "I held it back from the third card on, and was lucky.")
    thank(race.two)
    for seat in (race.one, race.two):
        show(seat)
    return race.key


# --- figures ----------------------------------------------------------------------------------------------------------


def _figures(alice: Player, bob: Player, charlie: Player, paula: Player) -> None:
    """Two weeks of games for the statistics, and tries at the days' deals for their tables."""
    dice = Random("figures")
    for back in range(1, 15):
        for player in (alice, bob, charlie, paula):
            cards = 52 if dice.random() < 0.5 else dice.randint(14, 51)
            day = NOON.date() - back * DAY
            ended_at = NOON - back * DAY
            ended_row(player, cards=cards, direct_points=dice.randint(4, 20), ended_at=ended_at, day=day)
    for back in range(24):
        variant = dice.choice(["classic-4-0", "giant-4-0", "reverse-4-0", "broken-4-0"])
        top = Rules.parse(variant).cards_total
        ended_row(alice, cards=dice.randint(top // 4, top), variant=variant, ended_at=NOON - back * HOUR)
    ended_row(bob, cards=50, direct_points=17, day=NOON.date())
    # As when House Expert has tried each day's deal often enough: nothing is thought about while pages are looked at.
    past = Deal.objects.filter(day__lt=NOON.date())
    Trial.objects.bulk_create(Trial(deal=deal, level=LEVEL, tries=TRIES, won=60 + deal.pk % 30) for deal in past)


def _judge(charlie: Player, mona: Player) -> None:
    """A member who was warned, and one who is shut out."""
    at_once(moderation.warn, charlie, because(mona), NOON)
    loud = Player.objects.create_user("loud", PASSWORD)
    at_once(moderation.suspend, loud, 7, because(mona), NOON)


# --- doors ------------------------------------------------------------------------------------------------------------


def _links(paula: Player) -> dict[str, str]:
    """Such as mails and friends send, one of them too late."""
    gone = at_once(lobby.offer_by_link, paula, RaceWish(CLASSIC, 10), NOON)
    at_once(lobby.withdraw, gone.key, paula, NOON)
    address = EmailAddress.objects.create(user=paula, email="paula@example.org", primary=True)
    reset = f"{user_pk_to_url_str(paula)}-{default_token_generator.make_token(paula)}"
    return {"GONE": gone.key, "CONFIRM": EmailConfirmationHMAC(address).key, "RESET": reset}


def _passkey(player: Player) -> str:
    data = {"name": "My phone", "credential": {"clientExtensionResults": {"credProps": {"rk": True}}}}
    return str(Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data=data).pk)


def _accounts(frida: Player) -> dict[str, str]:
    """Sessions of two who have just typed their password, one of them with codes of an app and on paper, the other
    with a passkey; and of one who has typed it and not yet the code."""
    secured = Player.objects.create_user("erik", PASSWORD)
    TOTP.activate(secured, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(secured)
    half = Client(HTTP_HOST="localhost")
    half.post("/accounts/login/", {"login": "erik", "password": PASSWORD})
    return {
        "sure": _sure(frida),
        "secured": _sure(secured),
        "half-in": half.cookies[settings.SESSION_COOKIE_NAME].value,
    }


def _sure(player: Player) -> str:
    """A session in which the password counts as just typed, however long the pages take."""
    key = cookie_of(player).partition("=")[2]
    session = SessionStore(key)
    typed = {"method": "password", "at": time.time() + DAY.total_seconds(), "reauthenticated": True}
    session["account_authentication_methods"] = [typed]
    session["account_authentication_methods_user"] = str(player.pk)
    session.save()
    return key
