"""From the patterns that a win fits to the lines that count.

All that fit add up, unless one replaces another. Patterns come in as a sum of `catalogue.bit`s, so that
equal sets of patterns are counted once and remembered.
"""

from __future__ import annotations

from functools import lru_cache

from scoring.catalogue import FOUR_WINDS, LINES, THREE_DRAGONS, bit, lines_of
from scoring.memo import Remembered, keep
from scoring.rulesets import Ruleset
from scoring.score import Counted, Line

_OVERLAPPING = tuple(line.code for line in LINES if line.code in FOUR_WINDS | THREE_DRAGONS)


class Counter:
    """Counts sets of patterns under one sheet.

    `held`: mask of the lines that the sheet can show.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.held = sum(3 * bit(code) for code in ruleset.codes)
        self.values = {code: ruleset.value(code) for code in ruleset.codes}
        if ruleset.options.dragon_of_round:
            self.held += 3 * bit("dragon_of_round")
            self.values["dragon_of_round"] = 1
        self._rows = ruleset.replaces
        self._lines = Remembered[tuple[str, str, int], Line](
            lambda line: Line(*line, line[2] * self.values[line[0]])
        )
        self._counted: dict[int, Counted] = {}

    def count(self, patterns: int) -> Counted:
        """The lines of `patterns`, a sum of bits; what the sheet does not have is left out."""
        found = self._counted.get(patterns)
        if found is None:
            found = keep(self._counted, patterns, self._count(patterns & self.held))
        return found

    def _count(self, patterns: int) -> Counted:
        present = lines_of(patterns)
        gone = self._replaced([code for code, _, _ in present])
        lines = self._with_overlap([self._lines[line] for line in present if line[0] not in gone])
        tai = sum([line.tai for line in lines])
        replaced: list[tuple[str, str]] = []
        for code, _, many in present if gone else ():
            if code in gone:
                replaced.append((code, gone[code]))
                patterns -= many * bit(code)
        return Counted(tai, tuple(lines), tuple(replaced), (tai, patterns))

    def _replaced(self, present: list[str]) -> dict[str, str]:
        """What does not count, each with what stands in its place.

        門清自摸 gives way where it holds 門清 and another pattern has replaced that.
        """
        gone: dict[str, str] = {}
        for by in present:
            if by != "concealed_self_draw":
                for code in self._rows.get(by, ()):
                    gone.setdefault(code, by)
        if "concealed_self_draw" not in present:
            return gone
        if self.ruleset.traits.concealed_self_draw_holds_concealed_hand:
            if "concealed_hand" in gone:
                gone.setdefault("concealed_self_draw", gone["concealed_hand"])
                return gone
            gone["concealed_hand"] = "concealed_self_draw"
        gone.setdefault("self_draw", "concealed_self_draw")
        return gone

    def _with_overlap(self, lines: list[Line]) -> list[Line]:
        """字一色減計: taken off once where 字一色 stands beside big or small winds or dragons."""
        codes = [line.code for line in lines]
        off = self.ruleset.options.all_honours_overlap
        if not off or "all_honours" not in codes or not any(code in codes for code in _OVERLAPPING):
            return lines
        after = codes.index("all_honours") + 1
        return [*lines[:after], Line("all_honours_overlap", "字一色減計", 1, off), *lines[after:]]


@lru_cache(maxsize=128)
def counter(ruleset: Ruleset) -> Counter:
    """The one counter of a sheet."""
    return Counter(ruleset)
