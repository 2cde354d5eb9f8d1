"""Sheets, house sheets, and what they refuse."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from scoring.errors import RuleError
from scoring.options import ABORT_REASONS, BetChecks
from scoring.rulesets import SHEETS, Ruleset, read_ruleset, sheet

HOUSE: dict[str, Any] = {
    "based_on": "high",
    "tai": {"flower_kong": 2, "dealer_streak": "N", "self_draw": None, "eight_pairs": 10},
    "options": {
        "bet_checks": {"inner_start": "off"},
        "small_three_dragons_dragon_pungs": True,
        "eight_pairs": True,
        "aborts": ["four_kongs", "west_parade"],
    },
    "replaces": {"all_chows": ["single_wait"], "heavenly_wait": [], "small_three_dragons": []},
}


def refused(spec: object, options: object = None) -> tuple[str, str]:
    with pytest.raises(RuleError) as caught:
        read_ruleset(spec, options)
    assert caught.value.message
    return caught.value.code, caught.value.where


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_written_out_reads_as_itself(name: str) -> None:
    written = json.loads(json.dumps(sheet(name).as_json()))
    assert read_ruleset(written) == sheet(name)
    assert hash(read_ruleset(written)) == hash(sheet(name))
    assert pickle.loads(pickle.dumps(sheet(name))) == sheet(name)  # noqa: S301 - our own bytes


def test_a_house_sheet_written_out_reads_as_itself() -> None:
    house = read_ruleset(HOUSE, {"streak_cap": 3})
    assert read_ruleset(json.loads(json.dumps(house.as_json()))) == house
    assert house != sheet("high")
    assert house.id == "high"


def test_options_of_the_record_stand_over_those_of_the_sheet() -> None:
    house = read_ruleset(HOUSE, {"bet_checks": {"outer_start": "warn"}, "eight_pairs": False})
    assert house.options.bet_checks == BetChecks(inner_start="off", outer_start="warn")
    assert house.options.aborts == ("west_parade", "four_kongs")
    assert not house.has("eight_pairs")


def test_an_option_still_turns_a_sheet_that_was_written_out() -> None:
    written = sheet("basic").as_json()
    turned = read_ruleset(written, {"fully_melded_single_wait": True, "all_chows_with_concealed": False})
    assert "fully_melded" not in turned.replaces
    assert turned.replaces["all_chows"] == ("concealed_hand",)


def test_a_row_of_the_club_stands_in_place_of_an_options_row() -> None:
    house = read_ruleset({"based_on": "basic", "replaces": {"fully_melded": []}})
    assert "fully_melded" not in house.replaces
    assert house.replaces["heavenly_wait"] == ("concealed_hand",)


def test_streaks_are_capped_and_may_count_once_or_not_at_all() -> None:
    def tai(spec: object, options: object = None) -> list[int]:
        return [read_ruleset(spec, options).streak_tai(n) for n in range(4)]

    assert tai("basic") == [0, 2, 4, 6]
    assert tai("basic", {"streak_cap": 2}) == [0, 2, 4, 4]
    assert tai({"based_on": "basic", "tai": {"dealer_streak": "N"}}) == [0, 1, 2, 3]
    assert tai({"based_on": "basic", "tai": {"dealer_streak": 0}}) == [0, 0, 0, 0]


def test_a_sheet_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        sheet("basic").based_on = "high"  # type: ignore[misc]


def test_values_count_only_where_the_sheet_has_the_pattern() -> None:
    plain: Ruleset = sheet("luohan-2005")
    assert (plain.value("all_pungs"), plain.value("eight_pairs"), plain.value("shown_wait")) == (4, 0, 0)
    with pytest.raises(KeyError):
        sheet("cantonese")


def test_many_house_sheets_do_not_pile_up() -> None:
    for tai in range(600):
        assert read_ruleset({"based_on": "basic", "tai": {"all_pungs": tai}}).value("all_pungs") == tai


HIGH = {"based_on": "high"}
LOOP = {"all_pungs": ["all_chows"], "all_chows": ["half_flush"], "half_flush": ["all_pungs"]}


@pytest.mark.parametrize(
    ("spec", "code", "where"),
    [
        ("cantonese", "unknown_ruleset", "ruleset"),
        (7, "bad_record", "ruleset"),
        (None, "bad_record", "ruleset"),
        ({}, "bad_record", "ruleset.based_on"),
        ({"based_on": 1}, "bad_record", "ruleset.based_on"),
        ({"based_on": "x"}, "unknown_ruleset", "ruleset.based_on"),
        ({**HIGH, "name": "x"}, "bad_record", "ruleset.name"),
        ({**HIGH, "tai": []}, "bad_record", "ruleset.tai"),
        ({**HIGH, "tai": {"royal": 1}}, "unknown_pattern", "ruleset.tai.royal"),
        ({**HIGH, "tai": {"dragon_of_round": 1}}, "unknown_pattern", "ruleset.tai.dragon_of_round"),
        ({**HIGH, "tai": {"all_pungs": -1}}, "bad_record", "ruleset.tai.all_pungs"),
        ({**HIGH, "tai": {"all_pungs": True}}, "bad_record", "ruleset.tai.all_pungs"),
        ({**HIGH, "tai": {"all_pungs": 10_001}}, "bad_record", "ruleset.tai.all_pungs"),
        ({**HIGH, "tai": {"dealer_streak": "3N"}}, "bad_record", "ruleset.tai.dealer_streak"),
        ({**HIGH, "tai": {"dealer_streak": []}}, "bad_record", "ruleset.tai.dealer_streak"),
        ({**HIGH, "options": None}, "bad_record", "ruleset.options"),
        ({**HIGH, "options": {"eight_pairs": True}}, "pattern_not_in_ruleset", "ruleset.options.eight_pairs"),
        ({**HIGH, "options": {"bet_checks": []}}, "bad_record", "ruleset.options.bet_checks"),
        (
            {**HIGH, "options": {"bet_checks": {"inner_start": "no"}}},
            "bad_record",
            "ruleset.options.bet_checks.inner_start",
        ),
        ({**HIGH, "options": {"aborts": "west_parade"}}, "bad_record", "ruleset.options.aborts"),
        ({**HIGH, "options": {"aborts": ["four_winds"] * 2}}, "bad_record", "ruleset.options.aborts[1]"),
        ({**HIGH, "options": {"self_draw_extra": 10_001}}, "bad_record", "ruleset.options.self_draw_extra"),
        ({**HIGH, "replaces": []}, "bad_record", "ruleset.replaces"),
        ({**HIGH, "replaces": {"x": []}}, "unknown_pattern", "ruleset.replaces.x"),
        ({**HIGH, "replaces": {"all_pungs": ["x"]}}, "unknown_pattern", "ruleset.replaces.all_pungs"),
        ({**HIGH, "replaces": {"all_pungs": "x"}}, "bad_record", "ruleset.replaces.all_pungs"),
        ({**HIGH, "replaces": {"all_pungs": [1]}}, "bad_record", "ruleset.replaces.all_pungs"),
        ({**HIGH, "replaces": {"all_pungs": ["dealer"]}}, "bad_record", "ruleset.replaces.all_pungs"),
        ({**HIGH, "replaces": {"self_draw": []}}, "bad_record", "ruleset.replaces.self_draw"),
        ({**HIGH, "replaces": {"all_pungs": ["all_pungs"]}}, "bad_record", "ruleset.replaces.all_pungs"),
        ({**HIGH, "replaces": {"half_flush": ["full_flush"]}}, "bad_record", "ruleset.replaces.half_flush"),
        ({**HIGH, "replaces": LOOP}, "bad_record", "ruleset.replaces.all_pungs"),
    ],
    ids=str,
)
def test_a_faulty_sheet_is_refused_by_its_key(spec: object, code: str, where: str) -> None:
    assert refused(spec) == (code, where)


def test_faults_in_the_records_options_stand_at_the_records_options() -> None:
    assert refused("high", {"mercy": True}) == ("bad_record", "options.mercy")
    assert refused("high", {"eight_pairs": True}) == ("pattern_not_in_ruleset", "options.eight_pairs")
    assert refused("cantonese", {}) == ("unknown_ruleset", "ruleset")
    assert read_ruleset("high", {"aborts": list(ABORT_REASONS)}).options.aborts == ABORT_REASONS
