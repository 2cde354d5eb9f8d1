"""Random winning hands, as requests of the command `score`; for measurements and for property tests.

A hand is dealt as five sets and a pair (or a pung and seven pairs), then laid out: some sets called, some
kongs, flowers, declared codes that go with it.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

SUITS = "mps"
Tiles = list[str]


def _sets(rng: random.Random, palette: str, chows: float) -> tuple[list[Tiles], Tiles]:
    """Five sets and a pair out of the suits in `palette`, no kind more than four times."""
    while True:
        sets = [_set(rng, palette, chows) for _ in range(5)]
        pair = [_tile(rng, palette)] * 2
        many = Counter(tile for tiles in [*sets, pair] for tile in tiles)
        if max(many.values()) <= 4:
            return sets, pair


def _set(rng: random.Random, palette: str, chows: float) -> Tiles:
    numbers = [suit for suit in palette if suit != "z"]
    if numbers and rng.random() < chows:
        suit, low = rng.choice(numbers), rng.randint(1, 7)
        return [f"{low + step}{suit}" for step in range(3)]
    return [_tile(rng, palette)] * 3


def _tile(rng: random.Random, palette: str) -> str:
    suit = rng.choice(palette)
    return f"{rng.randint(1, 7 if suit == 'z' else 9)}{suit}"


def text(tiles: Tiles) -> str:
    """Tiles as sorted `mpsz`."""
    found = ""
    for suit in "mpsz":
        digits = "".join(sorted(tile[0] for tile in tiles if tile[1] == suit))
        found += digits + suit if digits else ""
    return found


def _palette(rng: random.Random) -> tuple[str, float]:
    """A few flushes and honours among plain hands, more chows than pungs."""
    suit = rng.choice(SUITS)
    return rng.choices(
        [("mpsz", 0.7), ("mps", 0.95), (suit + "z", 0.5), (suit, 0.7), ("z", 0.0), ("mpsz", 0.0)],
        [50, 25, 8, 5, 4, 8],
    )[0]


def tiles(rng: random.Random, *, plain: bool = False) -> dict[str, Any]:
    """`tiles` of a win without declared codes; `plain`: nothing called, no kongs, no flowers."""
    sets, pair = _sets(rng, *_palette(rng))
    called_at_most = 0 if plain else rng.choice((0, 0, 1, 2, 3, 5))
    melds, kongs, hand = [], [], list(pair)
    many = Counter(tile for one in [*sets, pair] for tile in one)
    for one in sets:
        pung = one[0] == one[1]
        kong = pung and not plain and many[one[0]] == 3 and rng.random() < 0.15
        if len(melds) < called_at_most:
            melds.append(text(one + one[:1] if kong else one))
        elif kong:
            kongs.append(text(one * 2)[:4] + one[0][1])
        else:
            hand += one
    win = rng.choice(hand)
    hand.remove(win)
    made: dict[str, Any] = {"concealed": text(hand), "win_tile": win}
    made |= {key: value for key, value in (("melds", melds), ("concealed_kongs", kongs)) if value}
    if not plain and rng.random() < 0.6:
        out = sorted(rng.sample(range(1, 9), rng.choice((1, 1, 2, 3, 4, 6, 8))))
        made["flowers"] = "".join(map(str, out)) + "f"
    return made


def eight_pairs(rng: random.Random) -> dict[str, Any]:
    """`tiles` of seven pairs and a pung."""
    palette = rng.choice(("mpsz", "mps", "mz", "z", "s"))
    kinds = sorted({_tile(rng, palette) for _ in range(60)})
    chosen = rng.sample(kinds * 2 if len(kinds) < 8 else kinds, 8)
    pung = next((kind for kind in chosen if chosen.count(kind) == 1), None)
    if pung is None or any(chosen.count(kind) > 2 for kind in chosen):
        return eight_pairs(rng)
    hand = [kind for kind in chosen for _ in range(2)] + [pung]
    win = rng.choice(hand)
    hand.remove(win)
    return {"concealed": text(hand), "win_tile": win}


def request(rng: random.Random, ruleset: object, *, plain: bool = False) -> dict[str, Any]:
    """A whole request under a sheet, with at most one declared code of those that always go together."""
    made = tiles(rng, plain=plain)
    self_draw = rng.random() < 0.4
    if rng.random() < 0.1 and not plain:
        made["declared"] = ["kong_draw" if self_draw else "robbing_kong"]
        if not self_draw and not _may_rob(made):
            del made["declared"]
    return {
        "ruleset": ruleset,
        "tiles": made,
        "self_draw": self_draw,
        "seat_wind": rng.choice("ESWN"),
        "round_wind": rng.choice("ESWN"),
    }


def _may_rob(made: dict[str, Any]) -> bool:
    """Nobody else holds three of a kind that the winner has another of."""
    shown = [made["concealed"], *made.get("melds", ()), *made.get("concealed_kongs", ())]
    digit, suit = made["win_tile"]
    for part in shown:
        run = ""
        for sign in part:
            if sign.isdigit():
                run += sign
            else:
                if sign == suit and digit in run:
                    return False
                run = ""
    return True


def different(
    rng: random.Random, many: int, rulesets: list[object], *, plain: bool = False
) -> list[dict[str, Any]]:
    """That many requests, no two with the same tiles."""
    seen: set[str] = set()
    made: list[dict[str, Any]] = []
    while len(made) < many:
        one = request(rng, rulesets[len(made) % len(rulesets)], plain=plain)
        key = repr(one["tiles"])
        if key not in seen:
            seen.add(key)
            made.append(one)
    return made
