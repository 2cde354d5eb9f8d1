"""A 將 is settled and then corrected: whoever's sum differs now, the next settlement that carries on has it."""

from __future__ import annotations

from datetime import date

import pytest

from league.actors import SITE
from league.services.hands import insert_hand, strike_hand
from league.services.plans import Scope, propose
from tests.faults.hall import assert_sound
from tests.settling.evening import Evening, gather, hand

LATER = date(2026, 4, 1)


@pytest.fixture
def evening(db: None) -> Evening:
    return gather()


@pytest.mark.parametrize(
    ("forgotten", "open_now"),
    [
        pytest.param("小華 > 老王 1", {"小華": 140, "老王": -140}, id="two who are in the plan"),
        pytest.param("小華 > 美玲 1", {"小華": 140, "美玲": -140}, id="one who is and one who is not"),
        pytest.param("阿明 > 美玲 1", {"阿明": 120, "美玲": -120}, id="two who had nothing to settle"),
        pytest.param("-", {}, id="nobody"),
    ],
)
def test_a_forgotten_hand(evening: Evening, forgotten: str, open_now: dict[str, int]) -> None:
    settled = evening.jiang("小華 > 老王 3")
    evening.accept(settled)
    settled.refresh_from_db()
    insert_hand(settled, hand(forgotten), number=2, version=settled.version, actor=SITE)
    april = Scope(evening.unit, starts_on=LATER, ends_on=LATER)
    later = propose(april, carry=True).later
    assert {evening.name(one.member_id): one.amount for one in later} == open_now
    assert_sound(evening)


def test_all_hands_struck(evening: Evening) -> None:
    settled = evening.jiang("小華 > 老王 3")
    evening.accept(settled)
    settled.refresh_from_db()
    strike_hand(settled.hands.get(), version=settled.version, actor=SITE)
    april = Scope(evening.unit, starts_on=LATER, ends_on=LATER)
    proposed = propose(april, carry=True)
    assert {one.member_id: one.amount for one in proposed.later} == {
        evening["小華"].pk: -160,
        evening["老王"].pk: 160,
    }
    assert proposed.lines == ()
    assert_sound(evening)
