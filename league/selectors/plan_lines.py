"""The lines of accepted settlements, with what was paid of each and what this reader may do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.access import Access
from league.models import Member, Payment, PlanLine
from league.selectors.nets import party
from league.services.payments import other_side

State = Payment.State

WORDS: dict[str, str | Promise] = {
    "open": _("open"),
    "part": _("partly paid"),
    "waiting": _("waits for confirmation"),
    "disputed": _("disputed"),
    "paid": _("paid"),
    "carried": _("carried on"),
    "merged": _("one person now"),
}
"""How it stands with a line, in words."""

BADGES = {"open": "", "part": "warn", "waiting": "warn", "disputed": "alarm", "paid": "felt", "carried": ""}


@dataclass(frozen=True)
class PaymentRow:
    """A payment and what the reader may do about it: `confirm`, `dispute`, `withdraw`, `reverse`."""

    payment: Payment
    payer: str
    payee: str
    acts: tuple[str, ...]

    @property
    def badge(self) -> str:
        kinds = {State.CONFIRMED: "felt", State.MARKED: "warn", State.DISPUTED: "alarm"}
        return kinds.get(State(self.payment.state), "")


@dataclass(frozen=True)
class LineRow:
    """One transfer of a plan. `paid` counts in the ledger, `waiting` is marked or disputed, `left` is neither."""

    line: PlanLine
    payer: str
    payee: str
    paid: int
    waiting: int
    left: int
    state: str
    payments: tuple[PaymentRow, ...]
    may_pay: bool
    mine: bool

    @property
    def told(self) -> str:
        return str(WORDS[self.state])

    @property
    def badge(self) -> str:
        return BADGES.get(self.state, "")


def line_rows(access: Access, lines: QuerySet[PlanLine]) -> list[LineRow]:
    """The lines with their payments, in the order of the query. Two queries."""
    made = Payment.objects.select_related("payer", "payee", "posting").order_by("pk")
    found = lines.select_related("plan__unit", "payer", "payee", "carried_into").prefetch_related(
        Prefetch("payments", queryset=made)
    )
    return [_row(access, line) for line in found]


def _row(access: Access, line: PlanLine) -> LineRow:
    payments = list(line.payments.all())
    paid = sum(one.amount for one in payments if counts(one))
    waiting = sum(one.amount for one in payments if _waits(one))
    merged = line.payer_id is not None and line.payer_id == line.payee_id
    left = 0 if merged else line.amount - line.carried_amount - paid - waiting
    mine = is_mine(access.member, line.payer_id, line.payee_id)
    return LineRow(
        line=line,
        payer=party(line.payer),
        payee=party(line.payee),
        paid=paid,
        waiting=waiting,
        left=left,
        state="merged" if merged else _state(line, payments, paid, waiting, left),
        payments=tuple(payment_row(access, one) for one in payments),
        may_pay=left > 0 and (access.organises or mine),
        mine=mine,
    )


def is_mine(member: Member | None, *ends: int | None) -> bool:
    return member is not None and member.pk in ends


def counts(payment: Payment) -> bool:
    """Whether it stands in the ledger; a disputed payment goes on counting until it is reversed."""
    return payment.posting_id is not None and payment.state != State.REVERSED


def _waits(payment: Payment) -> bool:
    return payment.posting_id is None and payment.state in (State.MARKED, State.DISPUTED)


def _state(line: PlanLine, payments: Iterable[Payment], paid: int, waiting: int, left: int) -> str:
    if any(one.state == State.DISPUTED for one in payments):
        return "disputed"
    if waiting:
        return "waiting"
    if left == 0:
        return "carried" if line.carried_amount else "paid"
    return "part" if paid or line.carried_amount else "open"


def payment_rows(access: Access, found: QuerySet[Payment]) -> list[PaymentRow]:
    """Payments in the order of the query. One query."""
    return [
        payment_row(access, one)
        for one in found.select_related("payer", "payee", "posting", "unit", "line__plan")
    ]


def payment_row(access: Access, payment: Payment) -> PaymentRow:
    return PaymentRow(payment, party(payment.payer), party(payment.payee), acts(access, payment))


def acts(access: Access, payment: Payment) -> tuple[str, ...]:
    """What this reader may do about a payment, the usual step first."""
    member, posted = access.member, payment.posting_id is not None
    if member is None or payment.state in (State.WITHDRAWN, State.REVERSED):
        return ()
    marker = payment.payer if payment.marked_by_payer else payment.payee
    mine = is_mine(member, payment.payer_id, payment.payee_id)
    may = {
        "confirm": payment.state != State.CONFIRMED and (access.organises or member == other_side(payment)),
        "withdraw": not posted and (access.organises or member == marker),
        "dispute": payment.state != State.DISPUTED and (access.organises or mine),
        "reverse": posted and access.organises,
    }
    return tuple(act for act, allowed in may.items() if allowed)


def of_member(member: Member) -> Q:
    """Lines and payments that a member gives or takes."""
    return Q(payer=member) | Q(payee=member)
