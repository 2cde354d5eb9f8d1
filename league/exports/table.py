"""A table to be written to a file: what it is of, its columns, its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Cell = str | int | None
Kind = Literal["text", "number", "sum"]


@dataclass(frozen=True)
class Column:
    """`number` and `sum` are whole numbers set right, a sum with its sign; `share` is the part of a page's width."""

    label: str
    kind: Kind = "text"
    share: int = 2


@dataclass(frozen=True)
class Table:
    """A titled table. `facts` are lines under the title, `totals` rows at the end under a double rule."""

    title: str
    facts: Sequence[str]
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    totals: Sequence[Sequence[Cell]] = ()
    strong: frozenset[int] = frozenset()
    """The numbers of rows that begin a group."""
