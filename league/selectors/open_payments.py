"""Who owes whom: the open lines of accepted settlements, payments that wait, and what else a balance is made of."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F, Q, QuerySet, Sum

from league.access import Access
from league.models import ClubUnit, JiangResult, Member, Payment, PlanLine, PlanShare
from league.selectors.balances import unit_balances
from league.selectors.plan_lines import LineRow, PaymentRow, line_rows, of_member, payment_rows
from league.services.open_items import BETWEEN_TWO, NET, open_lines

UNANSWERED = (Payment.State.MARKED, Payment.State.DISPUTED)


@dataclass(frozen=True)
class Makeup:
    """What a member's balance consists of: they add up to it.

    `accepted`: lines of accepted settlements that are not paid yet; `unsettled`: 將 no settlement covers yet;
    `beside`: fees, and payments outside of settlements.
    """

    balance: int
    accepted: int
    unsettled: int

    @property
    def beside(self) -> int:
        return self.balance - self.accepted - self.unsettled


@dataclass(frozen=True)
class OpenPage:
    """One's own open lines, what waits for his answer, and where he may see it everyone's."""

    makeup: Makeup | None
    owe: list[LineRow]
    owed: list[LineRow]
    answer: list[PaymentRow]
    waiting: list[PaymentRow]
    all_lines: list[LineRow]
    all_waiting: list[PaymentRow]

    @property
    def to_pay(self) -> int:
        return sum(row.left for row in self.owe)

    @property
    def to_get(self) -> int:
        return sum(row.left for row in self.owed)


def open_page(access: Access, unit: ClubUnit) -> OpenPage:
    """A fixed number of queries; they cost what is open and what the reader ever had to pay."""
    waiting = Payment.objects.filter(unit=unit, state__in=UNANSWERED).order_by("marked_at", "pk")
    member = access.member
    own_lines = [] if member is None else line_rows(access, _open(unit).filter(of_member(member)))
    own = [] if member is None else payment_rows(access, waiting.filter(of_member(member)))
    everyone = access.sees_all_money
    return OpenPage(
        makeup=None if member is None else makeup(member, unit),
        owe=[row for row in own_lines if member is not None and row.line.payer_id == member.pk],
        owed=[row for row in own_lines if member is not None and row.line.payee_id == member.pk],
        answer=[row for row in own if "confirm" in row.acts and not _spoke(row, member)],
        waiting=[row for row in own if "confirm" not in row.acts or _spoke(row, member)],
        all_lines=line_rows(access, _open(unit)) if everyone else [],
        all_waiting=payment_rows(access, waiting) if everyone else [],
    )


def _open(unit: ClubUnit) -> QuerySet[PlanLine]:
    return PlanLine.objects.filter(pk__in=open_lines(unit).values("pk")).order_by("plan_id", "position")


def _spoke(row: PaymentRow, member: Member | None) -> bool:
    """Whether the reader himself marked it: then he waits for the other."""
    payment = row.payment
    marker = payment.payer_id if payment.marked_by_payer else payment.payee_id
    return member is not None and marker == member.pk


def makeup(member: Member, unit: ClubUnit) -> Makeup:
    """What a member's balance in a unit is made of; five queries, each over his own rows."""
    balance = sum(one.amount for one in unit_balances(member) if one.unit == unit)
    played = JiangResult.objects.filter(member=member, jiang__unit=unit).aggregate(sum=Sum(NET))["sum"] or 0
    covered = (
        PlanShare.objects.filter(member=member, plan__unit=unit).aggregate(sum=Sum("amount"))["sum"] or 0
    )
    accepted = 0
    lines = PlanLine.objects.filter(BETWEEN_TWO, plan__unit=unit)
    posted = Payment.objects.filter(unit=unit, posting__isnull=False).exclude(state=Payment.State.REVERSED)
    for side, sign in (("payee", 1), ("payer", -1)):
        mine = lines.filter(Q(**{side: member}))
        due = mine.aggregate(sum=Sum(F("amount") - F("carried_amount")))["sum"] or 0
        paid = posted.filter(line__in=mine).aggregate(sum=Sum("amount"))["sum"] or 0
        accepted += sign * (due - paid)
    return Makeup(balance, accepted, played - covered)
