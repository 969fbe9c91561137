"""Small charts as paths of SVG, drawn by the page without a script: x from 0 to the right, y from 0 downwards."""

from collections.abc import Sequence

# How much of its room a bar takes.
BAR = 0.8


def area(heights: Sequence[float], tallest: float) -> str:
    """What lies below a line of steps, each one unit wide, in a picture so high."""
    if not heights:
        return ""
    return f"M0 {tallest:g}" + "".join(f"V{tallest - height:g}h1" for height in heights) + f"V{tallest:g}Z"


def bars(heights: Sequence[float], tallest: float) -> str:
    """One bar a unit, in a picture so high; what is taller is cut off there."""
    return "".join(
        f"M{place} {tallest:g}v{-min(height, tallest):.3g}h{BAR}V{tallest:g}z"
        for place, height in enumerate(heights)
        if height > 0
    )
