"""Regular partners: two meet, agree, see each other come and go, and play with one press."""

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Playwright, expect

from load.process import free_port
from tests.browser.arrivals import Arrivals
from tests.browser.at_afterword import AtAfterword
from tests.browser.at_race import AtRace, on_one_pile, open_boards, race
from tests.browser.conftest import ARGUMENTS, chromium
from tests.browser.wire import Wire
from tests.served import ServedClub

# Silence is known after twelve seconds, and shown within three more.
SHOWN_WITHIN = 15_000


@pytest.fixture
def ant(arrivals: Arrivals) -> AtRace:
    """One who wants a regular partner."""
    return AtRace(arrivals.newcomer())


@pytest.fixture
def bee(arrivals: Arrivals) -> AtRace:
    """The other."""
    return AtRace(arrivals.newcomer())


class Killable:
    """A browser in a process of its own, which can crash."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        port = free_port()
        self._process = subprocess.Popen(
            [chromium(), *ARGUMENTS, f"--remote-debugging-port={port}", f"--user-data-dir={folder}", "about:blank"],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        while "DevTools listening" not in self._process.stderr.readline():
            pass
        self._browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")

    def page(self, url: str) -> Page:
        return self._browser.new_context(base_url=url).new_page()

    def crash(self) -> None:
        """Nothing is said to anybody."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()


@pytest.fixture
def fragile(playwright: Playwright, tmp_path: Path) -> Iterator[Killable]:
    browser = Killable(playwright, tmp_path)
    yield browser
    browser.crash()


def become_partners(one: AtRace, two: AtRace, names: tuple[str, str]) -> None:
    """One asks on the other's page, the other is told at once and accepts."""
    one.sign_up(names[0])
    two.sign_up(names[1])
    one.page.goto(f"/player/{names[1]}/")
    one.page.get_by_role("button", name="Ask to be regular partners").click()
    expect(one.page.get_by_text("not answered yet")).to_be_visible()
    two.page.get_by_role("link", name=f"{names[0]} asks to be regular partners").click()
    two.page.get_by_role("button", name=f"Accept {names[0]}").click()
    one.page.goto("/partners/")


def presence_of(watcher: AtRace, name: str) -> Locator:
    return watcher.page.locator(".partner", has_text=name).locator("[data-presence]")


def test_partners_spend_an_evening(ant: AtRace, bee: AtRace, club: ServedClub) -> None:
    become_partners(ant, bee, ("Ant", "Bee"))
    race(club, ant, bee, layout="reverse", minutes="3")
    bee.resign()
    ant.wait_for("ended")
    for racer in (ant, bee):
        racer.page.goto("/partners/")
    expect(presence_of(ant, "Bee")).to_have_text("here")
    expect(presence_of(bee, "Ant")).to_have_text("here")
    partner = ant.page.locator(".partner", has_text="Bee")
    expect(partner).to_contain_text("races 1–0")
    # One press asks for what they raced last.
    challenge = partner.get_by_role("button", name="Challenge to a race")
    expect(challenge).to_contain_text("Reverse · 3 minutes")
    bee.page.goto("/race/")
    challenge.click()
    expect(ant.page.get_by_text("Bee is asked.")).to_be_visible()
    bee.page.locator("[data-list=asked]").get_by_role("button", name="Accept").click()
    for racer in (ant, bee):
        racer.wait_for("opening")
    open_boards(club, ant, bee)
    for racer in (ant, bee):
        racer.play(on_one_pile)
    for racer in (ant, bee):
        racer.wait_for("ended")
    talk_and_thank(AtAfterword(ant.page), AtAfterword(bee.page))
    ant.page.goto("/people/authority/")
    expect(ant.page.locator(".sums")).to_contain_text("thanked by 1 member in a year: 2.0")
    ant.page.goto("/partners/")
    expect(ant.page.locator(".partner", has_text="Bee")).to_contain_text(re.compile("races [12]–[01]"))


def talk_and_thank(one: AtAfterword, two: AtAfterword) -> None:
    """Two remarks each in turn, of which one leads to a move's boards, and each says thanks."""
    said = []
    for talk in (one, two):
        talk.open()
    for talk, text in ((one, "A close one!"), (two, "Until move 9"), (one, "You are right"), (two, "Once more soon?")):
        talk.write(text)
        said.append(text)
        for reader in (one, two):
            reader.expect_said(*said)
    one.press("move 9")
    expect(one.page.locator("[data-move-place]")).to_have_text("Move 9")
    one.boards.get_by_role("button", name="Close").click()
    one.press("Say thanks")
    two.press("Say thanks")
    expect(one.page.locator("[data-afterword-thanks]")).to_contain_text("says thanks.")
    expect(two.page.locator("[data-afterword-thanks]")).to_contain_text("says thanks.")


def test_by_correspondence_it_is_one_press_too(ant: AtRace, bee: AtRace) -> None:
    become_partners(ant, bee, ("Clara", "Dan"))
    ant.page.get_by_role("button", name="Challenge by correspondence").dblclick()
    expect(ant.page).to_have_url(re.compile("/correspondence/o/"))
    bee.page.get_by_role("link", name="Clara challenges you").click()
    bee.page.get_by_role("button", name="Accept").click()
    bee.wait_for("running")
    ant.page.goto("/partners/")
    expect(ant.page.locator(".partner .running")).to_contain_text("turn 1")


def test_a_browser_that_crashes_is_away_within_fifteen_seconds(
    ant: AtRace, bee: AtRace, fragile: Killable, club: ServedClub
) -> None:
    become_partners(ant, bee, ("Eve", "Finn"))
    bee.page.close()
    fleeting = AtRace(fragile.page(club.url))
    fleeting.sign_in("Finn")
    expect(presence_of(ant, "Finn")).to_have_text("here")
    fragile.crash()
    expect(presence_of(ant, "Finn")).to_have_text("away", timeout=SHOWN_WITHIN)


def test_one_of_two_devices_without_its_network_changes_nothing_and_both_are_away(
    ant: AtRace, bee: AtRace, snail: AtRace, wire: Wire, club: ServedClub
) -> None:
    become_partners(ant, bee, ("Gina", "Hans"))
    snail.sign_in("Hans")
    expect(presence_of(ant, "Hans")).to_have_text("here")
    wire.cut()
    club.move_clock(11)
    expect(presence_of(ant, "Hans")).to_have_text("here")
    bee.page.close()
    expect(presence_of(ant, "Hans")).to_have_text("away", timeout=SHOWN_WITHIN)


def test_an_unreachable_club_shows_nobody_as_here(ant: AtRace, bee: AtRace, club: ServedClub) -> None:
    become_partners(ant, bee, ("Ina", "Jon"))
    expect(presence_of(ant, "Jon")).to_have_text("here")
    club.kill()
    expect(ant.page.get_by_text("Who is here is not known just now.")).to_be_visible()
    expect(presence_of(ant, "Jon")).to_be_hidden()
    club.start()
    expect(presence_of(ant, "Jon")).to_have_text("here", timeout=SHOWN_WITHIN)
