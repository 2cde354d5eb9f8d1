"""Ordering jobs, and handing each to one worker at a time. The row is the truth; the broker only wakes a worker."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.errors import Refused
from league.models import Club, Jiang, JiangVersion, Job

log = logging.getLogger(__name__)

RUN_JOB = "league.tasks.run_job"
STALE_AFTER = timedelta(minutes=10)
MOST_ATTEMPTS = 5
RESTS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=20), timedelta(hours=1))
# An offer that no worker took up by then is worth nothing: the next tick makes it again.
OFFER_LASTS = 60
# Without these a transport waits for its broker to come back.
AT_ONCE: dict[str, Any] = {"connect_timeout": 2, "transport_options": {"max_retries": 0}}
LOST = gettext_noop("The worker was lost half-way, each time it was tried.")


def order(
    club: Club,
    kind: str,
    period: str,
    as_of: datetime,
    arguments: dict[str, Any] | None = None,
    *,
    jiang: Jiang | None = None,
) -> Job:
    """The job for this (kind, club, period, as-of): made now, or the one that stands there already.

    Once the order is committed a worker is told; a broker that is away loses nothing, the next tick tells it again.
    """
    job, made = Job.objects.get_or_create(
        club=club,
        kind=kind,
        period=period,
        as_of=as_of,
        defaults={"arguments": arguments or {}, "jiang": jiang},
    )
    if made:
        transaction.on_commit(partial(offer, job.pk), robust=True)
    return job


def order_settlement_sheet(version: JiangVersion) -> Job:
    """The sheet of a complete 將 as it stands in this version; a correction orders a new one."""
    return order(
        version.jiang.club,
        Job.Kind.SETTLEMENT_SHEET,
        f"jiang:{version.jiang_id}:{version.number}",
        version.made_at,
        {"version": version.number},
        jiang=version.jiang,
    )


def offer(job_id: int) -> bool:
    """Tells a worker of a job; false, and a line in the log, when the broker does not answer."""
    return send(RUN_JOB, job_id)


def send(task: str, *args: object) -> bool:
    """Puts a task on the queue; a broker that is away costs one attempt to reach it, not a request's patience."""
    try:
        with current_app.connection_for_write(**AT_ONCE) as connection:
            current_app.send_task(task, args=args, connection=connection, retry=False, expires=OFFER_LASTS)
    except Exception as error:  # the transports raise errors of their own kinds, and none may fail a request
        log.warning("the broker does not answer; the next tick tries again", extra={"why": str(error)})
        return False
    return True


def _free(now: datetime) -> Q:
    """Jobs that may be taken: waiting and rested, or running under a worker not heard of for long.

    A time that lies further ahead than any that this clock would have set comes from a clock that jumped.
    """
    rested = Q(not_before=None) | Q(not_before__lte=now) | Q(not_before__gt=now + RESTS[-1])
    return (Q(status=Job.Status.WAITING) & rested & Q(attempts__lt=MOST_ATTEMPTS)) | (
        _lost(now) & Q(attempts__lt=MOST_ATTEMPTS)
    )


def _lost(now: datetime) -> Q:
    stale = Q(claimed_at__lt=now - STALE_AFTER) | Q(claimed_at__gt=now + STALE_AFTER)
    return Q(status=Job.Status.RUNNING) & stale


def claim(job_id: int) -> Job | None:
    """Takes a job that is free, in one statement, so that of two workers one gets it; else None."""
    now = timezone.now()
    taken = Job.objects.filter(_free(now), pk=job_id).update(
        status=Job.Status.RUNNING, claimed_at=now, not_before=None, attempts=F("attempts") + 1
    )
    return Job.objects.select_related("club", "jiang").get(pk=job_id) if taken else None


def waiting(limit: int = 100) -> list[int]:
    """The jobs that a worker may take now, oldest first: new ones, rested ones, those whose worker died."""
    free = Job.objects.filter(_free(timezone.now()))
    return list(free.order_by("pk").values_list("pk", flat=True)[:limit])


def _mine(job: Job) -> Q:
    """The row, while the claim that `job` was read under still holds."""
    return Q(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts, claimed_at=job.claimed_at)


def finish(job: Job) -> bool:
    """Marks a claimed job as done; false when another worker has taken it over meanwhile."""
    now = timezone.now()
    return bool(Job.objects.filter(_mine(job)).update(status=Job.Status.DONE, finished_at=now, error=""))


def note_repeat(job: Job, *, same: bool) -> None:
    """Keeps what came of making a done report again."""
    Job.objects.filter(pk=job.pk).update(repeated_at=timezone.now(), repeated_same=same)


def fail(job: Job, error: str) -> None:
    """Gives a job back to rest a while, or up after the last attempt; the page shows why."""
    over = job.attempts >= MOST_ATTEMPTS
    Job.objects.filter(_mine(job)).update(
        status=Job.Status.FAILED if over else Job.Status.WAITING,
        not_before=None if over else timezone.now() + RESTS[min(job.attempts, len(RESTS)) - 1],
        error=error[:2000],
    )


def give_up_lost() -> int:
    """Fails the jobs whose last attempt ended with their worker; returns how many."""
    lost = Job.objects.filter(_lost(timezone.now()), attempts__gte=MOST_ATTEMPTS)
    return lost.update(status=Job.Status.FAILED, error=LOST)


def run_again(job: Job) -> None:
    """Puts a failed job back, or a done one to be made again and compared. Raises Refused while it is under way."""
    again: Iterable[str] = (Job.Status.FAILED, Job.Status.DONE)
    with transaction.atomic():
        freed = Job.objects.filter(pk=job.pk, status__in=again).update(
            status=Job.Status.WAITING, attempts=0, claimed_at=None, not_before=None, error=""
        )
        if not freed:
            raise Refused(
                "under_way", gettext_noop("This report is waiting or being made already."), status=409
            )
        transaction.on_commit(partial(offer, job.pk), robust=True)
