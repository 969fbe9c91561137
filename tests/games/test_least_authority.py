"""Least authority holds wherever an offer to anyone can be taken: found, chosen, met by the sweep, by turns."""

import datetime as dt
from collections.abc import Callable

import pytest

from club.models import Player
from games import correspondence, lobby
from games.lobby import Welcome
from games.models import CorrespondenceOffer, Match, Offer, Seat
from games.play import TurnsWish
from games.refusals import Refused
from tests.games.conftest import NOON
from tests.games.offering import CLASSIC, at_once, keep, race_anyone, refusal
from tests.games.racing import Race
from tests.games.test_standing import played
from tests.games.turning import CLASSIC as CLASSIC_RULES

pytestmark = pytest.mark.django_db
SECOND = dt.timedelta(seconds=1)
TURNS = TurnsWish(CLASSIC_RULES)
# What alice, of authority 78, asks for.
ASKED = 75


@pytest.fixture
def alice(alice: Player) -> Player:
    keep(alice, 9)
    return alice


def break_some(player: Player, matches: int = 6) -> None:
    """So many matches left: no longer new, and far below what is asked for."""
    for number in range(matches):
        other = Player.objects.create_user(f"{player.name} left {number}")
        played(player, other, (Seat.EndedBy.LEFT, Seat.EndedBy.DECIDED), ended_at=NOON - 30 * 60 * SECOND)


@pytest.fixture
def below(bob: Player) -> Player:
    break_some(bob)
    return bob


@pytest.fixture
def enough(charlie: Player) -> Player:
    keep(charlie, 9)
    return charlie


@pytest.fixture
def newcomer(db: None) -> Player:
    return Player.objects.create_user("newcomer")


@pytest.fixture
def unapproved(db: None) -> Player:
    """Who has signed up and waits to be let in: no member yet."""
    player = Player()
    player.join("unapproved", "", NOON)
    player.save()
    return player


def chosen_in_the_lobby(alice: Player, taker: Player, welcome: Welcome) -> bool:
    race_anyone(alice, welcome=welcome)
    return is_taken(lobby.accept, Offer.objects.get(player=alice).key, taker, NOON)


def found_by_race_anyone(alice: Player, taker: Player, welcome: Welcome) -> bool:
    race_anyone(alice, welcome=welcome)
    return race_anyone(taker, after=1) is not None


def finding_who_waits(alice: Player, taker: Player, welcome: Welcome) -> bool:
    """The other way round: who is there first did not ask for anything."""
    race_anyone(taker)
    return race_anyone(alice, welcome=welcome, after=1) is not None


def met_by_the_sweep(alice: Player, taker: Player, welcome: Welcome) -> bool:
    for player, wanted in ((alice, welcome), (taker, Welcome())):
        Offer.objects.create(
            player=player, kind="open", rules="classic-4-0", minutes=5, created_at=NOON, heard_at=NOON,
            least_authority=wanted.least_authority, welcomes_new=wanted.welcomes_new,
        )  # fmt: skip
    return bool(at_once(lobby.pair, NOON))


def taken_by_correspondence(alice: Player, taker: Player, welcome: Welcome) -> bool:
    offer = at_once(correspondence.offer_anyone, alice, TURNS, welcome, NOON)
    return is_taken(correspondence.accept, offer.key, taker, None, NOON)


def is_taken[**P](accept: Callable[P, Match], *args: P.args, **named: P.kwargs) -> bool:
    """Whether there is a match of it; if not, it was for want of authority."""
    try:
        return at_once(accept, *args, **named).pk is not None
    except Refused as refused:
        return refused.code not in ("not-welcome", "members-only")


type Way = Callable[[Player, Player, Welcome], bool]
WAYS: list[Way] = [
    chosen_in_the_lobby,
    found_by_race_anyone,
    finding_who_waits,
    met_by_the_sweep,
    taken_by_correspondence,
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    # Who would take it, whether it welcomes the new, and whether they can.
    "passes",
    [
        ("enough", False, True),
        ("below", False, False),
        ("below", True, False),
        ("newcomer", False, False),
        ("newcomer", True, True),
        ("guest", True, False),
        ("unapproved", True, False),
    ],
)
def test_who_passes_is_the_same_by_every_way(
    request: pytest.FixtureRequest, alice: Player, way: Way, passes: tuple[str, bool, bool]
) -> None:
    who, welcomes_new, taken = passes
    assert way(alice, request.getfixturevalue(who), Welcome(ASKED, welcomes_new)) is taken


def test_nobody_asks_for_more_than_their_own_by_any_way(alice: Player) -> None:
    assert refusal(lobby.race_anyone, alice, CLASSIC, Welcome(79), NOON) == "above-your-authority"
    assert refusal(correspondence.offer_anyone, alice, TURNS, Welcome(79), NOON) == "above-your-authority"
    at_once(lobby.race_anyone, alice, CLASSIC, Welcome(78), NOON)
    at_once(correspondence.offer_anyone, alice, TURNS, Welcome(78), NOON)
    assert Offer.objects.get().least_authority == CorrespondenceOffer.objects.get().least_authority == 78


def test_an_offer_asks_again_for_what_its_maker_wants_now(alice: Player, below: Player) -> None:
    at_once(correspondence.offer_anyone, alice, TURNS, Welcome(), NOON)
    offer = at_once(correspondence.offer_anyone, alice, TURNS, Welcome(ASKED), NOON)
    assert CorrespondenceOffer.objects.count() == 1
    assert refusal(correspondence.accept, offer.key, below, None, NOON) == "not-welcome"


def test_what_is_judged_is_the_authority_at_the_instant_of_taking(alice: Player, enough: Player) -> None:
    offer = at_once(correspondence.offer_anyone, alice, TURNS, Welcome(ASKED, False), NOON)
    break_some(enough, 9)
    assert refusal(correspondence.accept, offer.key, enough, None, NOON) == "not-welcome"


def test_a_match_that_was_made_void_helps_nobody_over_it(alice: Player, enough: Player) -> None:
    Match.objects.filter(seats__player=enough).update(voided_at=NOON)
    assert chosen_in_the_lobby(alice, enough, Welcome(ASKED, welcomes_new=False)) is False


def test_asking_somebody_by_name_or_for_a_rematch_asks_for_no_authority(alice: Player, below: Player) -> None:
    race = Race.begun(alice, below)
    race.one.resign()
    for place in (1, 2):
        at_once(lobby.rematch, race.match(), list(race.match().seats.order_by("place")), place, NOON)
    assert Match.objects.filter(follows=race.match_id).exists()
