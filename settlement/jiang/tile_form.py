"""The tiles of a win in their canonical form: the mpsz notation, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def canonical_tiles(tiles: Mapping[str, object]) -> dict[str, Any]:
    """The tiles as they are until the notation can be read."""
    return dict(tiles)
