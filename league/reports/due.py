"""What is due at a moment, by each club's own clock; ordering it once, and only its latest period."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q

from league.models import Club, Job, Season
from league.reports.clock import midnight, monday, today, week_name
from league.services import jobs

log = logging.getLogger(__name__)

# What was being written when the clock struck is committed by then, so that it is in the report or never is.
QUIET = timedelta(minutes=2)


@dataclass(frozen=True)
class Due:
    """A report that should have been ordered by now."""

    kind: str
    period: str
    as_of: datetime
    arguments: dict[str, Any] = field(default_factory=dict)


def order_due(now: datetime) -> list[Job]:
    """Orders what is due and not ordered yet; returns the jobs that are new.

    A site that was down for days orders the last night and the last week, not each one that was missed. One
    club's faulty time zone keeps no other club waiting.
    """
    made = []
    for club in Club.objects.all():
        try:
            made += _order_for(club, now)
        except (LookupError, ValueError, OSError) as error:
            log.error("this club's reports cannot be ordered", extra={"club": club.slug, "why": str(error)})
    return made


def _order_for(club: Club, now: datetime) -> list[Job]:
    due = [one for one in due_for(club, now) if club.created_at <= one.as_of]
    standing = set(
        Job.objects.filter(club=club, as_of__in=[one.as_of for one in due]).values_list(
            "kind", "period", "as_of"
        )
    )
    return [
        jobs.order(club, one.kind, one.period, one.as_of, one.arguments)
        for one in due
        if (one.kind, one.period, one.as_of) not in standing
    ]


def due_for(club: Club, now: datetime) -> Iterator[Due]:
    """What this club's clock says: the night that has just passed, and the week that ended last Monday."""
    zone = ZoneInfo(club.time_zone)
    day = today(now - QUIET, zone)
    yield Due(Job.Kind.INTEGRITY_CHECK, f"night:{day - timedelta(days=1)}", midnight(day, zone))
    for season in running(club, day - timedelta(days=1)):
        yield snapshot(season, day, zone)
    begin = monday(day)
    if running(club, begin - timedelta(days=7), begin - timedelta(days=1)):
        yield letter(begin, zone)


def snapshot(season: Season, day: date, zone: ZoneInfo) -> Due:
    """The standings as `day` begins, compared with the snapshot before."""
    as_of = midnight(day, zone)
    before = (
        Job.objects.filter(
            club_id=season.club_id,
            kind=Job.Kind.STANDINGS_SNAPSHOT,
            period__startswith=f"season:{season.pk}:",
            as_of__lt=as_of,
        )
        .order_by("-as_of")
        .values_list("as_of", flat=True)
        .first()
    )
    return Due(
        Job.Kind.STANDINGS_SNAPSHOT,
        f"season:{season.pk}:{day - timedelta(days=1)}",
        as_of,
        {"season": season.pk, "since": before.isoformat() if before else None},
    )


def letter(begin: date, zone: ZoneInfo) -> Due:
    """The letter on the week that ended as the Monday `begin` began."""
    since = midnight(begin - timedelta(days=7), zone)
    period = week_name(begin - timedelta(days=1))
    return Due(Job.Kind.LEAGUE_LETTER, period, midnight(begin, zone), {"since": since.isoformat()})


def running(club: Club, first: date, last: date | None = None) -> list[Season]:
    """The seasons that were on at some time between two days, or on one."""
    open_or_later = Q(ends_on=None) | Q(ends_on__gte=first)
    found = club.seasons.filter(open_or_later, starts_on__lte=last or first)
    return list(found.select_related("unit").order_by("pk"))
