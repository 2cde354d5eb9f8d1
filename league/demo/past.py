"""The demo club's past: what was simulated just now came to be on its evenings, and the last weeks have reports."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from league.models import Club, Jiang, JiangVersion, Job
from league.reports import due
from league.reports.clock import monday
from league.reports.run import run
from league.services import jobs

WEEKS = 4
ENDS = time(23, 30)
CORRECTED_AFTER = timedelta(minutes=5)


def give_past(club: Club, today: date) -> None:
    """Dates every 將 back to its evening, and makes the reports of the last weeks as they would have been made."""
    with transaction.atomic():
        _date_back(club)
        _drop_old_jobs(club, today)
    zone = ZoneInfo(club.time_zone)
    for one in _missed(club, today, zone):
        job = jobs.order(club, one.kind, one.period, one.as_of, one.arguments)
        Job.objects.filter(pk=job.pk).update(created_at=one.as_of)
        run(job.pk)


def _date_back(club: Club) -> None:
    zone = ZoneInfo(club.time_zone)
    evenings: dict[int, datetime] = {}
    now = timezone.now()
    for jiang in Jiang.objects.filter(club=club).exclude(state=Jiang.State.OPEN).only("pk", "played_on"):
        evenings[jiang.pk] = min(now, datetime.combine(jiang.played_on, ENDS, zone))
        Jiang.objects.filter(pk=jiang.pk).update(finished_at=evenings[jiang.pk])
    for version in JiangVersion.objects.filter(jiang__club=club).defer("record", "results"):
        later = CORRECTED_AFTER if version.number > 1 else timedelta(0)
        made_at = min(now, evenings.get(version.jiang_id, now) + later)
        JiangVersion.objects.filter(pk=version.pk).update(made_at=made_at)
        sheet = Job.objects.filter(
            jiang=version.jiang_id, period=f"jiang:{version.jiang_id}:{version.number}"
        )
        sheet.update(as_of=made_at, created_at=made_at)
    if evenings:
        Club.objects.filter(pk=club.pk).update(created_at=min(evenings.values()) - timedelta(days=1))


def _drop_old_jobs(club: Club, today: date) -> None:
    """The sheets of the last fortnight are enough to look at."""
    old = Job.objects.filter(club=club, kind=Job.Kind.SETTLEMENT_SHEET, status=Job.Status.WAITING)
    old.filter(jiang__played_on__lt=today - timedelta(days=14)).delete()


def _missed(club: Club, today: date, zone: ZoneInfo) -> Iterator[due.Due]:
    """The letters of the last Mondays and a snapshot with each, oldest first: one looks back at the one before."""
    for week in range(WEEKS - 1, -1, -1):
        begin = monday(today) - timedelta(weeks=week)
        for season in due.running(club, begin - timedelta(days=1)):
            yield due.snapshot(season, begin, zone)
        yield due.letter(begin, zone)
