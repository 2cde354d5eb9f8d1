"""A club in each test, founded on New Year's Day 2025, and a broker that nothing is really sent to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from league.services import jobs
from tests.reports.stories import Story, at, tell


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """The clock, standing still: `clock.move_to(at("2025-03-10 16:05"))`."""
    with time_machine.travel(at("2025-01-01 00:00"), tick=False) as traveller:
        yield traveller


@pytest.fixture
def story(db: None, clock: time_machine.Traveller) -> Story:
    return tell()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[object, ...]]]:
    """What is put on the queue, instead of the queue."""
    tasks: list[tuple[str, tuple[object, ...]]] = []
    monkeypatch.setattr(jobs, "send", lambda task, *args: tasks.append((task, args)) or True)
    return tasks
