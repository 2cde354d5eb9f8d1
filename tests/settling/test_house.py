"""The house account: fees that come in, what they were spent on, entries taken back."""

from __future__ import annotations

from datetime import date

import pytest

from league.errors import Refused
from league.models import Expense
from league.selectors.money import house_balance
from league.services.house import charge, spend, take_back
from league.services.verify import verify_club
from tests.settling.evening import DAY, Evening


def test_fees_come_in_and_tea_goes_out(evening: Evening) -> None:
    evening.jiang("小華 > * 1", table_fee={"self_draw": 50})
    fees = {evening["小華"]: 100, evening["老王"]: 100}
    charge(evening.unit, fees, "會費", on=DAY, actor=evening.actor("阿明"))
    assert house_balance(evening.unit) == 250
    spend(evening.unit, 180, "茶水", on=date(2026, 3, 20), actor=evening.actor("阿明"))
    assert house_balance(evening.unit) == 70
    assert list(verify_club(evening.club)) == []


def test_an_entry_taken_back_stays_readable(evening: Evening) -> None:
    entry = spend(evening.unit, 180, "茶水", on=DAY, actor=evening.actor("阿明"))
    take_back(entry, actor=evening.actor("阿明"), why="記錯")
    assert house_balance(evening.unit) == 0
    assert Expense.objects.get().reversed
    with pytest.raises(Refused, match="reversed_already"):
        take_back(entry, actor=evening.actor("阿明"), why="記錯")
    assert list(verify_club(evening.club)) == []


def test_it_is_said_why_an_entry_is_taken_back(evening: Evening) -> None:
    entry = spend(evening.unit, 180, "茶水", on=DAY, actor=evening.actor("阿明"))
    with pytest.raises(Refused, match="no_reason"):
        take_back(entry, actor=evening.actor("阿明"), why="")


@pytest.mark.parametrize("amount", [0, -5, 10**14 + 1])
def test_bad_amounts(evening: Evening, amount: int) -> None:
    with pytest.raises(Refused, match="bad_amount"):
        spend(evening.unit, amount, "茶水", on=DAY, actor=evening.actor("阿明"))
    with pytest.raises(Refused, match="bad_amount"):
        charge(evening.unit, {evening["老王"]: amount}, "會費", on=DAY, actor=evening.actor("阿明"))
    assert not Expense.objects.exists()


def test_nobody_charged_and_nothing_said(evening: Evening) -> None:
    with pytest.raises(Refused, match="bad_amount"):
        charge(evening.unit, {}, "會費", on=DAY, actor=evening.actor("阿明"))
    with pytest.raises(Refused, match="no_purpose"):
        spend(evening.unit, 5, " ", on=DAY, actor=evening.actor("阿明"))
