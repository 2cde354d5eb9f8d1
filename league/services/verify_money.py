"""The part of the check that looks at payments, expenses, and accepted plans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TypeVar

from django.utils.translation import gettext_noop

from league.models import ClubUnit, Expense, Payment, SettlementPlan
from settlement.models import Posting, Transfer

Finding = TypeVar("Finding")
Make = Callable[[str, str, str, dict[str, object]], Finding]


def money_findings(unit: ClubUnit, make: Make[Finding]) -> Iterator[Finding]:
    """What differs among payments, the house's entries, and plans of one unit."""
    yield from _payments(unit, make)
    yield from _expenses(unit, make)
    for plan in (
        SettlementPlan.objects.filter(unit=unit)
        .prefetch_related("shares", "lines", "carried_lines")
        .order_by("pk")
    ):
        yield from _plan(plan, make)


def _payments(unit: ClubUnit, make: Make[Finding]) -> Iterator[Finding]:
    amounts = _amounts(unit, "payment")
    for payment in Payment.objects.filter(unit=unit).exclude(posting=None).order_by("pk"):
        amount, live = amounts.pop(payment.posting_id or 0, (0, False))
        counts = payment.state != Payment.State.REVERSED
        if amount != payment.amount or live != counts:
            yield make(
                "payment_differs",
                f"payment {payment.pk}",
                gettext_noop("the payment says %(amount)s (%(state)s), the ledger has %(ledger)s"),
                {"amount": payment.amount, "state": payment.state, "ledger": amount if live else 0},
            )
    yield from _unknown(amounts, make)


def _expenses(unit: ClubUnit, make: Make[Finding]) -> Iterator[Finding]:
    amounts = _amounts(unit, "expense") | _amounts(unit, "fee")
    for expense in Expense.objects.filter(unit=unit).order_by("pk"):
        amount, live = amounts.pop(expense.posting_id, (0, False))
        if amount != expense.amount or live == expense.reversed:
            yield make(
                "expense_differs",
                f"expense {expense.pk}",
                gettext_noop("the entry says %(amount)s, the ledger has %(ledger)s"),
                {"amount": expense.amount, "ledger": amount if live else 0},
            )
    yield from _unknown(amounts, make)


def _amounts(unit: ClubUnit, kind: str) -> dict[int, tuple[int, bool]]:
    """The sum of each posting of a kind and whether it stands unreversed."""
    sums: dict[int, int] = defaultdict(int)
    postings = Posting.objects.filter(book_id=unit.book_id, kind=kind, reverses=None)
    for pk, amount in Transfer.objects.filter(posting__in=postings).values_list("posting_id", "amount"):
        sums[pk] += amount
    gone = set(postings.exclude(reversed_by=None).values_list("pk", flat=True))
    return {pk: (sums[pk], pk not in gone) for pk in postings.values_list("pk", flat=True)}


def _unknown(amounts: dict[int, tuple[int, bool]], make: Make[Finding]) -> Iterator[Finding]:
    for pk, (amount, live) in amounts.items():
        if live:
            yield make(
                "posting_of_nothing",
                f"posting {pk}",
                gettext_noop("a posting over %(amount)s belongs to no payment and no entry"),
                {"amount": amount},
            )


def _plan(plan: SettlementPlan, make: Make[Finding]) -> Iterator[Finding]:
    """Shares sum to zero; lines settle exactly the shares and what was carried in."""
    nets: dict[int | None, int] = defaultdict(int)
    for share in plan.shares.all():
        nets[share.member_id] += share.amount
    if sum(nets.values()) != 0:
        yield make(
            "plan_unbalanced",
            f"plan {plan.pk}",
            gettext_noop("the shares sum to %(sum)s and not to zero"),
            {"sum": sum(nets.values())},
        )
    for carried in plan.carried_lines.all():
        nets[carried.payer_id] -= carried.carried_amount
        nets[carried.payee_id] += carried.carried_amount
    for line in plan.lines.all():
        nets[line.payer_id] += line.amount
        nets[line.payee_id] -= line.amount
    if any(nets.values()):
        yield make(
            "plan_does_not_settle",
            f"plan {plan.pk}",
            gettext_noop("the lines leave %(left)s open"),
            {"left": {str(member): amount for member, amount in nets.items() if amount}},
        )
