"""The page that explains authority: the formula and its examples to everybody, one's own lines to a member."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from games.models import Match, Seat
from tests.games.conftest import NOON
from tests.games.racing import Race
from tests.games.talking import thank
from tests.games.test_standing import played, series_of

pytestmark = pytest.mark.django_db(transaction=True)
At = Callable[[Player | None], Client]
PAGE = "/people/authority/"
DAY = dt.timedelta(days=1)
WON, DECIDED, LEFT, RESIGNED, TIME = (
    Seat.EndedBy.WON,
    Seat.EndedBy.DECIDED,
    Seat.EndedBy.LEFT,
    Seat.EndedBy.RESIGNED,
    Seat.EndedBy.TIME,
)


def text_of(browser: Client, address: str = PAGE) -> str:
    """The page's words, with single spaces and without marks."""
    answer = browser.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode().split("<main")[1].split("</main")[0]))


def rows_of(browser: Client, address: str = PAGE) -> list[list[str]]:
    """The cells of each line, from the top."""
    body = browser.get(address).content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    body = re.sub(r"<small>.*?</small>", "", body, flags=re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in body.split("</tr>")[:-1]
    ]


@pytest.mark.parametrize("who", ["anonymous", "guest", "member"])
def test_everybody_reads_the_formula_and_the_three_examples(
    at: At, everybody: dict[str, Player | None], who: str
) -> None:
    text = text_of(at(everybody[who]))
    for part in ("+ 7.5", "+ 10", "90 times reliability plus regard", "67.5", "86.25", "96", "79.8", "rounded 80"):
        assert part in text


def test_only_members_have_a_number_there(at: At, guest: Player, alice: Player) -> None:
    assert "This is your authority" not in text_of(at(guest))
    assert "This is your authority" not in text_of(at(None))
    assert "68 This is your authority. Others see “new” until five" in text_of(at(alice))


def test_both_parts_are_shown_with_their_sums(at: At, alice: Player, bob: Player) -> None:
    for days in range(5):
        other = Player.objects.create_user(f"rival {days}")
        played(alice, other, ended_at=NOON - days * DAY)
    played(alice, bob, (LEFT, DECIDED))
    race = Race.begun(alice, bob, now=NOON - DAY)
    race.one.play_out()
    race.two.resign()
    thank(race.two)
    text = text_of(at(alice))
    # Six kept, one left: 90 × 13.5 ÷ 17 = 71.47, and 2 points for one who thanked.
    assert "(6 kept + 7.5) ÷ (7 in all + 10), times 90: 71.5" in text
    assert "thanked by 1 member in a year: 2.0" in text
    assert "73 This is your authority." in text
    assert "new" not in text.split("How it is counted")[0]


def test_the_matches_that_lowered_it_come_first_then_the_newest(
    at: At, alice: Player, bob: Player, charlie: Player
) -> None:
    played(alice, bob, ended_at=NOON - 3 * DAY)
    played(alice, bob, ended_at=NOON - 2 * DAY)
    late = played(alice, charlie, (TIME, DECIDED), mode=Match.Mode.CORRESPONDENCE, ended_at=NOON - 9 * DAY)
    played(alice, charlie, (TIME, DECIDED), mode=Match.Mode.CORRESPONDENCE, ended_at=NOON - 9 * DAY + DAY / 2)
    played(alice, bob, (RESIGNED, DECIDED), placed=2, ended_at=NOON - DAY)
    series_of(alice, charlie, (LEFT, DECIDED), (WON, DECIDED), ended_at=NOON - 8 * DAY)
    assert rows_of(at(alice)) == [
        ["charlie", "1", "Away for too long."],
        ["charlie", "1", "Lost on time."],
        ["bob", "0", "Resigned soon after the start: not counted."],
        ["bob", "0", "Kept, and so was another match against the same player in the 30 days before: adds nothing."],
        ["bob", "1", "Kept."],
        ["charlie", "0", "Lost on time within 24 hours of another match: counted as one with it."],
    ]
    assert f'href="/table/{late.key}/"' in at(alice).get(PAGE).content.decode()


def test_a_void_match_is_not_among_them(at: At, alice: Player, bob: Player) -> None:
    played(alice, bob, (LEFT, DECIDED))
    Match.objects.update(voided_at=NOON)
    assert rows_of(at(alice)) == []
    assert "None yet" in text_of(at(alice))


def test_long_histories_go_over_several_pages(at: At, alice: Player, bob: Player) -> None:
    for hours in range(101):
        played(alice, bob, ended_at=NOON - hours * dt.timedelta(hours=1))
    assert len(rows_of(at(alice))) == 100
    assert len(rows_of(at(alice), PAGE + "?page=2")) == 1
    assert len(rows_of(at(alice), PAGE + "?page=nonsense")) == 100


def test_an_opponent_who_has_left_is_nameless_there(at: At, alice: Player, bob: Player) -> None:
    played(alice, bob)
    bob.bear(None)
    bob.left_at, bob.is_active = NOON, False
    bob.save()
    assert rows_of(at(alice))[0][0] == f"Former member {bob.pk}"
