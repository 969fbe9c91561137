"""How soon a newcomer can play: from opening a fresh table's address to the first card placed and acknowledged.

The baseline, in the same browser and run, is an empty page that opens one socket and waits for one echo.
"""

import asyncio
import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Page, sync_playwright
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from bench.figure import Figure
from tests.browser.conftest import ARGUMENTS
from tests.served import ServedClub

NAMES = ("first_card_ms",)
REPEATS = 7

ECHO_PAGE = b"""<!doctype html><title>echo</title><script>
const socket = new WebSocket(location.href.replace("http", "ws"));
socket.onopen = () => socket.send("x");
socket.onmessage = () => { document.title = "answered" };
</script>"""


def figures() -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        ServedClub(Path(folder)) as club,
        _echo() as echo,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "chromium"), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        _first_card(page, club.url)
        cards: list[float] = []
        echoes: list[float] = []
        for _ in range(REPEATS):
            # Interleaved, since the machine's speed drifts.
            cards.append(_first_card(page, club.url))
            echoes.append(_one_echo(page, echo))
        browser.close()
    yield Figure("first_card_ms", median(cards) * 1e3, "ms", median(echoes) * 1e3)


def _first_card(page: Page, club: str) -> float:
    """Seconds from the address to the acknowledged card. The table is asked for before the clock starts."""
    page.context.clear_cookies()
    page.goto(club)
    token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()
    form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token, "layout": "classic"}
    table = page.request.post(f"{club}/solo/deal/", form=form, max_redirects=0).headers["location"]
    began = perf_counter()
    page.goto(club + table, wait_until="commit")
    page.wait_for_selector("[data-phase=running]")
    page.keyboard.press("1")
    page.wait_for_selector("[data-rows='1']")
    return perf_counter() - began


def _one_echo(page: Page, address: str) -> float:
    began = perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function("document.title === 'answered'")
    return perf_counter() - began


@contextmanager
def _echo() -> Iterator[str]:
    """A server of an empty page and an echo, in a thread of its own; its address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(_start_echo(), loop).result(10)
    yield f"http://localhost:{server[0]}/"
    asyncio.run_coroutine_threadsafe(_stop(server[1]), loop).result(10)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


async def _stop(server: Server) -> None:
    server.close()
    await server.wait_closed()


async def _start_echo() -> tuple[int, Server]:
    async def echo(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    def page(socket: ServerConnection, request: Request) -> Response | None:
        if "Upgrade" in request.headers:
            return None
        headers = Headers({"Content-Type": "text/html", "Content-Length": str(len(ECHO_PAGE)), "Connection": "close"})
        return Response(200, "OK", headers, ECHO_PAGE)

    server = await serve(echo, "localhost", 0, process_request=page)
    return next(iter(server.sockets)).getsockname()[1], server
