"""Asking for a table alone: every variant, numbered and open, and forms that say nothing a club could do."""

from collections.abc import Callable

import pytest
from django.test import Client

from club.models import Player
from games import variants
from games.engine.deal import numbered_seed
from games.models import Match, Seat
from tests.club.browser import page
from tests.games.pages.played import play_out
from tests.games.table import AtTable

pytestmark = pytest.mark.django_db(transaction=True)

LARGEST = 2**63 - 1
FORM = {"layout": "classic", "waste_piles": "4", "redeals": "0"}
At = Callable[[Player | None], Client]


def test_a_visitor_is_two_presses_from_the_first_card(client: Client) -> None:
    assert ("post", "/solo/deal/") in page(client.get("/")).forms
    answer = client.post("/solo/deal/", {"layout": "classic"})
    seat = Seat.objects.get()
    assert answer.status_code == 303
    assert answer["Location"] == f"/table/{seat.match.key}/"
    assert seat.variant == "classic-4-0"
    assert seat.player.is_guest
    assert client.get(answer["Location"]).status_code == 200


def test_a_guest_stays_the_same_guest(client: Client) -> None:
    client.post("/solo/deal/", FORM)
    client.post("/solo/deal/", FORM | {"layout": "reverse"})
    assert Player.objects.count() == 1
    assert Seat.objects.count() == 2


def test_a_double_press_gives_one_table(at: At, alice: Player) -> None:
    browser = at(alice)
    first, second = (browser.post("/solo/deal/", FORM) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Match.objects.count() == 1


@pytest.mark.parametrize("more", [{"number": "5"}, {"open_stock": "on"}, {"number": "5", "open_stock": "on"}])
def test_a_double_press_gives_one_practice_table(at: At, alice: Player, more: dict[str, str]) -> None:
    browser = at(alice)
    first, second = (browser.post("/solo/deal/", FORM | more) for _ in range(2))
    assert first["Location"] == second["Location"]


def test_what_was_opened_is_followed_by_a_new_table(at: At, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    assert at(alice).post("/solo/deal/", FORM)["Location"] != f"/table/{table.key}/"


def test_a_new_deal_with_the_stock_open_is_never_an_old_one(at: At, alice: Player) -> None:
    browser = at(alice)
    browser.post("/solo/deal/", FORM | {"open_stock": "on"})
    table = AtTable(alice, Match.objects.get())
    table.ready()
    table.resign()
    again = browser.post(f"/table/{table.key}/again/")
    assert browser.post("/solo/deal/", FORM | {"open_stock": "on"})["Location"] != again["Location"]


@pytest.mark.parametrize("variant", variants.OFFERED)
@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_every_offered_game_can_be_dealt_and_opened(
    at: At, alice: Player, variant: variants.Variant, redeals: int
) -> None:
    for piles in variant.waste_piles:
        form = {"layout": variant.layout, "waste_piles": str(piles), "redeals": str(redeals)}
        assert at(alice).post("/solo/deal/", form).status_code == 303
        table = AtTable(alice, Match.objects.latest("pk"))
        table.ready()
        view = table.look()
        assert view.rules == f"{variant.layout}-{piles}-{redeals}"
        assert view.phase == "running"
        assert view.practice == ""


@pytest.mark.parametrize("number", [1, 123, LARGEST])
def test_a_numbered_deal_is_that_deal_as_practice(at: At, alice: Player, number: int) -> None:
    at(alice).post("/solo/deal/", FORM | {"number": str(number)})
    seat = Seat.objects.get()
    assert seat.practice == "numbered"
    assert bytes(seat.match.deal.seed or b"") == numbered_seed(number)


def test_two_people_get_the_same_numbered_deal(at: At, alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        at(player).post("/solo/deal/", FORM | {"number": "77"})
    one, other = Match.objects.all()
    assert one.deal == other.deal


def test_spaces_around_a_number_do_no_harm_and_no_number_is_a_random_deal(at: At, alice: Player) -> None:
    at(alice).post("/solo/deal/", FORM | {"number": " 77 "})
    at(alice).post("/solo/deal/", FORM | {"number": "  "})
    assert [match.deal.number for match in Match.objects.order_by("pk")] == [77, None]


def test_the_open_stock_is_practice_and_lies_open(at: At, alice: Player) -> None:
    at(alice).post("/solo/deal/", FORM | {"open_stock": "on"})
    table = AtTable(alice, Match.objects.get())
    table.ready()
    view = table.look()
    assert view.practice == "open-stock"
    assert view.board is not None
    assert len(view.board.stock or []) == 47


BAD = [
    ({"layout": "clasic"}, "variant"),
    ({"layout": ""}, "variant"),
    ({"waste_piles": "2"}, "3 to 8"),
    ({"waste_piles": "9"}, "3 to 8"),
    ({"waste_piles": "x"}, "3 to 8"),
    ({"waste_piles": ""}, "3 to 8"),
    ({"waste_piles": "٤"}, "3 to 8"),
    ({"waste_piles": "4.0"}, "3 to 8"),
    ({"redeals": "3"}, "0 to 2"),
    ({"redeals": "-1"}, "0 to 2"),
    ({"redeals": "none"}, "0 to 2"),
    ({"number": "0"}, "from 1 to"),
    ({"number": "-1"}, "from 1 to"),
    ({"number": "+1"}, "from 1 to"),
    ({"number": "1.5"}, "from 1 to"),
    ({"number": "1e3"}, "from 1 to"),
    ({"number": "007"}, "from 1 to"),
    ({"number": "٧"}, "from 1 to"),
    ({"number": "abc"}, "from 1 to"),
    ({"number": str(2**63)}, "from 1 to"),
    ({"number": str(10**30)}, "from 1 to"),
    ({"number": "9" * 5000}, "from 1 to"),
    ({"number": "1\x00"}, "cannot be seen"),
]


@pytest.mark.parametrize(("wrong", "said"), BAD)
def test_a_form_that_cannot_be_read_is_told_what_is_wrong_and_makes_nothing(
    client: Client, wrong: dict[str, str], said: str
) -> None:
    answer = client.post("/solo/deal/", FORM | wrong)
    assert answer.status_code == 400
    seen = page(answer)
    assert said in seen.text
    assert len(seen.headings) == 1
    assert not Player.objects.exists()
    assert not Match.objects.exists()


def test_a_form_without_a_layout_is_told_so(client: Client) -> None:
    assert client.post("/solo/deal/", {}).status_code == 400
    assert not Player.objects.exists()


def test_the_address_of_a_numbered_deal_offers_it_and_begins_nothing(client: Client) -> None:
    seen = page(client.get("/deal/reverse-5-1/1234567/"))
    assert "1234567" in seen.text
    assert "Reverse, 5 waste piles, 1 redeal" in seen.text
    for name, value in {"layout": "reverse", "waste_piles": "5", "redeals": "1", "number": "1234567"}.items():
        assert f'name="{name}" value="{value}"' in seen.markup
    assert not Match.objects.exists()


@pytest.mark.parametrize("number", ["1", str(LARGEST)])
def test_the_first_and_the_last_number_have_an_address(client: Client, number: str) -> None:
    assert client.get(f"/deal/classic-4-0/{number}/").status_code == 200


@pytest.mark.parametrize("number", ["0", "-1", "01", "x", "1.5", "٧", str(2**63), str(10**30)])
def test_a_number_without_a_deal_is_told_so(client: Client, number: str) -> None:
    answer = client.get(f"/deal/classic-4-0/{number}/")
    assert answer.status_code == 404
    assert f"from 1 to {LARGEST}" in page(answer).text


@pytest.mark.parametrize(
    "rules", ["classic", "klassik-4-0", "classic-2-0", "classic-9-0", "classic-4-3", "CLASSIC-4-0"]
)
def test_rules_without_a_game_are_told_so(client: Client, rules: str) -> None:
    answer = client.get(f"/deal/{rules}/123/")
    assert answer.status_code == 404
    assert "There is no such game" in page(answer).text


def test_the_same_deal_again_is_practice_with_the_same_cards(at: At, alice: Player) -> None:
    table = play_out(alice)
    answer = at(alice).post(f"/table/{table.key}/again/")
    assert answer.status_code == 303
    seat = Seat.objects.latest("pk")
    assert answer["Location"] == f"/table/{seat.match.key}/"
    assert seat.practice == "same-deal"
    assert seat.match.deal == Match.objects.get(key=table.key).deal
    assert at(alice).post(f"/table/{table.key}/again/")["Location"] == answer["Location"]


def test_a_deal_still_played_is_not_dealt_again(at: At, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    browser = at(alice)
    answer = browser.post(f"/table/{table.key}/again/", follow=True)
    assert answer.redirect_chain == [("/games/", 303)]
    assert "still being played" in page(answer).text
    assert Match.objects.count() == 1


def test_the_first_page_offers_what_was_begun(at: At, alice: Player, bob: Player) -> None:
    table = AtTable.solo(alice)
    assert f"/table/{table.key}/" not in page(at(alice).get("/")).links
    table.ready()
    assert f"/table/{table.key}/" in page(at(alice).get("/")).links
    assert f"/table/{table.key}/" not in page(at(bob).get("/")).links
    table.resign()
    assert f"/table/{table.key}/" not in page(at(alice).get("/")).links


def test_a_guest_is_told_how_to_keep_the_games(at: At, guest: Player, alice: Player) -> None:
    assert "keep your games" in page(at(guest).get("/")).text
    assert "keep your games" not in page(at(alice).get("/")).text
