"""A job goes to one worker at a time, rests after a failure, and is given up in the end."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest

from league.errors import Refused
from league.models import Job
from league.services import jobs
from tests.reports.stories import Story, at


@pytest.fixture
def job(story: Story, clock) -> Job:
    return jobs.order(story.club, Job.Kind.LEAGUE_LETTER, "2025-W10", at("2025-03-09 16:00"))


def claim(job: Job) -> Job:
    claimed = jobs.claim(job.pk)
    assert claimed is not None
    return claimed


def test_an_order_that_stands_is_not_made_again(story: Story, job: Job) -> None:
    again = jobs.order(story.club, job.kind, job.period, job.as_of, {"other": 1})
    assert (again.pk, again.arguments) == (job.pk, {})


def test_of_two_workers_one_gets_the_job(job: Job) -> None:
    assert jobs.waiting() == [job.pk]
    claim(job)
    assert jobs.claim(job.pk) is None
    assert jobs.waiting() == []


def test_a_failed_job_rests_longer_each_time_and_is_given_up_with_its_error(job: Job, clock) -> None:
    rests = []
    for attempt in range(1, jobs.MOST_ATTEMPTS + 1):
        jobs.fail(claim(job), f"attempt {attempt}")
        job.refresh_from_db()
        if job.not_before is not None:
            rests.append(job.not_before)
            assert jobs.claim(job.pk) is None
            clock.move_to(job.not_before)
    assert [later - earlier for earlier, later in pairwise(rests)] == list(jobs.RESTS[1:])
    assert (job.status, job.error) == ("failed", "attempt 5")
    assert jobs.waiting() == []


def test_a_job_whose_worker_died_is_offered_again_after_a_while(job: Job, clock) -> None:
    claim(job)
    clock.shift(jobs.STALE_AFTER)
    assert jobs.waiting() == []
    clock.shift(1)
    assert jobs.waiting() == [job.pk]


def test_the_worker_who_comes_back_from_the_dead_has_nothing_to_say(job: Job, clock) -> None:
    slow = claim(job)
    clock.shift(jobs.STALE_AFTER + timedelta(seconds=1))
    quick = claim(job)
    assert not jobs.finish(slow)
    jobs.fail(slow, "too late")
    assert jobs.finish(quick)
    job.refresh_from_db()
    assert (job.status, job.error, job.attempts) == ("done", "", 2)


def test_a_job_that_kills_every_worker_is_given_up(job: Job, clock) -> None:
    for _ in range(jobs.MOST_ATTEMPTS):
        claim(job)
        clock.shift(jobs.STALE_AFTER + timedelta(seconds=1))
    assert jobs.waiting() == []
    assert jobs.give_up_lost() == 1
    job.refresh_from_db()
    assert (job.status, job.error) == ("failed", jobs.LOST)


def test_a_worker_at_work_is_not_given_up(job: Job, clock) -> None:
    claim(job)
    assert jobs.give_up_lost() == 0


@pytest.mark.parametrize("ahead", [timedelta(days=1), timedelta(days=400)], ids=str)
def test_a_clock_that_was_ahead_for_a_moment_holds_up_no_job(job: Job, clock, ahead: timedelta) -> None:
    clock.shift(ahead)
    claim(job)
    clock.shift(-ahead)
    claimed = claim(job)
    clock.shift(ahead)
    jobs.fail(claimed, "no paper")
    assert jobs.waiting() == []
    clock.shift(-ahead)
    assert jobs.waiting() == [job.pk]


def test_an_organiser_may_run_a_failed_job_again_but_not_one_under_way(job: Job) -> None:
    with pytest.raises(Refused, match="under_way"):
        jobs.run_again(job)
    claimed = claim(job)
    with pytest.raises(Refused, match="under_way"):
        jobs.run_again(job)
    jobs.finish(claimed)
    jobs.run_again(job)
    job.refresh_from_db()
    assert (job.status, job.attempts) == ("waiting", 0)
