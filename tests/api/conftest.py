"""The world that every test of the API begins in, and room for as many requests as a test sends."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from tests.api.world import World, two_clubs


@pytest.fixture(autouse=True)
def generous(settings: Any) -> None:
    cache.clear()
    settings.API_RATE = settings.API_RATE_VISITOR = 1_000_000


@pytest.fixture
def world(db: None) -> World:
    return two_clubs()
