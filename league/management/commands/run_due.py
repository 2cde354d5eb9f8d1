"""`manage.py run_due`: what a tick does, once and in this process; for an installation without a worker."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from league.models import Job
from league.reports.due import order_due
from league.reports.run import run
from league.services import jobs, outbox

EVERY = 1_000_000


class Command(BaseCommand):
    help = "Order the reports that are due, make all that wait, and send their mails. Fit for cron."

    def handle(self, *args: Any, **options: Any) -> None:
        ordered = len(order_due(timezone.now()))
        jobs.give_up_lost()
        made = failed = 0
        while batch := jobs.waiting():
            for job_id in batch:
                made, failed = (made + 1, failed) if run(job_id) else (made, failed + 1)
        sent = outbox.send_waiting(limit=EVERY)
        self.stdout.write(f"{ordered} ordered, {made} made, {failed} not made, {sent} mails sent")
        if failed:
            given_up = Job.objects.filter(status=Job.Status.FAILED).count()
            self.stderr.write(f"{given_up} reports have been given up; see the page of reports")
