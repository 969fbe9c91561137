"""My games and their figures: one's own, bounded, and worked out by hand."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from club.models import Player
from games import mine, play
from games.engine.rules import Rules
from games.models import Match, Seat
from games.play import SoloWish
from tests.club.browser import page
from tests.games.conftest import NOON, Clock
from tests.games.pages.played import ended_row, play_out
from tests.games.racing import Race
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

HOUR = dt.timedelta(hours=1)
At = Callable[[Player | None], Client]


def many(player: Player, games: int) -> None:
    for game in range(games):
        ended_row(player, cards=30 + game % 23, ended_at=NOON - game * HOUR)


def test_running_games_stand_before_those_that_ended(at: At, alice: Player) -> None:
    ended = play_out(alice)
    running = AtTable.solo(alice)
    running.ready()
    practice = AtTable.solo(alice, SoloWish(Rules.parse("giant-5-0"), number=7))
    practice.ready()
    links = [link for link in page(at(alice).get("/games/")).links if link.startswith("/table/")]
    assert set(links[:2]) == {f"/table/{running.key}/", f"/table/{practice.key}/"}
    assert links[2:] == [f"/table/{ended.key}/{page}" for page in ("", "summary/", "record.calc.json")]


def test_a_table_whose_board_was_never_opened_is_no_game(at: At, alice: Player) -> None:
    key = AtTable.solo(alice).key
    assert f"/table/{key}/" not in page(at(alice).get("/games/")).links


def test_practice_is_marked_and_numbered_deals_are_named(at: At, alice: Player) -> None:
    play_out(alice)
    assert "practice" not in page(at(alice).get("/games/")).text
    play_out(alice, number=4711)
    text = page(at(alice).get("/games/")).text
    assert text.count("practice") == 1
    assert "Classic, deal 4711" in text


def test_only_one_s_own_games_are_listed(at: At, alice: Player, bob: Player, guest: Player) -> None:
    key = play_out(alice).key
    for other in (bob, guest, None):
        seen = page(at(other).get("/games/"))
        assert key not in seen.markup
        assert "No game yet" in seen.text


def test_the_day_s_try_has_its_record_when_the_day_is_over(at: At, alice: Player, clock: Clock) -> None:
    table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
    table.ready()
    table.play_out()
    record = f"/table/{table.key}/record.calc.json"
    assert record not in page(at(alice).get("/games/")).links
    clock.now = dt.datetime(2026, 3, 11, 0, 0, 2, tzinfo=dt.UTC)
    assert record in page(at(alice).get("/games/")).links


@pytest.mark.parametrize("address", ["/", "/games/", "/games/statistics/"])
def test_a_day_s_try_that_nobody_ended_is_ended_by_looking(at: At, alice: Player, clock: Clock, address: str) -> None:
    table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
    table.ready()
    table.move("W1")
    clock.now = dt.datetime(2026, 3, 11, 0, 0, 1, tzinfo=dt.UTC)
    at(alice).get(address)
    assert Seat.objects.get().ended_by == ""
    clock.now += dt.timedelta(seconds=1)
    at(alice).get(address)
    assert Seat.objects.get().ended_by == "day_over"
    assert Match.objects.get().ended_at == dt.datetime(2026, 3, 11, tzinfo=dt.UTC)


def test_a_page_holds_fifty_games_and_the_next_the_rest(at: At, alice: Player) -> None:
    many(alice, 53)
    AtTable.solo(alice).ready()
    browser = at(alice)
    assert len(browser.get("/games/").context["rows"]) == 50
    second = browser.get("/games/?page=2")
    assert len(second.context["rows"]) == 3
    assert list(second.context["running"]) == []
    assert [seat.ended_at for seat, _ in second.context["rows"]] == [NOON - game * HOUR for game in (50, 51, 52)]


@pytest.mark.parametrize("wanted", ["0", "-1", "9999999999999999999999", "x", ""])
def test_a_page_that_is_not_there_is_another_page(at: At, alice: Player, wanted: str) -> None:
    many(alice, 2)
    assert at(alice).get(f"/games/?page={wanted}").status_code == 200


def test_the_figures_are_those_worked_out_by_hand(alice: Player, bob: Player) -> None:
    # Oldest first: won, near win, lost, won, won; and the row of somebody else.
    for at, (cards, points) in enumerate([(52, 30), (46, 12), (20, 3), (52, 25), (52, 20)]):
        ended_row(alice, cards=cards, direct_points=points, ended_at=NOON + at * HOUR)
    ended_row(bob, cards=52, ended_at=NOON)
    (row,) = mine.played(alice.pk, "").rows
    assert (row.name, row.share.of, row.won, row.near_wins) == ("Classic", 5, 3, 1)
    assert row.share.percent == pytest.approx(60)
    # Wilson for 3 of 5 with z = 1.96: (0.6 + 0.38416 ± 1.96·sqrt(0.048 + 0.038416)) / 1.76832.
    assert row.share.low == pytest.approx(23.07, abs=0.05)
    assert row.share.high == pytest.approx(88.24, abs=0.05)
    assert row.mean_cards == pytest.approx(44.4)
    assert row.mean_direct_points == pytest.approx(18)
    assert (row.streaks.current, row.streaks.longest) == (2, 2)


def test_each_variant_and_the_deal_of_the_day_have_rows_of_their_own(alice: Player) -> None:
    ended_row(alice, cards=52)
    ended_row(alice, cards=20)
    ended_row(alice, variant="classic-5-0")
    ended_row(alice, variant="classic-4-1")
    ended_row(alice, variant="giant-4-0", cards=95)
    for day in (7, 8, 9):
        ended_row(alice, cards=40, day=dt.date(2026, 3, day))
    rows = {row.name: row for row in mine.played(alice.pk, "").rows}
    assert {name: row.share.of for name, row in rows.items()} == {
        "Deal of the day": 3,
        "Classic": 2,
        "Easy, 5 waste piles": 1,
        "Classic, 1 redeal": 1,
        "Giant": 1,
    }
    assert rows["Classic"].won == 1
    assert rows["Giant"].near_wins == 1
    assert rows["Giant"].cards_total == 104


def test_practice_is_apart_and_in_no_share(alice: Player) -> None:
    ended_row(alice, cards=20)
    for practice in (Seat.Practice.NUMBERED, Seat.Practice.OPEN_STOCK, Seat.Practice.TOOK_BACK):
        ended_row(alice, cards=52, practice=practice)
    played = mine.played(alice.pk, "")
    assert played.practice_games == 3
    assert [(row.share.of, row.won) for row in played.rows] == [(1, 0)]


def test_a_game_counts_from_its_first_placed_card(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.resign()
    assert mine.played(alice.pk, "").rows == []
    table = AtTable.solo(alice)
    table.ready()
    table.move("W1")
    assert mine.played(alice.pk, "").rows == []
    table.resign()
    assert [row.share.of for row in mine.played(alice.pk, "").rows] == [1]


def test_the_chart_is_of_the_wanted_kind_and_of_the_last_games(alice: Player) -> None:
    many(alice, 205)
    ended_row(alice, variant="giant-4-0", cards=60)
    usual, wanted, unknown = (mine.played(alice.pk, of) for of in ("", "giant-4-0", "<script>"))
    assert len(usual.chart) == 200
    # Game g of `many` has 30 + g % 23 cards, the latest being game 0; one in 23 is won.
    assert [point.cards for point in usual.chart[-3:]] == [32, 31, 30]
    assert usual.chart[-1].running_percent == pytest.approx(100 * 8 / 205)
    assert [point.cards for point in wanted.chart] == [60]
    assert unknown.charted == usual.charted


def test_the_page_shows_share_interval_number_and_the_course_as_a_table(at: At, alice: Player) -> None:
    for cards in (52, 52, 30, 52):
        ended_row(alice, cards=cards)
    ended_row(alice, practice=Seat.Practice.NUMBERED)
    answer = at(alice).get("/games/statistics/")
    text = page(answer).text
    assert "75 %" in text
    assert "30 to 95 %" in text
    assert "Practice, apart: 1 game" in text
    assert answer.content.decode().count("<tr data-cards=") == 4


def test_without_games_the_page_says_so(at: At, alice: Player) -> None:
    for player in (alice, None):
        assert "No finished game that counts yet" in page(at(player).get("/games/statistics/")).text


@pytest.mark.parametrize(("address", "queries"), [("/", 13), ("/games/", 12), ("/games/statistics/", 8)])
def test_three_and_sixty_games_take_the_same_number_of_queries(
    at: At, alice: Player, django_assert_num_queries: DjangoAssertNumQueries, address: str, queries: int
) -> None:
    browser = at(alice)
    many(alice, 3)
    AtTable.solo(alice).ready()
    with django_assert_num_queries(queries):
        browser.get(address)
    many(alice, 57)
    for number in range(1, 5):
        AtTable.solo(alice, SoloWish(Rules.parse("classic-4-0"), number)).ready()
    with django_assert_num_queries(queries):
        browser.get(address)


def test_a_race_that_is_agreed_on_can_be_gone_to_until_it_is_called_off(
    at: At, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = Race.agreed(alice, bob)
    now = race.now
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    for address in ("/", "/games/"):
        assert "race against bob" in page(at(alice).get(address)).text
    now += dt.timedelta(seconds=62)
    for address in ("/", "/games/"):
        assert "race against bob" not in page(at(alice).get(address)).text


def test_a_race_is_listed_with_its_opponent_and_its_result(at: At, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    assert "race against bob" in page(at(alice).get("/games/")).text
    race.two.resign()
    assert "won: resigned" in page(at(alice).get("/games/")).text
    lost = page(at(bob).get("/games/")).text
    assert "race against alice" in lost
    assert "lost: resigned" in lost
