"""排名表 of a 將 and of a season, as rows for the page and values for a file. Sums stand where they may be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.access import Access
from league.look.figures import percent
from league.models.results import ResultFigures
from league.selectors.standings import RankRow, Standing
from league.web.csv_files import Cell


@dataclass(frozen=True)
class Column:
    """A column: `kind` is one of the look's cell kinds; `field` the figure that stands in it."""

    label: str
    kind: str
    field: str


@dataclass(frozen=True)
class Row:
    """A line of a rank sheet; a value is None where this reader may not see it."""

    rank: int
    shared: bool
    name: str
    member_id: int
    me: bool
    values: tuple[object, ...]
    columns: tuple[Column, ...]

    @property
    def cells(self) -> list[dict[str, object]]:
        pairs = zip(self.columns, self.values, strict=True)
        return [{"value": value, "kind": column.kind} for column, value in pairs]


@dataclass(frozen=True)
class RankSheet:
    """A whole rank sheet. `money`: this reader sees everyone's sums."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    money: bool

    def as_values(self) -> tuple[list[str], list[list[Cell]]]:
        """Header and rows for a file; shares of one as percentages."""
        header = [_("Rank"), _("Name"), *(column.label for column in self.columns)]
        return header, [[row.rank, row.name, *map(_cell, row.cells)] for row in self.rows]


def _cell(cell: dict[str, object]) -> Cell:
    value = cell["value"]
    if isinstance(value, float):
        return percent(value) if cell["kind"] == "percent" else f"{value:.2f}"
    return value if isinstance(value, int) else str(value or "")


def _money_columns() -> tuple[Column, ...]:
    return (
        Column(_("Play"), "sum", "play_net"),
        Column(_("Side bets"), "sum", "bets_net"),
        Column(_("Fees"), "sum", "fees_net"),
        Column(_("All together"), "sum", "net"),
    )


def _play_columns() -> tuple[Column, ...]:
    return (
        Column(pgettext("count", "Hands"), "money", "hands"),
        Column(_("Wins"), "money", "wins"),
        Column(_("Self-draws"), "money", "self_draws"),
        Column(_("Deal-ins"), "money", "deal_ins"),
    )


def of_jiang(ranks: Sequence[RankRow], access: Access) -> RankSheet:
    """The rank sheet of a 將. Whoever took part in it sees all its sums, as on its sheet."""
    mine = access.member.pk if access.member else None
    money = access.sees_all_money or any(one.result.member_id == mine for one in ranks)
    columns = (_money_columns() if money else ()) + _play_columns()
    rows = tuple(
        Row(
            one.rank,
            one.shared,
            one.result.member.name,
            one.result.member_id,
            one.result.member_id == mine,
            _values(one.result, columns, seen=True),
            columns,
        )
        for one in ranks
    )
    return RankSheet(columns, rows, money)


def of_season(table: Sequence[Standing], access: Access) -> RankSheet:
    """The rank sheet of a season. A member whose club shows nobody's sums still sees his own."""
    mine = access.member.pk if access.member else None
    money = access.sees_all_money
    own = any(one.total.member_id == mine for one in table)
    shown = (
        Column(_("將"), "money", "jiang_count"),
        Column(_("Firsts"), "money", "firsts"),
        *_play_columns(),
    )
    columns = (_money_columns() if money or own else ()) + shown
    rows = tuple(
        Row(
            one.rank,
            one.shared,
            one.total.member.name,
            one.total.member_id,
            one.total.member_id == mine,
            _values(one.total, columns, seen=money or one.total.member_id == mine),
            columns,
        )
        for one in table
    )
    return RankSheet(columns, rows, money)


def _values(figures: ResultFigures, columns: Sequence[Column], *, seen: bool) -> tuple[object, ...]:
    return tuple(
        None if column.kind == "sum" and not seen else getattr(figures, column.field) for column in columns
    )
