"""What the tests of the live half share."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from league.web import live_events
from tests.live.evening import Evening, begin


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[Evening]:
    """The evening, begun once for the tests of a module and gone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield begin().sign_in()
        transaction.set_rollback(True)


@pytest.fixture
def evening(built: Evening, db: None) -> Evening:
    """An evening at one table; what a test does to it is undone after it."""
    cache.clear()
    return copy.deepcopy(built)


@pytest.fixture
def hall(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """An evening that other threads see too, on a site that has places for six followers.

    A stream notices within a beat that its page was closed: none outlives its test.
    """
    cache.clear()
    settings.LIVE_STREAMS = 6
    monkeypatch.setattr(live_events, "BEATS", 0.5)
    yield begin()
    assert live_events.hub.empty(seconds=30)
