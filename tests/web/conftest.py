"""What the page tests share."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.web.people import World, build_world


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The club, built once for the tests of a module and gone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_world()
        transaction.set_rollback(True)


@pytest.fixture
def world(built: World, db: None) -> World:
    """A club with its people and two 將; what a test does to it is undone after it."""
    return copy.deepcopy(built)
