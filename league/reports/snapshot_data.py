"""What a standings snapshot says: the ranking as it stood, and who moved since the one before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from league.models import Job, Season
from league.reports.history import Place, names, standings_at


def gather(job: Job) -> dict[str, Any]:
    """The ranking of the job's season before its as-of time, compared with that of `since`."""
    season = Season.objects.select_related("club", "unit").get(club=job.club, pk=job.arguments["season"])
    since = moment(job.arguments.get("since"))
    rows = table(season, job.as_of, since)
    return {
        "season": season.pk,
        "since": since.isoformat() if since else None,
        "rows": rows,
        "names": names(job.club, {row["member"] for row in rows}),
        "season_name": season.name,
        "unit": season.unit.label,
    }


def moment(given: str | None) -> datetime | None:
    """A time out of a job's arguments."""
    return datetime.fromisoformat(given) if given else None


def table(season: Season, as_of: datetime, since: datetime | None) -> list[dict[str, Any]]:
    """The season's ranking with the rank each had at `since`; `was` is None for who had none."""
    before = {} if since is None else _ranks(standings_at(season, since))
    return [
        {
            "member": place.member,
            "rank": place.rank,
            "was": before.get(place.member),
            "net": place.net,
            "jiang": place.jiang,
            "firsts": place.firsts,
        }
        for place in standings_at(season, as_of)
    ]


def _ranks(places: Sequence[Place]) -> dict[int, int]:
    return {place.member: place.rank for place in places}
