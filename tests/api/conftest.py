"""The world that every test of the API begins in, and room for as many requests as a test sends."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from tests.api.world import World, two_clubs


@pytest.fixture(autouse=True)
def generous(settings: Any) -> None:
    cache.clear()
    settings.API_RATE = settings.API_RATE_VISITOR = 1_000_000


@pytest.fixture(scope="module")
def kept_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Made once for the tests of a file and undone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield two_clubs()
        transaction.set_rollback(True)


@pytest.fixture
def world(kept_world: World, db: None) -> World:
    """As it was made, whatever the tests before did: `db` undoes what a test writes."""
    return copy.deepcopy(kept_world)
