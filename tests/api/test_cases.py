"""The worked cases over the API: what settling answers, and what the ledger holds after an import."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from league.models import Hand, IdempotencyKey, Jiang
from league.services.facts import HOUSE
from settlement.models import Account, Posting, Transfer
from tests.api.world import API, World, key, visitor
from tests.jiang.cases import FOLDER, comparable, load, settles

Case = dict[str, Any]
Flows = Counter[tuple[str, str, str]]

CASES = [*load("payments"), *load("evenings"), *load("broken")]
RIGHT = [pytest.param(case, id=case["id"]) for case in CASES if "error" not in case["answer"]]
WRONG = [pytest.param(case, id=case["id"]) for case in CASES if "error" in case["answer"]]


def in_the_ledger(jiang: Jiang) -> list[Flows]:
    """What the ledger's own rows hold for each hand, summed by who, to whom and what for."""
    found = []
    for hand in Hand.objects.filter(jiang=jiang, struck_at=None).order_by("number"):
        rows = Transfer.objects.filter(posting=hand.posting_id)
        flows: Flows = Counter()
        for row in rows.select_related("src__member_account__member", "dst__member_account__member"):
            flows[_name(row.src), _name(row.dst), row.reason] += row.amount
        found.append(flows)
    return found


def _name(account: Account) -> str:
    return HOUSE if account.holder == HOUSE else account.member_account.member.name


def error_of(answer: Any) -> dict[str, str]:
    told = answer.json()
    return {"code": told["code"], "where": told["where"]}


@pytest.mark.parametrize("case", RIGHT)
def test_settling_a_record(case: Case) -> None:
    answer = visitor().post(f"{API}/settle/", case["record"])
    assert answer.status_code == 200
    assert comparable(answer.json()) == comparable(case["answer"])
    assert settles(answer.json())


@pytest.mark.parametrize("case", WRONG)
def test_settling_a_record_with_a_fault(case: Case) -> None:
    answer = visitor().post(f"{API}/settle/", case["record"])
    assert answer.status_code == 422
    assert error_of(answer) == case["answer"]["error"]


@pytest.mark.slow
@pytest.mark.parametrize("case", RIGHT)
def test_an_imported_record_is_paid_in_the_ledger(world: World, case: Case) -> None:
    answer = world.recorder.post(f"{world.at}/jiang/?second=true", case["record"], headers=key())
    assert answer.status_code == 201
    jiang = Jiang.objects.get(pk=answer.json()["id"])
    expected = comparable(case["answer"])
    assert in_the_ledger(jiang) == [hand["transfers"] for hand in expected["hands"]]
    sheet = world.reader.get(f"{world.at}/jiang/{jiang.pk}/sheet/").json()
    assert comparable(sheet) == expected
    assert settles(sheet)


@pytest.mark.slow
@pytest.mark.parametrize("case", WRONG)
def test_a_record_with_a_fault_is_not_taken_in(world: World, case: Case) -> None:
    before = (Jiang.objects.count(), Posting.objects.count(), IdempotencyKey.objects.count())
    answer = world.recorder.post(f"{world.at}/jiang/", case["record"], headers=key())
    assert answer.status_code == 422
    assert error_of(answer) == case["answer"]["error"]
    assert (Jiang.objects.count(), Posting.objects.count(), IdempotencyKey.objects.count()) == before


@pytest.mark.slow
def test_scoring_every_line_of_the_cases() -> None:
    """One engine answers here and in its own room, where each line is a test."""
    wrong = {}
    for line in (FOLDER.parent / "score" / "hands.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        answer = visitor().post(f"{API}/score/", case["request"])
        found = answer.json() if answer.status_code == 200 else {"error": error_of(answer)}
        if found != case["answer"]:
            wrong[case["id"]] = found
    assert wrong == {}
