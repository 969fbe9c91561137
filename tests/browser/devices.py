"""A device that is told by push: its browser, its leave, and what its service worker shows of a message."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.arrivals import Arrivals
from tests.push_service import Browser
from tests.served import ServedClub

# The browser's own push service is on the open internet: in its place a page is given an address at the tests' own.
# Everything else is the browser's: leave, worker, notifications.
SUBSCRIBES = """
  const given = %s;
  const key = () => Uint8Array.from(JSON.parse(localStorage.getItem("subscribed"))).buffer;
  const held = () => localStorage.getItem("subscribed") && {
    endpoint: given.endpoint,
    options: { userVisibleOnly: true, applicationServerKey: key() },
    toJSON: () => ({ endpoint: given.endpoint, keys: { p256dh: given.p256dh, auth: given.auth } }),
    unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
  };
  PushManager.prototype.getSubscription = async () => held() || null;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const key = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
    localStorage.setItem("subscribed", JSON.stringify([...key].map((character) => character.charCodeAt(0))));
    return held();
  };
"""

SHOWN = """async () => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}"""


def come_with(device: Browser, arrivals: Arrivals, club: ServedClub, zone: str | None = None) -> Page:
    """A newcomer's browser that lets the club show notifications."""
    page = arrivals.newcomer(script=SUBSCRIBES % json.dumps(device.fields), zone=zone, worker=True)
    page.context.grant_permissions(["notifications"], origin=club.url)
    return page


def allow_push(page: Page) -> None:
    """On the settings page: no quiet hours, whatever time it is where the test runs; and this device is told."""
    page.goto("/notices/")
    page.locator("input[name=quiet]").uncheck()
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.locator("[data-endpoint]")).to_contain_text("this device")


def deliver(page: Page, club: ServedClub, text: str) -> None:
    """What the push service does: hand the message to the browser, which wakes the worker."""
    devtools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not registrations:
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    message = {"origin": club.url, "registrationId": registrations[0], "data": text}
    devtools.send("ServiceWorker.deliverPushMessage", message)
    devtools.detach()


def shown_on(page: Page) -> list[dict[str, Any]]:
    """The notifications that lie on this device, once there is one."""
    page.wait_for_function(f"async () => (await ({SHOWN})()).length > 0")
    shown: list[dict[str, Any]] = page.evaluate(SHOWN)
    return shown
