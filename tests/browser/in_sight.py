"""What is wrong with a page that should be seen at once: parts cut off, out of sight or too small to read."""

from playwright.sync_api import Page

WRONG = """() => {
  const wrong = [], {clientWidth: width, clientHeight: height} = document.documentElement;
  const page = document.scrollingElement;
  if (page.scrollWidth > width || page.scrollHeight > height) wrong.push("the page scrolls");
  for (const part of document.querySelectorAll(".bar *, .table *")) {
    const box = part.getBoundingClientRect();
    // The piles of an ended race's boards scroll within their board, and remarks within their talk.
    if (!box.width || !box.height || part.closest(".unseen, .laid-waste, .remarks")) continue;
    if (box.left < -1 || box.top < -1 || box.right > width + 1 || box.bottom > height + 1)
      wrong.push(`outside: ${part.className} ${part.textContent.slice(0, 20)}`);
    const size = parseFloat(getComputedStyle(part).fontSize);
    if (!part.matches("small") && !part.children.length && part.textContent.trim() && size < 12)
      wrong.push(`tiny: ${part.className} ${part.textContent} ${size}px`);
  }
  return wrong;
}"""

STRIPS = """() => [...document.querySelectorAll(".slot")]
  .filter((slot) => slot.checkVisibility()).map((slot) => slot.getBoundingClientRect().height)"""

DRAWN = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"


def wrong_at(page: Page, sizes: list[tuple[int, int]]) -> list[str]:
    """What is wrong at any of the sizes."""
    wrong = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        wrong += [f"{width} x {height}: {what}" for what in page.evaluate(WRONG)]
        # A rank is read from 12 pixels; what has less lies under the count.
        wrong += [f"{width} x {height}: a strip of {strip}px" for strip in page.evaluate(STRIPS) if strip < 11.9]
    return wrong
