"""Passkeys in a real browser with a device of its own: added once, then enough to sign in."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.arrivals import Arrivals
from tests.browser.at_race import AtRace

pytestmark = pytest.mark.whole_browser

PASSWORD = "correct horse battery"


def device_of(page: Page) -> CDPSession:
    """A device that holds passkeys and says yes, as a phone does to its owner's finger."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    holds = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    agrees = {"isUserVerified": True, "automaticPresenceSimulation": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": holds | agrees})
    return device


def add_passkey(page: Page, name: str) -> None:
    page.goto("/accounts/passkeys/add/")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button[type=submit]").first.click()
    page.locator("[name=name]").fill(name)
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", name="Codes on paper")).to_be_visible()


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main form button[type=submit]").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_passkey_is_added_and_then_signs_in_alone(arrivals: Arrivals) -> None:
    anna = AtRace(arrivals.newcomer())
    page = anna.page
    device_of(page)
    anna.sign_up("passkey anna")
    add_passkey(page, "my phone")
    page.goto("/accounts/passkeys/")
    expect(page.get_by_text("my phone")).to_be_visible()
    sign_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("summary", has_text="passkey anna")).to_be_visible()


def test_with_a_passkey_the_password_asks_for_it_too(arrivals: Arrivals) -> None:
    berta = AtRace(arrivals.newcomer())
    page = berta.page
    device_of(page)
    berta.sign_up("passkey berta")
    add_passkey(page, "key ring")
    sign_out(page)
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill("passkey berta")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("summary", has_text="passkey berta")).to_be_visible()
    # The device knows that it holds one already.
    page.goto("/accounts/passkeys/add/")
    page.get_by_role("link", name="By a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_text("This device holds a passkey of yours already.")).to_be_visible()


def test_who_presses_cancel_on_the_device_stays_on_the_page(arrivals: Arrivals) -> None:
    clara = AtRace(arrivals.newcomer())
    page = clara.page
    device_of(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("No passkey was used.")).to_be_visible()
