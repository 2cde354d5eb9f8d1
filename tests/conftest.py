"""What every test can ask for: the browser, a phone's page, the broker; and which tests go together."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from django.db import connection

from house import services

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytest_plugins = ["tests.settlement.flush"]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PLAIN_ROOMS = ("scoring", "jiang", "house")
PLAIN_FILES = ("test_who_may", "test_who_may_what", "test_who_sees", "test_few_queries", "test_errors")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks tests by what they ask for and by their room, and puts those with a browser last.

    Playwright keeps an event loop running once it has started, which other tests should not meet.
    """
    here = Path(__file__).parent
    for item in items:
        if {"browser", "page", "phone"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.browser)
        if item.path.relative_to(here).parts[0] in PLAIN_ROOMS or item.path.stem in PLAIN_FILES:
            item.add_marker(pytest.mark.plain)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
        pytest.fail("this test needs PostgreSQL: run it with bin/test", pytrace=False)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On SQLite the tests use a file: one in memory has neither WAL nor a second writer."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("sqlite") / "club.sqlite3")


@pytest.fixture(scope="session")
def broker_url() -> str:
    """The address of a real broker, which bin/test provides."""
    address = os.environ.get("BROKER_URL", "")
    if not address.startswith("redis"):
        pytest.fail("this test needs a broker: run it with bin/test", pytrace=False)
    return address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Headless Chromium, one for all tests of a run."""
    from playwright.sync_api import sync_playwright

    services.chromium()
    # Playwright's event loop stands in this thread, and Django's ORM would refuse to work beside it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=services.CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A page on a desk: 1280 wide. Addresses are the site's: `page.goto("/")`."""
    yield from _watched(browser, base_url=live_server.url, viewport={"width": 1280, "height": 900})


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A page on a phone: 390 wide, touched with a thumb."""
    size = {"width": 390, "height": 844}
    yield from _watched(browser, base_url=live_server.url, viewport=size, has_touch=True, is_mobile=True)


def _watched(browser: Browser, **options: Any) -> Iterator[Page]:
    """A page of its own; the test fails over a script's error or a breach of the content policy."""
    context = browser.new_context(locale="zh-TW", timezone_id="Asia/Taipei", **options)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
    yield page
    context.close()
    assert errors == []
