"""Wins for the simulation: ticked patterns as often as a club sees them, and now and then the tiles."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

SUITS = "mps"


def ticked(dice: Random, *, drawn: bool) -> dict[str, int]:
    """Patterns of a win under a Luohan sheet. Small hands are common, big ones rare."""
    concealed = dice.random() < (0.22 if drawn else 0.18)
    patterns: dict[str, int] = {}
    if drawn:
        patterns["concealed_self_draw" if concealed else "self_draw"] = 1
    elif concealed:
        patterns["concealed_hand"] = 1
    patterns |= _shape(dice, drawn=drawn)
    if "all_chows" not in patterns:
        patterns |= _extras(dice, patterns, drawn=drawn)
    return patterns


def _shape(dice: Random, *, drawn: bool) -> dict[str, int]:
    roll = dice.random()
    if roll < 0.16 and not drawn:
        return {"all_chows": 1}
    if roll < 0.23:
        return {"all_pungs": 1}
    if roll < 0.31:
        return {"half_flush": 1}
    if roll < 0.318:
        return {"full_flush": 1}
    if roll < 0.322:
        return {"small_three_dragons": 1}
    if roll < 0.3232:
        return {"big_three_dragons": 1}
    if roll < 0.3238:
        return {"small_four_winds": 1}
    if roll < 0.345:
        return {"three_concealed_pungs": 1}
    if roll < 0.3458:
        return {"four_concealed_pungs": 1, "all_pungs": 1}
    return {}


def _extras(dice: Random, patterns: dict[str, int], *, drawn: bool) -> dict[str, int]:
    extras: dict[str, int] = {}
    honours = "full_flush" not in patterns
    settled = {"small_three_dragons", "big_three_dragons", "small_four_winds"} & patterns.keys()
    if honours and not settled:
        if dice.random() < 0.24:
            extras["dragon_pung"] = 2 if dice.random() < 0.06 else 1
        if dice.random() < 0.12:
            extras["round_wind_pung"] = 1
        if dice.random() < 0.12:
            extras["seat_wind_pung"] = 1
    flowers = dice.random()
    if flowers < 0.34:
        extras["seat_flower"] = 1
    elif flowers < 0.40:
        extras["seat_flower"] = 2
    elif flowers < 0.425:
        extras["flower_kong"] = 1
    if dice.random() < 0.3:
        extras["single_wait"] = 1
    if drawn and dice.random() < 0.06:
        extras["kong_draw"] = 1
    elif drawn and dice.random() < 0.02:
        extras["last_tile_draw"] = 1
    elif not drawn and dice.random() < 0.01:
        extras["robbing_kong"] = 1
    return extras


def laid(dice: Random, *, drawn: bool) -> dict[str, Any]:
    """A complete hand laid out as tiles: five sets and a pair, some of the sets called."""
    while True:
        sets, pair = [_set(dice) for _ in range(5)], _kind(dice)
        every = Counter(tile for one in sets for tile in one)
        every[pair] += 2
        if max(every.values()) <= 4:
            break
    called = dice.choice((0, 0, 1, 1, 2, 2, 3, 4))
    concealed = [tile for one in sets[called:] for tile in one] + [pair, pair]
    winning = concealed.pop(dice.randrange(len(concealed)))
    tiles: dict[str, Any] = {
        "concealed": "".join(sorted(concealed, key=lambda tile: (tile[1], tile[0]))),
        "win_tile": winning,
    }
    if called:
        tiles["melds"] = ["".join(tile[0] for tile in one) + one[0][1] for one in sets[:called]]
    flowers = sorted(dice.sample(range(1, 9), dice.choice((0, 0, 1, 1, 2, 2, 3))))
    if flowers:
        tiles["flowers"] = "".join(f"{flower}f" for flower in flowers)
    return tiles


def _set(dice: Random) -> list[str]:
    if dice.random() < 0.7:
        suit, first = dice.choice(SUITS), dice.randint(1, 7)
        return [f"{first + step}{suit}" for step in range(3)]
    return [_kind(dice)] * 3


def _kind(dice: Random) -> str:
    if dice.random() < 0.25:
        return f"{dice.randint(1, 7)}z"
    return f"{dice.randint(1, 9)}{dice.choice(SUITS)}"
