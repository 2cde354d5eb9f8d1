"""What the texts of a hand add to it: one whole number for each, so that a hand is a sum.

A summand holds its tiles as a bag does, six bits for each kind, and above them its part of the *build*: what
the hand is as sets. A suit in hand and a set on the table are known by their texts, so most of a fresh hand
has been met before. The sum of an ordinary win has 17 tiles (a set on the table as three) and one pair;
whatever cannot be part of an ordinary win is `STRANGE`: it adds more tiles than any win has.
"""

from __future__ import annotations

from typing import NamedTuple

from scoring.errors import RuleError
from scoring.hand import Meld, read_meld
from scoring.memo import Remembered
from scoring.shapes import HONOURS, SUIT, SUITS
from scoring.tiles import KINDS, WIDTH

BUILD = 34 * WIDTH
"""The bit where the build begins."""

_PUNG, _TABLE_PUNG, _KONG, _MELD, _PAIR, _HONOUR_PAIR, _SHAPES, _TILE = (
    1 << BUILD + place for place in (0, 3, 6, 9, 12, 15, 16, 26)
)
# The tiles stand on top: a field that runs over makes them more, and no win of it.
STRANGE = 32 * _TILE

Shapes = tuple[tuple[int, int], ...]
"""Ways to read tiles: (pungs, where the winning tile went)."""


class Build(NamedTuple):
    """A hand as sets.

    `shapes`: of the winning tile's suit; `pungs`: in the other suits in hand, to be added to each;
    `table_pungs`: pungs and kongs on the table, the concealed `kongs` among them; `melds`: sets called.
    """

    shapes: Shapes
    pungs: int
    table_pungs: int
    kongs: int
    melds: int
    honour_pair: bool


_met: dict[Shapes, int] = {}
_shapes: list[Shapes] = []
"""All shapes that were met, some dozens; a build holds the place in this list."""


def _place_of(shapes: Shapes) -> int:
    if shapes not in _met:
        _met[shapes] = len(_shapes)
        _shapes.append(shapes)
    return _met[shapes]


def build_of(build: int) -> Build:
    """The build of a sum (what stands above its bag); LookupError unless it is that of an ordinary win."""
    total = build << BUILD
    if total // _TILE != 17 or _field(total, _PAIR) != 1:
        raise LookupError(build)
    return Build(
        _shapes[total % _TILE // _SHAPES],
        _field(total, _PUNG),
        _field(total, _TABLE_PUNG),
        _field(total, _KONG),
        _field(total, _MELD),
        total & _HONOUR_PAIR > 0,
    )


def _field(total: int, unit: int) -> int:
    return total // unit & 7


def suits_of(text: str) -> list[str]:
    """What stands before the suits' letters in a text in `mpsz` with each suit once and in that order.

    Raises LookupError for other texts.

    >>> suits_of("123m55z")
    ['123', '', '', '55']
    """
    characters, m, rest = text.rpartition("m")
    dots, p, rest = rest.rpartition("p")
    bamboos, s, rest = rest.rpartition("s")
    honours, z, rest = rest.rpartition("z")
    bare = (m and not characters) or (p and not dots) or (s and not bamboos) or (z and not honours)
    if rest or bare or len(text) > _LONGEST_HAND:
        raise LookupError(text)
    return [characters, dots, bamboos, honours]


_LONGEST_HAND = len("1111222233334m1p1s1z")
_UNIT = {str(number): 1 << WIDTH * (number - 1) for number in range(1, 10)}
_NUMBER_SUITS = (0, 1, 2)


def _key(digits: str) -> int:
    return sum([_UNIT[digit] for digit in digits])


def _pair(suit: int) -> int:
    return _PAIR + _HONOUR_PAIR if suit == HONOURS else _PAIR


def _held(digits: str, suits: tuple[int, ...]) -> tuple[int, ...]:
    key, rest = _key(digits), len(digits) % 3
    pungs = SUITS[suits[0]].whole(key, rest)
    if len(pungs) != 1:
        return (STRANGE,) * len(suits)
    build = pungs[0] * _PUNG + (_pair(suits[0]) if rest else 0) + len(digits) * _TILE
    return tuple([(key << SUIT * suit) + build for suit in suits])


held_numbers = Remembered[str, tuple[int, ...]](lambda digits: _held(digits, _NUMBER_SUITS))
"""What digits add as a suit that the winning tile does not go to, for each of the three number suits."""
held_honours = Remembered[str, int](lambda digits: _held(digits, (HONOURS,))[0])
"""The same for honours."""


def pair_waits(digits: str, suit: int) -> int:
    """The kinds (bit k: kind k) that a suit waits for which is sets and a pair already."""
    return SUITS[suit].waits(_key(digits), 2) << 9 * suit


class Won(NamedTuple):
    """The winning tile's suit, as if it were the first.

    `key`, `build`: what it adds; of the winning tile the build knows, the key does not. `waits`: the numbers (bits)
    that it waited for. `joins`: it was sets and a pair already, so that a pair elsewhere waited too.
    """

    key: int
    build: int
    waits: int
    joins: bool


class WinTile(NamedTuple):
    """A winning tile: its kind, its suit, one of it as a bag without size.

    `won`: by the digits of its suit in hand; number suits share it. There tiles start at 0: in a bag they
    stand from the bit `bits` on, among kinds from `first` on.
    """

    kind: int
    suit: int
    unit: int
    bits: int
    first: int
    won: Remembered[str, Won]


def _winners(number: int, suit: int) -> Remembered[str, Won]:
    return Remembered(lambda digits: _won(digits, number, suit))


def _won(digits: str, number: int, suit: int) -> Won:
    known, key, rest = SUITS[suit], _key(digits), len(digits) % 3
    shapes = known.placed(key + (1 << WIDTH * number), (rest + 1) % 3, number)
    if not shapes:
        return Won(0, STRANGE, 0, False)
    build = _place_of(shapes) * _SHAPES + (_pair(suit) if rest == 1 else 0) + (len(digits) + 1) * _TILE
    return Won(key, build, known.waits(key, rest), rest == 2 and bool(known.whole(key, rest)))


_BY_NUMBER = [_winners(number, 0) for number in range(9)]
_BY_HONOUR = [_winners(number, HONOURS) for number in range(7)]
win_tiles: dict[str, WinTile] = {
    name: WinTile(kind, kind // 9, 1 << WIDTH * kind, SUIT * (kind // 9), 9 * (kind // 9), won)
    for kind, (name, won) in enumerate(zip(KINDS, _BY_NUMBER * 3 + _BY_HONOUR, strict=True))
}
"""Every winning tile by its text."""


def _meld(text: str) -> int:
    meld = _set(text)
    if not meld.form:
        raise LookupError(text)
    return meld.bag % (1 << BUILD) + meld.pungs * _TABLE_PUNG + _MELD + 3 * _TILE


def _kong(text: str) -> int:
    kong = _set(text)
    if kong.form != "kong":
        raise LookupError(text)
    return kong.bag % (1 << BUILD) + _TABLE_PUNG + _KONG + 3 * _TILE


def _set(text: str) -> Meld:
    if len(text) > _LONGEST_SET:
        raise LookupError(text)
    try:
        return read_meld(text)
    except RuleError:
        raise LookupError(text) from None


_LONGEST_SET = 8
"""Longer texts hold blanks or faults, and no text that is remembered is long."""

melds = Remembered(_meld).__getitem__
"""What a called set adds, by its text; raises LookupError where it is none."""
kongs = Remembered(_kong).__getitem__
"""The same for a concealed kong."""
