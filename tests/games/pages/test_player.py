"""A player's page: each part for its audience, closed deals only, the same 404 for whatever is not shown."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from club import blocks, partners
from club.models import Audience, Block, Player
from games import play
from games.engine.rules import Rules
from games.models import Match, Seat
from games.play import RaceWish, SoloWish
from tests.club.browser import page
from tests.games.conftest import NOON, Clock
from tests.games.offering import at_once
from tests.games.racing import Race
from tests.games.table import AtTable
from tests.games.test_partnering import RACE, TURNS, ended

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]
DAY = dt.timedelta(days=1)
PARTS = ("shows_record", "shows_matches", "shows_authority", "shows_presence")
NOBODY, PARTNERS, MEMBERS, EVERYBODY = Audience


def choose(player: Player, **chosen: Audience) -> None:
    for column, value in chosen.items():
        setattr(player, column, value)
    player.save()


def text_of(browser: Client, name: str, query: str = "") -> str:
    answer = browser.get(f"/player/{name}/{query}")
    assert answer.status_code == 200
    return page(answer).text


# --- whether there is a page ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "seen_by"),
    [
        ({"asked_by": NOBODY}, {"alice"}),
        ({}, {"alice", "stranger", "bob"}),
        ({"asked_by": NOBODY, "shows_record": PARTNERS}, {"alice", "bob"}),
        ({"asked_by": NOBODY, "shows_matches": MEMBERS}, {"alice", "stranger", "bob"}),
        ({"shows_presence": EVERYBODY}, {"alice", "stranger", "bob", "guest", "anonymous"}),
    ],
)
def test_there_is_a_page_for_whoever_sees_or_may_ask_something(
    at: At, everybody: dict[str, Player | None], bob: Player, chosen: dict[str, Audience], seen_by: set[str]
) -> None:
    alice = everybody["member"]
    assert alice is not None
    partners.accept(bob, partners.ask(alice, bob, NOON).pk, NOON)
    choose(alice, **chosen)
    visitors = {"alice" if name == "member" else name: visitor for name, visitor in everybody.items()} | {"bob": bob}
    answers = {name: at(visitor).get("/player/alice/").status_code for name, visitor in visitors.items()}
    assert answers == {name: 200 if name in seen_by else 404 for name in visitors}


def test_what_is_not_shown_answers_as_what_is_not_there(at: At, alice: Player, bob: Player) -> None:
    choose(alice, asked_by=NOBODY)
    blocks.block(bob, alice, NOON)
    browser = at(bob)
    closed, nobody = browser.get("/player/alice/"), browser.get("/player/zelda/")
    assert (closed.status_code, page(closed).text) == (nobody.status_code, page(nobody).text)


@pytest.mark.parametrize("name", ["ALICE", " alice ", "Ａlice"])
def test_the_name_is_taken_in_any_form(at: At, alice: Player, bob: Player, name: str) -> None:
    assert at(bob).get(f"/player/{name}/").status_code == 200


@pytest.mark.parametrize("name", ["Guest 1", "alice'--", "a" * 3000, "..", "1"])
def test_other_names_are_nobodys(at: At, alice: Player, bob: Player, guest: Player, name: str) -> None:
    assert at(bob).get(f"/player/{name}/").status_code == 404


def test_who_is_suspended_or_has_left_has_no_page(at: At, alice: Player, bob: Player) -> None:
    choose(alice, shows_record=EVERYBODY)
    Player.objects.filter(pk=alice.pk).update(suspended_until=NOON + DAY)
    assert at(bob).get("/player/alice/").status_code == 404


# --- what it shows ----------------------------------------------------------------------------------------------------


def test_the_record_is_by_mode_and_variant(at: At, alice: Player, bob: Player) -> None:
    choose(alice, shows_record=MEMBERS)
    ended(alice, bob, winner=1)
    ended(bob, alice, winner=1)
    ended(alice, bob, mode=TURNS)
    text = text_of(at(bob), "alice")
    assert "Races Game Won Drawn Lost Classic, 2 redeals 1 0 1" in text
    assert "By correspondence Game Won Drawn Lost Classic, 2 redeals 0 1 0" in text
    assert "Recent games" not in text


def test_a_voided_match_is_in_neither_record_nor_recent_games(at: At, alice: Player, bob: Player) -> None:
    choose(alice, shows_record=MEMBERS, shows_matches=MEMBERS)
    match = ended(alice, bob, winner=1)
    Match.objects.filter(pk=match.pk).update(voided_at=NOON)
    text = text_of(at(bob), "alice")
    assert text.count("No finished game yet.") == 2


def test_a_running_game_and_the_days_own_deal_tell_nobody_anything(
    at: At, alice: Player, bob: Player, clock: Clock
) -> None:
    choose(alice, shows_record=MEMBERS, shows_matches=MEMBERS)
    at_once(play.open_solo, alice, SoloWish(Rules.parse("classic-4-0")), NOON)
    match = at_once(play.open_day, alice, NOON.date(), NOON)
    table = AtTable(alice, match, NOON)
    table.ready()
    table.move("W1")
    table.resign()
    before = text_of(at(bob), "alice")
    assert before.count("No finished game yet.") == 2
    clock.now = NOON + DAY
    after = text_of(at(bob), "alice")
    assert "Deal of the day 1 0" in after
    assert "Deal of the day, 10 Mar 2026" in after


def test_whom_the_player_met_is_named_where_they_show_it_too(
    at: At, alice: Player, bob: Player, charlie: Player
) -> None:
    choose(alice, shows_matches=EVERYBODY)
    ended(alice, bob, winner=1)
    assert "bob" not in text_of(at(charlie), "alice")
    assert "against bob" in text_of(at(bob), "alice")
    choose(bob, shows_matches=MEMBERS)
    assert "against bob" in text_of(at(charlie), "alice")
    assert "bob" not in text_of(at(None), "alice")


def test_recent_games_lead_to_tables_that_may_be_seen(at: At, alice: Player, bob: Player, charlie: Player) -> None:
    choose(alice, shows_matches=EVERYBODY)
    private, watched = ended(alice, bob), ended(alice, bob, after=1)
    Match.objects.filter(pk=watched.pk).update(watchable=True)
    seen = {who: at(player).get("/player/alice/").content.decode() for who, player in [("bob", bob), ("x", charlie)]}
    assert f"/table/{private.key}/" in seen["bob"]
    assert f"/table/{private.key}/" not in seen["x"]
    assert f"/table/{watched.key}/" in seen["x"]


def test_recent_games_are_ten(at: At, alice: Player, bob: Player) -> None:
    choose(alice, shows_matches=MEMBERS)
    for after in range(12):
        ended(alice, bob, after=after)
    assert text_of(at(bob), "alice").count("against bob") == 10


def test_here_or_away_is_shown_to_its_audience(at: At, alice: Player, bob: Player) -> None:
    assert "away" not in text_of(at(bob), "alice")
    choose(alice, shows_presence=MEMBERS)
    assert "away" in text_of(at(bob), "alice")


def test_authority_is_shown_to_its_audience(at: At, alice: Player, bob: Player) -> None:
    choose(alice, shows_authority=MEMBERS)
    assert " new " in text_of(at(bob), "alice")
    choose(alice, shows_authority=PARTNERS)
    assert " new " not in text_of(at(bob), "alice")


# --- the own page -----------------------------------------------------------------------------------------------------


def test_ones_own_page_shows_all_and_says_who_else_sees_what(at: At, alice: Player, bob: Player) -> None:
    choose(alice, shows_record=PARTNERS)
    ended(alice, bob, winner=1)
    text = text_of(at(alice), "alice")
    assert "Record my regular partners" in text
    assert "Recent matches only me" in text
    assert "against bob" in text
    assert "Block" not in text


def test_the_own_page_can_be_looked_at_as_others_do(at: At, alice: Player, bob: Player) -> None:
    choose(alice, shows_record=PARTNERS, shows_matches=EVERYBODY)
    ended(alice, bob, winner=1)
    own = at(alice)
    assert "Races" in text_of(own, "alice", "?as=partner")
    member = text_of(own, "alice", "?as=member")
    assert "Won Drawn Lost" not in member
    assert "against bob" not in member
    assert "This is what others see of you: members." in member
    assert "Recent games" in text_of(own, "alice", "?as=anybody")


def test_nobody_else_looks_with_other_eyes(at: At, alice: Player, bob: Player) -> None:
    choose(alice, shows_record=PARTNERS)
    ended(alice, bob, winner=1)
    assert "Won Drawn Lost" not in text_of(at(bob), "alice", "?as=partner")


# --- asking and blocking ----------------------------------------------------------------------------------------------


def test_one_press_challenges_with_the_rules_last_used(at: At, alice: Player, bob: Player) -> None:
    played = Race.begun(alice, bob, RaceWish(Rules.parse("giant-5-1"), 10, None, watchable=False))
    played.two.resign()
    answer = at(bob).get("/player/alice/")
    assert "Giant, 5 waste piles, 1 redeal · 10 minutes" in page(answer).text
    for hidden in ('name="layout" value="giant"', 'name="waste_piles" value="5"', 'name="minutes" value="10"'):
        assert hidden in answer.content.decode()


def test_who_may_not_ask_sees_no_such_buttons(at: At, alice: Player, bob: Player) -> None:
    choose(alice, asked_by=NOBODY, shows_presence=EVERYBODY)
    text = text_of(at(bob), "alice")
    assert "Challenge" not in text
    assert "Ask to be" not in text
    assert "Block alice" in text


def test_a_guest_sees_what_everybody_sees_and_asks_nothing(at: At, alice: Player, guest: Player) -> None:
    choose(alice, shows_presence=EVERYBODY)
    text = text_of(at(guest), "alice")
    assert "Block" not in text
    assert "Ask to be" not in text
    for verb in ("ask", "block"):
        assert at(guest).post(f"/player/alice/{verb}/").status_code == 404


@pytest.mark.parametrize("address", ["/player/alice/ask/", "/player/alice/block/"])
def test_looking_asks_and_blocks_nobody(at: At, alice: Player, bob: Player, address: str) -> None:
    assert at(bob).get(address).status_code == 405


def test_a_block_pressed_twice_is_one_and_can_be_lifted(at: At, alice: Player, bob: Player) -> None:
    browser = at(bob)
    assert browser.post("/player/alice/block/")["Location"] == "/people/blocked/"
    assert "alice" in page(browser.get("/people/blocked/")).text
    browser.post("/player/alice/block/")
    block = Block.objects.get()
    assert at(alice).post(f"/people/blocked/{block.pk}/end/").status_code == 302
    assert Block.objects.exists()
    browser.post(f"/people/blocked/{block.pk}/end/")
    assert not Block.objects.exists()


def test_nobody_blocks_themselves_or_nobody(at: At, alice: Player) -> None:
    assert at(alice).post("/player/alice/block/").status_code == 404
    assert at(alice).post("/player/zelda/block/").status_code == 404


def test_the_page_takes_as_many_queries_for_many_games_as_for_few(
    at: At, alice: Player, bob: Player, charlie: Player, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    choose(alice, **dict.fromkeys(PARTS, MEMBERS))
    for after in range(15):
        ended(alice, (bob, charlie)[after % 2], after=after, mode=(RACE, TURNS)[after % 2])
    browser = at(bob)
    with django_assert_max_num_queries(30):  # type: ignore[attr-defined]  # a context of pytest-django's
        browser.get("/player/alice/")
    assert timezone.now() == NOON
    assert Seat.objects.count() == 30
