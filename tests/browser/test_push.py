"""A device is told by push: from the press on the settings page to the notification that its service worker shows."""

import json

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_turns import AtTurns, begin
from tests.browser.devices import SHOWN, allow_push, come_with, deliver
from tests.push_service import Browser, PushService
from tests.served import ServedClub

pytestmark = pytest.mark.whole_browser

# A press on the notification, which a test's browser has no screen for. What the press leads to is noted down, since
# browsers let a worker open pages only after a person's own press.
PRESS = """async () => {
  const led = [];
  WindowClient.prototype.focus = async function () { led.push("to the front: " + new URL(this.url).pathname) };
  Clients.prototype.openWindow = async (url) => { led.push("opened: " + new URL(url).pathname) };
  const [notification] = await registration.getNotifications();
  const pressed = new NotificationEvent("notificationclick", { notification });
  const done = [];
  pressed.waitUntil = (promise) => done.push(promise);
  dispatchEvent(pressed);
  await Promise.all(done);
  return [led, (await registration.getNotifications()).length];
}"""


@pytest.fixture
def device(service: PushService, request: pytest.FixtureRequest) -> Browser:
    return service.browser(request.node.name)


@pytest.fixture
def phone(arrivals: Arrivals, club: ServedClub, device: Browser) -> Page:
    return come_with(device, arrivals, club)


def sign_up(page: Page, name: str) -> None:
    AtTurns(page).sign_up(name)


def worker_of(page: Page) -> Worker:
    (worker,) = page.context.service_workers
    return worker


def test_a_turn_is_pushed_to_the_device_and_shown_by_its_worker(
    phone: Page, arrivals: Arrivals, club: ServedClub, service: PushService, device: Browser
) -> None:
    sign_up(phone, "pushed-one")
    sign_up(arrivals.newcomer(), "pushed-two")
    allow_push(phone)
    key = begin(club, ("pushed-one", "pushed-two"))
    posted = service.take()
    assert posted.headers["topic"] == key
    assert 0 < int(posted.headers["ttl"]) <= 24 * 3600
    message = device.read(posted)
    assert message["title"] == "Your turn 1 against pushed-two"
    deliver(phone, club, json.dumps(message))
    phone.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    assert phone.evaluate(SHOWN) == [message]
    assert (message["url"], message["tag"]) == (f"/table/{key}/", key)

    # A newer one about the same match takes its place.
    deliver(phone, club, json.dumps(message | {"title": "Turn 1 against pushed-two ends soon"}))
    phone.wait_for_function(f"async () => (await ({SHOWN})())[0].title.includes('ends soon')")
    assert len(phone.evaluate(SHOWN)) == 1


def test_a_press_on_the_notification_opens_the_table_or_brings_its_page_to_the_front(
    phone: Page, club: ServedClub
) -> None:
    sign_up(phone, "pressing")
    allow_push(phone)
    message = json.dumps({"title": "Your turn", "body": "", "url": "/table/abcdefghijkl/", "tag": "abcdefghijkl"})
    deliver(phone, club, message)
    phone.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    assert worker_of(phone).evaluate(PRESS) == [["opened: /table/abcdefghijkl/"], 0]

    table = phone.context.new_page()
    table.route(
        "**/table/abcdefghijkl/", lambda route: route.fulfill(body="<title>a table</title>", content_type="text/html")
    )
    table.goto("/table/abcdefghijkl/")
    deliver(phone, club, message)
    phone.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    assert worker_of(phone).evaluate(PRESS) == [["to the front: /table/abcdefghijkl/"], 0]


def test_a_message_that_cannot_be_read_and_one_that_leads_away_do_no_harm(phone: Page, club: ServedClub) -> None:
    sign_up(phone, "harmless")
    allow_push(phone)
    deliver(phone, club, "no JSON")
    phone.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    assert phone.evaluate(SHOWN) == [{"title": "The Fairest", "body": "", "tag": "", "url": "/"}]
    assert worker_of(phone).evaluate(PRESS) == [["opened: /"], 0]
    deliver(phone, club, json.dumps({"title": "Come away", "url": "https://example.org/"}))
    phone.wait_for_function(f"async () => (await ({SHOWN})()).length === 1")
    assert worker_of(phone).evaluate(PRESS) == [[], 0]


def test_a_device_that_is_gone_is_told_no_more(
    phone: Page, arrivals: Arrivals, club: ServedClub, service: PushService
) -> None:
    sign_up(phone, "gone-one")
    sign_up(arrivals.newcomer(), "gone-two")
    allow_push(phone)
    service.answers = 410
    begin(club, ("gone-one", "gone-two"))
    service.take()
    service.answers = 201
    phone.reload()
    expect(phone.locator("[data-endpoint]")).to_have_count(0)
    expect(phone.get_by_role("button", name="Tell me on this device")).to_be_visible()


def test_a_device_is_removed_by_a_press(phone: Page) -> None:
    sign_up(phone, "removing")
    allow_push(phone)
    phone.locator("[data-endpoint]").get_by_role("button", name="Remove").click()
    expect(phone.locator("[data-endpoint]")).to_have_count(0)
    expect(phone.get_by_role("button", name="Tell me on this device")).to_be_visible()
    assert phone.evaluate("localStorage.getItem('subscribed')") is None


def test_whoever_signs_out_leaves_the_device_untold(
    phone: Page, arrivals: Arrivals, club: ServedClub, service: PushService
) -> None:
    sign_up(phone, "leaving-one")
    sign_up(arrivals.newcomer(), "leaving-two")
    allow_push(phone)
    phone.locator(".menu summary").click()
    phone.get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("link", name="Sign in")).to_be_visible()
    # The next one at this browser is not told there before pressing for it.
    sign_up(phone, "leaving-three")
    phone.goto("/notices/")
    expect(phone.locator("[data-endpoint]")).to_have_count(0)
    allow_push(phone)
    begin(club, ("leaving-one", "leaving-two"))
    key = begin(club, ("leaving-three", "leaving-two"))
    assert service.take().headers["topic"] == key


def test_where_no_leave_is_given_the_page_says_so_and_adds_nothing(arrivals: Arrivals) -> None:
    page = arrivals.newcomer()
    sign_up(page, "forbidden")
    page.goto("/notices/")
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.locator("[data-push-word]")).to_contain_text("Without leave to show notifications")
    page.reload()
    expect(page.locator("[data-endpoint]")).to_have_count(0)
