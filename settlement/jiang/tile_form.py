"""The tiles of a win in their canonical form: the mpsz notation, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.tiles import canonical
from settlement.jiang.errors import RuleError
from settlement.jiang.forms import TileValue

DEFAULTS: dict[str, TileValue] = {"melds": (), "concealed_kongs": (), "flowers": "", "declared": ()}


def canonical_tiles(tiles: Mapping[str, TileValue]) -> dict[str, Any]:
    """The same tiles in mpsz, each text and each list in order, what may be left out filled in.

    A text that is no tiles stays as it is: the hand is refused when it is counted.

    >>> canonical_tiles({"concealed": "三二一萬", "melds": ("777z", "234s")})["melds"]
    ['234s', '777z']
    """
    form: dict[str, Any] = {}
    for key, value in {**DEFAULTS, **tiles}.items():
        if isinstance(value, str):
            form[key] = _in_order(value)
        elif key == "declared":
            form[key] = sorted(value)
        else:
            form[key] = sorted(map(_in_order, value))
    return form


def _in_order(text: str) -> str:
    try:
        return canonical(text)
    except RuleError:
        return text
