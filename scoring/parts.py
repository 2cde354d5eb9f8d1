"""The tiles in hand, suit by suit, each suit known by its text.

A run of digits with its suit (`123456678m`) is looked up whole: what it is as sets, what it waits for, and
what each winning tile makes of it. So most of a fresh hand has been met before.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from scoring.memo import keep
from scoring.shapes import HONOURS, NOWHERE, SUIT, SUIT_MASK, SUITS
from scoring.tiles import KINDS, ONE_TILE, UNITS, WIDTH, bad_tile, canonical, parse

SEVERAL, NOT_WHOLE, UNKNOWN = -1, -2, -3
"""In place of a number of pungs: a suit can be read with one number of them or another; it is no sets, nor
sets and a pair; nobody has asked."""

_LONGEST = 17
_SUITS = "mpsz"
_UNIT = {str(number): 1 << WIDTH * (number - 1) for number in range(1, 10)}

Shapes = tuple[tuple[int, int], ...]
"""Ways to read tiles: (pungs, where the winning tile went)."""


class Part:
    """The tiles in hand of one suit; a value, made once, worked out as far as it is asked.

    `bag`: the tiles; `rest`: their number mod 3; `pungs`: how many there can be when the part is whole, or
    `SEVERAL` (`choices`), or `NOT_WHOLE`, or `UNKNOWN` (see `settle`); `waits`: kinds (bit k: kind k) that make
    the part whole, or `UNKNOWN` (see `wait`); `won[n]`: the part with the winning number n, see `with_tile`.
    """

    __slots__ = ("_key", "bag", "choices", "pungs", "rest", "suit", "waits", "won")

    def __init__(self, key: int, many: int, suit: int) -> None:
        self.bag = (key << SUIT * suit) + many * ONE_TILE
        self.suit = suit
        self.rest = many % 3
        self._key = key
        self.choices: tuple[int, ...] = ()
        self.pungs = NOT_WHOLE if self.rest == 1 else UNKNOWN
        self.waits = UNKNOWN
        self.won: list[Won | None] = [None] * 9

    def settle(self) -> int:
        """`pungs`, worked out."""
        self.choices = SUITS[self.suit].whole(self._key, self.rest)
        one = len(self.choices) == 1
        self.pungs = self.choices[0] if one else SEVERAL if self.choices else NOT_WHOLE
        return self.pungs

    def wait(self) -> int:
        """`waits`, worked out."""
        self.waits = SUITS[self.suit].waits(self._key, self.rest) << 9 * self.suit
        return self.waits

    def with_tile(self, number: int) -> Won:
        """The part with one more tile, the winning one."""
        key = self._key + UNITS[number] & SUIT_MASK
        rest = (self.rest + 1) % 3
        won = self.won[number] = Won(SUITS[self.suit].placed(key, rest, number), rest)
        return won


class Won(NamedTuple):
    """A part with the winning tile: `shapes` is empty when it is not whole."""

    shapes: Shapes
    rest: int


def _make_part(chunk: str) -> Part:
    suit = _SUITS.index(chunk[-1])
    if suit == HONOURS and ("8" in chunk or "9" in chunk):
        raise KeyError(chunk)
    return Part(sum([_UNIT[digit] for digit in chunk[:-1]]), len(chunk) - 1, suit)


class _Parts(dict[str, Part]):
    """Parts by their text, made when first met."""

    def __missing__(self, chunk: str) -> Part:
        part = _make_part(chunk)
        return keep(self, chunk, part) if len(chunk) <= _LONGEST else part


_find_chunks = re.compile("[1-9]+[mpsz]").findall
_part = _Parts().__getitem__


def parts_of(text: str, where: str) -> list[Part]:
    """The tiles of a text, a part for each suit in it; raises `RuleError` (`bad_tile`) at `where`.

    >>> [(part.suit, part.rest) for part in parts_of("123m55z", "concealed")]
    [(0, 0), (3, 2)]
    """
    chunks = _find_chunks(text)
    if sum(map(len, chunks)) == len(text):
        try:
            parts = list(map(_part, chunks))
        except KeyError:
            raise bad_tile(text, where) from None
        if len({part.suit for part in parts}) == len(parts):
            return parts
    for name in parse(text, where):
        if name not in KINDS:
            raise bad_tile(text, where)
    return list(map(_part, _find_chunks(canonical(text))))


class Together(NamedTuple):
    """Complete tiles in hand as five sets and a pair (with those on the table).

    `shapes`: every (pungs, place of the winning tile), `more` pungs to be added to each; `waits`: the kinds
    that would have completed them, also those of which the winner holds all four.
    """

    shapes: Shapes
    more: int
    honour_pair: bool
    waits: int

    def readings(self) -> Shapes:
        """Every (pungs, place of the winning tile) with all pungs in hand."""
        return tuple([(pungs + self.more, place) for pungs, place in self.shapes])


def lay_together(parts: list[Part], win: int | None) -> Together | None:
    """The tiles in hand with the winning one, None where they are no sets and a pair.

    One part holds the pair. The winning tile's part waits; so does the pair's part, should the winning
    tile's be a pair itself without it.
    """
    if win is None:
        return _dealt(parts)
    suit = win // 9
    mine = pair = None
    pungs = pairs = several = 0
    for part in parts:
        if part.suit == suit:
            mine = part
            continue
        more = part.pungs
        if more < 0:
            if more == UNKNOWN:
                more = part.settle()
            if more == NOT_WHOLE:
                return None
            if more == SEVERAL:
                several, more = 1, 0
        pungs += more
        if part.rest:
            pair = part
            pairs += 1
    if mine is None:
        return None
    shapes, rest = mine.won[win % 9] or mine.with_tile(win % 9)
    if not shapes or pairs + (rest == 2) != 1:
        return None
    if several:
        shapes = _with_choices([part for part in parts if part is not mine], shapes)
        pungs = 0
    return Together(shapes, pungs, (pair or mine).suit == HONOURS, _waits(mine, pair))


def _waits(mine: Part, pair: Part | None) -> int:
    waits = mine.waits if mine.waits != UNKNOWN else mine.wait()
    if pair is not None and (mine.pungs if mine.pungs != UNKNOWN else mine.settle()) != NOT_WHOLE:
        waits |= pair.waits if pair.waits != UNKNOWN else pair.wait()
    return waits


def _dealt(parts: list[Part]) -> Together | None:
    """天胡: the winning tile went nowhere."""
    pairs = [part for part in parts if part.rest == 2]
    if len(pairs) != 1 or any(part.settle() == NOT_WHOLE for part in parts):
        return None
    return Together(_with_choices(parts, ((0, NOWHERE),)), 0, pairs[0].suit == HONOURS, 0)


def _with_choices(parts: list[Part], shapes: Shapes) -> Shapes:
    found = set(shapes)
    for part in parts:
        found = {(pungs + more, place) for pungs, place in found for more in part.choices}
    return tuple(sorted(found))
