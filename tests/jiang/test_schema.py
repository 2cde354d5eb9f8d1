"""The published JSON Schema and the reader of records agree about the form."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring.catalogue import CODES
from scoring.options import KINDS
from scoring.rulesets import SHEETS
from settlement.jiang.schema import record_schema
from tests.jiang.cases import load

SCHEMA = record_schema()
VALIDATOR = Draft202012Validator(SCHEMA)

GOOD = [case for name in ("payments", "evenings") for case in load(name) if "error" not in case["answer"]]
BROKEN = load("broken")
NEEDS_MORE_THAN_THE_FORM = {
    "accepts_himself",
    "own_discard",
    "not_nearest",
    "not_nearest_second",
    "abort_not_in_sheet",
    "robbed_himself",
    "winner_stands_in",
    "call_to_upper_seat",
    "penalty_to_himself",
    "pattern_not_in_sheet",
    "patterns_conflict",
    "backer_plays",
    "below_the_minimum",
    "hand_after_end",
    "outer_start_in_streak",
    "outer_start_too_late",
    "outer_stop_not_lost",
    "outer_start_next_hand",
    "inner_start_too_late",
    "inner_start_second_hand_of_west",
    "inner_stop",
    "two_units_in_streak",
    "further_unit_in_streak",
    "switch_without_loss",
    "two_bets_at_once",
}


def kind(case: dict[str, Any]) -> str:
    return str(case["id"].split(": ")[1])


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("case", GOOD, ids=[case["id"] for case in GOOD])
def test_a_good_record_validates(case: dict[str, Any]) -> None:
    VALIDATOR.validate(case["record"])


@pytest.mark.parametrize("case", BROKEN, ids=[case["id"] for case in BROKEN])
def test_a_broken_form_does_not(case: dict[str, Any]) -> None:
    assert VALIDATOR.is_valid(case["record"]) == (kind(case) in NEEDS_MORE_THAN_THE_FORM)


def test_the_schema_names_every_sheet_pattern_and_option() -> None:
    definitions = SCHEMA["$defs"]
    assert definitions["sheet_id"]["enum"] == list(SHEETS)
    assert definitions["pattern"]["enum"] == list(CODES)
    assert set(definitions["options"]["properties"]) == set(KINDS)
