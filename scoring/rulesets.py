"""Rule sheets: the five of the texts as data files, and house sheets derived from them.

A `Ruleset` is a value: frozen, comparable, hashable. `read_ruleset` makes one from what a record says
(a sheet's id, or an object that changes one), `Ruleset.as_json` writes it out whole, so that a 將 keeps
the exact sheet that it was played under.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from scoring.catalogue import BY_CODE, CODES, DEALER_CODES
from scoring.errors import RuleError, gettext_noop
from scoring.options import MOST_TAI, Options, read_options
from scoring.replacing import OPTION_CODES, ROWLESS, full_row, leads_back, option_rows

SHEETS = ("luohan-2005", "luohan-early", "basic", "zhengzong", "high")
"""The ids of the five sheets, in the order of the rule table; the first is the default."""

_STREAK = {"2N": 2, "N": 1, None: 0, 0: 0}
_STREAK_TEXT = {2: "2N", 1: "N", 0: None}
_SHEET_KEYS = ("based_on", "tai", "options", "replaces")
_MOST_REMEMBERED = 256


@dataclass(frozen=True, slots=True)
class Traits:
    """Ways of counting that belong to the text of a sheet and are no club's option.

    `concealed_self_draw_holds_concealed_hand`: 門清自摸 holds 門清 and 自摸 in one value; where 門清 is
    replaced, 自摸 counts instead. `honours_are_full_flush`: honours alone are 清一色 while the sheet has no
    字一色. `declared_wait_is_open`: 嗆聽 is announced with an open hand only.
    """

    concealed_self_draw_holds_concealed_hand: bool
    honours_are_full_flush: bool
    declared_wait_is_open: bool


@dataclass(frozen=True)
class Ruleset:
    """A sheet with a club's changes.

    `based_on`: id of the sheet. `tai`: 台 of each pattern in the order of the catalogue, 0 where it is out.
    `own_rows`: rows given by the club for patterns whose row an option would make.
    `rows`: what each pattern replaces, all layers together.
    """

    based_on: str
    tai: tuple[int, ...]
    options: Options
    own_rows: tuple[tuple[str, tuple[str, ...]], ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    traits: Traits

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.based_on, self.tai, self.options, self.rows))

    def __getstate__(self) -> dict[str, Any]:
        """Text hashes differ between processes, so the kept one does not travel."""
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}

    @property
    def id(self) -> str:
        """The id of the sheet that this one is, or is derived from."""
        return self.based_on

    @cached_property
    def values(self) -> Mapping[str, int]:
        """台 by pattern code; 0: out; `dealer_streak`: 台 for each N."""
        return dict(zip(CODES, self.tai, strict=True))

    @cached_property
    def replaces(self) -> Mapping[str, tuple[str, ...]]:
        """What each pattern replaces, by code; patterns that replace nothing are left out."""
        return dict(self.rows)

    @cached_property
    def codes(self) -> frozenset[str]:
        """The patterns that count under this sheet."""
        off = frozenset() if self.options.eight_pairs else frozenset({"eight_pairs"})
        return frozenset(code for code, tai in self.values.items() if tai) - off

    def has(self, code: str) -> bool:
        """Whether the pattern counts under this sheet."""
        return code in self.codes

    def value(self, code: str) -> int:
        """台 of one occurrence of the pattern, 0 where the sheet does not have it.

        >>> sheet("basic").value("heavenly_win"), sheet("basic").value("human_win")
        (24, 0)
        """
        return self.values[code] if code in self.codes else 0

    def streak_tai(self, streak: int) -> int:
        """連莊: 台 for the dealer's N-th time of keeping the deal, `streak_cap` heeded.

        >>> sheet("high").streak_tai(3)
        6
        """
        cap = self.options.streak_cap
        return self.values["dealer_streak"] * (streak if cap is None else min(streak, cap))

    def as_json(self) -> dict[str, Any]:
        """The whole sheet; `read_ruleset` makes an equal one of it.

        Rows that an option makes are left to the option unless the club gave the row itself.
        """
        tai: dict[str, int | str | None] = {code: value or None for code, value in self.values.items()}
        tai["dealer_streak"] = _STREAK_TEXT[self.values["dealer_streak"]]
        base = _sheet_data(self.based_on)["replaces"]
        replaces = {
            code: list(self.replaces.get(code, ()))
            for code in CODES
            if code not in ROWLESS | OPTION_CODES and (code in base or code in self.replaces)
        }
        replaces.update((code, list(row)) for code, row in self.own_rows)
        options = self.options.as_json()
        return {"based_on": self.based_on, "tai": tai, "options": options, "replaces": replaces}


def sheet(name: str) -> Ruleset:
    """One of the five sheets as its text has it; KeyError for another name."""
    return _PLAIN[name]


def read_ruleset(
    spec: object, options: object = None, *, where: str = "ruleset", options_where: str = "options"
) -> Ruleset:
    """The sheet that a record names.

    `spec`: a sheet's id, or `{"based_on": id, "tai": {...}, "options": {...}, "replaces": {...}}`;
    `options`: the record's own, over all others. Raises `RuleError` with `unknown_ruleset`, `bad_record`,
    `unknown_pattern` or `pattern_not_in_ruleset`, `where` naming the key.

    >>> house = read_ruleset({"based_on": "high", "tai": {"all_pungs": 6}})
    >>> house.value("all_pungs"), read_ruleset(house.as_json()) == house
    (6, True)
    """
    if options is None and isinstance(spec, str):
        plain = _PLAIN.get(spec)
        if plain is None:
            raise RuleError(
                "unknown_ruleset", where, gettext_noop("There is no sheet “%(id)s”."), {"id": spec}
            )
        return plain
    key = repr((spec, options))
    found = _remembered.get(key)
    if found is None:
        found = _derive(spec, options, where, options_where)
        if len(_remembered) >= _MOST_REMEMBERED:
            _remembered.clear()
        _remembered[key] = found
    return found


_remembered: dict[str, Ruleset] = {}


def _derive(spec: object, options: object, where: str, options_where: str) -> Ruleset:
    if isinstance(spec, str):
        spec = {"based_on": spec}
        name_where = where
    elif isinstance(spec, dict):
        _check_keys(spec, where)
        name_where = f"{where}.based_on"
    else:
        raise RuleError("bad_record", where, gettext_noop("A sheet is an id or an object."))
    data = _sheet_data(_sheet_name(spec["based_on"], name_where))
    values = read_options(spec.get("options", {}), data["options"], f"{where}.options")
    values = read_options({} if options is None else options, values, options_where)
    tai = _read_tai(spec.get("tai", {}), data["tai"], f"{where}.tai")
    if values["eight_pairs"] and not tai[CODES.index("eight_pairs")]:
        from_record = isinstance(options, dict) and "eight_pairs" in options
        raise RuleError(
            "pattern_not_in_ruleset",
            f"{options_where if from_record else where + '.options'}.eight_pairs",
            gettext_noop("The sheet gives %(name)s no value, so it cannot be turned on."),
            {"name": BY_CODE["eight_pairs"].name},
        )
    made = Options(**values)
    given = _read_replaces(spec.get("replaces", {}), f"{where}.replaces")
    rows = _rows({**data["replaces"], **option_rows(made), **given})
    for code in given:
        if leads_back(code, rows):
            raise RuleError(
                "bad_record",
                f"{where}.replaces.{code}",
                gettext_noop("%(name)s would replace itself."),
                {"name": BY_CODE[code].name},
            )
    own = tuple((code, row) for code, row in sorted(given.items()) if code in OPTION_CODES)
    return Ruleset(data["id"], tai, made, own, tuple(rows.items()), Traits(**data["traits"]))


def _check_keys(spec: dict[str, Any], where: str) -> None:
    if "based_on" not in spec:
        raise RuleError(
            "bad_record", f"{where}.based_on", gettext_noop("The sheet to start from is missing.")
        )
    for key in spec:
        if key not in _SHEET_KEYS:
            raise RuleError(
                "bad_record", f"{where}.{key}", gettext_noop("“%(key)s” is no key of a sheet."), {"key": key}
            )


def _sheet_name(name: object, where: str) -> str:
    if not isinstance(name, str):
        raise RuleError("bad_record", where, gettext_noop("The id of a sheet is a text."))
    if name not in SHEETS:
        raise RuleError("unknown_ruleset", where, gettext_noop("There is no sheet “%(id)s”."), {"id": name})
    return name


def _read_tai(given: object, below: Mapping[str, int], where: str) -> tuple[int, ...]:
    values = dict(below)
    if not isinstance(given, dict):
        raise RuleError("bad_record", where, gettext_noop("The values of a sheet are an object."))
    for code, value in given.items():
        if code not in BY_CODE:
            raise _unknown(code, f"{where}.{code}")
        if code == "dealer_streak":
            values[code] = _streak_value(value, f"{where}.{code}")
        elif value is None or (type(value) is int and 0 <= value <= MOST_TAI):
            values[code] = value or 0
        else:
            raise RuleError(
                "bad_record",
                f"{where}.{code}",
                gettext_noop("The value of %(name)s is a whole number from 0 to %(most)s, or null."),
                {"name": BY_CODE[code].name, "most": MOST_TAI},
            )
    return tuple(values[code] for code in CODES)


def _streak_value(value: object, where: str) -> int:
    if value is None or (type(value) is int and value == 0) or (isinstance(value, str) and value in _STREAK):
        return _STREAK[value]
    raise RuleError("bad_record", where, gettext_noop("連莊 counts “2N”, “N” or nothing (null)."))


def _unknown(code: str, where: str) -> RuleError:
    return RuleError("unknown_pattern", where, gettext_noop("“%(code)s” is no pattern."), {"code": code})


def _read_replaces(given: object, where: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(given, dict):
        raise RuleError("bad_record", where, gettext_noop("What replaces what is an object."))
    return {code: _read_row(code, row, f"{where}.{code}") for code, row in given.items()}


def _read_row(code: str, row: object, where: str) -> tuple[str, ...]:
    if code not in BY_CODE:
        raise _unknown(code, where)
    if code in ROWLESS:
        raise RuleError(
            "bad_record",
            where,
            gettext_noop("What %(name)s replaces is fixed."),
            {"name": BY_CODE[code].name},
        )
    if not isinstance(row, list) or not all(isinstance(name, str) for name in row):
        raise RuleError("bad_record", where, gettext_noop("What a pattern replaces is a list of codes."))
    for name in row:
        if name not in BY_CODE:
            raise _unknown(name, where)
        if name in DEALER_CODES:
            raise RuleError(
                "bad_record",
                where,
                gettext_noop("%(name)s belongs to a payment, no pattern replaces it."),
                {"name": BY_CODE[name].name},
            )
    return tuple(row)


def _rows(layered: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    rows = {code: full_row(code, layered.get(code, ())) for code in CODES}
    return {code: tuple(sorted(row, key=CODES.index)) for code, row in rows.items() if row}


def _load(name: str) -> dict[str, Any]:
    path = Path(__file__).parent / "sheets" / f"{name}.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    data["options"] = read_options(data["options"], {}, "options")
    streak = _STREAK[data["tai"]["dealer_streak"]]
    data["tai"] = {code: value or 0 for code, value in data["tai"].items()} | {"dealer_streak": streak}
    data["replaces"] = {code: tuple(row) for code, row in data["replaces"].items()}
    return data


_DATA = {name: _load(name) for name in SHEETS}


def _sheet_data(name: str) -> dict[str, Any]:
    return _DATA[name]


def _from_data(data: dict[str, Any]) -> Ruleset:
    return _derive(data["id"], None, "ruleset", "options")


_PLAIN = {name: _from_data(data) for name, data in _DATA.items()}
