"""What the recorder's tests share."""

from __future__ import annotations

import pytest

from tests.recorder.table import At, build


@pytest.fixture
def here(db: None) -> At:
    """A table with a 將 in play in which no hand is recorded yet."""
    return build()
