"""Tiles in a document that stands alone: the pictures it needs are in it, out of the site's own sprite."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe

from league.look.tiles import Face, groups
from scoring.tiles import format_tiles, parse

SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


@dataclass(frozen=True)
class Laid:
    """A hand as it was laid: melds, what was concealed, the winning tile and the flowers, as pictures and text."""

    groups: tuple[tuple[Face, ...], ...]
    won: tuple[Face, ...]
    flowers: tuple[Face, ...]
    text: str

    def pictures(self) -> SafeString:
        """The symbols of all these tiles, each once."""
        faces = [face for group in (*self.groups, self.won, self.flowers) for face in group]
        used = dict.fromkeys(face.symbol for face in faces)
        sprite = _sprite()
        return mark_safe("".join(sprite[symbol] for symbol in used if symbol in sprite))  # noqa: S308 - ours


def laid(tiles: dict[str, Any]) -> Laid:
    """A win's `tiles` as the record writes them, in whatever notation."""
    called = [*(tiles.get("concealed_kongs") or ()), *(tiles.get("melds") or ())]
    parts = [str(part) for part in [*called, tiles.get("concealed", "")] if part]
    won, flowers = str(tiles.get("win_tile") or ""), str(tiles.get("flowers") or "")
    return Laid(
        groups=groups([_mpsz(part) for part in parts]),
        won=_one_row(_mpsz(won)),
        flowers=_one_row(_mpsz(flowers)),
        text=" ".join(_spoken(part) for part in [*parts, won, flowers] if part),
    )


def _mpsz(text: str) -> str:
    return format_tiles(parse(text))


def _one_row(notation: str) -> tuple[Face, ...]:
    return tuple(face for group in groups(notation) for face in group)


def _spoken(notation: str) -> str:
    return format_tiles(parse(notation), "chinese")


@cache
def _sprite() -> dict[str, str]:
    path = finders.find("tiles.svg")
    if not path:
        return {}
    return {found[1]: found[0] for found in SYMBOL.finditer(Path(path).read_text(encoding="utf-8"))}
