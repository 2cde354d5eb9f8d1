"""A standings snapshot in words: the ranking with names, and how far each one moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from league.look.words import short_day
from league.reports.snapshot_data import moment


@dataclass(frozen=True)
class Row:
    """A line of the ranking. `moved` is places up (down below 0), None where there is nothing to compare with."""

    rank: int
    shared: bool
    member: int
    name: str
    net: int
    jiang: int
    firsts: int
    moved: int | None
    new: bool

    @property
    def fallen(self) -> int:
        """Places down."""
        return -(self.moved or 0)


def rows(table: Sequence[dict[str, Any]], names: dict[str, str], *, compared: bool = True) -> list[Row]:
    """The lines in the order of ranks, equals by name."""
    shared = Counter(row["rank"] for row in table)
    lines = [
        Row(
            rank=row["rank"],
            shared=shared[row["rank"]] > 1,
            member=row["member"],
            name=names.get(str(row["member"]), str(row["member"])),
            net=row["net"],
            jiang=row["jiang"],
            firsts=row["firsts"],
            moved=None if row["was"] is None else row["was"] - row["rank"],
            new=compared and row["was"] is None,
        )
        for row in table
    ]
    return sorted(lines, key=lambda line: (line.rank, line.name, line.member))


def day_before(as_of: datetime) -> datetime:
    """The evening that a midnight ends, in the zone in force."""
    return timezone.localtime(as_of) - timedelta(minutes=1)


def title(data: dict[str, Any], as_of: datetime) -> str:
    """What the report is called in lists."""
    told = {"season": data["season_name"], "day": short_day(day_before(as_of))}
    return _("Standings %(season)s after %(day)s") % told


def context(data: dict[str, Any], as_of: datetime) -> dict[str, Any]:
    """What the template of the snapshot shows."""
    since = moment(data["since"])
    return {
        "season": data["season_name"],
        "unit": data["unit"],
        "day": day_before(as_of),
        "since": day_before(since) if since else None,
        "rows": rows(data["rows"], data["names"], compared=since is not None),
    }
