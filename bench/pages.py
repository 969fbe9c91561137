"""How heavy and how quick the first page and a table are on a poor phone: in Chromium, its processor slowed to a
quarter, its network DevTools' "Fast 3G" ("Slow 4G" now): 1.44 Mbit/s down, 675 kbit/s up, 562.5 ms a request.

Every figure is of a browser that has never been here: nothing is in its cache. The page for no network, which the
service worker of a player fetches once a table is there, is not counted.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, sync_playwright

from bench.figure import Figure
from tests.browser.conftest import ARGUMENTS
from tests.served import ServedClub

NAMES = ("page_first_kb", "page_table_kb", "page_lcp_ms", "page_inp_ms", "page_cls")
REPEATS = 5
SLOWER = 4
FAST_3G = {"offline": False, "downloadThroughput": 1_440_000 / 8, "uploadThroughput": 675_000 / 8, "latency": 562.5}
PHONE = ViewportSize(width=390, height=844)
# Cards placed at a table: an input to the next paint is the worst of them, as for the measure that pages are judged by.
PLACED = 12

# What the page has seen of itself since it began: the largest paint, shifts without an input, the slowest input.
WATCH = """
window.seen = { lcp: 0, cls: 0, inp: 0 };
const watch = (type, note, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
watch("largest-contentful-paint", (entry) => { window.seen.lcp = entry.startTime });
watch("layout-shift", (entry) => { if (!entry.hadRecentInput) window.seen.cls += entry.value });
watch("event", (entry) => { if (entry.interactionId) window.seen.inp = Math.max(window.seen.inp, entry.duration) },
  { durationThreshold: 16 });
"""


def figures() -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        ServedClub(Path(folder)) as club,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "chromium"), args=ARGUMENTS)
        visits = [Visit(browser, club.url) for _ in range(REPEATS)]
        browser.close()
    yield Figure("page_first_kb", median(visit.first_kb for visit in visits), "KB")
    yield Figure("page_table_kb", median(visit.table_kb for visit in visits), "KB")
    yield Figure("page_lcp_ms", median(visit.lcp_ms for visit in visits), "ms")
    yield Figure("page_inp_ms", median(visit.inp_ms for visit in visits), "ms")
    yield Figure("page_cls", max(visit.cls for visit in visits), "")


class Visit:
    """A newcomer's first page, and then a table in a browser that has seen nothing of the first page either."""

    def __init__(self, browser: Browser, club: str) -> None:
        with _PoorPhone(browser, club) as first:
            first.page.goto("/", wait_until="networkidle")
            self.first_kb = first.received / 1000
            seen = first.page.evaluate("window.seen")
            self.lcp_ms, self.cls = float(seen["lcp"]), float(seen["cls"])
        with _PoorPhone(browser, club) as other:
            table = _sit_down(other.page)
            other.devtools.send("Network.clearBrowserCache")
            other.received = 0
            other.page.goto(table, wait_until="networkidle")
            other.page.wait_for_selector("[data-phase=running]")
            self.table_kb = other.received / 1000
            for at in range(PLACED):
                other.page.wait_for_selector(f"[data-rows='{at}']:not([data-fresh])")
                other.page.keyboard.press(str(at % 4 + 1))
            other.page.wait_for_selector(f"[data-rows='{PLACED}']:not([data-fresh])")
            seen = other.page.evaluate("window.seen")
            self.inp_ms = float(seen["inp"])
            self.cls = max(self.cls, float(seen["cls"]))


def _sit_down(page: Page) -> str:
    """The address of a fresh table, asked for without the browser's network."""
    token = page.request.get("/").text().partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token, "layout": "classic"}
    return page.request.post("/solo/deal/", form=form, max_redirects=0).headers["location"]


class _PoorPhone:
    """A browser of its own that counts what comes over its wire: heads, bodies as they were compressed, and frames."""

    def __init__(self, browser: Browser, club: str) -> None:
        self._context = browser.new_context(base_url=club, viewport=PHONE)
        self._context.add_init_script(WATCH)
        self.page = self._context.new_page()
        self.devtools: CDPSession = self._context.new_cdp_session(self.page)
        self.received = 0
        self.devtools.send("Network.enable")
        self.devtools.send("Network.emulateNetworkConditions", FAST_3G)
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.devtools.on("Network.loadingFinished", lambda event: self._count(int(event["encodedDataLength"])))
        self.devtools.on(
            "Network.webSocketFrameReceived", lambda event: self._count(len(event["response"]["payloadData"]))
        )

    def _count(self, size: int) -> None:
        self.received += size

    def __enter__(self) -> "_PoorPhone":
        return self

    def __exit__(self, *exc: object) -> None:
        self._context.close()
