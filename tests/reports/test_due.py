"""What is ordered when: once, by the club's own clock, and only the latest of what was missed."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import timezone

from league.models import Job, Season
from league.reports.due import order_due
from tests.reports.stories import Story, at, periods, tell

SNAPSHOT, LETTER = Job.Kind.STANDINGS_SNAPSHOT, Job.Kind.LEAGUE_LETTER


def tick_at(clock, moment: str) -> list[str]:
    clock.move_to(at(moment))
    """The periods of the reports that are new; the nightly check has a test of its own."""
    return [job.period for job in order_due(timezone.now()) if job.kind != Job.Kind.INTEGRITY_CHECK]


def test_two_minutes_after_midnight_in_taipei_last_nights_standings_are_due(story: Story, clock) -> None:
    night = f"season:{story.season.pk}:2025-03-11"
    assert tick_at(clock, "2025-03-11 15:59") == [f"season:{story.season.pk}:2025-03-10", "2025-W10"]
    assert tick_at(clock, "2025-03-11 16:01") == []
    assert tick_at(clock, "2025-03-11 16:02") == [night]
    assert Job.objects.get(period=night).as_of == at("2025-03-11 16:00")


def test_on_monday_the_letter_is_due_too(story: Story, clock) -> None:
    tick_at(clock, "2025-03-09 15:00")
    season = f"season:{story.season.pk}"
    assert tick_at(clock, "2025-03-09 16:05") == [f"{season}:2025-03-09", "2025-W10"]
    letter = Job.objects.get(kind=LETTER, period="2025-W10")
    assert letter.as_of == at("2025-03-09 16:00")
    assert letter.arguments == {"since": at("2025-03-02 16:00").isoformat()}


def test_a_hundred_ticks_order_nothing_twice(story: Story, clock) -> None:
    for minute in range(10, 60):
        tick_at(clock, f"2025-03-10 16:{minute}")
        tick_at(clock, f"2025-03-10 16:{minute}")
    assert len(periods()) == 3


def test_every_night_the_whole_club_is_checked(story: Story, clock) -> None:
    for moment in ("2025-03-10 16:05", "2025-03-11 09:00", "2025-03-11 16:05"):
        tick_at(clock, moment)
    checks = [("night:2025-03-10", "2025-03-10 16:00"), ("night:2025-03-11", "2025-03-11 16:00")]
    assert periods(Job.Kind.INTEGRITY_CHECK) == checks


def test_after_a_month_in_the_dark_only_the_last_night_and_the_last_week_are_made(
    story: Story, clock
) -> None:
    tick_at(clock, "2025-03-10 16:05")
    assert tick_at(clock, "2025-04-12 09:00") == [f"season:{story.season.pk}:2025-04-11", "2025-W14"]


def test_a_snapshot_knows_the_one_before_it(story: Story, clock) -> None:
    tick_at(clock, "2025-03-10 16:05")
    tick_at(clock, "2025-03-14 16:05")
    since = [job.arguments["since"] for job in Job.objects.filter(kind=SNAPSHOT).order_by("as_of")]
    assert since == [None, at("2025-03-10 16:00").isoformat()]


def test_a_clock_that_jumps_back_orders_nothing_again(story: Story, clock) -> None:
    tick_at(clock, "2025-03-10 16:05")
    tick_at(clock, "2025-03-11 16:05")
    assert tick_at(clock, "2025-03-10 16:30") == []
    assert tick_at(clock, "2025-03-11 17:00") == []


@pytest.mark.parametrize(
    ("zone", "before", "after", "as_of"),
    [
        pytest.param(
            "Europe/Berlin", "2025-03-30 21:59", "2025-03-30 22:02", "2025-03-30 22:00", id="spring"
        ),
        pytest.param(
            "Europe/Berlin", "2025-10-26 22:59", "2025-10-26 23:02", "2025-10-26 23:00", id="autumn"
        ),
        pytest.param(
            "America/Santiago", "2025-09-07 03:59", "2025-09-07 04:02", "2025-09-07 04:00", id="no midnight"
        ),
        pytest.param(
            "America/Havana", "2025-11-02 03:59", "2025-11-02 04:02", "2025-11-02 04:00", id="two midnights"
        ),
    ],
)
def test_nights_on_which_clocks_change(db, clock, zone: str, before: str, after: str, as_of: str) -> None:
    tell(zone)
    tick_at(clock, before)
    fresh = len(periods())
    tick_at(clock, after)
    assert Job.objects.filter(kind=SNAPSHOT, as_of=at(as_of)).count() == 1
    clock.shift(3600)
    order_due(timezone.now())
    assert Job.objects.filter(kind=SNAPSHOT).count() == 2
    assert len(periods()) > fresh


def test_each_club_goes_by_its_own_clock(db, clock) -> None:
    taipei, london = tell(slug="taipei"), tell("Europe/London", slug="london")
    clock.move_to(at("2025-03-05 16:30"))
    order_due(timezone.now())
    days = {job.club.slug: job.period[-10:] for job in Job.objects.filter(kind=SNAPSHOT)}
    assert days == {"taipei": "2025-03-05", "london": "2025-03-04"}
    assert taipei.club != london.club


def test_the_last_night_of_a_season_is_the_last_snapshot(story: Story, clock) -> None:
    Season.objects.filter(pk=story.season.pk).update(ends_on=date(2025, 3, 11))
    assert tick_at(clock, "2025-03-11 16:05")[0] == f"season:{story.season.pk}:2025-03-11"
    assert tick_at(clock, "2025-03-12 16:05") == []


def test_without_a_season_nothing_is_due(story: Story, clock) -> None:
    Season.objects.all().delete()
    assert tick_at(clock, "2025-03-10 16:05") == []


def test_a_new_club_gets_no_report_on_the_time_before_it(db, clock) -> None:
    clock.move_to(at("2025-03-10 15:00"))
    story = tell()
    assert tick_at(clock, "2025-03-10 15:30") == []
    assert tick_at(clock, "2025-03-10 16:05") == [f"season:{story.season.pk}:2025-03-10"]


def test_a_club_with_a_faulty_time_zone_keeps_no_other_waiting(db, clock, caplog) -> None:
    tell("Nowhere/Atlantis", slug="atlantis")
    tell(slug="taipei")
    tick_at(clock, "2025-03-10 16:05")
    assert {job.club.slug for job in Job.objects.all()} == {"taipei"}
    assert "cannot be ordered" in caplog.text
