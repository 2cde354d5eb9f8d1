"""A club's own midnights and Mondays as moments in UTC. Plain functions."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which `day` begins by the clock of `zone`.

    Where the clocks skip midnight it is the moment of the skip, where they show it twice the first one.

    >>> midnight(date(2025, 9, 7), ZoneInfo("America/Santiago")).isoformat()
    '2025-09-07T04:00:00+00:00'
    """
    return datetime.combine(day, time(0), zone).astimezone(UTC)


def today(now: datetime, zone: ZoneInfo) -> date:
    """The day that it is at `now` by the clock of `zone`."""
    return now.astimezone(zone).date()


def monday(day: date) -> date:
    """The Monday of the day's week."""
    return day - timedelta(days=day.weekday())


def week_name(day: date) -> str:
    """The ISO week that a day lies in: `2025-W03`."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"
