"""What must hold for every win, tried on random ones."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import score_line
from scoring.catalogue import DEALER_CODES
from scoring.rulesets import SHEETS, read_ruleset, sheet
from tests.scoring.requests import house, win
from tests.scoring.slow import Slow, spread

seeds = st.integers(0, 2**32)


def shuffled(rng: random.Random, text: str) -> str:
    tiles = spread(text)
    rng.shuffle(tiles)
    return "".join(tiles)


def answered(request: dict[str, Any]) -> tuple[int, dict[str, int], list[str]]:
    answer = score_line(request)
    assert "error" not in answer, (request, answer)
    return answer["tai"], {line["code"]: line["count"] for line in answer["patterns"]}, answer["waits"]


@settings(max_examples=300, deadline=None)
@given(seeds)
def test_the_slow_way_counts_the_same(seed: int) -> None:
    rng = random.Random(seed)
    request, ruleset = win(rng, house(rng))
    slow = Slow(request, ruleset)
    assert answered(request) == (*slow.best(), slow.waits())


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_the_order_of_tiles_melds_and_flowers_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    request, _ = win(rng, house(rng))
    other = {**request, "tiles": dict(request["tiles"])}
    tiles = other["tiles"]
    tiles["concealed"] = shuffled(rng, tiles["concealed"])
    if "flowers" in tiles:
        tiles["flowers"] = shuffled(rng, tiles["flowers"])
    for key in ("melds", "concealed_kongs"):
        if key in tiles:
            tiles[key] = [shuffled(rng, text) for text in rng.sample(tiles[key], len(tiles[key]))]
    assert score_line(other) == score_line(request)


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_the_three_suits_are_alike(seed: int) -> None:
    rng = random.Random(seed)
    request, _ = win(rng, house(rng))
    turned = str.maketrans("mps", rng.choice(("psm", "smp", "msp", "pms", "spm")))
    tiles = {
        key: value.translate(turned) if isinstance(value, str) else [text.translate(turned) for text in value]
        for key, value in request["tiles"].items()
        if key not in ("flowers", "declared")
    }
    kept = {key: request["tiles"][key] for key in ("flowers", "declared") if key in request["tiles"]}
    tai, lines, waits = answered(request)
    other_tai, other_lines, other_waits = answered({**request, "tiles": {**tiles, **kept}})
    assert (tai, lines) == (other_tai, other_lines)
    assert sorted(wait.translate(turned) for wait in waits) == sorted(other_waits)


@settings(max_examples=200, deadline=None)
@given(seeds)
def test_raising_a_value_never_lowers_the_sum(seed: int) -> None:
    rng = random.Random(seed)
    spec = house(rng)
    request, ruleset = win(rng, spec)
    code = rng.choice([code for code in sorted(ruleset.codes) if code not in DEALER_CODES])
    raised = {**spec, "tai": {**spec["tai"], code: ruleset.values[code] + rng.randint(1, 20)}}
    assert answered({**request, "ruleset": raised})[0] >= answered(request)[0]


@pytest.mark.parametrize("name", SHEETS)
def test_the_generator_reaches_every_pattern_of_the_sheet(name: str) -> None:
    rng = random.Random(1)
    spec = {"based_on": name, "options": {"eight_pairs": True}} if name.startswith("luohan") else name
    wanted = {code for code in read_ruleset(spec).codes if code not in DEALER_CODES | {"four_kongs"}}
    seen: Counter[str] = Counter()
    for _ in range(30_000):
        request, _ = win(rng, spec)
        seen.update(line["code"] for line in score_line(request).get("patterns", ()))
        if wanted <= seen.keys():
            break
    assert wanted - seen.keys() == set()


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_the_explanation_adds_up(seed: int) -> None:
    from scoring.line import score_request

    rng = random.Random(seed)
    request, _ = win(rng, house(rng))
    score = score_request(request)
    reading = score.reading
    assert reading is not None
    laid = Counter(tile for one in reading.sets for tile in one.tiles)
    tiles = request["tiles"]
    shown = [
        tiles["concealed"],
        tiles["win_tile"],
        *tiles.get("melds", ()),
        *tiles.get("concealed_kongs", ()),
    ]
    assert laid == Counter(tile for text in shown for tile in spread(text))
    completed = [one for one in reading.sets if one.completed]
    assert len(completed) == 1
    assert tiles["win_tile"] in completed[0].tiles
    codes = {line.code for line in score.lines}
    assert not codes & {code for code, _ in score.replaced if code != "seat_flower"}
    assert score.tai == sum(line.tai for line in score.lines)


def test_sheets_stay_what_they_are() -> None:
    before = [sheet(name).as_json() for name in SHEETS]
    score_line({**win(random.Random(2), SHEETS[0])[0]})
    assert [sheet(name).as_json() for name in SHEETS] == before
