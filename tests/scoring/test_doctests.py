"""The examples in docstrings, and the page made from the sheets."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import runpy
import sys
from pathlib import Path

import pytest

import scoring
from scoring import memo
from scoring.catalogue import PATTERNS
from scoring.patterns import flowers, honours, moments, sets
from scoring.table import page

MODULES = sorted(module.name for module in pkgutil.walk_packages(scoring.__path__, "scoring."))


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_page_of_sheets_is_current() -> None:
    written = Path(__file__).parents[2] / "docs" / "sheets.md"
    assert written.read_text(encoding="utf-8") == page(), "run: python -m scoring.table > docs/sheets.md"


def test_the_page_is_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "scoring.table")
    runpy.run_module("scoring.table", run_name="__main__")
    assert capsys.readouterr().out == page()


def test_a_full_store_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memo, "MOST", 2)
    squares = memo.Remembered(lambda number: number * number)
    assert [squares[number] for number in (1, 2, 3, 1)] == [1, 4, 9, 1]
    assert dict(squares) == {3: 9, 1: 1}


def test_every_pattern_has_a_unit_that_opens_with_its_name() -> None:
    units = [sets, honours, flowers, moments]
    opened = " ".join(
        (function.__doc__ or "").partition(":")[0]
        for module in units
        for function in vars(module).values()
        if callable(function) and function.__module__ == module.__name__
    )
    families = {
        "海底撈月": "海底",
        "海底撈魚": "海底",
        "地聽": "天聽 and its kin",
        "八仙過海": "wins by flowers",
    }
    for pattern in PATTERNS:
        if pattern.family in ("dealer", "four_kongs") or pattern.declared:
            continue
        assert re.search(re.escape(families.get(pattern.name, pattern.name)), opened), pattern.name
