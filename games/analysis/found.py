"""What a search with all cards known finds out about a position."""

from __future__ import annotations

from enum import StrEnum


class Found(StrEnum):
    """Whether the game is still winnable from here; lost only where that is proven."""

    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"
