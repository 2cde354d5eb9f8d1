"""What cannot be together, as data, and the check of a set of patterns against it.

A row says: no code of `first` with one of `second` while `when` holds for the sheet. Beside patterns, sets
may hold the facts of a win: `MELDS` (something was called), `DRAWN`, `DISCARD`, `CONCEALED` (nothing was).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.catalogue import (
    BY_CODE,
    CALLED_OUT,
    CODES,
    CONCEALED_PUNGS,
    FLOWER_PATTERNS,
    FLOWER_WINS,
    FOUR_WINDS,
    FROM_THE_DEAL,
    HONOURS,
    NEEDS_CONCEALED,
    THREE_DRAGONS,
    WIND_PUNGS,
)
from scoring.errors import RuleError, gettext_noop
from scoring.rulesets import Ruleset

MELDS, DRAWN, DISCARD, CONCEALED = "melds", "drawn", "discard", "concealed"

FACTS: dict[str, str] = {
    MELDS: gettext_noop("a hand with calls"),
    DRAWN: gettext_noop("a self-drawn win"),
    DISCARD: gettext_noop("a win on a discard"),
    CONCEALED: gettext_noop("a hand without calls"),
}
"""Names of the facts; pages translate them like any sentence."""

IS_DRAWN: frozenset[str] = frozenset(
    {
        "self_draw",
        "concealed_self_draw",
        "half_melded",
        "kong_draw",
        "flower_replacement",
        "last_tile_draw",
        "heavenly_win",
        "earthly_win",
        "eight_immortals",
        DRAWN,
    }
)
NEVER_DRAWN: frozenset[str] = frozenset({"fully_melded", "robbing_kong", "last_tile_discard", "human_win"})
FIRST_TURN: frozenset[str] = frozenset(
    {"heavenly_win", "earthly_win", "human_win", "earthly_wait_first_turn"}
)
SHOWS_CONCEALED: frozenset[str] = NEEDS_CONCEALED
_TOGETHER_FROM_THE_DEAL = (
    {"heavenly_wait", "earthly_win"},
    {"heavenly_wait", "human_win"},
    {"earthly_wait", "earthly_wait_first_turn"},
)


@dataclass(frozen=True)
class Conflict:
    """One row. `at_least`: how many of the `second` pattern it takes, where one is allowed."""

    first: frozenset[str]
    second: frozenset[str]
    when: Callable[[Ruleset], bool] | None = None
    at_least: int = 1


def _row(
    first: frozenset[str] | set[str] | str,
    second: frozenset[str] | set[str] | str,
    when: Callable[[Ruleset], bool] | None = None,
    at_least: int = 1,
) -> Conflict:
    return Conflict(_codes(first), _codes(second), when, at_least)


def _codes(codes: frozenset[str] | set[str] | str) -> frozenset[str]:
    return frozenset({codes}) if isinstance(codes, str) else frozenset(codes)


def _honours_apart_from_flush(sheet: Ruleset) -> bool:
    return not sheet.traits.honours_are_full_flush or sheet.has("all_honours")


def _chows_not_single(sheet: Ruleset) -> bool:
    wait = sheet.options.all_chows_wait
    return wait == "not_single" or (wait == "two_sided" and sheet.options.single_wait_by == "shape")


def _all_chows() -> Iterator[Conflict]:
    """平胡: what five chows and an option forbid."""
    yield _row("all_chows", {"all_pungs", "all_honours", "eight_pairs"} | CONCEALED_PUNGS | HONOURS)
    yield _row("all_chows", FLOWER_PATTERNS | FLOWER_WINS, lambda sheet: not sheet.options.all_chows_flowers)
    yield _row("all_chows", IS_DRAWN | FLOWER_WINS, lambda sheet: not sheet.options.all_chows_self_draw)
    yield _row("all_chows", "half_flush", lambda sheet: not sheet.options.all_chows_honour_pair)
    yield _row("all_chows", NEEDS_CONCEALED, lambda sheet: not sheet.options.all_chows_concealed)
    yield _row("all_chows", CALLED_OUT, lambda sheet: sheet.options.all_chows_wait != "any")
    yield _row("all_chows", "single_wait", _chows_not_single)


def _sets() -> Iterator[Conflict]:
    """Sets and suits that one hand of five sets and a pair has no room for."""
    yield _row("eight_pairs", {"all_pungs"} | CONCEALED_PUNGS | FOUR_WINDS | THREE_DRAGONS)
    yield _row("eight_pairs", "dragon_pung", at_least=2)
    yield _row("all_honours", {"half_flush", "full_flush"})
    yield _row("full_flush", HONOURS, _honours_apart_from_flush)
    yield _row(FOUR_WINDS, THREE_DRAGONS)
    yield _row("big_three_dragons", "small_three_dragons")
    yield _row("big_four_winds", "dragon_pung", at_least=2)
    yield _row({"small_four_winds", "small_three_dragons"}, "dragon_pung", at_least=3)
    yield _row("fully_melded", "half_melded")
    yield _row(CALLED_OUT, CONCEALED_PUNGS)


def _concealment() -> Iterator[Conflict]:
    """What is called out, and what needs a concealed hand."""
    yield _row(CALLED_OUT | {MELDS}, NEEDS_CONCEALED)
    yield _row(
        "declared_wait", NEEDS_CONCEALED | {CONCEALED}, lambda sheet: sheet.traits.declared_wait_is_open
    )
    yield _row("heavenly_win", {"declared_wait", "shown_wait"})
    for code in sorted(FROM_THE_DEAL):
        for other in sorted(FROM_THE_DEAL):
            if code < other and {code, other} not in _TOGETHER_FROM_THE_DEAL:
                yield _row(code, other)


def _moments() -> Iterator[Conflict]:
    """When and on whose tile the win came."""
    yield _row(FIRST_TURN, {"last_tile_draw", "last_tile_discard"})
    yield _row(IS_DRAWN, NEVER_DRAWN | {DISCARD})
    yield _row(FLOWER_WINS, NEVER_DRAWN)
    yield _row("robbing_kong", "last_tile_discard")
    yield _row("flower_replacement", "kong_draw")
    yield _row("eight_immortals", "seven_robs_one")
    yield _row("seven_robs_one", "eight_flowers_held")
    yield _row("four_kongs", frozenset(CODES) - {"four_kongs"} | {"flower_replacement"})


CONFLICTS: tuple[Conflict, ...] = (*_all_chows(), *_sets(), *_concealment(), *_moments())
"""The pairs; `check` knows two rules more that no pair can say."""


@lru_cache(maxsize=128)
def _in_force(ruleset: Ruleset) -> tuple[Conflict, ...]:
    return tuple(row for row in CONFLICTS if row.when is None or row.when(ruleset))


def check(counts: Mapping[str, int], facts: frozenset[str], ruleset: Ruleset, where: str) -> None:
    """Refuse what cannot be together.

    `counts`: how often each code stands, what follows added; `facts`: those of the win.
    Raises `RuleError` (`patterns_conflict`) at `where`, naming both.
    """
    codes = frozenset(counts) | facts
    for row in _in_force(ruleset):
        for first in sorted(row.first & codes):
            for second in sorted(row.second & codes):
                if counts.get(second, 1) >= row.at_least:
                    raise conflict(first, second, where)
    if "eight_pairs" in codes and "dragon_pung" in codes and codes & WIND_PUNGS:
        raise conflict("dragon_pung", min(codes & WIND_PUNGS), where)


def check_single_wait(counts: Mapping[str, int], ruleset: Ruleset, where: str) -> None:
    """獨聽 of a sheet that gives it to concealed or called-out hands alone, ticked without either."""
    shown = SHOWS_CONCEALED | CALLED_OUT
    if not ruleset.options.all_chows_with_concealed:
        shown |= {"all_chows"}
    if ruleset.options.single_wait_concealed_only and "single_wait" in counts and not shown & counts.keys():
        raise RuleError(
            "patterns_conflict",
            where,
            gettext_noop("This sheet counts %(first)s only together with %(second)s."),
            {"first": label("single_wait"), "second": label("concealed_hand")},
        )


def conflict(first: str, second: str, where: str) -> RuleError:
    """The error that names the two."""
    return RuleError(
        "patterns_conflict",
        where,
        gettext_noop("%(first)s and %(second)s cannot be together."),
        {"first": label(first), "second": label(second)},
    )


def label(code: str) -> str:
    """A pattern's Chinese name, or the name of a fact."""
    if code in BY_CODE:
        return BY_CODE[code].name
    return FACTS.get(code, gettext_noop("a flower's replacement tile"))
