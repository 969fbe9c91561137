"""The club in which the tables are tried: people who stand in every relation to Alice, and something of each kind."""

import datetime as dt
import re
import sqlite3

from django.core.cache import cache
from django.db import connection

from club import blocks, joining, partners, push_addresses, unsubscribe
from club.models import Audience, Block, Kind, Player, Way
from games import boards, calendar_feed, correspondence, lobby
from games.lobby import Welcome
from games.play import RaceWish, TurnsWish
from tests.club.people import become_partners
from tests.games.conftest import NOON
from tests.games.moderating import at_once, moderator
from tests.games.pages.played import day_of, play_out
from tests.games.racing import CLASSIC, Race
from tests.games.socket import cookie_of
from tests.games.talking import ended_race
from tests.games.turning import ByTurns
from tests.push_service import Browser

# In the order of the tables' columns.
VISITORS = ("nobody", "guest", "waiting", "stranger", "opponent", "owner", "blocked", "moderator")
# A race against a clock, so that each wish of the scene's is another one.
RACE = RaceWish(CLASSIC, minutes=10)
TURNS = TurnsWish(CLASSIC)


class Scene:
    """Alice is the owner and Bob the opponent; `words` are what stands for keys and numbers in the tables' addresses.

    What a visitor does is undone by `restore`, so that each meets the same club: at rest, or with Alice and Bob in the
    middle of a race, the word RUNNING.
    """

    def __init__(self) -> None:
        self.people: dict[str, Player | None] = {"nobody": None, **_people()}
        alice, bob = _member("alice"), _member("bob")
        self.people |= {"owner": alice, "opponent": bob}
        _befriend(alice, bob, self.people)
        self.words = _matches(alice, bob) | _offers(alice, bob) | _own(alice) | _of_people(alice, bob)
        self.words |= _invitations(self.people["moderator"])
        day_of(NOON.date() - dt.timedelta(days=1))
        # By visitor the cookie that a browser of theirs sends.
        self.cookies = {who: cookie_of(player) for who, player in self.people.items() if player is not None}
        self._at_rest = _saved()
        self.words["RUNNING"] = Race.begun(alice, bob, RaceWish(CLASSIC, 5)).key
        self._racing = _saved()

    def close(self) -> None:
        self._at_rest.close()
        self._racing.close()

    def written_out(self, address: str) -> str:
        """The address with keys and numbers in the places of the words."""
        return re.sub("[A-Z]{3,}", lambda word: self.words[word[0]], address)

    def restore(self, *, racing: bool = False) -> None:
        """The club is as it was; nothing is remembered of who did what how often."""
        connection.ensure_connection()
        (self._racing if racing else self._at_rest).backup(connection.connection)
        cache.clear()
        boards.forget_all()


def _saved() -> sqlite3.Connection:
    saved = sqlite3.connect(":memory:", check_same_thread=False)
    connection.ensure_connection()
    connection.connection.backup(saved)
    return saved


def _people() -> dict[str, Player]:
    waiting = _member("walter")
    waiting.approved_at = None
    waiting.save(update_fields=["approved_at"])
    return {
        "guest": Player.objects.create_guest(),
        "waiting": waiting,
        "stranger": _member("charlie"),
        "blocked": _member("dora"),
        "moderator": _of_long_standing(moderator("Mona")),
    }


def _member(name: str) -> Player:
    return _of_long_standing(Player.objects.create_user(name, "correct horse battery"))


def _of_long_standing(member: Player) -> Player:
    member.joined_at = NOON - dt.timedelta(days=400)
    member.save(update_fields=["joined_at"])
    return member


def _befriend(alice: Player, bob: Player, people: dict[str, Player | None]) -> None:
    """Members see what Alice plays; one of them she has blocked."""
    alice.shows_record = Audience.MEMBERS
    alice.save(update_fields=["shows_record"])
    blocked = people["blocked"]
    assert blocked is not None
    blocks.block(alice, blocked, NOON)


def _matches(alice: Player, bob: Player) -> dict[str, str]:
    solo = play_out(alice)
    private, ended = ended_race(alice, bob, watchable=False), ended_race(alice, bob)
    turns = ByTurns.begun(alice, bob, TURNS)
    turns.play_turn()
    return {"SOLO": solo.key, "PRIVATE": private.key, "ENDED": ended.key, "TURNS": turns.key}


def _offers(alice: Player, bob: Player) -> dict[str, str]:
    """By link, and to Bob alone; of races also one to anyone."""
    at_once(lobby.race_anyone, alice, RACE, Welcome(), NOON)
    return {
        "ANYONE": alice.offers.get(kind="open").key,
        "LINK": at_once(lobby.offer_by_link, alice, RACE, NOON).key,
        "NAMED": at_once(lobby.challenge, alice, bob, RACE, NOON).key,
        "LETTER": at_once(correspondence.offer_by_link, alice, TURNS, NOON).key,
        "TOBOB": at_once(correspondence.challenge, alice, bob, TURNS, NOON).key,
    }


def _own(alice: Player) -> dict[str, str]:
    """What is Alice's alone."""
    at_service = Browser("https://push.example.org/alice").fields
    address = push_addresses.add(alice, push_addresses.parse(at_service), "a device", NOON)
    return {
        "DEVICE": str(address.pk),
        "CALENDAR": calendar_feed.renew(alice, NOON).token,
        "OFF": unsubscribe.token(alice.pk, Way.MAIL, [Kind.YOUR_TURN]),
        "BLOCK": str(Block.objects.get().pk),
    }


def _of_people(alice: Player, bob: Player) -> dict[str, str]:
    """Bob asks Alice to be partners; with Paula she is."""
    return {
        "ASKED": str(partners.ask(bob, alice, NOON).pk),
        "PARTNERS": str(become_partners(alice, _member("paula")).pk),
    }


def _invitations(maker: Player | None) -> dict[str, str]:
    made = joining.invite(maker, NOON)
    return {"MADE": str(made.pk), "TOKEN": made.token}
