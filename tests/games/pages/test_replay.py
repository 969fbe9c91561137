"""The replay's page and its boards: who gets them, what they hold, and playing on from there."""

import dataclasses
from collections.abc import Callable
from random import Random

import orjson
import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club.models import Player
from games import boards, play
from games.engine.deal import Dealt, deal
from games.engine.rules import Rules
from games.models import Match, Seat, deals
from games.play import RaceWish, SoloWish
from tests.club.browser import page
from tests.games.conftest import NOON, Clock
from tests.games.eyes import Eyes
from tests.games.racing import EASIEST, Race
from tests.games.table import AtTable, choice
from tests.games.talking import ended_race
from tests.games.turning import DAY, ByTurns

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]


def test_both_boards_of_a_match_are_there_for_its_players_and_watchers(
    at: At, alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    race = ended_race(alice, bob)
    answers = [at(player).get(f"/table/{race.key}/replay.json") for player in (alice, bob, charlie, guest, None)]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert [seat["seat"] for seat in orjson.loads(answers[0].content)["seats"]] == [1, 2]
    assert answers[0]["Cache-Control"] == "private, max-age=31536000, immutable"


def test_a_match_by_correspondence_is_replayed_at_its_end_and_not_before(
    at: At, alice: Player, bob: Player, charlie: Player, clock: Clock
) -> None:
    match = ByTurns.begun(alice, bob)
    match.play_turn()
    clock.now = match.now
    assert at(alice).get(f"/table/{match.key}/replay.json").status_code == 404
    match.one.resign()
    for player in (alice, bob):
        assert at(player).get(f"/table/{match.key}/replay/").status_code == 200
        assert at(player).get(f"/table/{match.key}/replay.json").status_code == 200
    assert at(charlie).get(f"/table/{match.key}/replay/").status_code == 404


def test_a_race_is_not_replayed_while_it_runs(
    at: At, alice: Player, bob: Player, charlie: Player, clock: Clock
) -> None:
    race = Race.begun(alice, bob)
    clock.now = race.now
    for player in (alice, bob, charlie, None):
        for address in ("replay/", "replay.json"):
            assert at(player).get(f"/table/{race.key}/{address}").status_code == 404
        assert at(player).post(f"/table/{race.key}/from/", {"seat": 1, "n": 0}).status_code == 404


def test_the_page_asks_as_often_however_long_the_game_was(at: At, alice: Player, clock: Clock) -> None:
    counts = []
    for moves in (2, 60):
        table = AtTable.solo(alice, SoloWish(Rules.parse("giant-8-0")))
        table.ready()
        for _ in range(moves):
            table.move(choice(table.look()))
        table.resign()
        browser = at(alice)
        for address in ("replay/", "replay.json"):
            with CaptureQueriesContext(
                connection,
            ) as asked:
                assert browser.get(f"/table/{table.key}/{address}").status_code == 200
            counts.append(len(asked))
    assert counts[:2] == counts[2:]


# --- playing on from the page -----------------------------------------------------------------------------------------


def test_the_page_leads_to_a_table_with_that_board(at: At, alice: Player, bob: Player, clock: Clock) -> None:
    race = Race.begun(alice, bob, RaceWish(EASIEST, 5))
    for _ in range(6):
        race.two.move(choice(race.two.look()))
    race.one.resign()
    clock.now = race.now
    forms = page(at(alice).get(f"/table/{race.key}/replay/")).forms
    assert [form for form in forms if form[1].endswith("/from/")] == [("post", f"/table/{race.key}/from/")] * 2
    answer = at(alice).post(f"/table/{race.key}/from/", {"seat": 2, "n": 4})
    assert answer.status_code == 303
    own = Seat.objects.get(match__key=answer["Location"].split("/")[2])
    played = Seat.objects.get(match__key=race.key, place=2).moves.order_by("n").values_list("move", flat=True)
    assert list(own.moves.order_by("n").values_list("move", flat=True)) == list(played[:4])
    assert (own.player, own.practice) == (alice, "played-on")


def test_whoever_may_only_look_plays_on_too_and_becomes_a_guest_by_it(
    at: At, alice: Player, bob: Player, clock: Clock
) -> None:
    race = ended_race(alice, bob)
    clock.now = race.now
    newcomer, people = at(None), Player.objects.count()
    assert newcomer.get(f"/table/{race.key}/replay/").status_code == 200
    assert Player.objects.count() == people
    answer = newcomer.post(f"/table/{race.key}/from/", {"seat": 1, "n": 0})
    own = Seat.objects.select_related("player").get(match__key=answer["Location"].split("/")[2])
    assert own.player.is_guest
    assert newcomer.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize(
    "form", [{}, {"seat": "1"}, {"n": "0"}, {"seat": "3", "n": "0"}, {"seat": "0", "n": "0"}, {"seat": "1", "n": "-1"}]
)
def test_it_understands_a_seat_and_a_number_and_nothing_else(
    at: At, alice: Player, bob: Player, clock: Clock, form: dict[str, str]
) -> None:
    race = ended_race(alice, bob)
    clock.now = race.now
    people = Player.objects.count()
    assert at(None).post(f"/table/{race.key}/from/", form).status_code == 400
    assert Player.objects.count() == people


def test_a_move_that_was_not_played_leads_back_with_a_word(at: At, alice: Player, bob: Player, clock: Clock) -> None:
    race = ended_race(alice, bob)
    clock.now = race.now
    browser = at(alice)
    answer = browser.post(f"/table/{race.key}/from/", {"seat": 1, "n": 99})
    assert answer["Location"] == f"/table/{race.key}/replay/"
    assert "So many moves were not played." in page(browser.get(answer["Location"])).text


@pytest.mark.parametrize("address", ["replay/", "replay.json"])
def test_it_rejects_post(at: At, alice: Player, bob: Player, clock: Clock, address: str) -> None:
    race = ended_race(alice, bob)
    assert at(alice).post(f"/table/{race.key}/{address}").status_code == 405


# --- the deal of the day ----------------------------------------------------------------------------------------------


def todays_try(player: Player, cards: int) -> AtTable:
    """So many cards placed, and given up."""
    with transaction.atomic():
        match = play.open_day(player, NOON.date(), NOON)
    table = AtTable(player, match)
    table.ready()
    last = 48 - cards
    while (view := table.look()).legal and view.board is not None and view.board.stock_left > last:
        table.move(choice(view))
    table.resign()
    return table


def test_while_the_day_lasts_its_deal_is_replayed_by_its_player_alone(
    at: At, alice: Player, charlie: Player, clock: Clock
) -> None:
    table = todays_try(alice, 9)
    address = f"/table/{table.key}/replay"
    own = at(alice).get(f"{address}.json")
    assert own.status_code == 200
    assert own["Cache-Control"] == "no-store"
    found = page(at(alice).get(f"{address}/"))
    assert not [form for form in found.forms if form[1].endswith("/from/")]
    for player in (charlie, None):
        assert at(player).get(f"{address}.json").status_code == 404
        assert at(player).get(f"{address}/").status_code == 404
        assert at(player).post(f"/table/{table.key}/from/", {"seat": 1, "n": 0}).status_code == 404
    refused = at(alice).post(f"/table/{table.key}/from/", {"seat": 1, "n": 3})
    assert refused["Location"] == f"{address}/"
    assert Match.objects.count() == 1
    clock.now = NOON + DAY
    assert at(alice).post(f"/table/{table.key}/from/", {"seat": 1, "n": 3})["Location"] != f"{address}/"


class World:
    """A club in which the cards from some place of the stock on lie in another order."""

    def __init__(self, hidden_from: int, shuffled: bool) -> None:
        self.hidden_from = hidden_from
        self.shuffled = shuffled

    def deal(self, rules: Rules, seed: bytes) -> Dealt:
        dealt = deal(rules, bytes(32))
        if not self.shuffled:
            return dealt
        hidden = list(dealt.stock[self.hidden_from :])
        Random(7).shuffle(hidden)
        return dataclasses.replace(dealt, seed=bytes(31) + b"1", stock=dealt.stock[: self.hidden_from] + tuple(hidden))


@pytest.mark.parametrize("cards", [0, 1, 9, 23, 46])
def test_nothing_of_it_depends_on_cards_not_yet_turned(
    monkeypatch: pytest.MonkeyPatch, at: At, alice: Player, bob: Player, cards: int
) -> None:
    shown = []
    for player, shuffled in ((alice, False), (bob, True)):
        boards.forget_all()
        Player.objects.filter(name="dora").update(name="elsewhere")
        player.name = "dora"
        player.save(update_fields=["name"])
        # So many are placed and one more lies open: those after it are hidden.
        monkeypatch.setattr(deals, "deal", World(cards + 1, shuffled).deal)
        table = todays_try(player, cards)
        eyes = Eyes(table.key)
        for address in ("replay/", "replay.json"):
            answer = at(player).get(f"/table/{table.key}/{address}")
            eyes.see_page(address, answer)
        refused = at(player).post(f"/table/{table.key}/from/", {"seat": 1, "n": 0})
        eyes.see(f"{refused.status_code} {refused['Location']}")
        shown.append(eyes.seen)
    assert shown[0] == shown[1]
    assert "turned" in shown[0][1]
