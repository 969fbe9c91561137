"""The table's page by correspondence, and both boards at the end of each closed turn."""

from collections.abc import Callable

import orjson
import pytest
from django.test import Client

from club.models import Player
from games.models import Match, Seat
from games.play import TurnsWish
from games.views import TurnEndView
from tests.games.conftest import Clock
from tests.games.turning import CLASSIC, DAY, SECOND, ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]


@pytest.fixture
def match(alice: Player, bob: Player) -> ByTurns:
    """Classic in six turns of eight cards, without a spare day."""
    return ByTurns.begun(alice, bob, TurnsWish(CLASSIC, 8, spare_days=0))


def address(match: ByTurns, number: int | str) -> str:
    return f"/table/{match.key}/turns/{number}/"


def fetch(browser: Client, match: ByTurns, number: int) -> bytes:
    answer = browser.get(address(match, number))
    assert answer.status_code == 200
    return answer.content


def there_is_none(browser: Client, match: ByTurns, number: int | str) -> bool:
    return browser.get(address(match, number)).status_code == 404


def stock_left(content: bytes) -> list[int]:
    return [board["stock_left"] for board in orjson.loads(content)["boards"]]


def test_the_page_is_the_two_players_alone(
    at: At, alice: Player, charlie: Player, guest: Player, match: ByTurns
) -> None:
    page = at(alice).get(f"/table/{match.key}/")
    assert page.status_code == 200
    assert 'data-mode="correspondence"' in page.content.decode()
    for other in (charlie, guest, None):
        assert at(other).get(f"/table/{match.key}/").status_code == 404


def test_a_page_names_the_zone_that_its_player_has_set(at: At, alice: Player, bob: Player, match: ByTurns) -> None:
    Player.objects.filter(pk=alice.pk).update(time_zone="Asia/Kolkata")
    assert 'data-zone="Asia/Kolkata"' in at(alice).get(f"/table/{match.key}/").content.decode()
    assert "data-zone" not in at(bob).get(f"/table/{match.key}/").content.decode()


def test_the_page_holds_ones_own_note_and_never_the_others(at: At, alice: Player, bob: Player, match: ByTurns) -> None:
    assert (
        at(alice).post(f"/table/{match.key}/note/", {"note": "keep pile 4 for kings"})["Location"]
        == f"/table/{match.key}/"
    )
    assert "keep pile 4 for kings" in at(alice).get(f"/table/{match.key}/").content.decode()
    assert "kings" not in at(bob).get(f"/table/{match.key}/").content.decode()


def test_a_closed_turn_shows_both_boards_to_both_players(at: At, alice: Player, bob: Player, match: ByTurns) -> None:
    match.one.play_turn()
    match.two.hold_turn_back()
    content = fetch(at(alice), match, 1)
    assert content == fetch(at(bob), match, 1)
    shown = orjson.loads(content)
    assert set(shown) == set(TurnEndView.__dataclass_fields__)
    assert shown["turn"] == 1
    assert [line["seat"] for line in shown["lines"]] == [1, 2]
    # The browser keeps it for good, and names may change and go.
    assert "alice" not in str(shown)
    assert stock_left(content) == [40, 40]
    # Nobody has seen the next card by then.
    assert [board["turned"] for board in shown["boards"]] == [None, None]
    assert shown["lines"][1]["cards"] == 4
    assert shown["lines"][0]["cards"] == match.one.stored().foundation_cards


def test_a_turn_is_shown_to_nobody_before_both_have_ended_it(
    at: At, alice: Player, bob: Player, match: ByTurns
) -> None:
    assert there_is_none(at(alice), match, 1)
    match.one.play_turn()
    for player in (alice, bob):
        assert there_is_none(at(player), match, 1)
    match.two.play_turn()
    for player in (alice, bob):
        assert not there_is_none(at(player), match, 1)
        assert there_is_none(at(player), match, 2)


def test_what_a_turn_ended_with_never_changes(at: At, alice: Player, match: ByTurns) -> None:
    match.play_turn()
    before = fetch(at(alice), match, 1)
    match.one.place_all()
    match.two.hold_turn_back()
    assert fetch(at(alice), match, 1) == before
    match.play_to_end()
    assert fetch(at(alice), match, 1) == before


def test_a_browser_may_keep_it_for_good_and_nobody_between(at: At, alice: Player, match: ByTurns) -> None:
    match.play_turn()
    answer = at(alice).get(address(match, 1))
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert "Cookie" in answer["Vary"]


def test_an_ended_match_shows_its_last_turn_whoever_ended_it(
    at: At, alice: Player, match: ByTurns, clock: Clock
) -> None:
    match.play_turn()
    match.one.play_turn()
    # Nobody but this page looks at the match after its deadline.
    clock.now = match.deadline_of(match.two) + 3 * SECOND
    assert stock_left(fetch(at(alice), match, 2)) == [32, 40]
    assert match.match().phase == Match.Phase.ENDED
    assert there_is_none(at(alice), match, 3)


@pytest.mark.parametrize("number", ["0", "7", "99999999999999999999", "-1", "x"])
def test_there_is_no_other_turn(at: At, alice: Player, match: ByTurns, number: str) -> None:
    match.play_turn()
    assert there_is_none(at(alice), match, number)


def test_nobody_else_sees_a_closed_turn(at: At, charlie: Player, guest: Player, match: ByTurns) -> None:
    match.play_turn()
    for other in (charlie, guest, None):
        assert there_is_none(at(other), match, 1)


def test_it_rejects_post(at: At, alice: Player, match: ByTurns) -> None:
    match.play_turn()
    assert at(alice).post(address(match, 1)).status_code == 405


def test_a_game_played_otherwise_has_no_turns(at: At, alice: Player, match: ByTurns) -> None:
    alone = at(alice).post("/solo/deal/", {"layout": "classic", "waste_piles": 4, "redeals": 0})["Location"]
    assert at(alice).get(f"{alone}turns/1/").status_code == 404


def test_an_ended_board_is_played_on_and_dealt_again_as_practice(
    at: At, alice: Player, match: ByTurns, clock: Clock
) -> None:
    match.two.play_turn()
    assert at(alice).post(f"/table/{match.key}/play-on/")["Location"] == "/games/"
    clock.now = match.now + DAY + 3 * SECOND
    # What the table says of the end of its own accord.
    match.wait_until(clock.now)
    assert match.two.look().phase == "ended"
    on = at(alice).post(f"/table/{match.key}/play-on/")["Location"]
    again = at(alice).post(f"/table/{match.key}/again/")["Location"]
    begun = Seat.objects.filter(player=alice, mode="solo").values_list("match__key", "practice").order_by("pk")
    assert [(f"/table/{key}/", practice) for key, practice in begun] == [
        (on, Seat.Practice.PLAYED_ON),
        (again, Seat.Practice.SAME_DEAL),
    ]
