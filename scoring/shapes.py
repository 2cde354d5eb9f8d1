"""Sets, pairs and waits of one suit, and of a hand from its suits.

A suit's tiles are a key: six bits for each number, as in a bag. `SETS` knows every key that up to five sets
make, with the ways to do so; there are some 20,000 and they are laid out once at import, so that no later
hand, however strange, has to be searched: a pair is one look-up for each number, a wait another.
Waits that were asked for are remembered.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, product

from scoring.memo import keep
from scoring.tiles import WIDTH

SUIT = 9 * WIDTH
SUIT_MASK = (1 << SUIT) - 1
HONOUR_MASK = (1 << 7 * WIDTH) - 1
HONOURS = 3
"""The place of the honours among the suits."""

OPEN, CLOSED, PAIR, PUNG, NOWHERE = range(5)
"""Where the winning tile went: the end of a chow open on its other side; a middle or an edge; the pair; a
pung; nowhere, when the dealt hand is complete."""

_ONES = sum(1 << number * WIDTH for number in range(9))
_TO_FIVE, _OVER = 27 * _ONES, 32 * _ONES

Sets = tuple[int, ...]
"""Sets of a suit: 0–6 the chow from that number on, 7–15 the pung of the number 7 less."""


def _set_key(one: int) -> int:
    return 3 << (one - 7) * WIDTH if one >= 7 else 0b1000001000001 << one * WIDTH


_SET_KEYS = tuple(_set_key(one) for one in range(16))


def _lay_out_sets() -> dict[int, list[Sets]]:
    found: defaultdict[int, list[Sets]] = defaultdict(list)
    for many in range(6):
        for sets in combinations_with_replacement(range(16), many):
            key = sum(map(_SET_KEYS.__getitem__, sets))
            if not key + _TO_FIVE & _OVER:
                found[key].append(sets)
    return dict(found)


def _lay_out_honours() -> dict[int, list[Sets]]:
    pungs = range(7, 14)
    chosen = (sets for many in range(6) for sets in combinations(pungs, many))
    return {sum(map(_SET_KEYS.__getitem__, sets)): [sets] for sets in chosen}


def _lay_out_waits(sets: Iterable[int]) -> dict[int, int]:
    """For each key one tile short of sets: the numbers (bits) that complete it."""
    waits: defaultdict[int, int] = defaultdict(int)
    for key in sets:
        for number in range(9):
            if key >> number * WIDTH & 63:
                waits[key - (1 << number * WIDTH)] |= 1 << number
    return dict(waits)


SETS = _lay_out_sets()
HONOUR_SETS = _lay_out_honours()


class Suit:
    """What is known of one suit's keys; the number suits share one, the honours have their own."""

    def __init__(self, sets: dict[int, list[Sets]], numbers: int) -> None:
        self.sets = sets
        self._short = _lay_out_waits(sets)
        self._shifts = tuple(number * WIDTH for number in range(numbers))
        self._units = tuple(1 << shift for shift in self._shifts)
        self._waits: dict[int, int] = {}

    def readings(self, key: int, rest: int) -> list[tuple[int, Sets]]:
        """Every way to read the key as sets (pair -1), or, its tiles mod 3 being 2, as sets and a pair."""
        if rest == 0:
            return [(-1, sets) for sets in self.sets.get(key, ())]
        if rest == 1:
            return []
        return [(pair, sets) for pair, left in self._pairs(key) for sets in self.sets.get(left, ())]

    def rest(self, key: int) -> int:
        """The number of tiles mod 3."""
        return sum([key >> shift & 63 for shift in self._shifts]) % 3

    def _pairs(self, key: int) -> list[tuple[int, int]]:
        """The numbers that can be a pair, each with the key that is left of it."""
        return [(pair, key - (2 << shift)) for pair, shift in enumerate(self._shifts) if key >> shift & 62]

    def whole(self, key: int, rest: int) -> tuple[int, ...]:
        """How many pungs there can be when the key is read as complete; none: it is not."""
        return tuple(sorted({pungs_of(sets) for _, sets in self.readings(key, rest)}))

    def waits(self, key: int, rest: int) -> int:
        """Bits of the numbers that make the key complete; `rest`, its tiles mod 3, is 1 or 2."""
        found = self._waits.get(key)
        if found is None:
            found = keep(self._waits, key, self._work_out_waits(key, rest))
        return found

    def _work_out_waits(self, key: int, rest: int) -> int:
        """Tiles that make sets (two tiles over), or (one over) a pair beside sets, or sets beside a pair."""
        if rest == 2:
            return self._short.get(key, 0)
        waits = 0
        for number, unit in enumerate(self._units):
            many = key >> number * WIDTH & 63
            if many and key - unit in self.sets:
                waits |= 1 << number
            if many > 1:
                waits |= self._short.get(key - 2 * unit, 0)
        return waits

    def placed(self, key: int, rest: int, number: int) -> tuple[tuple[int, int], ...]:
        """Every (pungs, where the winning number went) of a key that holds it."""
        shapes = set()
        for pair, sets in self.readings(key, rest):
            pungs = pungs_of(sets)
            for place in places(pair, sets, number):
                shapes.add((pungs, place))
        return tuple(sorted(shapes))


def pungs_of(sets: Sets) -> int:
    """How many of them are pungs; they stand after the chows."""
    return len(sets) - bisect(sets, 6)


def places(pair: int, sets: Sets, number: int) -> list[int]:
    """Where in a suit's reading the winning number can have gone."""
    found = [place for one, place in _COMPLETED.get(number, ()) if one in sets]
    return [PAIR, *found] if pair == number else found


def chow_place(chow: int, number: int) -> int:
    """How a number completes the chow: a middle and the edges of 123 and 789 are closed.

    >>> chow_place(0, 2) == CLOSED, chow_place(0, 0) == OPEN
    (True, True)
    """
    inner = number - chow == 1
    edge = (chow == 0 and number == 2) or (chow == 6 and number == 6)
    return CLOSED if inner or edge else OPEN


_COMPLETED = {
    number: [(number + 7, PUNG)]
    + [(chow, chow_place(chow, number)) for chow in range(7) if chow <= number <= chow + 2]
    for number in range(9)
}
"""The sets that a number can complete, each with the place where it goes then."""

NUMBERS = Suit(SETS, 9)
HONOUR_SUIT = Suit(HONOUR_SETS, 7)
SUITS = (NUMBERS, NUMBERS, NUMBERS, HONOUR_SUIT)

Keys = tuple[int, int, int, int]


def keys_of(bag: int) -> Keys:
    """A bag's four suits as keys."""
    return (
        bag & SUIT_MASK,
        bag >> SUIT & SUIT_MASK,
        bag >> 2 * SUIT & SUIT_MASK,
        bag >> 3 * SUIT & HONOUR_MASK,
    )


def set_waits(keys: Keys) -> int:
    """The kinds (bit k: kind k) that complete tiles in hand, one short, to sets and a pair.

    The missing tile goes into the one suit with a tile too many for sets, or into one of two suits that
    are each a pair beyond sets; any other remainders wait for nothing.
    """
    rests = [suit.rest(key) for suit, key in zip(SUITS, keys, strict=True)]
    odd = [place for place in range(4) if rests[place]]
    if not all(SUITS[place].whole(keys[place], 0) for place in range(4) if not rests[place]):
        return 0
    if len(odd) == 1 and rests[odd[0]] == 1:
        return SUITS[odd[0]].waits(keys[odd[0]], 1) << 9 * odd[0]
    waits = 0
    if len(odd) == 2 and rests[odd[0]] == rests[odd[1]] == 2:
        for place, other in (odd, odd[::-1]):
            if SUITS[other].whole(keys[other], 2):
                waits |= SUITS[place].waits(keys[place], 2) << 9 * place
    return waits


def set_readings(keys: Keys) -> Iterator[tuple[tuple[int, Sets], ...]]:
    """Every reading of complete tiles, suit by suit: the pair's number (-1: not here) and the sets."""
    return product(*(suit.readings(key, suit.rest(key)) for suit, key in zip(SUITS, keys, strict=True)))


ODD = sum(1 << kind * WIDTH for kind in range(34))
"""The lowest bit of each kind in a bag: set where the number is odd."""


def pair_waits(bag: int) -> int:
    """呖咕呖咕: the kinds that complete 16 tiles to seven pairs and a pung; four equal tiles are two pairs."""
    twos, threes, ones = 0, 0, 0
    for kind in range(34):
        many = bag >> kind * WIDTH & 63
        twos |= (many == 2) << kind
        threes |= (many == 3) << kind
        ones |= (many == 1) << kind
    if not threes and not ones:
        return twos
    if threes.bit_count() + ones.bit_count() == 2 and threes:
        return ones or threes
    return 0


def pairs_pung(bag: int) -> int | None:
    """呖咕呖咕: the kind of the pung of 17 tiles that are seven pairs and a pung, else None."""
    odd = bag & ODD
    if odd.bit_count() != 1:
        return None
    kind = (odd.bit_length() - 1) // WIDTH
    return kind if bag >> kind * WIDTH & 63 == 3 else None
