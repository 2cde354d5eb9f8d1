"""What beat and the site ask the worker for. Thin: the rows in the database say what there is to do."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from league.reports.due import order_due
from league.reports.run import run
from league.services import jobs, outbox

SEND_MAILS = "league.tasks.send_mails"


@shared_task(name="league.tasks.tick")
def tick() -> None:
    """Every half minute: orders what is due, and hands out what waits. Running twice at once does no harm."""
    order_due(timezone.now())
    jobs.give_up_lost()
    for job_id in jobs.waiting():
        if not jobs.offer(job_id):
            break
    if outbox.waiting(limit=1):
        jobs.send(SEND_MAILS)


@shared_task(name=jobs.RUN_JOB)
def run_job(job_id: int) -> None:
    """Makes one report, and sees to its mails."""
    if run(job_id) and outbox.waiting(limit=1):
        jobs.send(SEND_MAILS)


@shared_task(name=SEND_MAILS)
def send_mails() -> None:
    """Sends what stands in the outbox."""
    outbox.send_waiting()
