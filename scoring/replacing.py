"""What stands in place of what, as data.

Three layers, the later over the earlier:

- `ALWAYS`: what follows from the meaning of the patterns; no club changes it.
- a sheet's own rows (`scoring/sheets/*.json`, key `replaces`) with those that its options add
  (`BY_OPTION`);
- the rows of a house sheet, each in place of the sheet's own row for that pattern.

A pattern that the sheet does not have replaces nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Rows = Mapping[str, tuple[str, ...]]

ALWAYS: Rows = {
    "concealed_self_draw": ("self_draw",),
    "full_flush": ("half_flush",),
    "four_concealed_pungs": ("three_concealed_pungs",),
    "five_concealed_pungs": ("three_concealed_pungs", "four_concealed_pungs"),
    "big_four_winds": ("small_four_winds",),
    "heavenly_win": ("single_wait",),
}


@dataclass(frozen=True, slots=True)
class OptionRow:
    """While the option `name` is off, `code` replaces `replaced`."""

    name: str
    code: str
    replaced: tuple[str, ...]


BY_OPTION: tuple[OptionRow, ...] = (
    OptionRow("all_chows_with_concealed", "all_chows", ("concealed_hand",)),
    OptionRow("fully_melded_single_wait", "fully_melded", ("single_wait",)),
    OptionRow("fully_melded_single_wait", "half_melded", ("single_wait",)),
    OptionRow("kong_draw_with_last_tile", "kong_draw", ("last_tile_draw",)),
    OptionRow("small_four_winds_wind_pungs", "small_four_winds", ("seat_wind_pung", "round_wind_pung")),
    OptionRow("small_three_dragons_dragon_pungs", "small_three_dragons", ("dragon_pung",)),
)

OPTION_CODES: frozenset[str] = frozenset(row.code for row in BY_OPTION)
"""Patterns whose own row is made by an option."""

ROWLESS: frozenset[str] = frozenset({"self_draw", "concealed_self_draw", "dealer", "dealer_streak"})
"""Patterns for which a house sheet may not give a row."""


def option_rows(options: object) -> dict[str, tuple[str, ...]]:
    """The rows that these options make."""
    return {row.code: row.replaced for row in BY_OPTION if not getattr(options, row.name)}


def full_row(code: str, row: Sequence[str]) -> tuple[str, ...]:
    """A pattern's row with what it replaces always, nothing twice.

    >>> full_row("heavenly_win", ("concealed_hand", "single_wait"))
    ('concealed_hand', 'single_wait')
    """
    return tuple(dict.fromkeys((*row, *ALWAYS.get(code, ()))))


def leads_back(code: str, rows: Rows) -> bool:
    """Whether following the rows from `code` ends at `code` again.

    >>> leads_back("a", {"a": ("b",), "b": ("a",)}), leads_back("a", {"a": ("b",)})
    (True, False)
    """
    return code in set(_reached(code, rows))


def _reached(code: str, rows: Rows) -> Iterator[str]:
    seen: set[str] = set()
    open_ends = list(rows.get(code, ()))
    while open_ends:
        here = open_ends.pop()
        if here not in seen:
            seen.add(here)
            yield here
            open_ends.extend(rows.get(here, ()))
