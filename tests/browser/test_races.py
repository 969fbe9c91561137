"""Whole races between two browsers, from the challenge to the verdict."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.at_race import AtRace, Choice, Seen, badly, on_one_pile, race, simply
from tests.served import ServedClub

BLOCKED = "Your board is blocked; the race goes on until it is decided."


def test_a_newcomer_takes_up_a_members_link_and_they_race_to_a_win(hare: AtRace, tortoise: AtRace) -> None:
    hare.sign_up("Hare")
    # With eight piles and two redeals the simplest player always wins.
    link = hare.challenge_by_link(layout="classic", waste_piles="8", redeals="2", minutes="10")
    tortoise.open_link(link)
    expect(tortoise.page.get_by_role("heading", level=1)).to_have_text("Hare challenges you to a race")
    tortoise.page.get_by_role("button", name="Accept").click()
    for racer in (hare, tortoise):
        racer.wait_for("opening")
    assert hare.page.url == tortoise.page.url
    expect(hare.other.locator(".line-name")).to_have_text(re.compile(r"Guest \d+"))
    hare.get_ready()
    expect(tortoise.other.locator("[data-line-state]")).to_have_text("ready")
    tortoise.get_ready()
    for racer in (hare, tortoise):
        racer.wait_for("running")
    assert hare.board() == tortoise.board()

    tortoise.play(simply, moves=10)
    hare.play(simply)
    hare.expect_told("You won!", r"You were the first to win the board\.")
    tortoise.expect_told("Hare won", r"Hare was the first to win the board\.")
    expect(tortoise.other.locator(".line-count")).to_have_text("52/52")
    expect(tortoise.page.locator(".laid-name")).to_have_text(["You", "Hare"])
    for racer in (hare, tortoise):
        expect(racer.page.locator("[data-race-end] [data-action=record]")).to_be_visible()
        expect(racer.page.locator("[data-short-seed]")).to_have_text(re.compile(r"[0-9a-f]{8} …"))


def never_straight(seen: Seen) -> str:
    """As on one pile, but each card that fits goes up over the second pile: the same cards without a direct point."""
    if seen.heights[1]:
        return next(move for move in seen.legal if move.startswith("W2F"))
    move = on_one_pile(seen)
    return "W2" if move[0] == "F" else move


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (on_one_pile, ("A draw", "A draw", r"Cards are level at \d+, and direct points at \d+\.")),
        (
            never_straight,
            ("You won!", r"Guest \d+ won", r"Cards are level at \d+; direct points decide, \d+ against 0\."),
        ),
    ],
    ids=["draw", "direct-points"],
)
def test_blocked_against_blocked_is_counted(
    hare: AtRace, tortoise: AtRace, club: ServedClub, other: Choice, told: tuple[str, str, str]
) -> None:
    race(club, hare, tortoise, layout="classic", waste_piles="4", minutes="10")
    hare.play(on_one_pile)
    expect(hare.page.locator("[data-stopped]")).to_have_text(BLOCKED)
    expect(tortoise.other.locator("[data-line-state]")).to_have_text("blocked")
    tortoise.play(other)
    to_hare, to_tortoise, reason = told
    hare.expect_told(to_hare, rf"Both boards were blocked\. {reason}")
    tortoise.expect_told(to_tortoise, rf"Both boards were blocked\. {reason}")
    for racer in (hare, tortoise):
        expect(racer.page.locator(".laid-words")).to_have_text([re.compile("blocked")] * 2)


def test_who_is_blocked_loses_at_the_moment_the_other_passes(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise, layout="classic", waste_piles="4", minutes="10")
    hare.play(badly)
    expect(hare.page.locator("[data-stopped]")).to_have_text(BLOCKED)
    tortoise.play(simply)
    hare.expect_told(r"Guest \d+ won", r"You were blocked and then passed\. \d+ cards against \d+\.")
    tortoise.expect_told("You won!", r"Guest \d+ was blocked and then passed\. \d+ cards against \d+\.")
    one, two = (int(racer.own.locator("[data-line-cards]").inner_text()) for racer in (hare, tortoise))
    assert two == one + 1
