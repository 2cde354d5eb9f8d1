"""The patterns 台種: their codes, Chinese names and families, in the order in which lines stand.

`PATTERNS` are the rows of the rule sheets. `LINES` adds the two lines that no sheet gives a value of
its own, each right after the pattern that it belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pattern:
    """One row of the rule sheets.

    `most`: how often one win can hold it. `declared`: tiles do not show it, so a record names it.
    """

    code: str
    name: str
    family: str
    most: int = 1
    declared: bool = False


def _rows(family: str, *rows: tuple[str, str]) -> tuple[Pattern, ...]:
    return tuple(Pattern(code, name, family) for code, name in rows)


def _declared(family: str, *rows: tuple[str, str]) -> tuple[Pattern, ...]:
    return tuple(Pattern(code, name, family, declared=True) for code, name in rows)


PATTERNS: tuple[Pattern, ...] = (
    *_rows("dealer", ("dealer", "作莊"), ("dealer_streak", "連N拉N")),
    *_rows("draw", ("self_draw", "自摸"), ("concealed_hand", "門清"), ("concealed_self_draw", "門清自摸")),
    *_rows("calls", ("fully_melded", "全求"), ("half_melded", "半求")),
    *_rows("sets", ("all_chows", "平胡"), ("all_pungs", "對對胡")),
    *_rows("wait", ("single_wait", "獨聽")),
    *_declared("moment", ("robbing_kong", "搶槓")),
    *_rows("suits", ("all_honours", "字一色"), ("full_flush", "清一色"), ("half_flush", "湊一色")),
    *_rows(
        "concealed_pungs",
        ("three_concealed_pungs", "三暗坎"),
        ("four_concealed_pungs", "四暗坎"),
        ("five_concealed_pungs", "五暗坎"),
    ),
    *_rows("winds", ("big_four_winds", "大四喜"), ("small_four_winds", "小四喜")),
    *_rows("dragons", ("big_three_dragons", "大三元"), ("small_three_dragons", "小三元")),
    *_rows("winds", ("seat_wind_pung", "門風"), ("round_wind_pung", "圈風")),
    Pattern("dragon_pung", "三元牌", "dragons", most=3),
    *_declared(
        "moment",
        ("kong_draw", "槓上開花"),
        ("last_tile_draw", "海底撈月"),
        ("last_tile_discard", "海底撈魚"),
    ),
    Pattern("seat_flower", "花牌", "flowers", most=2),
    Pattern("flower_kong", "花槓", "flowers", most=2),
    *_rows("flowers", ("eight_flowers_held", "滿花")),
    *_declared(
        "flower_wins",
        ("eight_immortals", "八仙過海"),
        ("seven_robs_one", "七搶一"),
        ("dealt_flower_win", "配牌花胡"),
    ),
    *_declared(
        "from_the_deal",
        ("heavenly_wait", "天聽"),
        ("earthly_wait", "地聽"),
        ("earthly_wait_first_turn", "地聽一發"),
        ("heavenly_win", "天胡"),
        ("earthly_win", "地胡"),
        ("human_win", "人胡"),
    ),
    *_rows("pairs", ("eight_pairs", "呖咕呖咕")),
    *_declared("four_kongs", ("four_kongs", "四槓牌")),
    *_declared("announced", ("declared_wait", "宣告聽牌"), ("shown_wait", "聽牌現牌")),
)

CODES: tuple[str, ...] = tuple(pattern.code for pattern in PATTERNS)
BY_CODE: dict[str, Pattern] = {pattern.code: pattern for pattern in PATTERNS}

DEALER_CODES = frozenset({"dealer", "dealer_streak"})
"""They belong to single payments, never to a hand's own 台."""

ALL_HONOURS_OVERLAP = Pattern("all_honours_overlap", "字一色減計", "suits")
DRAGON_OF_ROUND = Pattern("dragon_of_round", "圈序三元", "dragons")
_AFTER = {"all_honours": ALL_HONOURS_OVERLAP, "dragon_pung": DRAGON_OF_ROUND}

LINES: tuple[Pattern, ...] = tuple(
    line
    for pattern in PATTERNS
    for line in ((pattern, _AFTER[pattern.code]) if pattern.code in _AFTER else (pattern,))
)

FLOWER_REPLACEMENT = "flower_replacement"
"""Declared with a win on the tile that replaced a flower; it has no line of its own."""

FROM_THE_DEAL: frozenset[str] = frozenset(p.code for p in PATTERNS if p.family == "from_the_deal")
FLOWER_PATTERNS: frozenset[str] = frozenset(p.code for p in PATTERNS if p.family == "flowers")
FLOWER_WINS: frozenset[str] = frozenset(p.code for p in PATTERNS if p.family == "flower_wins")
CONCEALED_PUNGS: frozenset[str] = frozenset(p.code for p in PATTERNS if p.family == "concealed_pungs")
FOUR_WINDS = frozenset({"big_four_winds", "small_four_winds"})
THREE_DRAGONS = frozenset({"big_three_dragons", "small_three_dragons"})
WIND_PUNGS = frozenset({"seat_wind_pung", "round_wind_pung"})
HONOURS: frozenset[str] = FOUR_WINDS | THREE_DRAGONS | WIND_PUNGS | {"dragon_pung"}
CALLED_OUT = frozenset({"fully_melded", "half_melded"})
NEEDS_CONCEALED: frozenset[str] = FROM_THE_DEAL | {
    "concealed_hand",
    "concealed_self_draw",
    "five_concealed_pungs",
    "eight_pairs",
}
"""Patterns that only a hand without calls can hold."""

SHEET_NAMES: dict[str, dict[str, str]] = {
    "luohan-early": {"earthly_wait_first_turn": "人胡", "human_win": "地胡"},
    "high": {"declared_wait": "嗆聽"},
}
"""What a sheet itself calls a pattern, where that is not the common name; for pages."""

_BIT = {line.code: 1 << 2 * (len(LINES) - 1 - place) for place, line in enumerate(LINES)}


def bit(code: str) -> int:
    """One occurrence of a line as a number; occurrences add up, two bits for each line.

    Earlier lines stand higher, so of two sums the larger is the one that has more of the first line
    in which they differ: the rule for readings of equal 台.

    >>> bit("all_chows") > 3 * bit("all_pungs")
    True
    """
    return _BIT[code]


def lines_of(counts: int) -> list[tuple[str, str, int]]:
    """The lines of a sum of bits in their order: code, name, how often.

    >>> lines_of(2 * bit("dragon_pung") + bit("self_draw"))
    [('self_draw', '自摸', 1), ('dragon_pung', '三元牌', 2)]
    """
    found = []
    while counts:
        place = (counts.bit_length() - 1) // 2
        line = LINES[len(LINES) - 1 - place]
        found.append((line.code, line.name, counts >> 2 * place))
        counts &= (1 << 2 * place) - 1
    return found
