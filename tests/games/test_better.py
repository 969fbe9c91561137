"""Find the better move: whose puzzles they are, no answer before it is asked for, and what each is worth."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from club.models import Player
from games import play
from games.analysis.decisions import Judged
from games.analysis.questions import Weighed
from games.engine.board import Board
from games.engine.move import Move
from games.models import AnalysisPiece, Match, Seat
from games.play import SoloWish
from games.puzzles import Puzzle, Verdict
from tests.engine.laid_out import classic
from tests.games.analysed import ERROR, analyse, answers
from tests.games.conftest import NOON, Clock
from tests.games.racing import CLASSIC, Race
from tests.games.table import AtTable, choice

pytestmark = pytest.mark.django_db(transaction=True)

At = Callable[[Player | None], Client]
# Where it stands in a stored choice.
BEHIND = 3


@pytest.fixture
def at(clock: Clock) -> At:
    """The browser of somebody; of nobody, one without an account."""

    def browser(player: Player | None) -> Client:
        client = Client()
        if player is not None:
            client.force_login(player, "django.contrib.auth.backends.ModelBackend")
        return client

    return browser


def puzzles(browser: Client, key: str, seat: int = 1) -> list[dict[str, Any]]:
    answer = browser.get(f"/table/{key}/better.json?seat={seat}")
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["puzzles"]
    return found


def answered(browser: Client, key: str, n: int, move: str | None = None, seat: int = 1) -> dict[str, Any]:
    query = {"seat": seat, "n": n} | ({} if move is None else {"move": move})
    answer = browser.get(f"/table/{key}/better/answer.json", query)
    assert answer.status_code == 200
    judged: dict[str, Any] = answer.json()
    return judged


class TestThePuzzles:
    def test_they_are_the_turning_points_as_the_board_stood(self, at: At, alice: Player) -> None:
        key = played(alice)
        turning = analyse(key, alice)[1]
        found = puzzles(at(alice), key)
        assert [puzzle["n"] for puzzle in found] == turning
        assert len(turning) == 3
        seat = Seat.objects.select_related("match__deal").get()
        line = [row.move for row in seat.moves.order_by("n")]
        for puzzle in found:
            board = Board.parse(" ".join([board_text(seat), *line[: puzzle["n"] - 1]]))
            assert puzzle["board"]["turned"] == board.turned
            assert puzzle["board"]["waste"] == ["".join(pile) for pile in board.waste]
            assert puzzle["legal"] == [str(move) for move in board.legal_moves()]
            assert {choice["move"] for choice in puzzle["choices"]} <= set(puzzle["legal"])

    def test_neither_page_nor_puzzles_hold_an_answer(self, at: At, alice: Player) -> None:
        """Two analyses that differ only in what is best and what was given away show the same bytes."""
        key = played(alice)
        analyse(key, alice)
        before = shown(at(alice), key)
        changed = 0
        for piece in AnalysisPiece.objects.filter(found__has_key="choices"):
            best, second, *others = piece.found["choices"]
            if second[BEHIND] == ERROR:
                piece.found["choices"] = [[second[0], *best[1:]], [best[0], *second[1:]], *others]
                piece.save()
                changed += 1
        assert changed == 3
        assert shown(at(alice), key) == before

    def test_without_an_analysis_there_are_none_and_the_page_says_so(self, at: At, alice: Player) -> None:
        key = played(alice)
        assert at(alice).get(f"/table/{key}/better.json").status_code == 404
        page = at(alice).get(f"/table/{key}/better/")
        assert page.status_code == 200
        assert "has not been analysed" in page.content.decode()

    def test_both_seats_of_a_match_have_their_own(self, at: At, alice: Player, bob: Player) -> None:
        key = raced(alice, bob)
        turning = analyse(key, alice)
        for place in (1, 2):
            seen = puzzles(at(bob), key, place)
            assert [puzzle["n"] for puzzle in seen] == turning[place]
        own = at(bob).get(f"/table/{key}/better.json").json()["puzzles"]
        assert own == puzzles(at(bob), key, 2)
        assert at(bob).get(f"/table/{key}/better.json?seat=3").status_code == 404


class TestWhoMaySeeThem:
    def test_others_than_its_player_do_not_see_a_private_game(self, at: At, alice: Player, charlie: Player) -> None:
        key = played(alice)
        (n, *_) = analyse(key, alice)[1]
        for other in (None, charlie):
            for address in ("better/", "better.json", f"better/answer.json?n={n}"):
                assert at(other).get(f"/table/{key}/{address}").status_code == 404

    def test_there_are_none_of_a_deal_of_the_day_before_it_is_closed(self, at: At, alice: Player, clock: Clock) -> None:
        with transaction.atomic():
            table = AtTable(alice, play.open_day(alice, NOON.date(), NOON))
        table.ready()
        table.play_out()
        assert at(alice).get(f"/table/{table.key}/better/").status_code == 404
        clock.now = NOON + dt.timedelta(days=1)
        assert at(alice).get(f"/table/{table.key}/better/").status_code == 200

    def test_there_are_none_of_a_game_that_is_played(self, at: At, alice: Player) -> None:
        table = AtTable.solo(alice)
        table.ready()
        assert at(alice).get(f"/table/{table.key}/better/").status_code == 404


class TestAnAnswer:
    def test_each_kind_of_move_is_judged_for_what_it_is_worth(self, at: At, alice: Player) -> None:
        key = played(alice)
        (n, *_) = analyse(key, alice)[1]
        kinds = answers(key, 1, n)
        said = {kind: answered(at(alice), key, n, move) for kind, move in kinds.items()}
        assert said["best"]["text"] == "Found: that is the best."
        assert said["as-good"]["text"] == "Found: that is as good as the best, as far as can be told."
        assert said["better"]["text"] == "Better than what was played, and 15 points behind the best."
        assert said["played"]["text"] == "That is what was played: it gave away 30 points."
        assert {kind: one["found"] for kind, one in said.items()} == {
            "best": True,
            "as-good": True,
            "better": False,
            "played": False,
        }
        for kind, one in said.items():
            assert (one["tried"], one["best"], one["played"]) == (kinds[kind], kinds["best"], kinds["played"])
            assert one["choices"][0]["move"] == kinds["best"]

    def test_moves_that_come_to_the_same_are_one_answer(self) -> None:
        """With all piles empty it makes no difference on which a card is laid."""
        board = Board(classic("9D"))
        only = Weighed("W1", 0.25, 0.02, 0.0, 0.0, 600)
        puzzle = Puzzle(1, board, Judged(1, "W2", "W1", "W1", 0.0, 0.0, (only,)))
        assert puzzle.choices == [Move.parse("W1")]
        assert [puzzle.judge(move) for move in board.legal_moves()] == [Verdict.BEST] * 4

    def test_what_trails_more_than_what_was_played_is_worse(self) -> None:
        board = Board(classic("2DTD"))
        choices = (
            Weighed("F1", 0.5, 0.02, 0.0, 0.0, 600),
            Weighed("W1", 0.2, 0.02, 0.3, 0.02, 600),
        )
        puzzle = Puzzle(1, board, Judged(1, "F1", "F1", "F1", 0.0, 0.0, choices))
        assert puzzle.judge(Move.parse("W4")) == Verdict.WORSE

    def test_it_is_shown_on_request(self, at: At, alice: Player) -> None:
        key = played(alice)
        (n, *_) = analyse(key, alice)[1]
        shown = answered(at(alice), key, n)
        assert shown["tried"] is None
        assert not shown["found"]
        assert shown["text"].startswith("The best is: ")

    def test_what_cannot_be_played_there_is_no_answer(self, at: At, alice: Player) -> None:
        key = played(alice)
        (n, *_) = analyse(key, alice)[1]
        for move in ("R", "W9", "x", "", "W1F1"):
            query = {"n": n, "move": move}
            assert at(alice).get(f"/table/{key}/better/answer.json", query).status_code == 400

    def test_there_is_one_at_turning_points_only(self, at: At, alice: Player) -> None:
        key = played(alice)
        (n, *_) = analyse(key, alice)[1]
        for number in ("", "0", str(n + 1000), "x"):
            assert at(alice).get(f"/table/{key}/better/answer.json", {"n": number}).status_code == 404


def played(alice: Player) -> str:
    """A game of practice, given up after two dozen moves."""
    table = AtTable.solo(alice, SoloWish(CLASSIC, 17))
    table.ready()
    for _ in range(24):
        table.move(choice(table.look()))
    table.resign()
    return table.key


def raced(alice: Player, bob: Player) -> str:
    """A race that Bob has given up after each had placed a dozen cards."""
    race = Race.begun(alice, bob)
    for _ in range(12):
        for table in (race.one, race.two):
            table.move(choice(table.look()))
    race.two.resign()
    return race.key


def shown(browser: Client, key: str) -> tuple[bytes, bytes]:
    """What a browser has before anything is answered, the form's token aside."""
    page = browser.get(f"/table/{key}/better/").content
    return page.partition(b"csrfmiddlewaretoken")[0], browser.get(f"/table/{key}/better.json").content


def board_text(seat: Seat) -> str:
    deal = Match.objects.get().deal
    assert deal.seed is not None
    return f"{deal.rules} {bytes(deal.seed).hex()}"
