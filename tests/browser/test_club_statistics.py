"""In a real browser: a day is over, the house tries its deal, and the pages that tell how hard it was say so."""

import datetime as dt

from playwright.sync_api import Page, expect

from tests.browser.at_table import AtTable
from tests.served import ServedClub

A_DAY = 24 * 3600
# A game of House Expert is a third of a second of work, which waits for everything else that the machine does.
TRIED_WITHIN = 60_000
# The page tells of it when it is looked at again.
LOOK_UNTIL = """async ([words, within]) => {
  const late = performance.now() + within;
  while (!(await (await fetch(location.href)).text()).includes(words)) {
    if (performance.now() > late) throw new Error(`the page never said: ${words}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}"""


def test_a_day_that_is_over_is_tried_by_the_house_and_the_pages_tell_how_hard_it_was(
    club: ServedClub, page: Page
) -> None:
    page.goto("/daily/")
    main = page.get_by_role("main")
    page.get_by_role("contentinfo").get_by_role("link", name="Statistics of the club").click()
    expect(main).to_contain_text("No deal of the last seven days was played")
    club.move_clock(A_DAY)
    page.evaluate(LOOK_UNTIL, ["House Expert plays each deal", TRIED_WITHIN])
    page.reload()
    over = club.now() - dt.timedelta(days=1)
    page.get_by_role("link", name=f"{over.day} {over:%b}").click()
    expect(main).to_contain_text("How hard it was:")
    expect(main).to_contain_text("House Expert, who sees no more than you do, has played it")
    page.get_by_role("button", name="Practise this deal").click()
    AtTable(page).wait_for("running")
