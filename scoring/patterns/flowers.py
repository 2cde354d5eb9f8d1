"""Patterns of the flowers that lie out, and of wins by flowers."""

from __future__ import annotations

from scoring.catalogue import bit
from scoring.rulesets import Ruleset

SEASONS, PLANTS = 0x0F, 0xF0
"""春夏秋冬 and 梅蘭菊竹 as sets of flowers (bit n: flower n)."""
ALL = 0xFF


def flowers(mask: int, seat: int, flower_win: bool, sheet: Ruleset) -> tuple[int, bool]:
    """花牌, 花槓, 滿花: the seat's own flowers, four of a colour, all eight with an ordinary win.

    `mask`: the winner's flowers, `seat`: 0–3. Also tells whether a 花槓 stands in place of a seat's flower.
    """
    kongs = [colour for colour in (SEASONS, PLANTS) if mask & colour == colour]
    own = mask & 0b10001 << seat
    kept = own
    if sheet.options.flower_kong_replaces and sheet.has("flower_kong"):
        for colour in kongs:
            kept &= ~colour
    return (
        kept.bit_count() * bit("seat_flower")
        + len(kongs) * bit("flower_kong")
        + (mask == ALL and not flower_win) * bit("eight_flowers_held")
    ), kept != own


def kind_of_win(declared: frozenset[str], mask: int) -> str | None:
    """八仙過海 or 七搶一: which of them a win by flowers is; 配牌花胡 alone is told by its flowers."""
    for code in ("eight_immortals", "seven_robs_one"):
        if code in declared:
            return code
    if "dealt_flower_win" not in declared:
        return None
    return "eight_immortals" if mask == ALL else "seven_robs_one"
