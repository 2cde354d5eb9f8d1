"""Random wins for property tests: those of the bench with codes that tiles do not show."""

from __future__ import annotations

import random
from typing import Any

from bench import hands
from scoring.options import KINDS
from scoring.rulesets import SHEETS, Ruleset, read_ruleset

FROM_THE_DEAL_DRAWN = (["heavenly_win"], ["earthly_win"], ["heavenly_wait", "earthly_win"], ["heavenly_wait"])
FROM_THE_DEAL_DISCARD = (
    ["human_win"],
    ["heavenly_wait"],
    ["earthly_wait"],
    ["earthly_wait", "earthly_wait_first_turn"],
)
SCORING_OPTIONS = tuple(
    name
    for name in KINDS
    if name.startswith(("all_", "single", "fully", "kong_", "small", "flower", "concealed", "dragon"))
)


def house(rng: random.Random) -> dict[str, Any]:
    """A sheet with some options turned; now and then every pattern that the sheet lacks is given a value."""
    options: dict[str, Any] = {}
    for name in rng.sample(SCORING_OPTIONS, rng.randint(0, 5)):
        kind = KINDS[name]
        options[name] = rng.choice((True, False)) if kind.form == "bool" else rng.choice(kind.choices)
    tai: dict[str, Any] = {}
    if rng.random() < 0.5:
        tai["eight_pairs"] = 8
        options["eight_pairs"] = True
    for code in (
        "last_tile_discard",
        "half_melded",
        "all_honours",
        "single_wait",
        "flower_kong",
        "eight_flowers_held",
    ):
        if rng.random() < 0.2:
            tai[code] = rng.choice((None, 1, 3, 9))
    return {"based_on": rng.choice(SHEETS), "tai": tai, "options": options}


def win(rng: random.Random, spec: object) -> tuple[dict[str, Any], Ruleset]:
    """A request that some sheet may refuse for its declared codes, and its sheet."""
    made = hands.request(rng, spec)
    sheet = read_ruleset(spec)
    tiles = made["tiles"]
    if sheet.has("eight_pairs") and rng.random() < 0.3:
        tiles |= hands.eight_pairs(rng)
        for key in ("melds", "concealed_kongs", "declared"):
            tiles.pop(key, None)
    _declare(rng, made, sheet)
    tiles["declared"] = [
        code for code in tiles.get("declared", []) if code == "flower_replacement" or sheet.has(code)
    ]
    return made, sheet


def _declare(rng: random.Random, made: dict[str, Any], sheet: Ruleset) -> None:
    tiles, drawn = made["tiles"], made["self_draw"]
    if tiles.get("declared") or rng.random() < 0.3:
        return
    choices: list[list[str]] = [["last_tile_draw"], ["kong_draw", "last_tile_draw"], ["flower_replacement"]]
    if not drawn:
        choices = [["last_tile_discard"], []]
    if not tiles.get("melds"):
        choices += FROM_THE_DEAL_DRAWN if drawn else FROM_THE_DEAL_DISCARD
    else:
        choices += [["shown_wait"], ["declared_wait"]]
    flowers = tiles.get("flowers", "")
    if rng.random() < 0.1:
        flowers = tiles["flowers"] = rng.choice(("12345678f", "1234567f", "2345678f"))
    if len(flowers) == 9 and drawn:
        choices = [["eight_immortals"], ["dealt_flower_win"], ["eight_immortals", "dealt_flower_win"]]
    if len(flowers) == 8:
        choices = [["seven_robs_one"], ["dealt_flower_win"], ["kong_draw", "seven_robs_one"]]
    tiles["declared"] = list(rng.choice(choices))
