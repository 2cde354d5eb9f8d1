"""The part of the check that looks at payments, expenses, and accepted plans."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Sum
from django.utils.translation import gettext_noop

from league.models import ClubUnit, Expense, Payment, PlanLine, SettlementPlan
from league.services.facts import HOUSE, token
from league.services.findings import Finding
from league.services.open_items import COUNTED
from league.services.plans import PLAN, plan_reference, plan_seal
from settlement.models import Posting, Transfer

Owners = Mapping[int, str]
"""Whose each ledger account is, as a token."""


@dataclass
class Posted:
    """What a posting moves: its sum, whether it stands unreversed, who pays and who is paid in it."""

    amount: int = 0
    live: bool = False
    ends: tuple[str, str] = ("", "")


def money_findings(unit: ClubUnit, owners: Owners) -> Iterator[Finding]:
    """What differs among payments, the house's entries, and plans of one unit."""
    yield from _payments(unit, owners)
    yield from _lines(unit)
    yield from _expenses(unit, owners)
    seals = dict(
        Posting.objects.filter(book_id=unit.book_id, kind=PLAN, reverses=None).values_list(
            "reference", "memo"
        )
    )
    plans = SettlementPlan.objects.filter(unit=unit).prefetch_related("shares", "lines", "carried_lines")
    for plan in plans.order_by("pk"):
        yield from _plan(plan)
        if seals.pop(plan_reference(plan), None) != plan_seal(plan):
            yield Finding(
                "plan_changed",
                f"plan {plan.pk}",
                gettext_noop("its sums are not those that were accepted"),
                {},
            )
    for reference in sorted(seals):
        yield Finding("plan_missing", reference, gettext_noop("an accepted settlement is gone"), {})


def _payments(unit: ClubUnit, owners: Owners) -> Iterator[Finding]:
    posted = _posted(unit, "payment", owners)
    for payment in Payment.objects.filter(unit=unit).exclude(posting=None).order_by("pk"):
        found = posted.pop(payment.posting_id or 0, Posted())
        counts = payment.state != Payment.State.REVERSED
        if found.amount != payment.amount or found.live != counts:
            yield Finding(
                "payment_differs",
                f"payment {payment.pk}",
                gettext_noop("the payment says %(amount)s (%(state)s), the ledger has %(ledger)s"),
                {
                    "amount": payment.amount,
                    "state": payment.state,
                    "ledger": found.amount if found.live else 0,
                },
            )
        elif found.ends != (_token(payment.payee_id), _token(payment.payer_id)):
            yield Finding(
                "payment_of_others",
                f"payment {payment.pk}",
                gettext_noop("the ledger has it between %(payer)s and %(payee)s"),
                {"payer": found.ends[1], "payee": found.ends[0]},
            )
    yield from _unknown(posted)


def _token(member: int | None) -> str:
    return HOUSE if member is None else token(member)


def _lines(unit: ClubUnit) -> Iterator[Finding]:
    """No line is paid beyond its amount, and what a line's payments move is between the line's two."""
    paid = dict(
        Payment.objects.filter(unit=unit, state__in=COUNTED)
        .exclude(line=None)
        .order_by()
        .values_list("line")
        .annotate(Sum("amount"))
    )
    for line in PlanLine.objects.filter(plan__unit=unit, pk__in=paid).order_by("pk"):
        if paid[line.pk] + line.carried_amount > line.amount:
            yield Finding(
                "line_overpaid",
                f"plan {line.plan_id} line {line.position}",
                gettext_noop("%(paid)s are paid or carried on of %(amount)s"),
                {"paid": paid[line.pk] + line.carried_amount, "amount": line.amount},
            )


def _expenses(unit: ClubUnit, owners: Owners) -> Iterator[Finding]:
    posted = _posted(unit, "expense", owners) | _posted(unit, "fee", owners)
    for expense in Expense.objects.filter(unit=unit).order_by("pk"):
        found = posted.pop(expense.posting_id, Posted())
        if found.amount != expense.amount or found.live == expense.reversed:
            yield Finding(
                "expense_differs",
                f"expense {expense.pk}",
                gettext_noop("the entry says %(amount)s, the ledger has %(ledger)s"),
                {
                    "amount": 0 if expense.reversed else expense.amount,
                    "ledger": found.amount if found.live else 0,
                },
            )
    yield from _unknown(posted)


def _posted(unit: ClubUnit, kind: str, owners: Owners) -> dict[int, Posted]:
    """What each posting of a kind moves, by its id."""
    postings = Posting.objects.filter(book_id=unit.book_id, kind=kind, reverses=None)
    gone = set(postings.exclude(reversed_by=None).values_list("pk", flat=True))
    found = {pk: Posted(live=pk not in gone) for pk in postings.values_list("pk", flat=True)}
    rows = Transfer.objects.filter(posting__in=postings).values_list(
        "posting_id", "src_id", "dst_id", "amount"
    )
    for pk, src, dst, amount in rows:
        found[pk].amount += amount
        found[pk].ends = (owners.get(src, ""), owners.get(dst, ""))
    return found


def _unknown(posted: Mapping[int, Posted]) -> Iterator[Finding]:
    for pk, found in posted.items():
        if found.live:
            yield Finding(
                "posting_of_nothing",
                f"posting {pk}",
                gettext_noop("a posting over %(amount)s belongs to no payment and no entry"),
                {"amount": found.amount},
            )


def _plan(plan: SettlementPlan) -> Iterator[Finding]:
    """The shares of each 將 sum to zero; the lines settle exactly the shares and what was carried in."""
    nets: dict[int | None, int] = defaultdict(int)
    by_jiang: dict[int, int] = defaultdict(int)
    for share in plan.shares.all():
        nets[share.member_id] += share.amount
        by_jiang[share.jiang_id] += share.amount
    for jiang, total in by_jiang.items():
        if total:
            yield Finding(
                "plan_unbalanced",
                f"plan {plan.pk}",
                gettext_noop("the shares of 將 %(jiang)s sum to %(sum)s and not to zero"),
                {"jiang": jiang, "sum": total},
            )
    for carried in plan.carried_lines.all():
        nets[carried.payer_id] -= carried.carried_amount
        nets[carried.payee_id] += carried.carried_amount
    for line in plan.lines.all():
        nets[line.payer_id] += line.amount
        nets[line.payee_id] -= line.amount
    if any(nets.values()):
        yield Finding(
            "plan_does_not_settle",
            f"plan {plan.pk}",
            gettext_noop("the lines leave %(left)s open"),
            {"left": ", ".join(f"{_token(one)} {left:+}" for one, left in nets.items() if left)},
        )
