"""Every colour that tells something can be told from what it lies on, in the light and in the dark look."""

import math
import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "static/css/tokens.css").read_text()
DECLARED = dict(re.findall(r"--([\w-]+):\s*([^;]+);", TOKENS.split(":root[data-look", 1)[0]))

STEPS = range(1, 9)
CLOTH = ("cloth", "cloth-deep")
PAGE = ("ground", *CLOTH)
# What is read, and on which grounds.
TEXT = [
    *((name, PAGE) for name in ("ink", "soft", "warn")),
    *((f"c{step}", PAGE) for step in STEPS),
    *((f"p{step}", ("paper",)) for step in STEPS),
    *((name, ("paper",)) for name in ("card-ink", "card-red", "card-green", "card-blue", "mark")),
    # Letters on filled buttons.
    *(("ground", (name,)) for name in ("ink", "c4")),
]
# Marks and edges: what is only seen.
SEEN = [
    ("edge", PAGE),
    ("mark-edge", ("paper",)),
    ("advice", ("paper", *CLOTH)),
    ("paper-edge", ("paper", *CLOTH)),
]


@pytest.mark.parametrize("look", ["light", "dark"])
def test_text_stands_out_by_four_and_a_half_and_marks_and_edges_by_three(look: str) -> None:
    wrong = [
        f"{name} on {ground}: {contrast:.2f}"
        for pairs, least in ((TEXT, 4.5), (SEEN, 3.0))
        for name, grounds in pairs
        for ground in grounds
        if (contrast := _contrast(name, ground, look)) < least
    ]
    assert wrong == []


def _contrast(one: str, other: str, look: str) -> float:
    """WCAG 2's ratio, from 1 to 21."""
    bright, dark = sorted((_luminance(DECLARED[name], look) for name in (one, other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(written: str, look: str) -> float:
    """Of a colour as the tokens write them: `oklch(…)`, or two of them in `light-dark(…)`."""
    colours = re.findall(r"oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)", written)
    lightness, chroma, hue = map(float, colours[-1 if look == "dark" else 0])
    return _luminance_of_oklch(lightness / 100, chroma, hue)


def _luminance_of_oklch(lightness: float, chroma: float, hue: float) -> float:
    """By Ottosson's definition of Oklab; what screens cannot show is cut off, as browsers do."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    shown = (min(1.0, max(0.0, part)) for part in (red, green, blue))
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), shown, strict=True))
