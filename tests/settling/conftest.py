"""What the stories of settling share."""

from __future__ import annotations

import pytest

from tests.settling.evening import Evening, gather


@pytest.fixture
def evening(db: None) -> Evening:
    return gather()
