"""The same request sent ten times at once: one 將, one hand, and everyone is told the same."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from league.models import Hand, IdempotencyKey, Jiang, Member
from settlement.models import Posting
from tests.api.world import WIN, World, record, two_clubs

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 10


@pytest.fixture
def world(transactional_db: None) -> World:
    return two_clubs()


def at_once(send: Callable[[], Any]) -> list[Any]:
    """Sends `TIMES` requests, each from a thread with a connection of its own, all let go together."""
    gate = Barrier(TIMES)

    def one(_turn: int) -> Any:
        try:
            gate.wait()
            return send()
        finally:
            connection.close()

    with ThreadPoolExecutor(TIMES) as threads:
        return list(threads.map(one, range(TIMES)))


def hand_postings() -> int:
    return Posting.objects.filter(kind="hand").count()


def test_one_record_with_one_key_is_one_jiang(world: World) -> None:
    before, postings = Jiang.objects.count(), hand_postings()
    sent = record(WIN, WIN, players=["甲", "乙", "丙", "丁"])
    answers = at_once(
        lambda: world.recorder.post(f"{world.at}/jiang/", sent, headers={"Idempotency-Key": "the same"})
    )
    assert [answer.status_code for answer in answers] == [201] * TIMES
    assert len({answer.content for answer in answers}) == 1
    assert sum(answer.get("Idempotency-Replayed") == "true" for answer in answers) == TIMES - 1
    assert Jiang.objects.count() == before + 1
    assert hand_postings() == postings + 2
    assert Member.objects.filter(name="甲").count() == 1
    assert IdempotencyKey.objects.count() == 1


def test_one_record_with_many_keys_is_one_jiang(world: World) -> None:
    before = Jiang.objects.count()
    sent = record(WIN, WIN, players=["甲", "乙", "丙", "丁"])
    keys = iter([{"Idempotency-Key": f"key {turn}"} for turn in range(TIMES)])
    answers = at_once(lambda: world.recorder.post(f"{world.at}/jiang/", sent, headers=next(keys)))
    assert sorted(answer.status_code for answer in answers) == [200] * (TIMES - 1) + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert Jiang.objects.count() == before + 1


def test_one_hand_with_one_key_is_one_hand(world: World) -> None:
    sent = {"number": 3, "hand": WIN}
    answers = at_once(
        lambda: world.recorder.post(f"{world.at_jiang}/hands/", sent, headers={"Idempotency-Key": "the same"})
    )
    assert [answer.status_code for answer in answers] == [201] * TIMES
    assert len({answer.content for answer in answers}) == 1
    assert Hand.objects.filter(jiang=world.jiang).count() == 3


def test_ten_scorers_write_one_hand_and_nine_are_shown_it(world: World) -> None:
    sent = {"number": 3, "hand": WIN}
    keys = iter([{"Idempotency-Key": f"key {turn}"} for turn in range(TIMES)])
    answers = at_once(lambda: world.recorder.post(f"{world.at_jiang}/hands/", sent, headers=next(keys)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * (TIMES - 1)
    assert {answer.json()["hand"]["result"] for answer in answers if answer.status_code == 409} == {"win"}
    assert Hand.objects.filter(jiang=world.jiang, number=3).count() == 1
