"""Money handed over: who may say what, when it counts, and what a step leaves open."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from league.errors import Refused
from league.models import Payment, PlanLine
from league.selectors.balances import unit_balances
from league.services import payments
from league.services.open_items import line_left
from league.services.verify import verify_club
from tests.settling.evening import Evening


@pytest.fixture
def line(evening: Evening) -> PlanLine:
    """老王 owes 小華 160."""
    return evening.accept(evening.jiang("小華 > 老王 3")).lines.get()


def mark(evening: Evening, line: PlanLine, amount: int, by: str) -> Payment:
    return payments.pay_line(line, amount, actor=evening.actor(by), by=evening[by])


def answer(
    evening: Evening, step: Callable[..., Payment], payment: Payment, by: str, **more: object
) -> Payment:
    organiser = by == "阿明"
    return step(payment, actor=evening.actor(by), by=evening[by], organiser=organiser, **more)


def balance(evening: Evening, name: str) -> int:
    return sum(one.amount for one in unit_balances(evening[name]) if one.unit == evening.unit)


def steps(payment: Payment) -> list[tuple[str, str]]:
    return [(event.state, event.why) for event in payment.events.order_by("pk")]


def test_marked_by_the_payer_confirmed_by_the_receiver(evening: Evening, line: PlanLine) -> None:
    payment = mark(evening, line, 160, "老王")
    assert (payment.state, balance(evening, "老王"), line_left(line)) == ("marked", -160, 0)
    payment = answer(evening, payments.confirm, payment, "小華")
    assert (payment.state, balance(evening, "老王"), balance(evening, "小華")) == ("confirmed", 0, 0)
    assert steps(payment) == [("marked", ""), ("confirmed", "")]


def test_marked_by_the_receiver_confirmed_by_the_payer(evening: Evening, line: PlanLine) -> None:
    payment = mark(evening, line, 100, "小華")
    with pytest.raises(Refused, match="not_yours"):
        answer(evening, payments.confirm, payment, "小華")
    answer(evening, payments.confirm, payment, "老王")
    assert (balance(evening, "老王"), line_left(line)) == (-60, 60)


def test_in_parts(evening: Evening, line: PlanLine) -> None:
    for amount in (100, 50, 10):
        answer(evening, payments.confirm, mark(evening, line, amount, "老王"), "小華")
    assert (line_left(line), balance(evening, "小華")) == (0, 0)
    with pytest.raises(Refused, match="nothing_left"):
        mark(evening, line, 1, "老王")


@pytest.mark.parametrize("amount", [0, -5, 161])
def test_no_more_than_is_open(evening: Evening, line: PlanLine, amount: int) -> None:
    with pytest.raises(Refused, match="160 are open"):
        mark(evening, line, amount, "老王")
    assert not Payment.objects.exists()


def test_nobody_else_marks_or_answers(evening: Evening, line: PlanLine) -> None:
    with pytest.raises(Refused, match="not_yours"):
        mark(evening, line, 160, "美玲")
    payment = mark(evening, line, 160, "老王")
    for step in (payments.confirm, payments.dispute, payments.withdraw):
        with pytest.raises(Refused, match="not_yours"):
            answer(evening, step, payment, "美玲")


def test_nobody_speaks_for_the_house_but_the_organiser(evening: Evening) -> None:
    payment = payments.pay_freely(
        evening.unit, evening["老王"], None, 50, actor=evening.actor("老王"), by=evening["老王"]
    )
    for step in (payments.confirm, payments.withdraw):
        with pytest.raises(Refused, match="not_yours"):
            step(payment, actor=evening.actor("美玲"), by=None)
    answer(evening, payments.confirm, payment, "阿明")
    assert balance(evening, "老王") == 50


def test_withdrawn_before_it_counts(evening: Evening, line: PlanLine) -> None:
    payment = mark(evening, line, 160, "老王")
    with pytest.raises(Refused, match="not_yours"):
        answer(evening, payments.withdraw, payment, "小華")
    answer(evening, payments.withdraw, payment, "老王")
    assert (line_left(line), balance(evening, "老王")) == (160, -160)
    with pytest.raises(Refused, match="payment_answered"):
        answer(evening, payments.confirm, payment, "小華")


def test_disputed_before_it_counts(evening: Evening, line: PlanLine) -> None:
    payment = mark(evening, line, 160, "老王")
    payment = answer(evening, payments.dispute, payment, "小華", why="只收到一百")
    assert (payment.state, line_left(line), balance(evening, "小華")) == ("disputed", 0, 160)
    payment = answer(evening, payments.withdraw, payment, "阿明", why="改記一百")
    assert line_left(line) == 160
    assert steps(payment) == [("marked", ""), ("disputed", "只收到一百"), ("withdrawn", "改記一百")]


def test_disputed_after_it_counted_goes_on_counting_until_it_is_reversed(
    evening: Evening, line: PlanLine
) -> None:
    payment = answer(evening, payments.confirm, mark(evening, line, 160, "老王"), "小華")
    payment = answer(evening, payments.dispute, payment, "小華", why="假鈔")
    assert balance(evening, "小華") == 0
    with pytest.raises(Refused, match="payment_answered"):
        answer(evening, payments.withdraw, payment, "阿明")
    payment = payments.reverse(payment, actor=evening.actor("阿明"), why="假鈔")
    assert (payment.state, line_left(line), balance(evening, "小華")) == ("reversed", 160, 160)
    with pytest.raises(Refused, match="payment_answered"):
        payments.reverse(payment, actor=evening.actor("阿明"), why="再一次")


def test_a_reversal_says_why(evening: Evening, line: PlanLine) -> None:
    payment = answer(evening, payments.confirm, mark(evening, line, 160, "老王"), "小華")
    with pytest.raises(Refused, match="no_reason"):
        payments.reverse(payment, actor=evening.actor("阿明"), why="  ")


def test_a_dispute_ends_when_the_other_side_agrees(evening: Evening, line: PlanLine) -> None:
    payment = answer(evening, payments.confirm, mark(evening, line, 160, "老王"), "小華")
    payment = answer(evening, payments.dispute, payment, "小華")
    payment = answer(evening, payments.confirm, payment, "小華")
    assert (payment.state, balance(evening, "小華")) == ("confirmed", 0)
    assert payment.posting is not None


@pytest.mark.parametrize("amount", [0, -1, 10**14 + 1])
def test_free_payments_are_whole_and_bounded(evening: Evening, amount: int) -> None:
    with pytest.raises(Refused, match="bad_amount"):
        payments.pay_freely(
            evening.unit,
            evening["老王"],
            evening["小華"],
            amount,
            actor=evening.actor("老王"),
            by=evening["老王"],
        )


def test_nobody_pays_himself(evening: Evening) -> None:
    for one in (evening["老王"], None):
        with pytest.raises(Refused, match="bad_amount"):
            payments.pay_freely(
                evening.unit, one, one, 5, actor=evening.actor("阿明"), by=None, confirmed=True
            )


def test_every_story_ends_with_sound_books(evening: Evening, line: PlanLine) -> None:
    first = answer(evening, payments.confirm, mark(evening, line, 60, "老王"), "小華")
    mark(evening, line, 40, "小華")
    payments.reverse(first, actor=evening.actor("阿明"), why="錯人")
    assert list(verify_club(evening.club)) == []
