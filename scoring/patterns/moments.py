"""Patterns that tiles do not show: when the win came, and what was announced."""

from __future__ import annotations

from scoring.catalogue import FLOWER_REPLACEMENT, bit
from scoring.rulesets import Ruleset


def declared_patterns(declared: frozenset[str], sheet: Ruleset) -> int:
    """搶槓, 槓上開花, 海底, 天聽 and its kin, wins by flowers, 宣告聽牌: as they were declared.

    A flower's replacement tile counts as 槓上開花 where the sheet says so, save with 天胡.
    """
    patterns = sum(bit(code) for code in declared if code != FLOWER_REPLACEMENT)
    if FLOWER_REPLACEMENT in declared and sheet.options.kong_draw_after_flower:
        patterns += ("heavenly_win" not in declared) * bit("kong_draw")
    return patterns
