"""Tiles and their notations.

A kind of tile is a number from 0 to 33 in the order m p s z, a flower one from 0 to 7 (春夏秋冬梅蘭菊竹). Tiles
in hand travel as a bag: one whole number with six bits for each kind and the number of all tiles above
them, so that laying tiles together is an addition. Six bits have room for 30 tiles; of more, only `size` is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from scoring.errors import RuleError, gettext_noop

KINDS: tuple[str, ...] = tuple(f"{n}{suit}" for suit in "mpsz" for n in range(1, 8 if suit == "z" else 10))
FLOWERS: tuple[str, ...] = tuple(f"{n}f" for n in range(1, 9))
NOTATIONS = ("mpsz", "chinese", "unicode")

_NUMERALS = "一二三四五六七八九"
_CHINESE = (
    *(numeral + suit for suit in "萬筒條" for numeral in _NUMERALS),
    *"東南西北白發中",
    *"春夏秋冬梅蘭菊竹",
)
_UNICODE = "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀆🀅🀄🀦🀧🀨🀩🀢🀣🀥🀤"
_NAMES = (*KINDS, *FLOWERS)
_SHOWN: dict[str, dict[str, str]] = {
    "mpsz": {name: name for name in _NAMES},
    "chinese": dict(zip(_NAMES, _CHINESE, strict=True)),
    "unicode": dict(zip(_NAMES, _UNICODE, strict=True)),
}
_SUIT_WRITTEN = {
    "萬": "m",
    "万": "m",
    "筒": "p",
    "餅": "p",
    "饼": "p",
    "條": "s",
    "条": "s",
    "索": "s",
}
_ONE_SIGN: dict[str, str] = {
    **dict(zip(_CHINESE[27:], _NAMES[27:], strict=True)),
    "东": "1z",
    "发": "6z",
    "兰": "6f",
    **dict(zip(_UNICODE, _NAMES, strict=True)),
}
_TOKEN = re.compile(
    r"([1-9]+)([mps])|([1-7]+)(z)|([1-8]+)(f)"
    rf"|([{_NUMERALS}]+)([{''.join(_SUIT_WRITTEN)}])"
    rf"|([{''.join(_ONE_SIGN)}])[\ufe0e\ufe0f]?"
)


def parse(text: str, where: str = "") -> tuple[str, ...]:
    """The tiles of a text in `mpsz`, one by one in the order written; spaces are ignored.

    Reads `123m`, `一二三萬`, `東`, `春` and Unicode tiles. Raises `RuleError` (`bad_tile`) at `where`.

    >>> parse("123m 東 🀄")
    ('1m', '2m', '3m', '1z', '7z')
    """
    return tuple(_tokens("".join(text.split()), where))


def _tokens(text: str, where: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise bad_tile(text[at:], where)
        at = token.end()
        yield from _names(token)


def _names(token: re.Match[str]) -> Iterator[str]:
    written = [group for group in token.groups() if group]
    if len(written) == 1:
        yield _ONE_SIGN[written[0]]
        return
    digits, suit = written
    for digit in digits:
        number = _NUMERALS.index(digit) + 1 if digit in _NUMERALS else digit
        yield f"{number}{_SUIT_WRITTEN.get(suit, suit)}"


def format_tiles(names: Iterable[str], notation: str = "mpsz") -> str:
    """Tiles given in `mpsz` one by one, as one text: `mpsz` groups a suit, the others stand side by side.

    >>> format_tiles(["1m", "2m", "3m", "1z"]), format_tiles(["1m", "1z"], "chinese")
    ('123m1z', '一萬東')
    """
    if notation != "mpsz":
        return "".join(_SHOWN[notation][name] for name in names)
    text = ""
    for name in names:
        text = text[:-1] + name if text.endswith(name[1]) else text + name
    return text


def show(name: str, notation: str) -> str:
    """One tile in a notation.

    >>> show("1p", "unicode")
    '🀙'
    """
    return _SHOWN[notation][name]


def canonical(text: str, where: str = "") -> str:
    """The same tiles in `mpsz`, sorted m p s z f: equal tiles give equal texts.

    >>> canonical("東三二一萬")
    '123m1z'
    """
    return format_tiles(sorted(parse(text, where), key=_NAMES.index))


def bad_tile(text: str, where: str) -> RuleError:
    """The error for what is no tile here."""
    return RuleError("bad_tile", where, gettext_noop("“%(text)s” is no tile here."), {"text": text[:40]})


WIDTH = 6
ONE_TILE = 1 << 34 * WIDTH
UNITS: tuple[int, ...] = tuple((1 << kind * WIDTH) + ONE_TILE for kind in range(34))
"""One tile of each kind as a bag."""

_FIELDS = sum(1 << kind * WIDTH for kind in range(34))
_TO_FIVE, _OVER, _FOUR = 27 * _FIELDS, 32 * _FIELDS, 4 * _FIELDS
_KIND = {name: kind for kind, name in enumerate(KINDS)}
BAG_IS_FULL = 31 * ONE_TILE
"""Bags from here on hold more tiles than their bits can tell apart; no win has so many."""


def bag_of(text: str, where: str = "") -> int:
    """The tiles of a text as a bag; flowers are no tiles here. Raises `RuleError` (`bad_tile`) at `where`.

    >>> size(bag_of("123m55z"))
    5
    """
    names = parse(text, where)
    for name in names:
        if name not in _KIND:
            raise bad_tile(text, where)
    return sum(UNITS[_KIND[name]] for name in names)


def size(bag: int) -> int:
    """How many tiles."""
    return bag >> 34 * WIDTH


def over_four(bag: int) -> bool:
    """Whether some kind is there more than four times; for bags that are not full."""
    return bool(bag + _TO_FIVE & _OVER)


def without_fours(kinds: int, bag: int) -> int:
    """A set of kinds (bit k: kind k) without those of which the bag holds four.

    >>> without_fours(0b11, bag_of("1111m2m")) == 0b10
    True
    """
    fours = bag & _FOUR
    if fours:
        left = kinds
        while left:
            kind = (left & -left).bit_length() - 1
            left &= left - 1
            if fours >> kind * WIDTH & 4:
                kinds ^= 1 << kind
    return kinds


def kinds_of(bag: int) -> tuple[int, ...]:
    """The kinds of the tiles, ascending, each as often as it is there."""
    return tuple(kind for kind in range(34) for _ in range(bag >> kind * WIDTH & 63))
