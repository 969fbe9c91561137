"""The deal of the day, rule by rule: one try, nothing of others before 24:00 UTC, then table, seed and practice."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from club.models import Player
from games import deals, play
from games.engine.deal import commitment
from games.models import Deal, Match, Seat
from tests.club.browser import page
from tests.games.conftest import NOON, Clock
from tests.games.pages.played import day_of, ended_row
from tests.games.table import AtTable, choice

pytestmark = pytest.mark.django_db(transaction=True)

TODAY = NOON.date()
YESTERDAY = TODAY - dt.timedelta(days=1)
TOMORROW = TODAY + dt.timedelta(days=1)
MIDNIGHT = dt.datetime(2026, 3, 11, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)
At = Callable[[Player | None], Client]


def try_today(player: Player, cards: int = 3) -> AtTable:
    """So many cards placed today."""
    table = AtTable(player, play.open_day(player, TODAY, NOON))
    table.ready()
    for _ in range(cards):
        table.move(choice(table.look()))
    return table


def test_the_commitments_of_today_and_tomorrow_are_shown(client: Client) -> None:
    text = page(client.get("/daily/")).text
    for day in (TODAY, TOMORROW):
        deal = Deal.objects.get(day=day)
        assert deal.commitment in text
        assert deal.commitment == commitment(bytes(deal.secret))


def test_the_commitment_of_the_day_before_still_stands_on_the_day(client: Client, clock: Clock) -> None:
    client.get("/daily/")
    told = Deal.objects.get(day=TOMORROW).commitment
    clock.now += dt.timedelta(days=1)
    assert told in page(client.get("/daily/")).text
    assert Deal.objects.get(day=TOMORROW).commitment == told


def test_no_seed_of_an_open_day_is_on_the_page(at: At, alice: Player) -> None:
    try_today(alice)
    text = at(alice).get("/daily/").content.decode()
    assert Deal.objects.count() == 2
    assert all(bytes(deal.secret).hex() not in text for deal in Deal.objects.all())


def test_a_member_has_one_try(at: At, alice: Player) -> None:
    browser = at(alice)
    first = browser.post("/daily/play/", {"day": TODAY.isoformat()})
    assert first.status_code == 303
    assert browser.post("/daily/play/", {"day": TODAY.isoformat()})["Location"] == first["Location"]
    table = AtTable(alice, Match.objects.get())
    table.ready()
    table.resign()
    assert browser.post("/daily/play/", {"day": TODAY.isoformat()})["Location"] == first["Location"]
    assert Seat.objects.get().practice == ""


def test_the_page_says_begin_then_go_on_then_how_it_went(at: At, alice: Player) -> None:
    browser = at(alice)
    assert "Begin your try" in page(browser.get("/daily/")).text
    table = try_today(alice)
    assert "Go on with your try" in page(browser.get("/daily/")).text
    table.play_out()
    cards = Seat.objects.get().foundation_cards
    seen = page(browser.get("/daily/"))
    assert f"{cards} cards on the foundations" in seen.text
    assert "your try" not in seen.text
    assert f"/table/{table.key}/" in seen.links


def test_the_first_page_tells_of_one_s_own_try(at: At, alice: Player, bob: Player) -> None:
    try_today(alice).resign()
    assert "Your try:" in page(at(alice).get("/")).text
    assert "Your try:" not in page(at(bob).get("/")).text


def test_the_time_left_is_told_and_its_end_is_an_instant_in_utc(client: Client, clock: Clock) -> None:
    clock.now = MIDNIGHT - dt.timedelta(hours=2, minutes=5)
    answer = client.get("/daily/")
    assert "2 hours, 5 minutes left" in page(answer).text.replace("\xa0", " ")
    assert 'datetime="2026-03-11T00:00:00+00:00"' in answer.content.decode()


@pytest.mark.parametrize("address", ["/daily/", "/", "/daily/calendar/", "/daily/2026-03-10/", "/games/"])
def test_nothing_of_others_shows_before_the_day_is_over(
    at: At, everybody: dict[str, Player | None], bob: Player, clock: Clock, address: str
) -> None:
    browser = at(everybody["stranger"])
    before = what_stays(browser.get(address, follow=True).content)
    try_today(Player.objects.get(name="alice")).play_out()
    try_today(bob)
    clock.now = MIDNIGHT - SECOND
    assert what_stays(browser.get(address, follow=True).content) == before


def what_stays(content: bytes) -> str:
    """The page without what differs by itself: the form's tokens and the time left."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", content.decode())
    return re.sub(r">[^<>]* left</time>", "></time>", text)


def test_guests_and_today_s_members_are_told_and_offered_yesterday_s(at: At, guest: Player, clock: Clock) -> None:
    day_of(YESTERDAY)
    fresh = Player.objects.create_user("dora")
    fresh.joined_at = NOON.replace(hour=0)
    fresh.save()
    for player in (None, guest, fresh):
        browser = at(player)
        seen = page(browser.get("/daily/"))
        assert "members who joined before today" in seen.text
        assert "Yesterday's is open to you now" in seen.text
        assert "Begin your try" not in seen.text
        answer = browser.post("/daily/play/", {"day": TODAY.isoformat()}, follow=True)
        assert answer.redirect_chain == [("/daily/", 303)]
        assert "Yesterday's is open to you" in page(answer).text
    assert not Match.objects.exists()
    assert Player.objects.count() == 2
    clock.now = MIDNIGHT
    assert "Begin your try" in page(at(fresh).get("/daily/")).text


def test_who_joined_a_second_before_the_day_may_play_it(at: At) -> None:
    member = Player.objects.create_user("dora")
    member.joined_at = NOON.replace(hour=0) - SECOND
    member.save()
    assert at(member).post("/daily/play/", {"day": TODAY.isoformat()}).status_code == 303
    assert Seat.objects.get().day == TODAY


@pytest.mark.parametrize("who", ["anonymous", "guest", "member"])
def test_a_past_day_is_practice_for_everybody(at: At, everybody: dict[str, Player | None], who: str) -> None:
    deal = day_of(YESTERDAY)
    browser = at(everybody[who])
    first = browser.post("/daily/play/", {"day": YESTERDAY.isoformat()})
    seat = Seat.objects.get()
    assert first["Location"] == f"/table/{seat.match.key}/"
    assert (seat.practice, seat.day, seat.match.deal) == ("past-day", None, deal)
    assert browser.post("/daily/play/", {"day": YESTERDAY.isoformat()})["Location"] == first["Location"]


@pytest.mark.parametrize("day", ["2026-03-11", "2026-03-01", "9999-12-31", "0001-01-01"])
def test_a_day_without_an_open_deal_makes_nothing(client: Client, day: str) -> None:
    answer = client.post("/daily/play/", {"day": day}, follow=True)
    assert answer.redirect_chain == [("/daily/", 303)]
    assert "There is no deal of that day" in page(answer).text
    assert not Player.objects.exists()


@pytest.mark.parametrize("day", ["", "today", "2026-02-30", "20260309", "2026-W10-1", "2026-3-9", "2026-03-09\x00"])
def test_what_is_no_day_is_refused(client: Client, day: str) -> None:
    assert client.post("/daily/play/", {"day": day}).status_code == 400
    assert client.post("/daily/play/", {}).status_code == 400
    assert not Player.objects.exists()


@pytest.mark.parametrize("after", [-1, 0, 1, 2])
def test_a_day_opens_when_it_is_judged_and_not_before(client: Client, alice: Player, clock: Clock, after: int) -> None:
    try_today(alice).play_out()
    clock.now = MIDNIGHT + after * SECOND
    answer = client.get("/daily/2026-03-10/")
    seed = bytes(Deal.objects.get(day=TODAY).secret).hex()
    if after == -1:
        assert answer.status_code == 302
        assert answer["Location"] == "/daily/"
    else:
        assert answer.status_code == (200 if after == 2 else 404)
    assert (seed in answer.content.decode()) == (after == 2)
    assert ("alice" in answer.content.decode()) == (after == 2)


def test_a_try_not_finished_stands_in_the_table_without_any_sweep(client: Client, alice: Player, clock: Clock) -> None:
    try_today(alice, cards=5)
    cards = Seat.objects.get().foundation_cards
    clock.now = MIDNIGHT + 2 * SECOND
    assert "alice" in page(client.get("/daily/2026-03-10/")).text
    seat = Seat.objects.get()
    assert (seat.ended_by, seat.foundation_cards, seat.ended_at) == ("day_over", cards, MIDNIGHT)


def test_who_placed_no_card_is_not_in_the_table(client: Client, alice: Player, clock: Clock) -> None:
    try_today(alice, cards=0)
    clock.now = MIDNIGHT + 2 * SECOND
    assert "alice" not in page(client.get("/daily/2026-03-10/")).text


def test_the_seed_of_a_past_day_proves_its_commitment(client: Client, clock: Clock) -> None:
    client.get("/daily/")
    clock.now = MIDNIGHT + 2 * SECOND
    text = page(client.get("/daily/2026-03-10/")).text
    deal = Deal.objects.get(day=TODAY)
    assert bytes(deal.seed or b"").hex() in text
    assert deal.commitment in text
    assert commitment(bytes(deal.seed or b"")) == deal.commitment


def rows_of(client: Client, address: str) -> list[tuple[int, str]]:
    return [(place, seat.player.name or "") for place, seat in client.get(address).context["rows"]]


def members(number: int) -> list[Player]:
    return [Player.objects.create_user(f"m{at:03}") for at in range(number)]


def test_the_table_ranks_won_then_cards_then_direct_points_and_equals_share_a_place(client: Client) -> None:
    a, b, c, d, e = members(5)
    ended_row(a, cards=40, direct_points=20, day=YESTERDAY)
    ended_row(b, cards=52, direct_points=5, day=YESTERDAY)
    ended_row(c, cards=40, direct_points=21, day=YESTERDAY)
    ended_row(d, cards=52, direct_points=5, day=YESTERDAY)
    ended_row(e, cards=41, direct_points=0, day=YESTERDAY)
    expected = [(1, "m001"), (1, "m003"), (3, "m004"), (4, "m002"), (5, "m000")]
    assert rows_of(client, "/daily/2026-03-09/") == expected
    assert rows_of(client, "/daily/") == expected


def test_practice_of_a_day_is_not_in_its_table(client: Client, alice: Player) -> None:
    ended_row(alice, day=YESTERDAY, practice=Seat.Practice.PAST_DAY)
    assert rows_of(client, "/daily/2026-03-09/") == []


def test_a_long_table_goes_on_with_the_place_where_the_page_before_it_ended(client: Client) -> None:
    for at, member in enumerate(members(203)):
        # The 99th to the 102nd are equal, and so are the 201st and those after it.
        ended_row(member, cards=44, direct_points=30 - (at // 10 if at < 98 else 20 if at < 102 else 21), day=YESTERDAY)
    first, second, third = (rows_of(client, f"/daily/2026-03-09/?page={number}") for number in (1, 2, 3))
    assert [len(first), len(second), len(third)] == [100, 100, 3]
    assert [place for place, _ in first[-3:]] == [91, 99, 99]
    assert [place for place, _ in second[:4]] == [99, 99, 103, 103]
    assert [place for place, _ in third] == [103, 103, 103]


def test_the_places_of_a_later_page_count_winners_before_all_others(client: Client) -> None:
    for at, member in enumerate(members(102)):
        ended_row(member, cards=52 if at < 100 else 50, direct_points=1 if at < 100 else 40, day=YESTERDAY)
    assert [place for place, _ in rows_of(client, "/daily/2026-03-09/?page=2")] == [101, 101]


def test_one_s_own_row_is_marked(at: At, alice: Player, bob: Player) -> None:
    ended_row(alice, day=YESTERDAY)
    ended_row(bob, day=YESTERDAY)
    assert at(alice).get("/daily/2026-03-09/").content.decode().count('class="own"') == 1


@pytest.mark.parametrize("day", ["2026-03-11", "2026-03-01", "2026-02-30", "0000-00-00"])
def test_a_day_that_has_no_table_is_not_there(client: Client, day: str) -> None:
    client.get("/daily/")
    assert client.get(f"/daily/{day}/").status_code == 404


def test_the_day_s_pages_ask_the_same_number_of_questions_for_three_and_for_sixty_tries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    people = members(60)
    for member in people[:3]:
        ended_row(member, day=YESTERDAY)
    for day in (TODAY, TOMORROW):
        deals.daily_deal(day, NOON)
    counted = {"/daily/": 5, "/daily/2026-03-09/": 8}
    for address, queries in counted.items():
        with django_assert_num_queries(queries):
            client.get(address)
    for member in people[3:]:
        ended_row(member, day=YESTERDAY)
    for address, queries in counted.items():
        with django_assert_num_queries(queries):
            client.get(address)
