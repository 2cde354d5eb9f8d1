"""A league letter in words."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from league.look.words import short_day
from league.reports import snapshot_view
from league.reports.snapshot_data import moment
from league.reports.tile_pictures import Laid, laid
from league.words import pattern_name

# As many places as fit beside the rest on one sheet; the whole table stands on its own page.
TOP = 10


def title(data: dict[str, Any], as_of: datetime) -> str:
    """What the letter is called in lists and in its mail's subject."""
    return _("League letter: %(first)s – %(last)s") % {key: short_day(day) for key, day in week(data, as_of)}


def week(data: dict[str, Any], as_of: datetime) -> list[tuple[str, date]]:
    """Its first and last day, in the zone in force."""
    since = moment(data["since"]) or as_of
    return [
        ("first", timezone.localtime(since).date()),
        ("last", snapshot_view.day_before(as_of).date()),
    ]


def context(data: dict[str, Any], as_of: datetime) -> dict[str, Any]:
    """What the templates of the letter and of its mail show."""
    names = data["names"]
    return dict(week(data, as_of)) | {
        "jiang": [_jiang(one, names) for one in data["jiang"]],
        "hands": sum(one["hands"] for one in data["jiang"]),
        "winners": [
            {"unit": group["unit"], "rows": [_named(row, names) for row in group["rows"]]}
            for group in data["winners"]
        ],
        "biggest": _biggest(data["biggest"], names) if data["biggest"] else None,
        "streak": _dated(data["streak"], names) if data["streak"] else None,
        "seasons": [_season(one, names) for one in data["seasons"]],
        "next": [one | {"played_on": date.fromisoformat(one["played_on"])} for one in data["next"]],
    }


def _named(row: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return row | {"name": names.get(str(row["member"]), str(row["member"]))}


def _dated(row: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return _named(row, names) | {"played_on": date.fromisoformat(row["played_on"])}


def _jiang(one: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    places = [_named(row, names) for row in one["places"]]
    return one | {"played_on": date.fromisoformat(one["played_on"]), "places": places}


def _biggest(best: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    shown = _dated(best, names)
    counted = [(pattern_name(code, best["sheet"]), count) for code, count in best["patterns"]]
    shown["patterns"] = [name if count == 1 else f"{name} ×{count}" for name, count in counted]
    tiles: Laid | None = laid(best["tiles"]) if best["tiles"] else None
    return shown | {"tiles": tiles}


def _season(one: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    lines = snapshot_view.rows(one["rows"], names)
    compared = any(row["was"] is not None for row in one["rows"])
    if not compared:
        lines = snapshot_view.rows(one["rows"], names, compared=False)
    return {
        "name": one["name"],
        "unit": one["unit"],
        "rows": [line for line in lines if line.rank <= TOP],
        "all": lines,
    }
