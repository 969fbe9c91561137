"""The tournament of the house players: the same games every time, counted and printed a line a level."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.analysis.house import Level
from games.engine.rules import Rules
from games.tournament import Played, play_deal, standing


def run(*arguments: str) -> tuple[list[str], str]:
    """The lines it prints, and what it tells meanwhile."""
    out, err = StringIO(), StringIO()
    call_command("tournament", *arguments, "--processes", "1", stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue()


def test_it_prints_a_line_for_each_level_that_plays() -> None:
    lines, told = run("--deals", "4", "--levels", "novice", "regular")
    assert [line.split()[0] for line in lines] == ["novice", "regular"]
    form = r"\w+ +won +[\d.]+ % \([\d.]+ to [\d.]+, 4 deals\), [\d.]+ cards, [\d.]+ ms a decision"
    assert all(re.fullmatch(form, line) for line in lines)
    assert "regular: 3 of 4" in told


def test_it_plays_the_deals_and_rules_that_it_is_told_to() -> None:
    (line,), _ = run("--deals", "3", "--first", "7", "--rules", "giant-8-1", "--levels", "regular")
    games = [play_deal(Rules.parse("giant-8-1"), Level.REGULAR, number) for number in (7, 8, 9)]
    assert f"{sum(game.cards for game in games) / 3:.1f} cards" in line


@pytest.mark.parametrize("wrong", [("--rules", "classic"), ("--levels", "grandmaster"), ("--deals", "0")])
def test_it_refuses_what_there_is_not(wrong: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        run(*wrong)


def test_a_game_is_the_same_every_time() -> None:
    games = [play_deal(Rules.parse("classic-4-0"), Level.NOVICE, 12) for _ in range(2)]
    assert len({(game.won, game.cards, game.decisions) for game in games}) == 1


def test_shares_cards_and_time_are_those_of_the_games() -> None:
    reached = standing([Played(True, 52, 80, 0.4), Played(False, 40, 60, 0.16), Played(False, 31, 60, 0.04)])
    assert (reached.won.of, round(reached.won.percent or 0, 1)) == (3, 33.3)
    assert (reached.cards, reached.decision_ms) == (41, 3.0)
