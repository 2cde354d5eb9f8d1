"""Tiles by name: from mpsz notation to symbols of the sprite and words for those who cannot see it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import pgettext, pgettext_lazy

_LENGTH = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
_NUMBERS = (
    pgettext_lazy("tile", "one"),
    pgettext_lazy("tile", "two"),
    pgettext_lazy("tile", "three"),
    pgettext_lazy("tile", "four"),
    pgettext_lazy("tile", "five"),
    pgettext_lazy("tile", "six"),
    pgettext_lazy("tile", "seven"),
    pgettext_lazy("tile", "eight"),
    pgettext_lazy("tile", "nine"),
)
_HONOURS = (
    pgettext_lazy("tile", "East"),
    pgettext_lazy("tile", "South"),
    pgettext_lazy("tile", "West"),
    pgettext_lazy("tile", "North"),
    pgettext_lazy("tile", "white dragon"),
    pgettext_lazy("tile", "green dragon"),
    pgettext_lazy("tile", "red dragon"),
)
_FLOWERS = (
    pgettext_lazy("tile", "spring"),
    pgettext_lazy("tile", "summer"),
    pgettext_lazy("tile", "autumn"),
    pgettext_lazy("tile", "winter"),
    pgettext_lazy("tile", "plum"),
    pgettext_lazy("tile", "orchid"),
    pgettext_lazy("tile", "chrysanthemum"),
    pgettext_lazy("tile", "bamboo flower"),
)


@dataclass(frozen=True)
class Face:
    """One tile to show: `symbol` in the sprite (`m1`, `back`), `name` to read out."""

    symbol: str
    name: str


def tile_name(suit: str, number: int) -> str:
    """一萬, 東, 春 …; `suit` is one of m p s z f."""
    if suit == "z":
        return str(_HONOURS[number - 1])
    if suit == "f":
        return str(_FLOWERS[number - 1])
    said = {"number": _NUMBERS[number - 1]}
    if suit == "m":
        return pgettext("tile", "%(number)s of characters") % said
    if suit == "p":
        return pgettext("tile", "%(number)s of dots") % said
    return pgettext("tile", "%(number)s of bamboo") % said


def back() -> Face:
    """A tile face down."""
    return Face("back", pgettext("tile", "face down"))


def groups(notation: str | Iterable[str]) -> tuple[tuple[Face, ...], ...]:
    """The tiles of `123m456p 77z` (or a list of such strings), one group for each string or spaced part.

    `x` stands for a tile face down. What is no tile is left out: this shows, it does not judge.
    """
    parts = notation.split() if isinstance(notation, str) else [str(part) for part in notation]
    read = (tuple(_read(part)) for part in parts)
    return tuple(group for group in read if group)


def _read(part: str) -> list[Face]:
    faces: list[Face] = []
    numbers: list[int] = []
    for mark in part:
        if mark in "123456789":
            numbers.append(int(mark))
        elif mark == "x":
            faces.append(back())
        elif mark in _LENGTH:
            faces += [Face(f"{mark}{n}", tile_name(mark, n)) for n in numbers if n <= _LENGTH[mark]]
            numbers = []
    return faces
