"""People that come to the club, each with a browser of their own."""

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.served import ServedClub

# How long a page is waited for, in milliseconds.
PATIENCE = 20_000


class Arrivals:
    """Browsers that know nothing of the club: no cookie, and a common phone's size."""

    def __init__(self, browser: Browser, club: ServedClub) -> None:
        self._browser = browser
        self._club = club
        self._contexts: list[BrowserContext] = []
        # What the browsers' consoles complained of; connections that fail while the network is cut are no complaint.
        self.complaints: list[str] = []

    def newcomer(self, url: str = "", script: str = "", zone: str | None = None, *, worker: bool = False) -> Page:
        """An empty page; `url` where the club is reached another way, `script` runs before those of each page.

        `zone`: where the browser is, if not where the test runs. `worker`: whether the club's service worker may come
        to live there, which costs each browser the page that it keeps.
        """
        context = self._browser.new_context(
            base_url=url or self._club.url,
            viewport={"width": 390, "height": 844},
            timezone_id=zone,
            service_workers="allow" if worker else "block",
        )
        self._contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        page.on("console", self._listen)
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        text = message.text
        if message.type == "error" and "WebSocket connection" not in text and "ERR_" not in text:
            self.complaints.append(text)

    def leave(self) -> None:
        for context in self._contexts:
            context.close()
