"""What the ledger's stories share."""

from __future__ import annotations

import pytest

from settlement import ledger
from tests.settlement.flush import ledger_can_be_flushed
from tests.settlement.story import Story

__all__ = ["ledger_can_be_flushed"]


@pytest.fixture
def story(db: None) -> Story:
    """An empty book of points."""
    return Story(ledger.open_book("Tuesday club", "points"))


@pytest.fixture
def other_book(db: None) -> Story:
    """The same club's book of another unit."""
    return Story(ledger.open_book("Tuesday club", "TWD"))
