"""Series of races between two browsers: best of 3, to the end and not."""

import re

from playwright.sync_api import expect

from tests.browser.at_race import AtRace, open_boards, race
from tests.served import ServedClub

LONGER_THAN_THE_BOARDS_ARE_SHOWN = 16_000


def _go_on(club: ServedClub, *racers: AtRace, standing: tuple[str, str]) -> None:
    """To the next race of the series, which says how it stands; both boards open."""
    for racer in racers:
        racer.page.get_by_role("link", name="Next race").click()
    for racer, points in zip(racers, standing, strict=True):
        racer.wait_for("opening")
        expect(racer.page.locator("[data-opening] [data-standing]")).to_contain_text(points)
    open_boards(club, *racers)


def test_best_of_three_goes_to_its_end_and_may_be_drawn(hare: AtRace, tortoise: AtRace, club: ServedClub) -> None:
    race(club, hare, tortoise, minutes="3", best_of="3")
    hare.resign()
    hare.expect_told(r"Guest \d+ won", r"You resigned\.")
    expect(hare.page.locator("[data-race-series]")).to_have_text("Race 1, best of 3 · 0 : 1")
    _go_on(club, hare, tortoise, standing=("0 : 1", "1 : 0"))

    club.move_clock(185)
    hare.page.reload()
    for racer, points in ((hare, "½ : 1½"), (tortoise, "1½ : ½")):
        racer.expect_told("A draw", r"Time was up\. Cards are level at 4, and direct points at 0\.")
        expect(racer.page.locator("[data-race-series]")).to_have_text(f"Race 2, best of 3 · {points}")
        expect(racer.rematch).to_be_hidden()
        racer.page.get_by_role("link", name="Next race").click()
    open_boards(club, hare, tortoise)

    tortoise.resign()
    for racer in (hare, tortoise):
        racer.wait_for("ended")
        expect(racer.page.locator("[data-race-series]")).to_have_text("The series is drawn, 1½ : 1½.")
        expect(racer.page.get_by_role("link", name="Next race")).to_be_hidden()
        expect(racer.rematch).to_be_visible()


def test_two_wins_of_three_end_the_series_and_a_page_goes_on_by_itself(
    hare: AtRace, tortoise: AtRace, club: ServedClub
) -> None:
    hare.page.clock.install()
    race(club, hare, tortoise, best_of="3")
    first = hare.page.url
    tortoise.resign()
    expect(hare.page.locator("[data-goes-on]")).to_have_text(re.compile(r"The next race comes in 1\d s\."))
    hare.page.clock.fast_forward(LONGER_THAN_THE_BOARDS_ARE_SHOWN)
    hare.page.wait_for_url(lambda url: url != first)
    tortoise.page.get_by_role("link", name="Next race").click()
    open_boards(club, hare, tortoise)
    tortoise.resign()
    for racer, verdict in (
        (hare, r"You win the series, 2 : 0\."),
        (tortoise, r"Guest \d+ wins the series, 2 : 0\."),
    ):
        racer.wait_for("ended")
        expect(racer.page.locator("[data-race-series]")).to_have_text(re.compile(verdict))
        expect(racer.page.get_by_role("link", name="Next race")).to_be_hidden()
    # Who looks back at the first race stays there.
    hare.page.goto(first)
    hare.expect_told("You won!", r"Guest \d+ resigned\.")
    expect(hare.page.get_by_role("link", name="Next race")).to_be_visible()
    expect(hare.page.locator("[data-goes-on]")).to_be_empty()


def test_leaving_between_two_races_is_asked_about_and_gives_the_series(
    hare: AtRace, tortoise: AtRace, club: ServedClub
) -> None:
    race(club, hare, tortoise, best_of="3")
    tortoise.resign()
    for racer in (hare, tortoise):
        racer.page.get_by_role("link", name="Next race").click()
        racer.wait_for("opening")
    hare.page.get_by_role("button", name="Leave").click()
    expect(hare.page.locator("[data-ask-title]")).to_have_text(re.compile(r"Give the series to Guest \d+\?"))
    hare.page.locator("[data-ask-choices]").get_by_role("button", name="Leave").click()
    for racer, verdict in (
        (hare, r"You gave the series up\. Guest \d+ wins the series\."),
        (tortoise, r"Guest \d+ gave the series up\. The series is yours\."),
    ):
        racer.wait_for("called_off")
        expect(racer.page.get_by_role("heading", name="The series is over")).to_be_visible()
        expect(racer.page.locator("[data-called-off-word]")).to_have_text(re.compile(verdict))
