"""A win whose patterns were ticked by hand: what follows is added, what cannot be is refused."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.catalogue import (
    BY_CODE,
    DEALER_CODES,
    FLOWER_PATTERNS,
    FLOWER_WINS,
    NEEDS_CONCEALED,
    bit,
)
from scoring.conflicts import DISCARD, DRAWN, check, check_single_wait
from scoring.counting import counter
from scoring.errors import RuleError, gettext_noop
from scoring.rulesets import Ruleset
from scoring.score import Score

_FLOWERY = FLOWER_PATTERNS | FLOWER_WINS
KONG_FLOWER = (("seat_flower", "flower_kong"),)
"""A seat's flower in whose place its colour's 花槓 stands, as `Score.replaced` tells it."""


def score_ticks(
    patterns: Mapping[str, int], ruleset: Ruleset, *, self_draw: bool, where: str = "patterns"
) -> Score:
    """Count a win from its ticked patterns.

    `patterns`: code → how often. `self_draw`: the winner drew the winning tile. Raises `RuleError` with
    `bad_record`, `unknown_pattern`, `pattern_not_in_ruleset` or `patterns_conflict`.

    >>> from scoring.rulesets import sheet
    >>> score = score_ticks({"all_pungs": 1, "dragon_pung": 2}, sheet("basic"), self_draw=False)
    >>> score.tai, [line.name for line in score.lines]
    (6, ['對對胡', '三元牌'])
    """
    ticked = _read(patterns, ruleset, where)
    alone = bool(ticked.keys() & FLOWER_WINS) and not ticked.keys() - _FLOWERY
    counts = (
        dict(ticked) if alone or "four_kongs" in ticked else _with_what_follows(ticked, ruleset, self_draw)
    )
    check(counts, _facts(ticked, self_draw), ruleset, where)
    check_single_wait(counts, ruleset, where)
    if alone:
        counts = {code: n for code, n in counts.items() if code in FLOWER_WINS}
    kept = _without_kong_flowers(counts) if ruleset.options.flower_kong_replaces and not alone else counts
    counted = counter(ruleset).count(sum(n * bit(code) for code, n in kept.items()))
    return Score(counted, (), KONG_FLOWER * (kept != counts))


def _read(patterns: object, ruleset: Ruleset, where: str) -> dict[str, int]:
    """The ticked counts, form and codes checked; what stands 0 times is left out."""
    if not isinstance(patterns, Mapping):
        raise RuleError("bad_record", where, gettext_noop("Patterns are an object of code and count."))
    for code, count in patterns.items():
        if type(count) is not int or count < 0:
            raise RuleError(
                "bad_record",
                f"{where}.{code}",
                gettext_noop("How often a pattern stands is a whole number from 0."),
            )
    for code, count in patterns.items():
        _check_code(code, ruleset, f"{where}.{code}")
        if count > BY_CODE[code].most:
            raise RuleError(
                "patterns_conflict",
                f"{where}.{code}",
                gettext_noop(
                    "One win holds %(name)s at most %(most)s times, %(name)s stands %(count)s times."
                ),
                {"name": BY_CODE[code].name, "most": BY_CODE[code].most, "count": count},
            )
    return {code: count for code, count in patterns.items() if count}


def _check_code(code: str, ruleset: Ruleset, where: str) -> None:
    if code not in BY_CODE:
        raise RuleError("unknown_pattern", where, gettext_noop("“%(code)s” is no pattern."), {"code": code})
    if code in DEALER_CODES:
        raise RuleError(
            "bad_record",
            where,
            gettext_noop("%(name)s belongs to single payments and is not ticked."),
            {"name": BY_CODE[code].name},
        )
    if not ruleset.has(code):
        raise not_in_ruleset(code, where)


def not_in_ruleset(code: str, where: str) -> RuleError:
    """The error for a pattern that the sheet does not have."""
    return RuleError(
        "pattern_not_in_ruleset",
        where,
        gettext_noop("This sheet does not have %(name)s."),
        {"name": BY_CODE[code].name},
    )


def _facts(ticked: Mapping[str, int], self_draw: bool) -> frozenset[str]:
    """Drawn or on a discard; a robbed flower is neither, and 八仙過海 is drawn by its own row."""
    if "four_kongs" in ticked:
        return frozenset()
    if self_draw:
        return frozenset({DRAWN})
    if ticked.keys() & {"seven_robs_one", "dealt_flower_win"} and "eight_immortals" not in ticked:
        return frozenset()
    return frozenset({DISCARD})


def _with_what_follows(ticked: Mapping[str, int], ruleset: Ruleset, self_draw: bool) -> dict[str, int]:
    counts = dict(ticked)
    _add_self_draw(counts, self_draw or bool(ticked.keys() & FLOWER_WINS))
    _add_sets(counts, ruleset)
    _add_flowers(counts, ruleset)
    return {code: n for code, n in counts.items() if ruleset.has(code)}


def _add_self_draw(counts: dict[str, int], drawn: bool) -> None:
    """自摸, 門清, 門清自摸: with a self-draw, and with what needs a concealed hand."""
    concealed = bool(counts.keys() & NEEDS_CONCEALED)
    if drawn:
        counts["self_draw"] = 1
    if concealed:
        counts["concealed_hand"] = 1
    if drawn and concealed:
        counts["concealed_self_draw"] = 1


def _add_sets(counts: dict[str, int], ruleset: Ruleset) -> None:
    """對對胡 with 五暗坎, 獨聽 with 全求 and 半求, 大三元 with three 三元牌, 小三元's own two."""
    if "five_concealed_pungs" in counts:
        counts["all_pungs"] = 1
    if counts.keys() & {"fully_melded", "half_melded"}:
        counts["single_wait"] = 1
    if counts.get("dragon_pung", 0) == 3:
        counts["big_three_dragons"] = 1
    if "small_three_dragons" in counts and ruleset.options.small_three_dragons_dragon_pungs:
        counts["dragon_pung"] = max(2, counts.get("dragon_pung", 0))


def _add_flowers(counts: dict[str, int], ruleset: Ruleset) -> None:
    """滿花 with two 花槓; the seat's flower in each 花槓 that does not replace it."""
    kongs = counts.get("flower_kong", 0)
    if kongs == 2:
        counts["eight_flowers_held"] = 1
    if kongs and not ruleset.options.flower_kong_replaces:
        counts["seat_flower"] = max(kongs, counts.get("seat_flower", 0))


def _without_kong_flowers(counts: Mapping[str, int]) -> dict[str, int]:
    """花牌 of a colour that is 花槓 is replaced by it: one flower less for each."""
    room = 2 - counts.get("flower_kong", 0)
    flowers = min(room, counts.get("seat_flower", 0))
    return {code: flowers if code == "seat_flower" else n for code, n in counts.items()}
