"""Ordering jobs, and carrying each out exactly once. The row is the truth; the broker only wakes a worker."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from league.models import Club, Jiang, Job

STALE_AFTER = timedelta(minutes=10)
MOST_ATTEMPTS = 5


def order(
    club: Club, kind: str, period: str, as_of: datetime, arguments: dict[str, Any] | None = None
) -> Job:
    """The job for this (club, kind, period, as-of): made now, or the one that stands there already."""
    job, _ = Job.objects.get_or_create(
        club=club, kind=kind, period=period, as_of=as_of, defaults={"arguments": arguments or {}}
    )
    return job


def order_settlement_sheet(jiang: Jiang) -> Job:
    """The sheet of a complete 將 as it stands in this version; a correction orders a new one."""
    return order(
        jiang.club,
        Job.Kind.SETTLEMENT_SHEET,
        f"jiang:{jiang.pk}:{jiang.version}",
        jiang.finished_at or timezone.now(),
        {"jiang": jiang.pk},
    )


def claim(job_id: int) -> Job | None:
    """Takes a waiting job, or a running one whose worker has not been heard of for long; else None."""
    now = timezone.now()
    free = Q(status=Job.Status.WAITING) | Q(status=Job.Status.RUNNING, claimed_at__lt=now - STALE_AFTER)
    taken = Job.objects.filter(free, pk=job_id, attempts__lt=MOST_ATTEMPTS).update(
        status=Job.Status.RUNNING, claimed_at=now, attempts=F("attempts") + 1
    )
    return Job.objects.select_related("club").get(pk=job_id) if taken else None


def waiting(limit: int = 100) -> list[int]:
    """The jobs that a worker may take now, oldest first: new ones, and those whose worker died."""
    stale = timezone.now() - STALE_AFTER
    free = Q(status=Job.Status.WAITING) | Q(status=Job.Status.RUNNING, claimed_at__lt=stale)
    return list(
        Job.objects.filter(free, attempts__lt=MOST_ATTEMPTS)
        .order_by("pk")
        .values_list("pk", flat=True)[:limit]
    )


def finish(job: Job) -> bool:
    """Marks a claimed job as done; false when another worker has taken it over meanwhile."""
    return bool(
        Job.objects.filter(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts).update(
            status=Job.Status.DONE, finished_at=timezone.now(), error=""
        )
    )


def fail(job: Job, error: str) -> None:
    """Gives a job back, or up after the last attempt; the page shows why."""
    status = Job.Status.FAILED if job.attempts >= MOST_ATTEMPTS else Job.Status.WAITING
    with transaction.atomic():
        Job.objects.filter(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts).update(
            status=status, error=error[:2000]
        )
