"""What is chosen at "Your table" is seen there at once, and does at the table what it says."""

from playwright.sync_api import Page, expect

from tests.browser.at_table import AtTable

# Tones that the page has begun, and cards that it has let fly and for how long.
WATCH = """(() => {
  window.tones = 0;
  window.flights = [];
  const {start} = OscillatorNode.prototype, {animate} = Element.prototype;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
  Element.prototype.animate = function (frames, how) {
    window.flights.push(how.duration);
    return animate.call(this, frames, how);
  };
})()"""
COLOURS = "(cards) => [...new Set(cards.map((card) => getComputedStyle(card).color))].length"

SUITS = "(cards) => [...new Set(cards.map((card) => card.dataset.suit))].length"


class AtYourTable:
    """Goes from the table to the page of its looks, and back again with what was chosen."""

    def __init__(self, table: AtTable) -> None:
        self.table = table
        self.page = table.page

    def choose(self, **choices: str) -> None:
        self.page.keyboard.press("m")
        self.page.locator("[data-menu]").get_by_role("link", name="Your table").click()
        for name, value in choices.items():
            self.page.locator(f"label:has([name={name}][value={value}])").click()
            expect(self.page.locator("html")).to_have_attribute(f"data-look-{name}", value)
        self.page.get_by_role("button", name="Keep").click()
        self.table.wait_for("running")


def test_each_choice_does_what_it_says(page: Page) -> None:
    page.add_init_script(WATCH)
    table = AtTable(page)
    looks = AtYourTable(table)
    table.sit_down(layout="classic", number="3")
    cards = page.locator("[data-card][data-suit]")
    index = page.locator(".turned .i")

    def height_of_index() -> float:
        return float(index.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)"))

    def x_of(selector: str) -> float:
        box = page.locator(selector).bounding_box()
        assert box
        return box["x"]

    usual = height_of_index()
    assert cards.evaluate_all(COLOURS) == 2
    assert x_of(".left") < x_of("[data-turned]") < x_of(".tools")
    expect(page.locator(".want").first).to_be_visible()

    looks.choose(theme="dark", suits="four", index="large", hand="left", marks="off", play="drag", confirm="on")
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert cards.evaluate_all(COLOURS) == cards.evaluate_all(SUITS) > 2
    assert height_of_index() > usual
    assert x_of(".left") > x_of("[data-turned]") > x_of(".tools")
    expect(page.locator(".want").first).to_be_hidden()

    # A tap does nothing; a drop on a waste pile asks, and is done at the second time.
    pile = page.locator(".column").first
    pile.click()
    expect(page.locator("[data-meant]")).to_have_count(0)
    _drag(page, "[data-turned]", ".column >> nth=0")
    expect(page.locator("[data-word]")).to_contain_text("Once more")
    assert table.rows == 0
    table.after(lambda: _drag(page, "[data-turned]", ".column >> nth=0"))
    assert page.evaluate("window.tones") == 0

    looks.choose(suits="none", index="small", play="tap", confirm="off", motion="off", sounds="on")
    assert cards.evaluate_all(COLOURS) == 1
    expect(page.locator(".turned .i .suit")).to_be_hidden()
    assert height_of_index() < usual
    _drag(page, "[data-turned]", ".column >> nth=1")
    expect(page.locator(".ghost")).to_have_count(0)
    assert table.rows == 1
    table.after(pile.click)
    assert page.evaluate("[window.tones, window.flights.length]") == [1, 0]

    looks.choose(motion="calm")
    table.after(pile.click)
    assert min(page.evaluate("window.flights")) > 300


def _drag(page: Page, from_: str, to: str) -> None:
    start, end = page.locator(from_).bounding_box(), page.locator(to).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 30, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + end["height"] - 20, steps=4)
    page.mouse.up()
