"""The lobby and challenges as pages: who may look, who may answer, and that many requests never make two matches."""

import datetime as dt
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.test import Client

from club.models import Player
from games.models import Match, Offer, Seat
from games.play import live_race_of
from tests.club.browser import page
from tests.games.conftest import Clock
from tests.games.offering import keep
from tests.games.racing import Race

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]
WISH = {"layout": "classic", "waste_piles": "4", "redeals": "0", "minutes": "5", "best_of": "", "watchable": "on"}
LINK = WISH | {"by": "link"}
SECOND = dt.timedelta(seconds=1)


def link_of(maker: Client) -> str:
    """The address of a new challenge by link."""
    address: str = maker.post("/race/challenge/", LINK)["Location"]
    return address


def press_together(presses: list[tuple[Client, str, dict[str, str]]]) -> list[str]:
    """Forms sent at the same instant, each from a thread of its own; where each is led to."""
    barrier = threading.Barrier(len(presses))

    def press(browser: Client, address: str, form: dict[str, str]) -> str:
        barrier.wait(10)
        try:
            location: str = browser.post(address, form)["Location"]
        finally:
            connections.close_all()
        return location

    with ThreadPoolExecutor(len(presses)) as threads:
        return list(threads.map(lambda one: press(*one), presses))


def is_searching(browser: Client) -> bool:
    """Whether the lobby shows the search, and not the form."""
    markup = page(browser.get("/race/")).markup
    hidden = {part for part in ("search", "wish") if f"data-{part} hidden" in markup}
    assert len(hidden) == 1
    return hidden == {"wish"}


# --- looking ----------------------------------------------------------------------------------------------------------


def test_looking_makes_nobody_a_guest(at: At, client: Client, alice: Player) -> None:
    at(alice).post("/race/offer/", WISH)
    link = link_of(at(alice))
    for address in ("/race/", link):
        assert client.get(address).status_code == 200
    assert list(Player.objects.all()) == [alice]


def test_who_waits_and_who_races_is_on_the_page(
    at: At, client: Client, alice: Player, bob: Player, guest: Player
) -> None:
    at(alice).post("/race/offer/", WISH | {"layout": "giant", "best_of": "3"})
    race = Race.begun(bob, guest)
    seen = page(client.get("/race/"))
    assert "Giant · 5 minutes · best of 3" in seen.text
    assert ("post", f"/race/o/{Offer.objects.get().key}/accept/") in seen.forms
    assert f"/table/{race.key}/" in seen.links


def test_a_race_that_is_not_to_be_watched_is_not_on_the_page(
    at: At, client: Client, alice: Player, bob: Player
) -> None:
    at(alice).post("/race/offer/", {name: value for name, value in WISH.items() if name != "watchable"})
    at(bob).post("/race/offer/", WISH)
    assert Match.objects.get().key not in client.get("/race/").content.decode()


@pytest.mark.parametrize("address", ["/race/", "/"])
def test_a_challenge_can_be_answered_by_whom_it_is_made_to(
    at: At, alice: Player, bob: Player, charlie: Player, address: str
) -> None:
    at(alice).post("/race/challenge/", WISH | {"name": "bob"})
    key = Offer.objects.get().key
    answers = {("post", f"/race/o/{key}/accept/"), ("post", f"/race/o/{key}/decline/")}
    assert answers <= set(page(at(bob).get(address)).forms)
    assert key not in page(at(charlie).get(address)).markup


def test_no_page_holds_a_script_or_a_style_of_its_own(at: At, alice: Player, bob: Player) -> None:
    at(alice).post("/race/offer/", WISH)
    link = link_of(at(alice))
    for browser, address in ((at(alice), "/race/"), (at(alice), link), (at(bob), link), (at(None), "/race/")):
        assert page(browser.get(address)).inline == []


def test_the_form_remembers_what_was_asked_for_last(at: At, alice: Player) -> None:
    browser = at(alice)
    browser.post("/race/offer/", WISH | {"layout": "reverse", "minutes": "10"})
    browser.post(f"/race/o/{Offer.objects.get().key}/withdraw/")
    markup = page(browser.get("/race/")).markup
    for chosen in ('name="layout" value="reverse" checked', 'name="minutes" value="10" checked'):
        assert chosen in markup


def test_the_form_offers_no_more_authority_than_ones_own(at: At, alice: Player, bob: Player) -> None:
    keep(alice, 6)
    markup = page(at(alice).get("/race/")).markup
    assert '<option value="75">' in markup
    assert '<option value="80">' not in markup
    assert "least_authority" not in page(at(bob).get("/race/")).markup


# --- race anyone ------------------------------------------------------------------------------------------------------


def test_a_newcomer_becomes_a_guest_by_racing_anyone(client: Client) -> None:
    answer = client.post("/race/offer/", WISH)
    assert (answer.status_code, answer["Location"]) == (303, "/race/")
    assert Offer.objects.get().player.is_guest
    assert is_searching(client)


def test_the_second_lands_at_the_table_and_the_first_finds_the_way(at: At, alice: Player, bob: Player) -> None:
    at(alice).post("/race/offer/", WISH)
    answer = at(bob).post("/race/offer/", WISH)
    table = f"/table/{Match.objects.get().key}/"
    assert answer["Location"] == table
    assert at(alice).get("/race/")["Location"] == table


def test_a_race_that_has_begun_is_gone_back_to_by_a_link(at: At, alice: Player, bob: Player) -> None:
    race = Race.begun(alice, bob)
    assert f"/table/{race.key}/" in page(at(alice).get("/race/")).links
    assert "data-back hidden" not in page(at(alice).get("/race/")).markup
    race.one.resign()
    assert "data-back hidden" in page(at(alice).get("/race/")).markup


def test_one_form_pressed_in_many_tabs_at_once_makes_one_offer(at: At, alice: Player) -> None:
    press_together([(at(alice), "/race/offer/", WISH) for _ in range(6)])
    assert Offer.objects.get().closed_at is None


def test_many_who_press_at_once_again_and_again_are_paired_two_by_two(at: At) -> None:
    players = [Player.objects.create_guest() for _ in range(6)]
    for _ in range(2):
        press_together([(at(player), "/race/offer/", WISH) for player in players * 2])
    assert Match.objects.count() == 3
    assert sorted(Seat.objects.values_list("player_id", flat=True)) == sorted(player.pk for player in players)


def test_a_search_is_stopped(at: At, alice: Player, bob: Player) -> None:
    browser = at(alice)
    browser.post("/race/offer/", WISH)
    browser.post(f"/race/o/{Offer.objects.get().key}/withdraw/")
    assert not is_searching(browser)
    assert at(bob).post("/race/offer/", WISH)["Location"] == "/race/"


def test_a_name_in_the_form_is_not_raced_over(at: At, alice: Player, bob: Player) -> None:
    answer = at(alice).post("/race/offer/", WISH | {"name": "bob"}, follow=True)
    assert "There is a name in the form" in page(answer).text
    assert not Offer.objects.exists()


def test_a_guest_is_told_that_authority_cannot_be_asked_for_and_is_not_made_for_it(client: Client) -> None:
    answer = client.post("/race/offer/", WISH | {"least_authority": "50"}, follow=True)
    assert "authority" in page(answer).text
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"layout": "clasic"}, "variant"),
        ({"layout": ""}, "variant"),
        ({"waste_piles": "9"}, "3 to 8"),
        ({"redeals": "x"}, "0 to 2"),
        ({"minutes": "4"}, "3, 5 or 10"),
        ({"minutes": "-5"}, "3, 5 or 10"),
        ({"minutes": "٥"}, "3, 5 or 10"),
        ({"best_of": "2"}, "best of 3 or 5"),
        ({"best_of": "9" * 5000}, "best of 3 or 5"),
        ({"least_authority": "101"}, "from 1 to 100"),
        ({"least_authority": "0"}, "from 1 to 100"),
        ({"least_authority": "x"}, "from 1 to 100"),
    ],
)
def test_a_form_that_cannot_be_read_is_told_what_is_wrong_and_makes_nothing(
    client: Client, wrong: dict[str, str], said: str
) -> None:
    answer = client.post("/race/offer/", WISH | wrong)
    assert answer.status_code == 400
    assert said in page(answer).text
    assert not Player.objects.exists()


@pytest.mark.parametrize("address", ["/race/offer/", "/race/challenge/", "/race/o/abc/accept/", "/race/o/abc/decline/"])
def test_what_changes_something_is_never_got(client: Client, address: str) -> None:
    assert client.get(address).status_code == 405


# --- by link ----------------------------------------------------------------------------------------------------------


def test_a_link_is_made_with_its_code_and_accepted_by_somebody_without_an_account(
    at: At, client: Client, alice: Player
) -> None:
    link = link_of(at(alice))
    made = page(at(alice).get(link))
    assert f"http://testserver{link}" in made.markup
    assert "<svg" in made.markup
    asked = page(client.get(link))
    assert "alice challenges you to a race" in asked.text
    assert "Classic · 5 minutes" in asked.text
    answer = client.post(f"{link}accept/")
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"/table/{match.key}/")
    assert {seat.player.is_guest for seat in match.seats.all()} == {False, True}
    for browser in (client, at(alice)):
        assert browser.get(link)["Location"] == f"/table/{match.key}/"


def test_a_third_person_is_told_that_it_is_taken_and_becomes_no_guest(
    at: At, client: Client, alice: Player, bob: Player
) -> None:
    link = link_of(at(alice))
    at(bob).post(f"{link}accept/")
    assert "This challenge is taken" in page(client.get(link)).text
    assert "This challenge is taken" in page(client.post(f"{link}accept/", follow=True)).text
    assert list(Player.objects.order_by("pk")) == [alice, bob]
    assert Match.objects.count() == 1


def test_one_link_pressed_by_many_at_once_makes_one_match(at: At, alice: Player) -> None:
    link = link_of(at(alice))
    players = [Player.objects.create_guest() for _ in range(4)]
    press_together([(at(player), f"{link}accept/", {}) for player in players * 2])
    assert Match.objects.count() == 1
    assert Seat.objects.count() == 2
    assert Seat.objects.get(place=1).player == alice


def test_one_person_accepting_in_two_tabs_gets_one_seat(at: At, alice: Player, bob: Player) -> None:
    link = link_of(at(alice))
    answers = press_together([(at(bob), f"{link}accept/", {}) for _ in range(4)])
    assert set(answers) == {f"/table/{Match.objects.get().key}/"}


def test_a_link_is_over_after_a_day(at: At, client: Client, alice: Player, clock: Clock) -> None:
    link = link_of(at(alice))
    clock.now += dt.timedelta(hours=24) - SECOND
    assert "challenges you" in page(client.get(link)).text
    clock.now += SECOND
    assert "This challenge is closed" in page(client.get(link)).text
    assert "This challenge is closed" in page(client.post(f"{link}accept/", follow=True)).text
    assert not Match.objects.exists()


def test_a_link_that_was_withdrawn_is_closed(at: At, client: Client, alice: Player) -> None:
    link = link_of(at(alice))
    assert at(alice).post(f"{link}withdraw/")["Location"] == "/race/"
    assert "This challenge is closed" in page(client.get(link)).text


def test_nobody_but_its_maker_withdraws_it(at: At, client: Client, alice: Player, bob: Player) -> None:
    link = link_of(at(alice))
    assert client.post(f"{link}withdraw/").status_code == 404
    at(bob).post(f"{link}withdraw/")
    at(bob).post(f"{link}decline/")
    assert Offer.objects.get().closed_at is None


def test_its_maker_cannot_accept_it(at: At, alice: Player) -> None:
    link = link_of(at(alice))
    assert "against yourself" in page(at(alice).post(f"{link}accept/", follow=True)).text
    assert not Match.objects.exists()


def test_while_its_maker_races_a_link_says_so_and_lives_on(at: At, client: Client, alice: Player, bob: Player) -> None:
    link = link_of(at(alice))
    Race.begun(alice, bob)
    answer = client.post(f"{link}accept/", follow=True)
    assert "in a race just now" in page(answer).text
    assert ("post", f"{link}accept/") in page(answer).forms


def test_an_unknown_key_is_no_page(client: Client) -> None:
    assert client.get("/race/o/nothing/").status_code == 404
    assert client.post("/race/o/nothing/accept/").status_code == 404
    assert not Player.objects.exists()


# --- by name ----------------------------------------------------------------------------------------------------------


def test_a_challenge_by_name_is_accepted(at: At, alice: Player, bob: Player) -> None:
    answer = at(alice).post("/race/challenge/", WISH | {"name": "BOB"}, follow=True)
    assert "bob is asked" in page(answer).text
    key = Offer.objects.get().key
    assert "alice challenges you" in page(at(bob).get(f"/race/o/{key}/")).text
    at(bob).post(f"/race/o/{key}/accept/")
    assert live_race_of(alice.pk) == live_race_of(bob.pk) == Match.objects.get()


def test_a_challenge_to_somebody_is_no_page_for_others(
    at: At, client: Client, alice: Player, bob: Player, charlie: Player
) -> None:
    at(alice).post("/race/challenge/", WISH | {"name": "bob"})
    address = f"/race/o/{Offer.objects.get().key}/"
    for browser in (client, at(charlie)):
        assert browser.get(address).status_code == 404
        assert browser.post(f"{address}accept/").status_code == 404
    assert not Match.objects.exists()


@pytest.mark.parametrize("name", ["nobody here", "", " ", "x" * 5000, "guest"])
def test_a_name_that_nobody_has_is_told_calmly_and_makes_no_guest(client: Client, bob: Player, name: str) -> None:
    answer = client.post("/race/challenge/", WISH | {"name": name}, follow=True)
    assert "No member of the club has that name." in page(answer).text
    assert list(Player.objects.all()) == [bob]


def test_challenging_oneself_is_told_calmly(at: At, alice: Player) -> None:
    answer = at(alice).post("/race/challenge/", WISH | {"name": "Alice"}, follow=True)
    assert "against yourself" in page(answer).text


def test_crossed_challenges_at_the_same_instant_make_one_match(at: At, alice: Player, bob: Player) -> None:
    challenges = [
        (at(alice), "/race/challenge/", WISH | {"name": "bob"}),
        (at(bob), "/race/challenge/", WISH | {"name": "alice"}),
    ]
    press_together(challenges * 3)
    assert Match.objects.count() == 1
    assert Offer.objects.filter(closed_at=None).count() == 0


def test_a_declined_challenge_is_gone(at: At, alice: Player, bob: Player) -> None:
    at(alice).post("/race/challenge/", WISH | {"name": "bob"})
    key = Offer.objects.get().key
    at(bob).post(f"/race/o/{key}/decline/")
    assert key not in page(at(bob).get("/race/")).markup
    assert key not in page(at(alice).get("/race/")).markup
    assert "This challenge is closed" in page(at(alice).get(f"/race/o/{key}/")).text


def test_withdrawing_what_was_just_accepted_leads_to_the_table(at: At, alice: Player, bob: Player) -> None:
    at(alice).post("/race/challenge/", WISH | {"name": "bob"})
    key = Offer.objects.get().key
    at(bob).post(f"/race/o/{key}/accept/")
    assert at(alice).post(f"/race/o/{key}/withdraw/")["Location"] == f"/table/{Match.objects.get().key}/"
