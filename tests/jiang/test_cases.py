"""The worked cases, each through the function behind every way to settle."""

from __future__ import annotations

from typing import Any

import pytest

from settlement.jiang import settle_line
from tests.jiang.cases import comparable, load, settles

CASES = [case for name in ("payments", "broken", "evenings") for case in load(name)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    got = settle_line(case["record"])
    assert comparable(got) == comparable(case["answer"])
    assert "error" in got or settles(got)
