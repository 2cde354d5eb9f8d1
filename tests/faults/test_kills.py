"""A process that is killed with SIGKILL at any statement: nothing is half written, and doing it again does it once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import pytest

from league.actors import SITE
from league.errors import Refused
from league.models import Hand, Jiang, Member, Payment, PlanLine, SettlementPlan
from league.services import payments, plans
from league.services.hands import correct_hand, insert_hand, record_hand, strike_hand
from league.services.members import merge
from league.services.records import import_record
from settlement.models import Posting
from tests.api.world import DRAW, WIN, record
from tests.faults.forks import killed_at, statements_of
from tests.faults.hall import DEALER_WINS, Hall, assert_sound, wins
from tests.faults.rows import digest
from tests.settling.evening import Evening

pytestmark = pytest.mark.django_db(transaction=True)
UID = UUID(int=7)
SENT = record(WIN, DRAW, players=["甲", "乙", "丙", "丁"])
POINTS = 3
"""How many statements of a write are tried, besides the first and what stands round the commit."""


@dataclass
class Scene:
    """What the writes below are about."""

    hall: Hall
    line: PlanLine
    paid: Payment
    settled: Jiang
    guest: Member

    @property
    def evening(self) -> Evening:
        return self.hall.evening

    @property
    def version(self) -> int:
        return Jiang.objects.values_list("version", flat=True).get(pk=self.hall.jiang.pk)


@pytest.fixture
def scene(transactional_db: None) -> Scene:
    hall = Hall.build()
    evening = hall.evening
    evening.jiang("小華 > 老王 3")
    line = evening.accept().lines.get()
    paid = payments.pay_line(line, 60, actor=SITE, by=evening["老王"])
    guest = Member.objects.create(club=evening.club, name="王先生", is_guest=True)
    evening.people["王先生"] = guest
    settled = evening.jiang("王先生 > 小華 2", four=("阿明", "小華", "美玲", "王先生"))
    return Scene(hall, line, paid, settled, guest)


def _first_hand(scene: Scene) -> Hand:
    return Hand.objects.get(jiang=scene.hall.jiang)


WRITES: dict[str, tuple[Callable[[Scene], Any], str]] = {
    "record": (
        lambda scene: record_hand(scene.hall.jiang, wins(1, 4), number=2, actor=SITE, uid=UID).again,
        "",
    ),
    "correct": (
        lambda scene: correct_hand(_first_hand(scene), wins(1, 4), version=2, actor=SITE).again,
        "changed_meanwhile",
    ),
    "strike": (
        lambda scene: strike_hand(_first_hand(scene), version=2, actor=SITE).again,
        "changed_meanwhile",
    ),
    "insert": (
        lambda scene: insert_hand(scene.hall.jiang, DEALER_WINS, number=1, version=2, actor=SITE).again,
        "changed_meanwhile",
    ),
    "import": (
        lambda scene: import_record(scene.evening.club, SENT, actor=SITE).created,
        "",
    ),
    "accept": (
        lambda scene: plans.accept(scene.evening.scope(), actor=SITE, carry=True).pk,
        "nothing_new",
    ),
    "pay": (
        lambda scene: payments.pay_line(scene.line, 100, actor=SITE, by=None, confirmed=True).pk,
        "nothing_left",
    ),
    "confirm": (
        lambda scene: payments.confirm(scene.paid, actor=SITE, by=None, organiser=True).pk,
        "payment_answered",
    ),
    "merge": (lambda scene: merge(scene.guest, scene.evening["老王"]), "cannot_merge"),
}


@pytest.mark.parametrize("name", WRITES)
def test_killed_anywhere(scene: Scene, name: str) -> None:
    write, told_again = WRITES[name]

    def work() -> Any:
        return write(scene)

    commit = statements_of(work) + 1
    before = digest()
    dice = Random(name)
    between = dice.sample(range(2, commit), min(POINTS, commit - 2))
    for at in [1, *sorted(between), commit]:
        killed_at(work, at)
        assert digest() == before, f"killed at {at} of {commit}, it left something behind"
    killed_at(work, commit + 1)
    done = digest()
    assert done != before
    assert_sound(scene.evening)
    if told_again:
        with pytest.raises(Refused, match=told_again):
            work()
    else:
        assert work() is (name == "record")
    assert digest() == done


@pytest.mark.parametrize("name", ["record", "accept"])
def test_killed_and_repeated(scene: Scene, name: str) -> None:
    """Who repeats after a kill before the commit has it done, once."""
    write, _ = WRITES[name]
    killed_at(lambda: write(scene), 9)
    plans_before, postings = SettlementPlan.objects.count(), Posting.objects.count()
    write(scene)
    assert Posting.objects.count() == postings + 1
    assert SettlementPlan.objects.count() == plans_before + (name == "accept")
    assert_sound(scene.evening)
