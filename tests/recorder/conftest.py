"""What the recorder's tests share."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.recorder.table import At, build


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[At]:
    """The table, set once for the tests of a module and gone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build().sign_in()
        transaction.set_rollback(True)


@pytest.fixture
def here(built: At, db: None) -> At:
    """A table with a 將 in play in which no hand is recorded yet; what a test does is undone after it."""
    return copy.deepcopy(built)
