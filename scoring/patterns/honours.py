"""Patterns of the honours' pungs and pair, and of the suits that a hand holds."""

from __future__ import annotations

from scoring.catalogue import bit
from scoring.rulesets import Ruleset

WINDS = "ESWN"
DRAGON_OF_WIND = {"E": 6, "S": 5, "W": 4}
"""圈序三元: the number of the dragon that goes with a round: 東 中, 南 發, 西 白; the North round has none."""


def winds(pungs: frozenset[int], pair: int | None, seat: str, round_wind: str) -> int:
    """大四喜, 小四喜, 門風, 圈風: pungs of the winds 0–3, of the seat's and of the round's among them."""
    many = sum(wind in pungs for wind in range(4))
    return (
        (many == 4) * bit("big_four_winds")
        + (many == 3 and pair is not None and pair < 4) * bit("small_four_winds")
        + (WINDS.index(seat) in pungs) * bit("seat_wind_pung")
        + (WINDS.index(round_wind) in pungs) * bit("round_wind_pung")
    )


def dragons(pungs: frozenset[int], pair: int | None, round_wind: str) -> int:
    """大三元, 小三元, 三元牌, 圈序三元: pungs of the dragons 4–6 白發中."""
    many = sum(dragon in pungs for dragon in range(4, 7))
    return (
        (many == 3) * bit("big_three_dragons")
        + (many == 2 and pair is not None and pair >= 4) * bit("small_three_dragons")
        + many * bit("dragon_pung")
        + (DRAGON_OF_WIND.get(round_wind) in pungs) * bit("dragon_of_round")
    )


def suits(number_suits: int, honours: bool, sheet: Ruleset) -> int:
    """清一色, 湊一色, 字一色: one suit alone, one suit with honours, honours alone."""
    if number_suits == 1:
        return bit("half_flush" if honours else "full_flush")
    if number_suits or not honours:
        return 0
    as_flush = sheet.traits.honours_are_full_flush and not sheet.has("all_honours")
    return bit("full_flush" if as_flush else "all_honours")
