"""The five rule sheets side by side. Everything comes from the data that the scoring works with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from league import words
from league.option_words import option_name, option_value
from scoring.catalogue import CODES, DEALER_CODES, SHEET_NAMES
from scoring.conflicts import CONFLICTS
from scoring.rulesets import SHEETS, Ruleset, sheet


@dataclass(frozen=True)
class Cell:
    """What one sheet says; `differs`: not what the first sheet says."""

    text: str
    differs: bool
    note: str = ""


@dataclass(frozen=True)
class Row:
    """One thing that the sheets say, each in its own way or all alike."""

    name: str
    cells: tuple[Cell, ...]

    @property
    def differs(self) -> bool:
        return any(cell.differs for cell in self.cells)


@dataclass(frozen=True)
class Column:
    """A sheet. `usual`: the one this club plays by."""

    code: str
    name: str
    usual: bool


@dataclass(frozen=True)
class ConflictRow:
    """What a pattern cannot stand beside: `always` in every sheet that has both, `sometimes` in those named."""

    name: str
    always: str
    sometimes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Comparison:
    """The whole page."""

    columns: tuple[Column, ...]
    values: tuple[Row, ...]
    replaced: tuple[Row, ...]
    options: tuple[Row, ...]
    conflicts: tuple[ConflictRow, ...]
    changed: bool


def comparison(usual: object) -> Comparison:
    """The sheets beside each other; `usual` is what the club's 將 are played by (an id or an object)."""
    based_on = usual.get("based_on") if isinstance(usual, dict) else usual
    columns = tuple(Column(one, words.word(words.SHEETS, one), one == based_on) for one in SHEETS)
    own = [code for code in CODES if code not in DEALER_CODES]
    return Comparison(
        columns=columns,
        values=tuple(_value_row(code) for code in CODES),
        replaced=tuple(_replaced_row(code) for code in own if _replaces_any(code)),
        options=tuple(_option_row(name) for name in sheet(SHEETS[0]).options.as_json()),
        conflicts=tuple(row for row in map(_conflict_row, own) if row.always or row.sometimes),
        changed=isinstance(usual, dict),
    )


def _name(code: str) -> str:
    return words.pattern_name(code)


def _row(name: str, say: Callable[[Ruleset], str]) -> Row:
    texts = [say(sheet(one)) for one in SHEETS]
    return Row(name, tuple(Cell(text, text != texts[0]) for text in texts))


def _value_row(code: str) -> Row:
    row = _row(_name(code), lambda one: _value(one, code))
    cells = tuple(
        Cell(cell.text, cell.differs, _own_name(one, code))
        for cell, one in zip(row.cells, SHEETS, strict=True)
    )
    return Row(row.name, cells)


def _value(one: Ruleset, code: str) -> str:
    value = one.values[code]
    if code == "dealer_streak":
        return {2: "2N", 1: "N"}.get(value, "–")
    if not value:
        return "–"
    return str(value) if one.has(code) else f"{value}?"


def _own_name(one: str, code: str) -> str:
    """What the sheet itself calls the pattern, where that is another name."""
    return words.pattern_name(code, one) if code in SHEET_NAMES.get(one, {}) else ""


def _replaces_any(code: str) -> bool:
    return any(_replaced(sheet(one), code) for one in SHEETS)


def _replaced_row(code: str) -> Row:
    """Marked is only a sheet that has the pattern and lets it replace something else."""
    first = _replaced(sheet(SHEETS[0]), code)
    texts = [(_replaced(sheet(one), code), bool(sheet(one).values[code])) for one in SHEETS]
    return Row(_name(code), tuple(Cell(text, has and text != first) for text, has in texts))


def _replaced(one: Ruleset, code: str) -> str:
    if not one.values[code]:
        return ""
    return _listed(other for other in one.replaces.get(code, ()) if one.values[other])


def _conflict_row(code: str) -> ConflictRow:
    """Others by the sheets in which the two cannot be together; of the last pattern of all it is everything."""
    if code == "four_kongs":
        return ConflictRow(_name(code), str(_("anything else")), ())
    always, sometimes = [], []
    for other in CODES:
        both = [one for one in SHEETS if sheet(one).values[code] and sheet(one).values[other]]
        held = [one for one in both if other in _conflicting(sheet(one), code)]
        if other in (code, "four_kongs") or not held:
            continue
        if held == both:
            always.append(other)
        else:
            sometimes.append((_name(other), _("、").join(words.word(words.SHEETS, one) for one in held)))
    return ConflictRow(_name(code), _listed(always), tuple(sometimes))


@lru_cache(maxsize=1024)
def _conflicting(one: Ruleset, code: str) -> frozenset[str]:
    found: set[str] = set()
    for row in CONFLICTS:
        if row.when is None or row.when(one):
            found |= row.second if code in row.first else set()
            found |= row.first if code in row.second else set()
    return frozenset(found)


def _listed(codes: Iterable[str]) -> str:
    return _("、").join(_name(code) for code in codes)


def _option_row(name: str) -> Row:
    return _row(option_name(name), lambda one: option_value(name, one.options.as_json()[name]))
