"""Many workers at once, in threads of their own with connections of their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from league.models import Club, Job, OutboxMail, Report
from league.reports.due import order_due
from league.reports.run import run
from league.services import jobs, outbox
from tests.reports.stories import at, tell

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
WORKERS = 8


def at_once(work: Callable[[], object]) -> list[object]:
    """What each of the workers got, when all begin in the same moment."""
    start = Barrier(WORKERS)

    def one() -> object:
        start.wait()
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        return [future.result() for future in [pool.submit(one) for _ in range(WORKERS)]]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "send", lambda task, *args: True)


def test_eight_workers_on_one_job_make_one_report() -> None:
    tell().jiang(5)
    job = Job.objects.get()
    assert sorted(at_once(lambda: run(job.pk))) == [False] * (WORKERS - 1) + [True]
    assert (Report.objects.count(), OutboxMail.objects.count()) == (1, 4)


def test_eight_ticks_at_one_moment_order_each_report_once() -> None:
    story = tell()
    Club.objects.filter(pk=story.club.pk).update(created_at=at("2025-01-01 00:00"))
    now = at("2025-03-09 16:05")
    ordered = at_once(lambda: [job.pk for job in order_due(now)])
    assert Job.objects.count() == 3
    assert {pk for pks in ordered for pk in pks} == set(Job.objects.values_list("pk", flat=True))


def test_eight_workers_send_each_mail_once() -> None:
    tell().jiang(5)
    assert run(Job.objects.get().pk)
    sent = at_once(outbox.send_waiting)
    assert sum(sent) == len(mail.outbox) == 4
    assert OutboxMail.objects.filter(sent_at__lte=timezone.now(), attempts=1).count() == 4


def test_a_lost_job_goes_to_one_of_eight() -> None:
    tell().jiang(5)
    job = Job.objects.get()
    assert jobs.claim(job.pk)
    Job.objects.update(claimed_at=timezone.now() - jobs.STALE_AFTER * 2)
    claims = at_once(lambda: jobs.claim(job.pk) is not None)
    assert claims.count(True) == 1
