"""A member who is told by mail: at the table for their turns only, with a page of the club open elsewhere."""

import re

from playwright.sync_api import Page, expect

from tests.browser.at_turns import AtTurns
from tests.browser.outbox import Outbox, link_in
from tests.served import ServedClub

PASSWORD = "correct horse battery"


class Correspondent(AtTurns):
    """Knows the club by its mails and pages."""

    def __init__(self, page: Page, name: str, club: ServedClub) -> None:
        super().__init__(page)
        self.name = name
        self.address = f"{name}@example.org"
        self.outbox = Outbox(club)
        # Another page, which stays open all the time behind the one that is looked at.
        self.elsewhere = page.context.new_page()
        page.bring_to_front()

    def sign_up_with_address(self) -> None:
        """Without confirming it yet."""
        self.page.goto("/accounts/signup/")
        for name, text in (("username", self.name), ("email", self.address), ("password1", PASSWORD)):
            self.page.locator(f"[name={name}]").fill(text)
        self.page.locator("[name=of_age]").check()
        self.page.locator("main form button[type=submit]").first.click()
        expect(self.page.locator("summary", has_text=self.name)).to_be_visible()
        self.elsewhere.goto("/rules/")

    def confirm_address(self) -> None:
        self.follow("Please Confirm Your Email Address")
        self.page.get_by_role("button", name="Confirm").click()
        expect(self.page.locator(".messages")).to_contain_text(self.address)

    def follow(self, subject: str) -> None:
        """The link of the mail with that subject, as soon as it is there."""
        self.page.goto(link_in(self.outbox.wait_for(self.address, subject)))

    def leave_the_table(self) -> None:
        self.page.goto("/rules/")

    def expect_to_wait(self, turns: int) -> None:
        """That so many turns wait, by title and menu of the page elsewhere."""
        count = self.elsewhere.locator(".nav [data-waiting-count]")
        if turns:
            expect(self.elsewhere).to_have_title(re.compile(rf"^\({turns}\) "))
            expect(count).to_have_text(str(turns))
        else:
            expect(self.elsewhere).to_have_title(re.compile(r"^[^(]"))
            expect(count).to_be_hidden()
