"""One report for one job: whatever runs twice, fails, or dies between any two steps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from league.actors import SITE
from league.models import Job, OutboxMail, Report
from league.reports import run as running
from league.reports.due import order_due
from league.reports.run import keep, make, run, voice
from league.services import jobs
from league.services.hands import correct_hand
from tests.reports.stories import Story, at, only_report


class Killed(BaseException):
    """What a worker that is shot feels: no handler of errors catches it."""


@pytest.fixture
def sheet(story: Story) -> Job:
    """The job of a 將 that has just been completed."""
    story.jiang(5, 3, 2)
    return Job.objects.get(kind=Job.Kind.SETTLEMENT_SHEET)


def test_a_complete_jiang_orders_its_sheet_and_the_four_get_it(story: Story, sheet: Job) -> None:
    assert run(sheet.pk)
    sheet.refresh_from_db()
    assert (sheet.status, sheet.error) == ("done", "")
    assert sorted(OutboxMail.objects.values_list("to", flat=True)) == [
        f"bamboo-{number}@club.example" for number in range(4)
    ]


def test_a_task_that_runs_twice_makes_one_report(sheet: Job) -> None:
    assert [run(sheet.pk), run(sheet.pk), run(sheet.pk)] == [True, False, False]
    assert (Report.objects.count(), OutboxMail.objects.count()) == (1, 4)


def test_two_workers_on_one_job_make_one_report(sheet: Job, clock) -> None:
    """The first is so slow that it counts as dead, and then it comes to an end after all."""
    slow = jobs.claim(sheet.pk)
    assert slow is not None
    with voice(slow.club):
        made = make(slow)
    clock.shift(jobs.STALE_AFTER + timedelta(seconds=1))
    assert run(sheet.pk)
    assert not keep(slow, made)
    assert (Report.objects.count(), OutboxMail.objects.count()) == (1, 4)


STEPS = {
    "after the claim": ("make", None),
    "after the making": ("keep", None),
    "after the row is finished, before the report": ("Report.objects.create", Report.objects),
    "after the report, before its mails": ("OutboxMail.objects.bulk_create", OutboxMail.objects),
}


def shoot_at(monkeypatch: pytest.MonkeyPatch, step: str) -> Callable[[], None]:
    name, manager = STEPS[step]

    def shot(*args: object, **kwargs: object) -> None:
        raise Killed

    target: object = running if manager is None else manager
    with_undo = pytest.MonkeyPatch()
    with_undo.setattr(target, name.rpartition(".")[2], shot)
    return with_undo.undo


@pytest.mark.parametrize("step", STEPS)
def test_a_worker_that_is_killed_leaves_nothing_half_done(
    sheet: Job, clock, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    revive = shoot_at(monkeypatch, step)
    try:
        with pytest.raises(Killed):
            run(sheet.pk)
    finally:
        revive()
    sheet.refresh_from_db()
    assert (sheet.status, Report.objects.count(), OutboxMail.objects.count()) == ("running", 0, 0)
    clock.shift(jobs.STALE_AFTER + timedelta(seconds=1))
    assert jobs.waiting() == [sheet.pk]
    assert run(sheet.pk)
    assert (Report.objects.count(), OutboxMail.objects.count()) == (1, 4)


def test_an_error_is_kept_where_the_organiser_sees_it_and_tried_again(
    sheet: Job, clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(job: Job) -> None:
        raise ValueError("no such tile")

    with monkeypatch.context() as broken:
        broken.setattr(running, "make", fault)
        assert not run(sheet.pk)
    sheet.refresh_from_db()
    assert (sheet.status, sheet.error) == ("waiting", "ValueError: no such tile")
    assert not run(sheet.pk)
    clock.shift(jobs.RESTS[0])
    assert run(sheet.pk)


def test_a_done_report_made_again_is_the_same_and_mails_nobody(sheet: Job, clock) -> None:
    run(sheet.pk)
    before = only_report(sheet.kind)
    clock.shift(3600)
    jobs.run_again(sheet)
    assert run(sheet.pk)
    sheet.refresh_from_db()
    after = only_report(sheet.kind)
    assert (sheet.status, sheet.repeated_same) == ("done", True)
    assert (after.pk, after.html, after.made_at) == (before.pk, before.html, before.made_at)
    assert OutboxMail.objects.count() == 4


def test_a_correction_makes_a_sheet_of_its_own_and_leaves_the_first_as_it_was(story: Story, clock) -> None:
    jiang = story.jiang(5)
    first = Job.objects.get(kind=Job.Kind.SETTLEMENT_SHEET)
    run(first.pk)
    clock.shift(60)
    hand = jiang.hands.get(number=1)
    facts = hand.facts | {"wins": [{"seat": 1, "face": 6}]}
    correct_hand(hand, facts, version=jiang.version, actor=SITE, why="少算一台")
    second = Job.objects.exclude(pk=first.pk).get()
    run(second.pk)
    jobs.run_again(first)
    run(first.pk)
    first.refresh_from_db()
    assert first.repeated_same
    one, other = (job.report for job in (first, Job.objects.get(pk=second.pk)))
    assert (one.data["corrected"], other.data["corrected"]) == (False, True)
    assert one.data["net"] != other.data["net"]
    assert OutboxMail.objects.count() == 8


def test_a_sheet_that_is_overtaken_by_a_correction_is_kept_but_not_sent(story: Story, clock) -> None:
    jiang = story.jiang(5)
    hand = jiang.hands.get(number=1)
    facts = hand.facts | {"wins": [{"seat": 1, "face": 6}]}
    correct_hand(hand, facts, version=jiang.version, actor=SITE)
    for job_id in jobs.waiting():
        assert run(job_id)
    assert Report.objects.count() == 2
    assert set(OutboxMail.objects.values_list("report__data__corrected", flat=True)) == {True}


def test_what_is_corrected_after_midnight_is_not_in_last_nights_standings(story: Story, clock) -> None:
    """The snapshot is late, and a hand has been corrected since: it still tells how things stood."""
    clock.move_to(at("2025-03-10 14:00"))
    jiang = story.jiang(5)
    clock.move_to(at("2025-03-10 17:00"))
    hand = jiang.hands.get(number=1)
    correct_hand(hand, hand.facts | {"wins": [{"seat": 1, "face": 40}]}, version=jiang.version, actor=SITE)
    order_due(at("2025-03-10 18:00"))
    night = Job.objects.get(kind=Job.Kind.STANDINGS_SNAPSHOT)
    run(night.pk)
    nets = {row["rank"]: row["net"] for row in only_report(night.kind).data["rows"]}
    assert nets[1] == 80
    order_due(at("2025-03-11 18:00"))
    next_night = Job.objects.filter(kind=Job.Kind.STANDINGS_SNAPSHOT).latest("as_of")
    run(next_night.pk)
    assert next_night.report.data["rows"][0]["net"] == 780
