"""Settling: what is open, the fewest transfers, the accepted plan, and what is left of it afterwards."""

from __future__ import annotations

from datetime import date

import pytest

from league.errors import Refused
from league.models import Hand, PlanShare
from league.selectors.open_payments import makeup
from league.services import payments, plans
from league.services.hands import correct_hand
from league.services.house import charge
from league.services.open_items import corrected, line_left, open_lines
from league.services.plans import Line, propose
from league.services.verify import verify_club
from tests.settling.evening import DAY, Evening, hand, in_dollars


def proposed(evening: Evening, scope: plans.Scope, *, carry: bool = False) -> list[str]:
    return [evening.line(line) for line in propose(scope, carry=carry).lines]


def open_now(evening: Evening) -> list[str]:
    return [
        f"{evening.name(one.payer_id)} → {evening.name(one.payee_id)} {one.left}"
        for one in open_lines(evening.unit)
    ]


def correct(evening: Evening, place: Hand | None, win: str) -> None:
    assert place is not None
    place.jiang.refresh_from_db()
    correct_hand(place, hand(win), version=place.jiang.version, actor=evening.actor("阿明"), why="看錯台數")


def test_one_jiang(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    plan = evening.accept(jiang)
    assert evening.lines(plan) == ["老王 → 小華 160"]
    assert sorted(plan.shares.values_list("amount", flat=True)) == [-160, 160]


def test_a_session_nets_several_jiang(evening: Evening) -> None:
    first = evening.jiang("小華 > 老王 3")
    evening.jiang("老王 > 美玲 5")
    session = first.table.session
    assert proposed(evening, evening.scope(session)) == ["美玲 → 小華 160", "美玲 → 老王 40"]
    assert evening.lines(evening.accept(session)) == ["美玲 → 小華 160", "美玲 → 老王 40"]


def test_a_month_nets_what_no_plan_covers_yet(evening: Evening) -> None:
    settled = evening.jiang("小華 > 老王 3")
    evening.accept(settled)
    evening.jiang("小華 > 美玲 1", on=date(2026, 3, 20))
    evening.jiang("小華 > 美玲 9", on=date(2026, 4, 1))
    assert evening.lines(evening.accept()) == ["美玲 → 小華 120"]


def test_a_jiang_in_play_is_settled_when_it_is_over(evening: Evening) -> None:
    evening.jiang("小華 > 老王 3", closed=False)
    assert propose(evening.scope()).shares == ()
    with pytest.raises(Refused, match="nothing_open"):
        evening.accept()


def test_the_house_takes_part(evening: Evening) -> None:
    jiang = evening.jiang("小華 > * 1", table_fee={"self_draw": 50})
    assert evening.lines(evening.accept(jiang))[-2:] == ["老王 → 小華 70", "老王 → house 50"]
    assert "老王 → house 50" in open_now(evening)


def test_units_are_never_added_together(evening: Evening) -> None:
    dollars = in_dollars(evening)
    evening.jiang("小華 > 老王 3")
    dollars.jiang("老王 > 小華 5")
    assert proposed(evening, evening.scope()) == ["老王 → 小華 160"]
    assert proposed(dollars, dollars.scope()) == ["小華 → 老王 200"]
    dollars.accept()
    assert proposed(evening, evening.scope()) == ["老王 → 小華 160"]


def test_nothing_is_settled_twice(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    evening.accept(jiang)
    for scope in (evening.scope(jiang), evening.scope(jiang.table.session), evening.scope()):
        with pytest.raises(Refused, match="nothing_open"):
            plans.accept(scope, actor=evening.actor("阿明"))


def test_what_changed_since_it_was_looked_at_is_not_accepted(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    seen = propose(evening.scope(jiang)).lines
    correct(evening, jiang.hands.first(), "小華 > 老王 4")
    with pytest.raises(Refused, match="changed_meanwhile"):
        plans.accept(evening.scope(jiang), actor=evening.actor("阿明"), seen=seen)
    assert not PlanShare.objects.exists()
    now = (Line(evening["老王"].pk, evening["小華"].pk, 180),)
    plans.accept(evening.scope(jiang), actor=evening.actor("阿明"), seen=now)


def test_paying_one_line_leaves_the_others_as_they_are(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3", "小華 > 美玲 1")
    plan = evening.accept(jiang)
    before = evening.lines(plan)
    first = plan.lines.get(position=1)
    payments.pay_line(first, first.amount, actor=evening.actor("阿明"), by=None, confirmed=True)
    assert evening.lines(plan) == before
    assert [line_left(line) for line in plan.lines.all()] == [0, plan.lines.get(position=2).amount]


def test_what_is_unpaid_can_be_carried_into_the_next_plan(evening: Evening) -> None:
    first = evening.accept(evening.jiang("小華 > 老王 3"))
    payments.pay_line(first.lines.get(), 60, actor=evening.actor("阿明"), by=None, confirmed=True)
    evening.jiang("老王 > 小華 5", on=date(2026, 3, 21))
    assert proposed(evening, evening.scope()) == ["小華 → 老王 200"]
    second = evening.accept(carry=True)
    assert evening.lines(second) == ["小華 → 老王 100"]
    assert open_now(evening) == ["小華 → 老王 100"]
    line = first.lines.get()
    assert (line.carried_into, line.carried_amount, line_left(line)) == (second, 100, 0)
    assert list(verify_club(evening.club)) == []


def test_a_payment_taken_back_after_the_rest_was_carried_is_open_on_its_own_line(evening: Evening) -> None:
    first = evening.accept(evening.jiang("小華 > 老王 3"))
    line = first.lines.get()
    paid = payments.pay_line(line, 60, actor=evening.actor("阿明"), by=None, confirmed=True)
    evening.jiang("小華 > 老王 5", on=date(2026, 3, 21))
    evening.accept(carry=True)
    assert open_now(evening) == ["老王 → 小華 300"]
    payments.reverse(paid, actor=evening.actor("阿明"), why="沒有收到")
    assert open_now(evening) == ["老王 → 小華 60", "老王 → 小華 300"]
    assert propose(evening.scope(), carry=True).carried == ((second_line(evening), 300),)
    payments.pay_line(line, 60, actor=evening.actor("阿明"), by=None, confirmed=True)
    assert list(verify_club(evening.club)) == []


def second_line(evening: Evening) -> object:
    return next(line for line in open_lines(evening.unit) if line.amount == 300)


def test_settled_is_settled_a_later_correction_is_open_again(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    plan = evening.accept(jiang)
    correct(evening, jiang.hands.first(), "小華 > 老王 4")
    assert evening.lines(plan) == ["老王 → 小華 160"]
    assert list(corrected(evening.unit)) == [jiang]
    april = plans.Scope(evening.unit, starts_on=date(2026, 4, 1), ends_on=date(2026, 4, 30))
    assert proposed(evening, april) == []
    proposal = propose(april, carry=True)
    assert [evening.line(line) for line in proposal.lines] == ["老王 → 小華 180"]
    assert {one.jiang_id for one in proposal.later} == {jiang.pk}
    later = plans.accept(april, actor=evening.actor("阿明"), carry=True)
    assert set(later.shares.values_list("jiang", "amount")) == {(jiang.pk, -20), (jiang.pk, 20)}
    assert not corrected(evening.unit).exists()
    assert list(verify_club(evening.club)) == []


def test_a_correction_that_reopens_a_jiang_waits_until_it_is_over_again(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    evening.accept(jiang)
    correct(evening, jiang.hands.first(), "小華 > 老王 4")
    jiang.refresh_from_db()
    jiang.state = "open"
    jiang.save(update_fields=["state"])
    assert not corrected(evening.unit).exists()


def test_lines_are_the_same_for_the_same_sums(evening: Evening) -> None:
    evening.jiang("小華 > 老王 3", "美玲 > 老王 3", "小華 > 美玲 2")
    assert proposed(evening, evening.scope()) == proposed(evening, evening.scope())


def test_a_balance_is_made_of_what_is_open_and_what_stands_beside(evening: Evening) -> None:
    evening.jiang("小華 > * 1", table_fee={"self_draw": 50})
    plan = evening.accept()
    evening.jiang("小華 > 老王 3", on=date(2026, 3, 21))
    made = makeup(evening["老王"], evening.unit)
    assert (made.balance, made.accepted, made.unsettled, made.beside) == (-280, -120, -160, 0)
    line = plan.lines.get(payer=evening["老王"], payee=None)
    payments.pay_line(line, 20, actor=evening.actor("老王"), by=evening["老王"])
    assert makeup(evening["老王"], evening.unit) == made
    payments.confirm(line.payments.get(), actor=evening.actor("阿明"), by=None, organiser=True)
    charge(evening.unit, {evening["老王"]: 30}, "會費", on=DAY, actor=evening.actor("阿明"))
    made = makeup(evening["老王"], evening.unit)
    assert (made.balance, made.accepted, made.unsettled, made.beside) == (-290, -100, -160, -30)
