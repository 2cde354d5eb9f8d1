"""What the stories of settling share."""

from __future__ import annotations

import pytest

from house import services
from tests.settling.evening import Evening, gather


@pytest.fixture
def evening(db: None) -> Evening:
    return gather()


@pytest.fixture(scope="session")
def pdf_font() -> None:
    """A font that PDF files can be set in."""
    services.pdf_font()
