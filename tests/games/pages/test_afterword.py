"""The pages beside an afterword: the boards at a move, blocking at the table, and the way back from a rematch."""

import orjson
import pytest
from django.test import Client

from club.models import Block, Player
from games.messages import Rematch
from games.models import Match
from games.play import RaceWish
from tests.games.pages.test_access import At
from tests.games.racing import CLASSIC, Race
from tests.games.table import AtTable
from tests.games.talking import ended_race
from tests.games.turning import ByTurns

pytestmark = pytest.mark.django_db(transaction=True)


def ended_after(one: Player, two: Player, moves: int, *, watchable: bool = True) -> Race:
    """The first has put so many cards on one pile; the second gives it up at once."""
    race = Race.begun(one, two, RaceWish(CLASSIC, 5, watchable=watchable))
    for _ in range(moves):
        race.one.move("W1")
    race.two.resign()
    return race


# --- the boards at a move ---------------------------------------------------------------------------------------------


def test_both_boards_at_a_move_are_shown_to_the_two_and_kept_for_good(at: At, alice: Player, bob: Player) -> None:
    race = ended_after(alice, bob, 3)
    for player in (alice, bob):
        answer = at(player).get(f"/table/{race.key}/board/2/")
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
        seen = orjson.loads(answer.content)
        assert seen["n"] == 2
        assert [(board["n"], board["moves"], board["move"]) for board in seen["boards"]] == [(2, 3, "W1"), (0, 0, None)]
        assert len(seen["boards"][0]["board"]["waste"][0]) == 2 * len("AS")


def test_from_the_deal_to_the_last_move_and_no_further(at: At, alice: Player, bob: Player) -> None:
    race = ended_after(alice, bob, 3)
    statuses = [at(alice).get(f"/table/{race.key}/board/{n}/").status_code for n in (0, 3, 4, 10**9)]
    assert statuses == [200, 200, 404, 404]
    for n in ("-1", "x", "1.5", ""):
        assert at(alice).get(f"/table/{race.key}/board/{n}/").status_code == 404


def test_before_the_end_there_are_none_for_anybody(at: At, alice: Player, bob: Player, charlie: Player) -> None:
    race = Race.begun(alice, bob)
    race.one.move("W1")
    turns = ByTurns.begun(alice, bob)
    for key in (race.key, turns.key):
        for player in (alice, bob, charlie, None):
            for n in (0, 1):
                assert at(player).get(f"/table/{key}/board/{n}/").status_code == 404


@pytest.mark.parametrize("watchable", [True, False])
def test_others_see_them_where_they_may_look_at_the_end(
    at: At, everybody: dict[str, Player | None], bob: Player, watchable: bool
) -> None:
    alice = Player.objects.get(name="alice")
    race = ended_after(alice, bob, 1, watchable=watchable)
    for who in ("anonymous", "guest", "stranger"):
        answer = at(everybody[who]).get(f"/table/{race.key}/board/1/")
        assert answer.status_code == (200 if watchable else 404)


def test_those_of_a_match_by_correspondence_are_for_the_two(
    at: At, alice: Player, bob: Player, charlie: Player
) -> None:
    match = ByTurns.begun(alice, bob)
    match.one.move("W1")
    match.two.resign()
    statuses = [at(player).get(f"/table/{match.key}/board/1/").status_code for player in (alice, bob, charlie, None)]
    assert statuses == [200, 200, 404, 404]


def test_a_solo_game_and_no_table_have_none(at: At, alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.move("W1")
    table.resign()
    for key in (table.key, "AAAAAAAAAAAA"):
        assert at(alice).get(f"/table/{key}/board/0/").status_code == 404
    assert at(alice).post(f"/table/{table.key}/board/0/").status_code == 405


# --- blocking at the table --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["member", "guest"])
def test_each_of_the_two_blocks_the_other_once(
    at: At, everybody: dict[str, Player | None], bob: Player, who: str
) -> None:
    player = everybody[who]
    assert player is not None
    race = ended_race(player, bob)
    for _ in range(2):
        answer = at(player).post(f"/table/{race.key}/block/")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/table/{race.key}/")
    assert list(Block.objects.values_list("player", "blocked")) == [(player.pk, bob.pk)]


def test_nobody_else_blocks_anybody_there(at: At, alice: Player, bob: Player, charlie: Player) -> None:
    race = ended_race(alice, bob)
    alone = AtTable.solo(alice)
    for player, key in ((charlie, race.key), (None, race.key), (alice, alone.key), (alice, "AAAAAAAAAAAA")):
        assert at(player).post(f"/table/{key}/block/").status_code == 404
    assert at(alice).get(f"/table/{race.key}/block/").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(f"/table/{race.key}/block/").status_code == 403
    assert not Block.objects.exists()


# --- the page ---------------------------------------------------------------------------------------------------------


def test_a_rematch_leads_its_two_back_to_the_talk(at: At, alice: Player, bob: Player, charlie: Player) -> None:
    race = ended_race(alice, bob)
    for seat in (race.one, race.two):
        seat.say(Rematch())
    back = f"/table/{race.key}/#afterword"
    again = f"/table/{race.next().key}/"
    assert back in at(alice).get(again).content.decode()
    assert race.key not in at(charlie).get(again).content.decode()
    assert back not in at(alice).get(f"/table/{race.key}/").content.decode()


def test_within_a_series_there_is_no_talk_to_lead_back_to(at: At, alice: Player, bob: Player) -> None:
    first = ended_race(alice, bob, best_of=3)
    assert first.key not in at(alice).get(f"/table/{first.next().key}/").content.decode()


def test_only_who_sits_there_has_something_to_write_with(at: At, alice: Player, bob: Player, charlie: Player) -> None:
    race = ended_race(alice, bob)
    sitting, watching = (at(player).get(f"/table/{race.key}/").content.decode() for player in (alice, charlie))
    for part in ("data-remark-form", "data-block", "data-afterword-verbs"):
        assert part in sitting
        assert part not in watching
    assert "data-remarks" in watching
    assert Match.objects.count() == 1
