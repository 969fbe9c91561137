"""A real browser at a really served club; the tests know the club only as people do, by its pages."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.browser.arrivals import PATIENCE, Arrivals
from tests.browser.at_race import AtRace
from tests.browser.at_turns import AtTurns
from tests.browser.wire import Wire
from tests.push_service import PushService
from tests.served import ServedClub

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        # What a slow machine takes proves nothing; what never comes is found all the same.
        expect.set_options(timeout=PATIENCE)
        yield started


def chromium() -> str:
    """CHROMIUM names it; `make test` finds or installs one."""
    return os.environ.get("CHROMIUM", "chromium")


def shell() -> str:
    """The same browser without windows where there is one: it takes a third less of a processor's time."""
    return shutil.which("chromium-headless-shell") or chromium()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=shell(), args=ARGUMENTS)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """For tests marked `whole_browser`: what the shell has not, or not surely, is notifications and passkeys."""
    launched = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
    yield launched
    launched.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClub]:
    """A club that may post to this machine, where the tests' push service is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PUSH_TO_THIS_MACHINE", "1")
        with ServedClub(tmp_path_factory.mktemp("club"), clock=True) as served:
            yield served


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService() as listening:
        yield listening


@pytest.fixture
def arrivals(request: pytest.FixtureRequest, club: ServedClub) -> Iterator[Arrivals]:
    """No test may leave a complaint in a console."""
    which = "whole_browser" if request.node.get_closest_marker("whole_browser") else "browser"
    arrivals = Arrivals(request.getfixturevalue(which), club)
    yield arrivals
    arrivals.leave()
    assert arrivals.complaints == []


@pytest.fixture
def page(arrivals: Arrivals) -> Page:
    """A newcomer's browser."""
    return arrivals.newcomer()


@pytest.fixture
def hare(arrivals: Arrivals) -> AtRace:
    """A newcomer who has come to race."""
    return AtRace(arrivals.newcomer())


@pytest.fixture
def tortoise(arrivals: Arrivals) -> AtRace:
    """Another one."""
    return AtRace(arrivals.newcomer())


@pytest.fixture
def snail(wire: Wire, arrivals: Arrivals) -> AtRace:
    """One whose network is the `wire`."""
    return AtRace(arrivals.newcomer(wire.url))


@pytest.fixture
def anna(arrivals: Arrivals) -> AtTurns:
    """A newcomer who will play by correspondence."""
    return AtTurns(arrivals.newcomer())


@pytest.fixture
def bert(arrivals: Arrivals) -> AtTurns:
    """Another one."""
    return AtTurns(arrivals.newcomer())


@pytest.fixture
def wire(club: ServedClub) -> Iterator[Wire]:
    with Wire(club.port) as wire:
        yield wire
