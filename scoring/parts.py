"""The tiles in hand, suit by suit, each suit known by its text.

A run of digits with its suit (`123456678m`) is looked up whole: what it is as sets, what it waits for, and
what each winning tile makes of it. So most of a fresh hand has been met before.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from scoring.memo import keep
from scoring.shapes import HONOURS, NOWHERE, SUIT, SUIT_MASK, SUITS, keys_of
from scoring.tiles import KINDS, UNITS, bad_tile, canonical, parse

SEVERAL = -1
"""In place of a number of pungs: a suit can be read with one number of them or another."""
NOT_WHOLE = -2
"""In place of a number of pungs: a suit is no sets, nor sets and a pair."""

_LONGEST = 17
_KIND = {name: kind for kind, name in enumerate(KINDS)}

Shapes = tuple[tuple[int, int], ...]
"""Ways to read tiles: (pungs, where the winning tile went)."""

_shapes: dict[Shapes, int] = {}


def number_of(shapes: Shapes) -> int:
    """A small number that stands for these shapes."""
    return _shapes.setdefault(shapes, len(_shapes))


class Part:
    """The tiles in hand of one suit; a value, made once.

    `bag`: the tiles; `rest`: their number mod 3; `pungs`: how many there can be when the part is whole, or
    `SEVERAL` (`choices`), or `NOT_WHOLE`; `waits`: kinds (bit k: kind k) that make the part whole.
    `won[n]`: the part with the winning number n, worked out when first asked for.
    """

    __slots__ = ("_key", "bag", "choices", "pungs", "rest", "suit", "waits", "won")

    def __init__(self, bag: int, suit: int) -> None:
        self.bag = bag
        self.suit = suit
        self._key = key = keys_of(bag)[suit]
        whole = SUITS[suit].whole[key]
        self.rest = whole.rest
        self.choices = whole.pungs
        self.pungs = SEVERAL if len(whole.pungs) > 1 else whole.pungs[0] if whole.pungs else NOT_WHOLE
        self.waits = SUITS[suit].waits[key] << 9 * suit
        self.won: list[Won | None] = [None] * 9

    def with_tile(self, number: int) -> Won:
        """The part with one more tile, the winning one."""
        key = self._key + UNITS[number] & SUIT_MASK
        won = self.won[number] = Won(SUITS[self.suit].placed[key | number << SUIT], (self.rest + 1) % 3)
        return won


class Won:
    """A part with the winning tile: `shapes` is empty when it is not whole."""

    __slots__ = ("more", "number", "rest", "shapes")

    def __init__(self, shapes: Shapes, rest: int) -> None:
        self.shapes = shapes
        self.number = number_of(shapes)
        self.rest = rest
        self.more: list[tuple[int, Shapes] | None] = [None] * 6

    def with_pungs(self, pungs: int) -> tuple[int, Shapes]:
        """The shapes with so many pungs of other suits, and their number."""
        shapes = tuple((pungs + mine, place) for mine, place in self.shapes)
        found = self.more[pungs] = number_of(shapes), shapes
        return found


class _Parts(dict[str, Part]):
    """Parts by their text; equal tiles in another order share one."""

    def __missing__(self, chunk: str) -> Part:
        ordered = "".join(sorted(chunk[:-1])) + chunk[-1]
        part = None if ordered == chunk else self[ordered]
        if part is None:
            kinds = [_KIND[digit + chunk[-1]] for digit in chunk[:-1]]
            part = Part(sum(UNITS[kind] for kind in kinds), kinds[0] // 9)
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
        if name not in _KIND:
            raise bad_tile(text, where)
    return list(map(_part, _find_chunks(canonical(text))))


class Together(NamedTuple):
    """Complete tiles in hand as five sets and a pair (with those on the table).

    `shapes`: every (pungs in hand, place of the winning tile), `number` stands for them; `waits`: the kinds
    that would have completed them, also those of which the winner holds all four.
    """

    number: int
    shapes: Shapes
    honour_pair: bool
    waits: int


def lay_together(parts: list[Part], win: int | None) -> Together | None:
    """The tiles in hand with the winning one, None where they are no sets and a pair.

    One part holds the pair. The winning tile's part waits; so does the pair's part, should the winning
    tile's be a pair itself without it.
    """
    if win is None:
        return _dealt(parts)
    suit = win // 9
    mine = pair = None
    pungs = pairs = 0
    several = False
    for part in parts:
        if part.suit == suit:
            mine = part
            continue
        more = part.pungs
        if more > 0:
            pungs += more
        elif more:
            if more == NOT_WHOLE:
                return None
            several = True
        if part.rest:
            pair = part
            pairs += 1
    if mine is None:
        return None
    won = mine.won[win % 9] or mine.with_tile(win % 9)
    if not won.shapes or pairs + (won.rest == 2) != 1:
        return None
    honour_pair = suit == HONOURS if pair is None else pair.suit == HONOURS
    waits = mine.waits | pair.waits if pair is not None and mine.choices else mine.waits
    if several:
        return _with_choices([part for part in parts if part is not mine], won.shapes, honour_pair, waits)
    if pungs:
        number, shapes = won.more[pungs] or won.with_pungs(pungs)
        return Together(number, shapes, honour_pair, waits)
    return Together(won.number, won.shapes, honour_pair, waits)


def _dealt(parts: list[Part]) -> Together | None:
    pairs = [part for part in parts if part.rest == 2]
    if len(pairs) != 1 or not all(part.choices for part in parts):
        return None
    return _with_choices(parts, ((0, NOWHERE),), pairs[0].suit == HONOURS, 0)


def _with_choices(parts: list[Part], shapes: Shapes, honour_pair: bool, waits: int) -> Together:
    found = set(shapes)
    for part in parts:
        found = {(pungs + more, place) for pungs, place in found for more in part.choices}
    shapes = tuple(sorted(found))
    return Together(number_of(shapes), shapes, honour_pair, waits)
