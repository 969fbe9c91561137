"""A real browser at a really served club; the tests know the club only as people do, by its pages."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

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
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """CHROMIUM names it; `make test` finds or installs one."""
    launched = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "chromium"), args=ARGUMENTS)
    yield launched
    launched.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClub]:
    with ServedClub(tmp_path_factory.mktemp("club")) as served:
        yield served


@pytest.fixture
def complaints() -> list[str]:
    """What the browser's console complained of; connections that fail while the network is cut are no complaint."""
    return []


@pytest.fixture
def page(browser: Browser, club: ServedClub, complaints: list[str]) -> Iterator[Page]:
    """A newcomer's browser: no cookie, a common phone's size. No test may leave a complaint in its console."""
    context = browser.new_context(base_url=club.url, viewport={"width": 390, "height": 844})
    opened = context.new_page()
    opened.set_default_timeout(10_000)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield opened
    context.close()
    assert [text for text in complaints if "WebSocket connection" not in text and "ERR_" not in text] == []
