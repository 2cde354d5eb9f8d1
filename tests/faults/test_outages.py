"""A full disk, a database that goes away, a clock that jumps: nothing is lost, and the user is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, close_old_connections, connection, connections
from django.test import Client

from league.actors import SITE
from league.models import Hand
from league.services.hands import record_hand
from league.services.tokens import create_token
from settlement.models import Posting
from tests.api.world import app
from tests.faults.hall import DEALER_WINS, Hall, assert_sound
from tests.recorder.table import ENGLISH, At, build, one

ALL_PAGES = 1073741823
"""What SQLite itself allows a file to grow to."""


@contextmanager
def full_disk() -> Iterator[None]:
    """On SQLite the file may not grow any more. PostgreSQL is made to say what it says when its disk is full."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            pages = cursor.execute("PRAGMA page_count").fetchone()[0]
            cursor.execute(f"PRAGMA max_page_count = {pages}")
            try:
                yield
            finally:
                cursor.execute(f"PRAGMA max_page_count = {ALL_PAGES}")
        return
    with connection.execute_wrapper(_refuse_writes):
        yield


def _refuse_writes(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    if sql.startswith("INSERT INTO settlement_posting"):
        raise OperationalError("could not extend file: No space left on device")
    return execute(sql, params, many, context)


def note(number: int) -> str:
    """Some text, so that a file fills up soon."""
    return f"{number} " * 250


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_on_a_page(transactional_db: None) -> None:
    here = build()
    browser = here.client()
    browser.raise_request_exception = False
    with full_disk():
        answer, kept = _until_refused(here, browser)
        assert answer.status_code == 503
        assert answer["Retry-After"]
        assert "Traceback" not in answer.content.decode()
        assert browser.get(here.at("record/")).status_code == 200, "what was written can be read"
    assert here.jiang.hands.count() == kept
    sent = one(number=kept + 1, ending="0", note=note(0))
    assert browser.post(here.at(), sent, headers=ENGLISH).status_code == 303
    assert here.jiang.hands.count() == kept + 1


def _until_refused(here: At, browser: Client) -> tuple[Any, int]:
    """Records until one is refused, and how many were kept."""
    for kept in range(400):
        sent = one(number=kept + 1, ending="0", note=note(kept))
        answer = browser.post(here.at(), sent, headers=ENGLISH)
        if answer.status_code != 303:
            return answer, kept
    pytest.fail("the disk never filled up")


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_for_an_app(transactional_db: None, settings: Any) -> None:
    settings.API_RATE = 10_000
    hall = Hall.build()
    _, key = create_token(hall.evening.club, "phone", ["record"])
    phone = app(key)
    at = f"/api/v1/clubs/{hall.evening.club.slug}/jiang/{hall.jiang.pk}/hands/"
    with full_disk():
        for number in range(2, 402):
            sent = {"number": number, "hand": DEALER_WINS | {"note": note(number)}}
            answer = phone.post(at, sent, headers={"Idempotency-Key": f"key {number}"})
            if answer.status_code != 201:
                break
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert hall.jiang.hands.count() == number - 1
    again = phone.post(at, sent, headers={"Idempotency-Key": f"key {number}"})
    assert again.status_code == 201
    assert "Idempotency-Replayed" not in again
    assert hall.jiang.hands.count() == number
    assert_sound(hall.evening)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("at", [1, 4, 12, 16])
def test_a_database_that_goes_away_and_comes_back(transactional_db: None, at: int) -> None:
    """The server ends the connection in the middle of a request; the next request has a new one."""
    here = build()
    browser = here.client()
    browser.raise_request_exception = False
    with losing_the_database(at):
        answer = browser.post(here.at(), one(), headers=ENGLISH)
    assert answer.status_code == 503
    # What the site does at the beginning of each request, and a test's client does not.
    close_old_connections()
    assert Hand.objects.count() == 0
    assert browser.post(here.at(), one(), headers=ENGLISH).status_code == 303
    assert Hand.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("at", [1, 6, 14, 19])
def test_a_database_that_goes_away_from_an_app(transactional_db: None, at: int) -> None:
    """The key of a request that failed is free: the same one again is carried out."""
    hall = Hall.build()
    _, key = create_token(hall.evening.club, "phone", ["record"])
    place = f"/api/v1/clubs/{hall.evening.club.slug}/jiang/{hall.jiang.pk}/hands/"

    def send() -> Any:
        return app(key).post(
            place, {"number": 2, "hand": DEALER_WINS}, headers={"Idempotency-Key": "the same"}
        )

    with losing_the_database(at):
        assert send().status_code == 503
    close_old_connections()
    assert [send().status_code for _ in range(2)] == [201, 201]
    assert hall.jiang.hands.count() == 2
    assert_sound(hall.evening)


@contextmanager
def losing_the_database(at: int) -> Iterator[None]:
    """The server ends this connection before its statement `at`."""
    count = 0

    def run(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        nonlocal count
        count += 1
        if count == at:
            other = connections.create_connection("default")
            with other.cursor() as cursor:
                pid = connection.connection.info.backend_pid
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
            other.close()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(run):
        yield


@pytest.mark.django_db
def test_a_clock_that_jumps_back(db: None) -> None:
    """A day, a year, to 1970: what was written down later is never written down earlier."""
    hall = Hall.build()
    began = datetime.now(UTC)
    for number, back in enumerate(
        (timedelta(days=1), timedelta(days=365), began - datetime(1970, 1, 2, tzinfo=UTC))
    ):
        with time_machine.travel(began - back):
            record_hand(hall.jiang, DEALER_WINS, number=2 + number, actor=SITE)
    record_hand(hall.jiang, DEALER_WINS, number=5, actor=SITE)
    times = list(Posting.objects.order_by("seq").values_list("recorded_at", flat=True))
    assert times == sorted(times)
    assert min(times) >= began - timedelta(minutes=5)
    assert_sound(hall.evening)
