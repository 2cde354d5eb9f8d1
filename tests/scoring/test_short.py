"""The short way for ordinary wins: it tells the same as the long way, or leaves the win to it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine import score_at_length
from scoring.errors import RuleError
from scoring.rules import rules_of
from scoring.rulesets import read_ruleset, sheet
from scoring.short import short_way
from tests.scoring.requests import house, win

ORDINARY = {"concealed": "123456678m34s99p", "win_tile": "5s", "melds": ["777p"]}
IN_ORDER = {**ORDINARY, "concealed": "123456678m99p34s"}


def both(tiles: dict[str, Any], spec: object, *, self_draw: bool = False) -> tuple[object, object]:
    """What the short way says and what the long way says (None where it refuses)."""
    rules = rules_of(read_ruleset(spec))
    short = short_way(tiles, rules, self_draw, "E", "S")
    try:
        score = score_at_length(tiles, rules, self_draw, "E", "S")
    except RuleError:
        return short, None
    return short, (score.counted, score.waits, score.notes)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32))
def test_both_ways_agree(seed: int) -> None:
    rng = random.Random(seed)
    request, _ = win(rng, house(rng))
    short, long = both(request["tiles"], request["ruleset"], self_draw=request["self_draw"])
    assert short is None or short == long


def test_an_ordinary_win_goes_the_short_way() -> None:
    short, long = both({**IN_ORDER, "flowers": "15f", "declared": ["robbing_kong"]}, "basic")
    assert short is not None
    assert short == long


@pytest.mark.parametrize(
    "tiles",
    [
        ORDINARY,
        {**IN_ORDER, "concealed": "m99p34s123456678m"},
        {**IN_ORDER, "concealed": "123456678m99p34sz"},
        {**IN_ORDER, "concealed": "123456678m99p34s1f"},
        {**IN_ORDER, "concealed": "12345667xm99p34s"},
        {**IN_ORDER, "concealed": "123456678m99p34889z"},
        {**IN_ORDER, "concealed": "123456678m99p3334s"},
        {**IN_ORDER, "concealed": "111222333m99p34s"},
        {**IN_ORDER, "concealed": "123456678m3489s"},
        {**IN_ORDER, "win_tile": "五條"},
        {**IN_ORDER, "win_tile": "1m"},
        {**IN_ORDER, "melds": ["777p", "123m"]},
        {**IN_ORDER, "melds": ["7 7 7 p  "]},
        {**IN_ORDER, "melds": ["779p"]},
        {**IN_ORDER, "melds": ["77x"]},
        {**IN_ORDER, "melds": ["999p"]},
        {**IN_ORDER, "melds": [], "concealed_kongs": ["777p"]},
        {**IN_ORDER, "flowers": "11f"},
        {**IN_ORDER, "flowers": "1f2f3f4f5f"},
        {**IN_ORDER, "flowers": "9f"},
        {**IN_ORDER, "declared": ["seven_robs_one"]},
        {**IN_ORDER, "declared": ["all_pungs"]},
        {**IN_ORDER, "melds": ["555s"], "declared": ["robbing_kong"]},
        {"flowers": "12345678f"},
    ],
    ids=str,
)
def test_what_is_not_ordinary_is_left_to_the_long_way(tiles: dict[str, Any]) -> None:
    assert short_way(tiles, rules_of(sheet("basic")), False, "E", "S") is None


def test_what_may_be_pairs_is_left_to_the_long_way() -> None:
    spec = {"based_on": "luohan-2005", "options": {"eight_pairs": True}}
    pairs, ordinary = "112233m445566p777s2z", "123789m22456p45667s"
    assert both({"concealed": pairs, "win_tile": "2z"}, spec)[0] is None
    short, long = both({"concealed": ordinary, "win_tile": "5s"}, spec)
    assert short is not None
    assert short == long
