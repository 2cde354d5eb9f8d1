"""A sheet at work: the units asked under one sheet, each answer remembered for the few facts it hangs on."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from scoring.catalogue import FLOWER_WINS
from scoring.conflicts import CONCEALED, DISCARD, DRAWN, MELDS, check
from scoring.counting import Counter
from scoring.forms import FORMS, reading_key
from scoring.hand import Hand, flowers_of, read_declared
from scoring.memo import Remembered, keep
from scoring.parts import Together
from scoring.patterns import flowers, honours, moments, sets
from scoring.patterns.facts import Shape
from scoring.rulesets import Ruleset, sheet
from scoring.score import Counted
from scoring.shapes import HONOUR_MASK, HONOURS, SUIT, SUIT_MASK, keys_of, pair_waits, set_waits
from scoring.ticks import KONG_FLOWER
from scoring.tiles import KINDS, WIDTH, without_fours

_CHARACTERS, _DOTS, _BAMBOOS = SUIT_MASK, SUIT_MASK << SUIT, SUIT_MASK << 2 * SUIT
_DRAWN, _HONOUR_PAIR, _PAIRS = 1, 6, 1 << 16
PAIRS = -1
"""In place of a number of pungs: the reading as seven pairs and a pung."""
PLAIN_FACTS = 3
"""Facts of an ordinary win below its build: drawn, waited for one kind alone, flowers lie out."""
_NOT_PLAIN = FLOWER_WINS | {"four_kongs", "heavenly_win"}
_LONGEST_FLOWERS = len("12345678f")
T = TypeVar("T")
Note = tuple[tuple[str, str], ...]


def _find_honour_sets(key: tuple[int, bool]) -> tuple[frozenset[int], int | None]:
    honour_key, pairs = key
    many = [honour_key >> number * WIDTH & 63 for number in range(7)]
    pungs = frozenset([n for n in range(7) if many[n] == 3 or (many[n] == 4 and not pairs)])
    return pungs, None if pairs or 2 not in many else many.index(2)


_honour_sets = Remembered(_find_honour_sets)


def _work_out_honours(key: tuple[int, str, str, bool]) -> int:
    honour_key, seat_wind, round_wind, pairs = key
    pungs, pair = _honour_sets[honour_key, pairs]
    return honours.winds(pungs, pair, seat_wind, round_wind) + honours.dragons(pungs, pair, round_wind)


_honours = Remembered(_work_out_honours)


class Best(NamedTuple):
    """A reading that counts: its lines, its pungs in hand (or `PAIRS`), its winning tile's place."""

    counted: Counted
    pungs: int
    place: int


class Rules:
    """Everything that scoring asks of one sheet.

    Each method is a pure question; `_ask` keeps the answers, and forgets them when there are very many.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.count = Counter(ruleset).count
        self.pairs = ruleset.has("eight_pairs")
        self.kong_breaks = ruleset.options.concealed_kong_breaks_concealed
        self._known: dict[Any, Any] = {}
        self._shapes = Remembered(self._of_shape)
        self.plain_readings = Remembered(self._plain_readings)
        self.plain_flowers = Remembered(self._plain_flowers)
        self.plain_declared = Remembered(self._plain_declared)
        self.best = Remembered(self._best)
        self._suits = [[honours.suits(many, among, ruleset) for many in range(4)] for among in (False, True)]

    def _ask(self, key: Any, work_out: Callable[..., T], *facts: Any) -> T:
        answer: T = work_out(*facts)
        keep(self._known, key, answer)
        return answer

    def declared(self, codes: tuple[str, ...]) -> frozenset[str]:
        """The declared codes, checked; raises `RuleError` at `declared[i]`."""
        found: frozenset[str] | None = self._known.get(codes)
        return found if found is not None else self._ask(codes, read_declared, codes, self.ruleset)

    def check_declared(
        self, declared: frozenset[str], by_flowers: str | None, hand: Hand, self_draw: bool
    ) -> None:
        """Refuse what does not go with the facts; raises `RuleError` (`patterns_conflict`) at `declared`."""
        concealed = not hand.melds and not (hand.kongs and self.kong_breaks)
        key = ("check", declared, by_flowers, bool(hand.melds), concealed, self_draw)
        if key not in self._known:
            self._ask(key, self._check, *key[1:])

    def _check(
        self, declared: frozenset[str], by_flowers: str | None, melds: bool, concealed: bool, self_draw: bool
    ) -> None:
        counts = dict.fromkeys(declared | {by_flowers} if by_flowers else declared, 1)
        facts = {MELDS} if melds else set()
        if concealed:
            facts.add(CONCEALED)
        if self_draw:
            facts.add(DRAWN)
        elif by_flowers != "seven_robs_one":
            facts.add(DISCARD)
        check(counts, frozenset(facts), self.ruleset, "declared")

    def of_declared(self, declared: frozenset[str]) -> int:
        """The patterns that were declared."""
        key = ("declared", declared)
        found: int | None = self._known.get(key)
        return found if found is not None else self._ask(key, self._declared, declared)

    def _declared(self, declared: frozenset[str]) -> int:
        return moments.declared_patterns(declared, self.ruleset)

    def of_flowers(
        self, mask: int, seat_wind: str, by_flowers: str | None, declared: frozenset[str]
    ) -> tuple[int, Note]:
        """The patterns of the flowers that lie out, and what of them was replaced."""
        key = (mask, seat_wind, by_flowers, by_flowers in declared)
        found: tuple[int, Note] | None = self._known.get(key)
        return found if found is not None else self._ask(key, self._flowers, *key)

    def _flowers(self, mask: int, seat_wind: str, by_flowers: str | None, named: bool) -> tuple[int, Note]:
        if by_flowers == "eight_immortals" and not named:
            return 0, ()
        seat = honours.WINDS.index(seat_wind)
        patterns, taken = flowers.flowers(mask, seat, by_flowers is not None, self.ruleset)
        return patterns, KONG_FLOWER if taken else ()

    def of_tiles(self, total: int, seat_wind: str, round_wind: str, pairs: bool) -> int:
        """The patterns of suits and honours of all tiles; `pairs`: read as seven pairs and a pung."""
        suits = (total & _CHARACTERS > 0) + (total & _DOTS > 0) + (total & _BAMBOOS > 0)
        key = total >> HONOURS * SUIT & HONOUR_MASK
        if not key:
            return self._suits[False][suits]
        return self._suits[True][suits] + _honours[key, seat_wind, round_wind, pairs]

    def best_sets(self, together: Together, same: int, facts: int, kongs: int, table_pungs: int) -> Best:
        """The best reading of complete tiles.

        `same`: the patterns that all readings share; `facts`: bits in the order of `Shape`'s; `kongs`:
        concealed ones; `table_pungs`: those and all called pungs.
        """
        facts |= together.honour_pair << _HONOUR_PAIR
        readings = [
            Best(self.count(same + self._of_reading(pungs, place, facts, kongs, table_pungs)), pungs, place)
            for pungs, place in together.readings()
        ]
        return max(readings, key=lambda best: best.counted.rank)

    def _of_reading(self, pungs: int, place: int, facts: int, kongs: int, table_pungs: int) -> int:
        """The patterns of sets and wait of one reading with that many pungs in hand."""
        return self._shapes[facts | reading_key(place, pungs, kongs, table_pungs, facts & _DRAWN) << 7]

    def _plain_readings(self, key: int) -> tuple[int, ...]:
        """The patterns of each reading of an ordinary win; `key`: place of its form, then `PLAIN_FACTS`."""
        form, drawn, single, flowers = FORMS[key >> PLAIN_FACTS], key >> 2 & 1, key >> 1 & 1, key & 1
        concealed = not form.melds and not (form.kongs and self.kong_breaks)
        facts = drawn | concealed << 1 | form.called << 2 | flowers << 3 | single << 4
        facts |= form.honour_pair << _HONOUR_PAIR
        readings = form.drawn if drawn else form.discard
        return tuple(sorted({self._shapes[facts | reading << 7] for reading in readings}))

    def _plain_flowers(self, key: tuple[str, str]) -> tuple[int, Note]:
        """`of_flowers` by their text and the seat's wind; raises LookupError or `RuleError` for faults."""
        text, seat_wind = key
        if len(text) > _LONGEST_FLOWERS:
            raise LookupError(text)
        found = flowers_of(text)
        if found.twice:
            raise LookupError(text)
        return self.of_flowers(found.mask, seat_wind, None, frozenset())

    def _plain_declared(self, key: tuple[tuple[str, ...], bool, bool, bool]) -> tuple[int, bool]:
        """`of_declared` by codes, melds, concealed kongs, draw; also whether a kong was robbed."""
        codes, melds, kongs, self_draw = key
        declared = read_declared(codes, self.ruleset)
        if declared & _NOT_PLAIN:
            raise LookupError(codes)
        self._check(declared, None, melds, not melds and not (kongs and self.kong_breaks), self_draw)
        return self.of_declared(declared), "robbing_kong" in declared

    def _best(self, key: tuple[tuple[int, ...], int]) -> Counted:
        """The best of some readings' patterns, each with those that all share."""
        readings, same = key
        if len(readings) == 1:
            return self.count(same + readings[0])
        return max([self.count(same + patterns) for patterns in readings], key=lambda counted: counted.rank)

    def best_pairs(self, place: int, same: int, facts: int) -> Best:
        """呖咕呖咕."""
        return Best(self.count(same + self._shapes[facts | place << 7 | _PAIRS]), PAIRS, place)

    def _of_shape(self, key: int) -> int:
        told = [bool(key >> place & 1) for place in range(7)]
        shape = Shape(bool(key & _PAIRS), key >> 13 & 7, key >> 10 & 7, key >> 7 & 7, *told)
        return sets.of_shape(shape, self.ruleset)

    def waits(self, together: Together | None, hand: Hand) -> int:
        """The kinds (bit k: kind k) that complete the hand; none of which it holds all four."""
        waits = together.waits if together is not None else 0
        if self.pairs and not hand.on_table and hand.win is not None:
            waits = set_waits(keys_of(hand.held)) | pair_waits(hand.held)
        return without_fours(waits, hand.held + hand.on_table)


@lru_cache(maxsize=128)
def rules_of(ruleset: Ruleset) -> Rules:
    """The one working form of a sheet."""
    return Rules(ruleset)


plain_rules = Remembered[str, Rules](lambda name: rules_of(sheet(name)))
"""The working form of one of the five sheets by its id; KeyError for another."""


def _names_of(kinds: int) -> tuple[str, ...]:
    return tuple(name for kind, name in enumerate(KINDS) if kinds >> kind & 1)


names_of = Remembered(_names_of).__getitem__
"""A set of kinds (bit k: kind k) as names, in the order m p s z."""
