"""My day: everything that waits for a member, the most urgent first, and one press to the next."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.models import Player
from games import notes
from games.models import Match
from games.play import TurnsWish
from tests.club.browser import page
from tests.games.conftest import Clock
from tests.games.racing import Race
from tests.games.told import agreed, end_turn, resign, seat_of, with_address
from tests.games.turning import CLASSIC, DAY, EASIEST, HOUR, SECOND, ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]
NEXT = "/day/next/"


def rows(browser: Client, part: str = "") -> list[str]:
    """The keys of the tables in the list, in its order; of one of its parts, if it is named."""
    markup = browser.get("/day/").content.decode()
    if part:
        markup = markup.partition(f"<h2>{part}")[2].partition("</details>")[0]
    return re.findall(r'class="day-who" href="/table/([^/]+)/"', markup)


def row(browser: Client, match: Match | ByTurns) -> str:
    """The text of a match's row."""
    markup = browser.get("/day/").content.decode()
    found = re.search(
        rf'<li class="day-row">\s*<a class="day-who" href="/table/{match.key}/".*?</li>', markup, re.DOTALL
    )
    assert found is not None
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


# --- the list ---------------------------------------------------------------------------------------------------------


def test_a_row_leads_to_the_opponent_s_page_too(at: At, alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob)
    links = page(at(alice).get("/day/")).links
    assert links.index("/player/bob/") == links.index(f"/table/{match.key}/") + 1


def test_what_waits_for_the_player_comes_first_and_by_its_deadline(
    at: At, clock: Clock, alice: Player, bob: Player, charlie: Player
) -> None:
    later = agreed(alice, bob, clock.now - 2 * HOUR)
    sooner = agreed(charlie, alice, clock.now - 5 * HOUR)
    others_soon = agreed(alice, charlie, clock.now - 7 * HOUR)
    others_late = agreed(bob, alice, clock.now - HOUR)
    for match in (others_soon, others_late):
        end_turn(match, alice, clock.now)
    browser = at(alice)
    assert rows(browser) == [match.key for match in (sooner, later, others_soon, others_late)]
    assert rows(browser, "Your turn") == [sooner.key, later.key]
    assert rows(browser, "Waiting for others") == [others_soon.key, others_late.key]


def test_a_row_says_who_what_how_far_and_until_when(at: At, alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8))
    alice_at = at(with_address(alice, "Europe/Berlin"))
    assert row(alice_at, match) == (
        "bob Page Classic · turn 1 of 6 Cards on the foundations, yours and theirs: 4 : 4 "
        "in 1 day Wed 11 March, 13:00 (CET)"
    )


def test_cards_are_those_of_the_last_closed_turn(at: At, clock: Clock, alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(EASIEST, 8))
    for _ in range(4):
        match.one.play_turn()
        match.two.hold_turn_back()
    mine, theirs = (line.cards for line in match.one.turns.lines)
    assert (mine, theirs) == (match.one.stored().foundation_cards, 4)
    assert f"{mine} : {theirs}" in row(at(alice), match)
    match.one.play_turn()
    assert match.one.stored().foundation_cards > mine
    clock.now = match.now
    assert f"{mine} : {theirs}" in row(at(alice), match)
    assert f"{theirs} : {mine}" in row(at(bob), match)


def test_a_board_that_has_stopped_says_so_and_keeps_its_cards(at: At, clock: Clock, alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(EASIEST, 8))
    while match.one.stored().stopped_at is None:
        match.one.play_turn()
        match.two.hold_turn_back()
    match.two.hold_turn_back()
    clock.now = match.now
    assert "your board is finished" in row(at(alice), match)
    assert "52 : 4" in row(at(alice), match)


def test_the_other_never_learns_from_the_list_that_a_turn_is_ended(at: At, alice: Player, bob: Player) -> None:
    match = ByTurns.begun(alice, bob)
    before = row(at(bob), match)
    match.one.play_turn()
    assert row(at(bob), match) == before
    assert rows(at(bob), "Your turn") == [match.key]


def test_a_match_that_is_over_is_not_in_the_list(at: At, clock: Clock, alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, clock.now)
    resign(match, bob, clock.now)
    assert rows(at(alice)) == []


def test_a_deadline_that_has_passed_is_judged_before_the_list_is_shown(
    at: At, clock: Clock, alice: Player, bob: Player
) -> None:
    match = ByTurns.begun(alice, bob, TurnsWish(CLASSIC, spare_days=1))
    clock.now += DAY + 3 * SECOND
    assert "Thu 12 March, 12:00 (UTC)" in row(at(alice), match)
    clock.now += DAY
    assert rows(at(alice)) == []
    assert match.match().phase == Match.Phase.ENDED


def test_fifty_matches_cost_as_many_queries_as_two(at: At, clock: Clock, alice: Player, bob: Player) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert browser.get("/day/").status_code == 200
        return len(asked)

    browser = at(alice)
    for _ in range(2):
        agreed(alice, bob, clock.now)
    few = queries()
    for number in range(48):
        match = agreed(alice, bob, clock.now)
        if number % 2:
            end_turn(match, alice, clock.now)
    assert queries() == few
    # Session, player, what is due, three for the list, the live race, what one is asked, and decisions to be read.
    assert few <= 9
    assert len(rows(browser)) == 50
    assert "26 turns wait for you." in page(browser.get("/day/")).text


def test_many_that_wait_for_others_are_folded_away_where_there_is_something_to_do(
    at: At, clock: Clock, alice: Player, bob: Player
) -> None:
    for _ in range(11):
        end_turn(agreed(alice, bob, clock.now), alice, clock.now)
    browser = at(alice)
    assert page(browser.get("/day/")).markup.count('<details class="day-part" open>') == 1
    agreed(alice, bob, clock.now)
    assert page(browser.get("/day/")).markup.count('<details class="day-part" open>') == 1
    assert len(rows(browser, "Waiting for others")) == 11


def test_the_day_also_shows_a_live_race_and_what_one_is_asked(at: At, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    asked = at(bob).post(
        "/correspondence/offer/", {"layout": "classic", "turn_cards": "4", "by": "name", "name": "alice"}
    )["Location"]
    links = page(at(alice).get("/day/")).links
    assert f"/table/{race.key}/" in links
    assert asked in links


@pytest.mark.parametrize("who", ["anonymous", "guest"])
def test_strangers_and_guests_are_told_what_it_is(at: At, everybody: dict[str, Player | None], who: str) -> None:
    seen = page(at(everybody[who]).get("/day/"))
    assert "/accounts/signup/?next=/day/" in seen.links
    assert len(seen.headings) == 1


def test_a_day_without_matches_says_what_to_do(at: At, alice: Player) -> None:
    seen = page(at(alice).get("/day/"))
    assert "No match by correspondence is running." in seen.text
    assert seen.links.count("/correspondence/") >= 2
    assert seen.inline == []


def test_browsers_do_not_keep_the_list(at: At, alice: Player) -> None:
    assert "no-store" in at(alice).get("/day/")["Cache-Control"]


# --- the next ---------------------------------------------------------------------------------------------------------


def test_one_press_leads_to_the_most_urgent(at: At, clock: Clock, alice: Player, bob: Player) -> None:
    later, sooner = agreed(alice, bob, clock.now), agreed(alice, bob, clock.now - HOUR)
    browser = at(alice)
    assert browser.get(NEXT)["Location"] == f"/table/{sooner.key}/"
    assert browser.get(NEXT, {"after": sooner.key})["Location"] == f"/table/{later.key}/"
    end_turn(sooner, alice, clock.now)
    assert browser.get(NEXT)["Location"] == f"/table/{later.key}/"
    assert browser.get(NEXT, {"after": later.key})["Location"] == "/day/"


def test_the_press_does_not_lead_to_a_match_that_is_lost_already(
    at: At, clock: Clock, alice: Player, bob: Player
) -> None:
    agreed(alice, bob, clock.now, TurnsWish(CLASSIC, spare_days=0))
    clock.now += DAY + 3 * SECOND
    assert at(alice).get(NEXT)["Location"] == "/day/"


@pytest.mark.parametrize("who", ["anonymous", "guest", "member"])
def test_without_anything_that_waits_the_press_leads_to_the_day(
    at: At, everybody: dict[str, Player | None], who: str
) -> None:
    assert at(everybody[who]).get(NEXT)["Location"] == "/day/"


# --- elsewhere --------------------------------------------------------------------------------------------------------


def test_the_first_page_says_how_many_wait(at: At, clock: Clock, alice: Player, bob: Player) -> None:
    agreed(alice, bob, clock.now)
    seen = page(at(alice).get("/"))
    assert "1 turn by correspondence waits for you." in seen.text
    assert NEXT in seen.links


def test_my_games_list_matches_by_correspondence_with_turn_and_deadline(
    at: At, clock: Clock, alice: Player, bob: Player
) -> None:
    match = agreed(alice, bob, clock.now)
    said = page(at(alice).get("/games/")).text
    assert "Classic, by correspondence against bob" in said
    assert "Turn 1: yours, until Wed 11 March, 12:00 (UTC)" in said
    end_turn(match, alice, clock.now)
    assert "Turn 1: waiting for the other" in page(at(alice).get("/games/")).text
    resign(match, alice, clock.now)
    assert "lost: resigned" in page(at(alice).get("/games/")).text


# --- notes ------------------------------------------------------------------------------------------------------------


def test_a_note_is_kept_as_it_was_written_and_read_by_its_player_alone(
    at: At, clock: Clock, alice: Player, bob: Player
) -> None:
    match = agreed(alice, bob, clock.now)
    text = "<b>Kings</b> on pile 4 & keep pile 1 short\n  always"
    answer = at(alice).post(f"/table/{match.key}/note/", {"note": text.replace("\n", "\r\n")})
    assert (answer.status_code, answer["Location"]) == (303, f"/table/{match.key}/")
    assert notes.read(seat_of(match, alice).pk) == text
    escaped = "&lt;b&gt;Kings&lt;/b&gt; on pile 4 &amp; keep pile 1 short always"
    assert escaped in page(at(alice).get("/day/")).markup
    for address in ("/day/", f"/table/{match.key}/", "/games/", "/"):
        assert "pile 4" not in page(at(bob).get(address)).markup


def test_a_note_is_written_over_and_taken_away(at: At, clock: Clock, alice: Player, bob: Player) -> None:
    match = agreed(alice, bob, clock.now)
    seat = seat_of(match, alice).pk
    for text, kept in (("one", "one"), ("two", "two"), (" \n ", ""), ("", "")):
        at(alice).post(f"/table/{match.key}/note/", {"note": text})
        assert notes.read(seat) == kept


def test_notes_can_be_taken_in_a_race_and_alone(at: At, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    solo = at(alice).post("/solo/deal/", {"layout": "classic"})["Location"]
    for address in (f"/table/{race.key}/", solo):
        assert at(alice).post(f"{address}note/", {"note": "fast"})["Location"] == address
    assert notes.read(race.one.seat_id) == "fast"
    assert notes.read(race.two.seat_id) == ""


def test_a_note_that_is_too_long_or_no_text_is_refused(at: At, alice: Player, bob: Player) -> None:
    match, longest = ByTurns.begun(alice, bob), "x" * 2000
    address, browser = f"/table/{match.key}/note/", at(alice)
    assert browser.post(address, {"note": longest}).status_code == 303
    refused = browser.post(address, {"note": longest + "x"})
    assert refused.status_code == 400
    assert "A note holds 2000 characters; this one has 2001." in refused.content.decode()
    assert browser.post(address, {"note": "a\0b"}).status_code == 400
    assert notes.read(match.one.seat_id) == longest


def test_nobody_writes_at_a_table_where_they_do_not_sit(
    at: At, clock: Clock, alice: Player, bob: Player, charlie: Player
) -> None:
    match, race = agreed(alice, bob, clock.now), Race.begun(alice, bob)
    for key in (match.key, race.key, "nothing"):
        for browser in (at(charlie), at(None)):
            assert browser.post(f"/table/{key}/note/", {"note": "hello"}).status_code == 404
    assert at(alice).get(f"/table/{match.key}/note/").status_code == 405


def test_a_long_note_is_shortened_in_the_list() -> None:
    assert notes.excerpt("word " * 100).startswith("word word")
    assert len(notes.excerpt("word " * 100)) == notes.EXCERPT
    assert notes.excerpt("short\nand sweet") == "short and sweet"
