"""Carrying out one job: claim it, make its report, keep the report with its mails and the finished row at once."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone, translation

from league.models import Club, Job, OutboxMail, Report
from league.reports.documents import KINDS, Data, document, same
from league.reports.mails import Mail, mails
from league.services import jobs

log = logging.getLogger(__name__)

TITLE = 120


@dataclass(frozen=True)
class Made:
    """A report before it is kept."""

    title: str
    data: Data
    html: str
    html_without_sums: str
    mails: tuple[Mail, ...]


def run(job_id: int) -> bool:
    """Carries out a job, unless another worker has it or it is done; true when this call did it.

    However often it is called, and wherever a worker dies, there is one report in the end: what is made counts only
    with the row that says so, and that row is written only under the claim that it was made under.
    """
    job = jobs.claim(job_id)
    if job is None:
        return False
    try:
        with voice(job.club):
            made = make(job)
        return keep(job, made)
    except (
        Exception
    ) as error:  # whatever is wrong with a report belongs in its row, where an organiser sees it
        log.exception("a report was not made", extra={"job": job.pk, "kind": job.kind})
        jobs.fail(job, f"{type(error).__name__}: {error}")
        return False


@contextmanager
def voice(club: Club) -> Iterator[None]:
    """The club's language and clock."""
    with translation.override(club.language), timezone.override(ZoneInfo(club.time_zone)):
        yield


def make(job: Job) -> Made:
    """Gathers and words a report. Reads only: made twice, it says the same."""
    kind = KINDS[job.kind]
    data = kind.gather(job)
    return Made(
        title=kind.title(job, data)[:TITLE],
        data=data,
        html=document(job, data, sums=True),
        html_without_sums=document(job, data, sums=False) if kind.sums_apart else "",
        mails=tuple(mails(job, data)),
    )


def keep(job: Job, made: Made) -> bool:
    """Writes report, mails and finished row in one transaction; false when the claim has passed to another.

    A job that was done before keeps the report it has, and learns whether this one says the same.
    """
    with transaction.atomic():
        if not jobs.finish(job):
            return False
        standing = Report.objects.filter(job=job).first()
        if standing is not None:
            jobs.note_repeat(job, same=same(standing.data, made.data))
            return True
        report = Report.objects.create(
            job=job,
            title=made.title,
            html=made.html,
            html_without_sums=made.html_without_sums,
            data=made.data,
        )
        OutboxMail.objects.bulk_create(
            [
                OutboxMail(report=report, to=one.to, subject=one.subject, body=one.body, html=one.html)
                for one in made.mails
            ]
        )
    return True
