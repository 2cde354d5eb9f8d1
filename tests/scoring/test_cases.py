"""The worked cases: every line of `tests/cases/score`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import score_line
from scoring.errors import RuleError
from scoring.rulesets import read_ruleset
from scoring.ticks import score_ticks

CASES = Path(__file__).parent.parent / "cases" / "score"


def cases(name: str) -> list[Any]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


@pytest.mark.parametrize("case", cases("ticks.jsonl"))
def test_ticked_patterns(case: dict[str, Any]) -> None:
    try:
        ruleset = read_ruleset(case["ruleset"])
        answer = score_ticks(case["patterns"], ruleset, self_draw=case["self_draw"]).as_json()
        del answer["waits"]
    except RuleError as error:
        answer = {"error": {"code": error.code, "where": error.where}}
    assert answer == case["answer"]


@pytest.mark.parametrize("case", cases("hands.jsonl"))
def test_hands(case: dict[str, Any]) -> None:
    answer = score_line(json.dumps(case["request"]))
    if "error" in answer:
        assert answer["error"].pop("message")
    assert answer == case["answer"]
