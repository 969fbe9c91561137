"""The afterword as a player sees it on the page: reads it, writes in it, presses its buttons."""

from playwright.sync_api import Page, ViewportSize, expect

NARROW: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1280, "height": 800}


class AtAfterword:
    """Knows the talk by what the table shows of it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.panel = page.locator("[data-afterword]")
        self.opener = page.locator("[data-afterword-open]")
        self.remarks = page.locator("[data-remarks] .remark-said")
        self.text = page.locator("#remark")
        self.word = page.locator("[data-afterword-word]")
        self.until = page.locator("[data-afterword-until]")
        self.boards = page.locator("[data-move-boards]")

    def open(self) -> None:
        self.opener.click()
        expect(self.panel).to_be_visible()

    def write(self, text: str) -> None:
        """Send it, and wait until the club has it."""
        self.text.fill(text)
        self.text.press("Enter")
        expect(self.text).to_have_value("")

    def choose(self, words: str) -> None:
        """One of the ready-made remarks."""
        self.panel.get_by_role("button", name=words, exact=True).click()

    def press(self, name: str) -> None:
        self.panel.get_by_role("button", name=name, exact=True).click()

    def more(self, name: str) -> None:
        """A button among those that are seldom wanted."""
        self.panel.locator("summary", has_text="More").click()
        self.press(name)

    def answer(self, name: str) -> None:
        """The question that was brought up."""
        self.page.locator("[data-ask-choices]").get_by_role("button", name=name, exact=True).click()

    def expect_said(self, *texts: str) -> None:
        expect(self.remarks).to_have_text(list(texts))
