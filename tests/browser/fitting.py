"""What does not fit on a small phone: pages that scroll sideways, buttons whose words are wider than they are."""

from playwright.sync_api import Page, ViewportSize

# The smallest phones that are about.
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}

TOO_WIDE = """() => {
  const wide = [], width = document.documentElement.clientWidth;
  const needed = document.documentElement.scrollWidth;
  if (needed > width) wide.push(`the page is ${needed} wide`);
  // Rows that are pushed sideways hold what they like, and what is drawn on cards and signs is no words.
  const other = (part) => part.closest(".nav, .scroll, .unseen") || part.matches(".turned, .laid-larger");
  for (const part of document.querySelectorAll("button, summary, .button, .like-button, .tile, label")) {
    if (!part.checkVisibility() || !part.clientWidth || other(part)) continue;
    const box = part.getBoundingClientRect();
    if (part.scrollWidth > part.clientWidth + 1 || box.left < -1 || box.right > width + 1)
      wide.push(`${part.textContent.trim().slice(0, 60)}: ${part.scrollWidth} in ${part.clientWidth}`);
  }
  return wide;
}"""


def too_wide(page: Page) -> list[str]:
    """Each thing that does not fit, in its own words; at the size that the page has now."""
    found: list[str] = page.evaluate(TOO_WIDE)
    return found
