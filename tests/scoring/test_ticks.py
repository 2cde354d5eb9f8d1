"""Ticked patterns beyond the worked cases: forms, counts, facts."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.conflicts import FACTS, label
from scoring.errors import RuleError
from scoring.rulesets import SHEETS, Ruleset, read_ruleset, sheet
from scoring.ticks import score_ticks


def counted(
    patterns: dict[str, Any], spec: object = "luohan-2005", *, self_draw: bool = False
) -> dict[str, int]:
    score = score_ticks(patterns, read_ruleset(spec), self_draw=self_draw)
    assert score.tai == sum(line.tai for line in score.lines)
    assert score.reading is None
    return {line.code: line.tai for line in score.lines}


@pytest.mark.parametrize(
    ("patterns", "spec", "self_draw", "lines"),
    [
        ({}, "high", False, {}),
        ({"all_pungs": 0}, "high", True, {"self_draw": 1}),
        ({"dragon_pung": 3}, "high", False, {"big_three_dragons": 8}),
        ({"seven_robs_one": 1, "seat_flower": 2}, "high", False, {"seven_robs_one": 8}),
        (
            {"seven_robs_one": 1, "seat_flower": 2, "kong_draw": 1},
            "high",
            False,
            {"self_draw": 1, "kong_draw": 1, "seat_flower": 2, "seven_robs_one": 8},
        ),
        ({"dealt_flower_win": 1}, "high", False, {"dealt_flower_win": 12}),
        ({"four_kongs": 1}, "basic", False, {"four_kongs": 8}),
        ({"four_kongs": 1}, "basic", True, {"four_kongs": 8}),
        ({"heavenly_wait": 1}, "basic", True, {"self_draw": 1, "heavenly_wait": 16}),
        ({"earthly_win": 1}, "zhengzong", True, {"earthly_win": 16}),
        ({"flower_kong": 2}, "luohan-2005", False, {"eight_flowers_held": 8}),
        ({"flower_kong": 2}, "zhengzong", False, {"seat_flower": 2, "flower_kong": 2}),
        (
            {"small_three_dragons": 1},
            {"based_on": "high", "options": {"small_three_dragons_dragon_pungs": True}},
            False,
            {"small_three_dragons": 4, "dragon_pung": 2},
        ),
        (
            {"heavenly_wait": 1},
            {"based_on": "luohan-2005", "replaces": {"heavenly_wait": []}},
            False,
            {"concealed_hand": 1, "heavenly_wait": 8},
        ),
        (
            {"three_concealed_pungs": 1, "four_concealed_pungs": 1},
            "high",
            False,
            {"four_concealed_pungs": 6},
        ),
    ],
    ids=str,
)
def test_what_follows_and_what_is_replaced(
    patterns: dict[str, int], spec: object, self_draw: bool, lines: dict[str, int]
) -> None:
    assert counted(patterns, spec, self_draw=self_draw) == lines


def test_replaced_patterns_are_told() -> None:
    score = score_ticks({"flower_kong": 1, "seat_flower": 2}, sheet("luohan-2005"), self_draw=False)
    assert score.replaced == (("seat_flower", "flower_kong"),)
    score = score_ticks({"heavenly_wait": 1}, sheet("luohan-2005"), self_draw=True)
    assert score.explain()["replaced"] == [
        {"code": "self_draw", "by": "concealed_self_draw"},
        {"code": "concealed_hand", "by": "heavenly_wait"},
    ]
    score = score_ticks({"heavenly_wait": 1}, sheet("basic"), self_draw=True)
    assert ("concealed_self_draw", "heavenly_wait") in score.replaced


@pytest.mark.parametrize(
    ("patterns", "spec", "code", "where"),
    [
        ([], "high", "bad_record", "patterns"),
        ({"all_pungs": True}, "high", "bad_record", "patterns.all_pungs"),
        ({"all_pungs": -1}, "high", "bad_record", "patterns.all_pungs"),
        ({"royal": 1}, "high", "unknown_pattern", "patterns.royal"),
        ({"flower_replacement": 1}, "high", "unknown_pattern", "patterns.flower_replacement"),
        ({"dealer": 1}, "high", "bad_record", "patterns.dealer"),
        ({"human_win": 1}, "basic", "pattern_not_in_ruleset", "patterns.human_win"),
        ({"eight_pairs": 1}, "luohan-2005", "pattern_not_in_ruleset", "patterns.eight_pairs"),
        ({"dragon_pung": 4}, "high", "patterns_conflict", "patterns.dragon_pung"),
        ({"kong_draw": 1}, "high", "patterns_conflict", "patterns"),
        ({"four_kongs": 1, "all_pungs": 1}, "basic", "patterns_conflict", "patterns"),
        (
            {"seven_robs_one": 1, "flower_kong": 2, "kong_draw": 1},
            "luohan-2005",
            "patterns_conflict",
            "patterns",
        ),
        (
            {"eight_pairs": 1, "dragon_pung": 1, "seat_wind_pung": 1},
            {"based_on": "luohan-2005", "options": {"eight_pairs": True}},
            "patterns_conflict",
            "patterns",
        ),
        ({"single_wait": 1}, "high", "patterns_conflict", "patterns"),
    ],
    ids=str,
)
def test_what_is_refused(patterns: Any, spec: object, code: str, where: str) -> None:
    with pytest.raises(RuleError) as caught:
        score_ticks(patterns, read_ruleset(spec), self_draw=False)
    assert (caught.value.code, caught.value.where) == (code, where)
    assert caught.value.message


def test_a_conflict_names_both() -> None:
    with pytest.raises(RuleError, match="平胡 and 對對胡 cannot be together"):
        score_ticks({"all_chows": 1, "all_pungs": 1}, sheet("high"), self_draw=False)
    assert label("flower_replacement") == "a flower's replacement tile"
    assert {label(fact) for fact in FACTS} == set(FACTS.values())


@pytest.mark.parametrize("name", SHEETS)
def test_every_pattern_can_be_ticked_alone_on_some_win(name: str) -> None:
    ruleset = sheet(name)
    for code in ruleset.codes - {"dealer", "dealer_streak", "single_wait"}:
        assert any(_counts(code, ruleset, self_draw) for self_draw in (False, True)), code


def _counts(code: str, ruleset: Ruleset, self_draw: bool) -> bool:
    try:
        return score_ticks({code: 1}, ruleset, self_draw=self_draw).tai > 0
    except RuleError:
        return False
