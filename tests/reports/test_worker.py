"""The real worker on the real broker: it carries a job out, and a shot one loses nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from house import processes
from league.models import Club, Job, OutboxMail, Report
from league.services import jobs
from tests.reports.stories import at, tell

pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PATIENCE = 90


@pytest.fixture
def queue(broker_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A corner of the broker that no other test looks into."""
    address = f"{broker_url}?virtual_host=9"
    monkeypatch.setitem(jobs.AT_ONCE, "url", address)
    return address


@contextmanager
def worker(queue: str, folder: Path, app: str = "config") -> Iterator[subprocess.Popen[bytes]]:
    """A Celery worker with one process, on the test's database; shot in the end: goodbyes take it seconds."""
    name = str(connection.settings_dict["NAME"])
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": address,
        "BROKER_URL": queue,
        "EMAIL_URL": f"filemail:///{folder}/mail",
        "STUCK_SIGN": str(folder / "stuck"),
        "CELERY_SKIP_CHECKS": "true",
    }
    # It is alone: there are no neighbours whose answers it would wait for.
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    start = [sys.executable, "-m", "celery", "-A", app, "worker"]
    command: processes.Command = [*start, "-c", "1", "-l", "WARNING", *alone]
    with open(folder / "worker.log", "ab") as log:
        child = processes.start(command, env=env, cwd=settings.BASE_DIR, log=log)
        try:
            yield child
        finally:
            processes.kill_session(child)


def wait_until(done: Callable[[], bool], folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, (folder / "worker.log").read_text()
        time.sleep(0.05)


def sent() -> int:
    """The mails that went out. The queue is carried out in order, so by then every job before them is done."""
    return OutboxMail.objects.exclude(sent_at=None).count()


def test_a_tick_makes_and_mails_what_is_due(queue: str, tmp_path: Path) -> None:
    story = tell()
    story.jiang(5)
    Club.objects.filter(pk=story.club.pk).update(created_at=at("2025-01-01 00:00"))
    story.season.ends_on = None
    story.season.save()
    assert jobs.send("league.tasks.tick")
    with worker(queue, tmp_path):
        wait_until(lambda: sent() == Report.objects.count() == 4, tmp_path)
    assert set(Job.objects.values_list("status", "attempts")) == {("done", 1)}
    letters = b"".join(path.read_bytes() for path in (tmp_path / "mail").iterdir())
    assert letters.count(b"Message-ID") == OutboxMail.objects.count() == 4


def test_a_worker_shot_in_the_middle_loses_nothing_and_doubles_nothing(queue: str, tmp_path: Path) -> None:
    tell().jiang(5)
    job = Job.objects.get()
    with worker(queue, tmp_path, "tests.reports.stuck_worker") as child:
        assert jobs.offer(job.pk)
        wait_until((tmp_path / "stuck").exists, tmp_path)
        processes.kill_session(child)
    job.refresh_from_db()
    assert (job.status, Report.objects.count()) == ("running", 0)
    assert jobs.waiting() == []
    Job.objects.update(claimed_at=timezone.now() - jobs.STALE_AFTER * 2)
    assert jobs.waiting() == [job.pk]
    with worker(queue, tmp_path):
        for _ in range(3):
            assert jobs.offer(job.pk)
        wait_until(lambda: sent() == 4, tmp_path)
    job.refresh_from_db()
    assert (job.status, job.attempts, Report.objects.count()) == ("done", 2, 1)
