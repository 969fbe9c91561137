"""The verbs of a match, as promises about solo games."""

import datetime as dt

import pytest

from club.models import Player
from games import boards
from games.engine import deal as dealing
from games.engine.rules import Rules
from games.models import Deal, Match, Move, Seat
from games.play import SoloWish
from tests.games.conftest import NOON
from tests.games.table import AtTable, choice, code_of

CLASSIC = Rules.parse("classic-4-0")
pytestmark = pytest.mark.django_db


def test_a_table_shows_its_commitment_before_any_card(alice: Player) -> None:
    view = AtTable.solo(alice).look()
    assert view.phase == "opening"
    assert view.board is None
    assert len(view.deal.commitment) == 64
    assert view.deal.seed is None
    assert view.deal.secret is None


def test_the_contribution_makes_the_deal_together_with_the_committed_secret(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready(b"0123456789abcdef")
    deal = Deal.objects.get()
    assert dealing.commitment(bytes(deal.secret)) == deal.commitment
    assert bytes(deal.seed or b"") == dealing.mix(bytes(deal.secret), [b"0123456789abcdef"])


def test_no_contribution_counts_as_zero_bytes(alice: Player) -> None:
    AtTable.solo(alice).ready(None)
    deal = Deal.objects.get()
    assert bytes(deal.seed or b"") == dealing.mix(bytes(deal.secret), [bytes(16)])


def test_ready_said_again_changes_nothing(alice: Player) -> None:
    table = AtTable.solo(alice)
    first = table.ready(b"a" * 16)
    again = table.ready(b"b" * 16)
    assert again.view == first.view
    assert not again.told


def test_asking_twice_for_a_deal_gives_the_same_unopened_table(alice: Player) -> None:
    assert AtTable.solo(alice).key == AtTable.solo(alice).key
    assert Match.objects.count() == 1


def test_a_move_before_the_board_is_open_is_refused(alice: Player) -> None:
    assert code_of(AtTable.solo(alice).move("W1", n=1)) == "not-started"


def test_a_move_is_one_row_and_raises_the_version_once(alice: Player) -> None:
    table = AtTable.solo(alice)
    before = table.ready()
    after = table.move("W1")
    assert after.version == before.version + 1
    assert list(Move.objects.values_list("n", "move", "at")) == [(1, "W1", NOON)]


def test_the_same_number_and_move_again_gets_the_same_answer(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    first = table.move("W1", n=1)
    again = table.move("W1", n=1)
    assert (again.version, again.view, again.refused) == (first.version, first.view, None)
    assert Move.objects.count() == 1


def test_the_last_move_of_a_game_sent_again_is_accepted_after_the_end(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.play_out()
    last = Move.objects.order_by("-n")[0]
    again = table.move(last.move, n=last.n)
    assert again.refused is None
    assert again.view.phase == "ended"


def test_the_same_number_with_another_move_is_refused_with_the_present_state(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    state = table.move("W1", n=1).view
    answer = table.move("W2", n=1)
    assert code_of(answer) == "number-taken"
    assert answer.view == state


def test_a_number_beyond_the_next_is_refused(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    assert code_of(table.move("W1", n=2)) == "number-ahead"
    assert not Move.objects.exists()


@pytest.mark.parametrize("text", ["", "F", "F0", "W9F9", "w1", "W1 ", "RR", "F1F2"])
def test_what_is_no_move_is_refused(alice: Player, text: str) -> None:
    table = AtTable.solo(alice)
    table.ready()
    before = table.look()
    assert code_of(table.move(text, n=1)) in {"invalid-move", "illegal-move"}
    assert table.look() == before


def test_an_illegal_move_is_refused_and_names_the_rule(alice: Player) -> None:
    table = AtTable.solo(alice)
    before = table.ready().view
    answer = table.move("W1F1", n=1)
    assert code_of(answer) == "illegal-move"
    assert answer.refused is not None
    assert answer.refused.rule == "pile-empty"
    assert answer.view == before


def test_a_game_ends_by_itself_when_no_legal_move_is_left(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.play_out()
    view = table.look()
    seat = Seat.objects.get()
    assert view.phase == "ended"
    assert seat.ended_by in {"won", "blocked"}
    assert seat.ended_at == NOON
    assert view.legal == []
    assert view.result is not None
    assert view.result.foundation_cards == seat.foundation_cards


def test_an_ended_random_game_lays_its_secrets_open(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready(b"c" * 16)
    assert table.look().deal.secret is None
    table.resign()
    deal = table.look().deal
    assert deal.closed
    assert deal.secret == bytes(Deal.objects.get().secret).hex()
    assert deal.contributions == [(b"c" * 16).hex()]


def test_resigning_ends_the_game_as_it_stands_and_again_is_harmless(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.move("W1")
    first = table.resign()
    assert first.view.ended_by == "resigned"
    assert first.view.result is not None
    assert first.view.result.outcome == "playing"
    assert table.resign().view == first.view


def test_nothing_can_be_played_after_the_end(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.resign()
    assert code_of(table.move("W1")) == "match-over"
    assert code_of(table.take_back()) == "match-over"


def test_dealing_the_next_ends_the_counted_game_before_it_as_it_stands(alice: Player) -> None:
    first = AtTable.solo(alice)
    first.ready()
    first.move("W1")
    second = AtTable.solo(alice)
    assert first.look().phase == "running", "asking is not dealing yet"
    second.ready()
    assert first.look().ended_by == "left"
    assert first.look().deal.secret is not None
    assert second.look().phase == "running"
    assert list(Seat.objects.counted()) == [Seat.objects.get(match__key=first.key)]


def test_a_game_without_a_placed_card_counts_nowhere(alice: Player) -> None:
    AtTable.solo(alice).ready()
    AtTable.solo(alice).ready()
    assert not Seat.objects.counted().exists()


def test_games_of_another_variant_or_practice_are_left_running(alice: Player) -> None:
    easy = AtTable.solo(alice, SoloWish(Rules.parse("classic-6-0")))
    practice = AtTable.solo(alice, SoloWish(CLASSIC, number=7))
    easy.ready()
    practice.ready()
    AtTable.solo(alice).ready()
    assert easy.look().phase == "running"
    assert practice.look().phase == "running"


def test_a_numbered_deal_is_practice_and_the_same_for_all(alice: Player, bob: Player) -> None:
    hers = AtTable.solo(alice, SoloWish(CLASSIC, number=123)).ready().view
    his = AtTable.solo(bob, SoloWish(CLASSIC, number=123)).ready(b"x" * 16).view
    assert hers.practice == his.practice == "numbered"
    assert hers.board == his.board
    assert hers.deal.commitment == dealing.commitment(dealing.numbered_seed(123))


def test_open_stock_shows_every_card_and_is_practice(alice: Player) -> None:
    view = AtTable.solo(alice, SoloWish(CLASSIC, open_stock=True)).ready().view
    assert view.practice == "open-stock"
    assert view.board is not None
    assert view.board.stock is not None
    assert len(view.board.stock) == 47


def test_a_waste_move_comes_back_until_the_next_card_is_turned(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(CLASSIC, number=3))
    table.ready()
    while not (waste_moves := [move for move in table.look().legal if move.startswith("W1F")]):
        table.move("W1")
    before = table.look()
    table.move(waste_moves[0])
    assert table.look().take_back == "free"
    back = table.take_back().view
    assert back.board == before.board


def test_a_placed_card_stands_unless_the_game_becomes_practice(alice: Player) -> None:
    table = AtTable.solo(alice)
    start = table.ready().view
    table.move("W1")
    assert table.look().take_back == "practice"
    assert code_of(table.take_back()) == "card-was-turned"
    assert table.look().practice == ""
    back = table.take_back(as_practice=True).view
    assert back.board == start.board
    assert back.practice == "took-back"
    assert back.rows == 2


def test_a_practice_game_goes_back_freely_to_its_start(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(CLASSIC, number=5))
    start = table.ready().view
    for _ in range(5):
        table.move("W1")
    for _ in range(5):
        table.take_back()
    assert table.look().board == start.board
    assert code_of(table.take_back()) == "nothing-to-take-back"


def test_a_take_back_sent_again_takes_back_once(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(CLASSIC, number=5))
    table.ready()
    table.move("W1")
    one = table.move("W2")
    table.move("W3")
    table.take_back(n=4)
    again = table.take_back(n=4)
    assert again.refused is None
    assert again.view.board == one.view.board
    assert again.view.rows == 4


def test_a_took_back_game_leaves_room_for_a_new_counted_one(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.move("W1")
    table.take_back(as_practice=True)
    AtTable.solo(alice).ready()
    assert table.look().phase == "running"


def test_a_redeal_is_the_same_when_the_board_is_made_again_from_its_rows(alice: Player) -> None:
    table = AtTable.solo(alice, SoloWish(Rules.parse("classic-4-2"), number=11))
    table.ready()
    while (view := table.look()).phase == "running" and view.result and view.result.redeals_used < 2:
        table.move(choice(view))
    boards.forget_all()
    assert table.look() == view


def test_a_game_by_another_clock_keeps_the_instants_of_its_rows(alice: Player) -> None:
    table = AtTable.solo(alice)
    table.ready()
    table.now += dt.timedelta(seconds=3)
    table.move("W1")
    assert Move.objects.get().at - Seat.objects.get().started_at == dt.timedelta(seconds=3)  # type: ignore[operator]
