"""A club's midnights and Mondays, where clocks are put forward and back."""

from __future__ import annotations

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.reports.clock import midnight, monday, today, week_name
from tests.reports.stories import at


@pytest.mark.parametrize(
    ("zone", "day", "moment"),
    [
        pytest.param("Asia/Taipei", date(2025, 3, 10), "2025-03-09 16:00", id="taipei: eight hours ahead"),
        pytest.param(
            "Europe/Berlin", date(2025, 3, 30), "2025-03-29 23:00", id="berlin: before the spring night"
        ),
        pytest.param("Europe/Berlin", date(2025, 3, 31), "2025-03-30 22:00", id="berlin: after it"),
        pytest.param(
            "Europe/Berlin", date(2025, 10, 27), "2025-10-26 23:00", id="berlin: after the autumn night"
        ),
        pytest.param(
            "America/Santiago", date(2025, 9, 7), "2025-09-07 04:00", id="santiago: no midnight that day"
        ),
        pytest.param(
            "America/Havana", date(2025, 11, 2), "2025-11-02 04:00", id="havana: two midnights, the first"
        ),
        pytest.param("Africa/Cairo", date(2025, 4, 25), "2025-04-24 22:00", id="cairo: no midnight either"),
        pytest.param("Pacific/Apia", date(2025, 3, 10), "2025-03-09 11:00", id="apia: thirteen hours ahead"),
    ],
)
def test_a_day_begins_at_midnight_by_the_clubs_clock(zone: str, day: date, moment: str) -> None:
    assert midnight(day, ZoneInfo(zone)) == at(moment)


ZONES = (
    "Asia/Taipei",
    "Europe/Berlin",
    "America/Santiago",
    "America/Havana",
    "America/St_Johns",
    "Asia/Beirut",
)


@given(st.sampled_from(ZONES), st.dates(date(2010, 1, 2), date(2035, 1, 1)))
def test_days_follow_each_other_and_none_is_longer_than_25_hours(zone: str, day: date) -> None:
    begin, end = midnight(day, ZoneInfo(zone)), midnight(day + timedelta(days=1), ZoneInfo(zone))
    assert timedelta(hours=23) <= end - begin <= timedelta(hours=25)
    assert today(begin, ZoneInfo(zone)) == day


def test_a_week_begins_on_monday_and_is_named_as_calendars_do() -> None:
    assert [monday(date(2025, 3, day)) for day in (9, 10, 16)] == [
        date(2025, 3, 3),
        date(2025, 3, 10),
        date(2025, 3, 10),
    ]
    assert week_name(date(2024, 12, 30)) == "2025-W01"
