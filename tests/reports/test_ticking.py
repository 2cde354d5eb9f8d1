"""Ticks, the queue that may be away, and the command for sites without a worker."""

from __future__ import annotations

from io import StringIO

import pytest
from celery import current_app
from django.core import mail
from django.core.management import call_command

from league import tasks
from league.models import Job, OutboxMail, Report
from league.services import jobs
from tests.reports.stories import Story, at, periods

BROKER_GONE = "redis+socket:///nowhere/at/all.sock"


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broker that does not answer."""
    refuses = ConnectionRefusedError("nobody there")

    def away(*args: object, **kwargs: object) -> None:
        raise refuses

    monkeypatch.setattr(current_app, "send_task", away)


def names(sent: list[tuple[str, tuple[object, ...]]]) -> list[str]:
    return [task.rpartition(".")[2] for task, _ in sent]


def test_beat_calls_the_tick_by_its_name() -> None:
    from config.celery import app

    app.loader.import_default_modules()
    scheduled = [entry["task"] for entry in app.conf.beat_schedule.values()]
    assert scheduled == ["league.tasks.tick"]
    assert {*scheduled, jobs.RUN_JOB, tasks.SEND_MAILS} <= set(app.tasks)


def test_a_tick_orders_what_is_due_and_hands_out_what_waits(story: Story, clock, sent) -> None:
    clock.move_to(at("2025-03-09 16:05"))
    tasks.tick()
    assert [name for name in names(sent) if name != "run_job"] == []
    handed = {args[0] for _, args in sent}
    assert handed == set(Job.objects.values_list("pk", flat=True))


def test_tick_after_tick_ends_with_one_report_and_one_mail_each(story: Story, clock, sent) -> None:
    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5)
    clock.move_to(at("2025-03-09 16:05"))
    for _ in range(5):
        tasks.tick()
        tasks.tick()
        for task, args in list(sent):
            getattr(tasks, task.rpartition(".")[2])(*args)
    assert Report.objects.count() == len(periods()) == 4
    assert len(mail.outbox) == OutboxMail.objects.count() == 4 + 5


def test_a_jiang_is_saved_while_the_broker_is_away_and_the_next_tick_finds_its_sheet(
    story: Story, no_broker: None, caplog, django_capture_on_commit_callbacks, monkeypatch
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        jiang = story.jiang(5)
    assert jiang.state == "complete"
    assert "the broker does not answer" in caplog.text
    job = Job.objects.get()
    assert job.status == "waiting"
    tasks.tick()
    back: list[int] = []
    monkeypatch.setattr(jobs, "offer", lambda job_id: back.append(job_id) or True)
    tasks.tick()
    assert job.pk in back


def test_the_queue_is_told_of_a_sheet_only_once_the_jiang_is_committed(
    story: Story, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    offered: list[int] = []
    monkeypatch.setattr(jobs, "offer", offered.append)
    with django_capture_on_commit_callbacks(execute=True):
        story.jiang(5)
        assert offered == []
    assert offered == [Job.objects.get().pk]


def test_a_real_broker_that_is_gone_costs_a_moment_not_the_request(story: Story, caplog) -> None:
    from celery import Celery

    app = Celery("gone", broker=BROKER_GONE, set_as_current=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "current_app", app)
        assert not jobs.offer(1)
    assert "the broker does not answer" in caplog.text


def test_run_due_does_all_of_it_without_a_worker(story: Story, clock) -> None:
    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5)
    clock.move_to(at("2025-03-09 16:05"))
    said = StringIO()
    call_command("run_due", stdout=said)
    assert said.getvalue() == "3 ordered, 4 made, 0 not made, 9 mails sent\n"
    said = StringIO()
    call_command("run_due", stdout=said)
    assert said.getvalue() == "0 ordered, 0 made, 0 not made, 0 mails sent\n"
