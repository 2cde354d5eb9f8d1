"""Payments: marked by one side, confirmed by the other or an organiser; disputed, withdrawn, reversed."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Club, ClubUnit, Member, Payment, PaymentEvent, PlanLine
from league.services.accounts import accounts_of
from league.services.facts import HOUSE, token
from league.services.open_items import line_left
from league.services.presence import let_in
from settlement import ledger
from settlement.models.limits import MAX_AMOUNT

PAYMENT = "payment"
State = Payment.State


@transaction.atomic
def pay_line(
    line: PlanLine, amount: int, *, actor: Actor, by: Member | None, confirmed: bool = False, note: str = ""
) -> Payment:
    """Marks a line of a plan as paid, wholly or in part. `by` is who says so; an organiser confirms at once.

    Raises Refused when more is paid than is open, or who says so is on neither side of the line.
    """
    Club.objects.select_for_update(no_key=True).get(pk=line.plan.club_id)
    line = PlanLine.objects.select_related("plan__unit", "payer", "payee").get(pk=line.pk)
    left = line_left(line)
    if left == 0:
        raise Refused("nothing_left", gettext_noop("Nothing is open on this line any more."), status=409)
    if not 1 <= amount <= left:
        raise Refused(
            "more_than_open",
            gettext_noop("%(left)s are open on this line: enter a whole amount from 1 to that."),
            where="amount",
            left=left,
        )
    return _mark(line.plan.unit, line, line.payer, line.payee, amount, actor, by, confirmed, note)


@transaction.atomic
def pay_freely(
    unit: ClubUnit,
    payer: Member | None,
    payee: Member | None,
    amount: int,
    *,
    actor: Actor,
    by: Member | None,
    confirmed: bool = False,
    note: str = "",
) -> Payment:
    """Money handed over outside of any plan (None: the house). Raises Refused for an amount below 1."""
    let_in(unit.club_id, [payer, payee])
    if not 1 <= amount <= MAX_AMOUNT or payer == payee:
        raise Refused(
            "bad_amount",
            gettext_noop("A payment is a whole amount of at least 1 between two."),
            where="amount",
        )
    return _mark(unit, None, payer, payee, amount, actor, by, confirmed, note)


def _mark(
    unit: ClubUnit,
    line: PlanLine | None,
    payer: Member | None,
    payee: Member | None,
    amount: int,
    actor: Actor,
    by: Member | None,
    confirmed: bool,
    note: str,
) -> Payment:
    if not confirmed and (by is None or by not in (payer, payee)):
        raise Refused(
            "not_yours",
            gettext_noop("Only the two sides of a payment and the organiser can mark it."),
            status=403,
        )
    payment = Payment.objects.create(
        club_id=unit.club_id,
        unit=unit,
        line=line,
        payer=payer,
        payee=payee,
        amount=amount,
        note=note,
        marked_by=actor.label,
        marked_by_payer=by is not None and by == payer,
    )
    _keep_event(payment, actor, note)
    return _confirm(payment, actor) if confirmed else payment


@transaction.atomic
def confirm(payment: Payment, *, actor: Actor, by: Member | None, organiser: bool = False) -> Payment:
    """The other side (or an organiser) says the money arrived: now it is in the ledger."""
    payment = _lock(payment)
    _require(payment, {State.MARKED, State.DISPUTED})
    if not organiser and (by is None or by != other_side(payment)):
        raise _not_yours()
    return _confirm(payment, actor)


@transaction.atomic
def dispute(
    payment: Payment, *, actor: Actor, by: Member | None, organiser: bool = False, why: str = ""
) -> Payment:
    """One of the two says it is not so. A payment that counted goes on counting until it is reversed."""
    payment = _lock(payment)
    _require(payment, {State.MARKED, State.CONFIRMED})
    if not organiser and (by is None or by not in (payment.payer, payment.payee)):
        raise _not_yours()
    return _answer(payment, State.DISPUTED, actor, why)


@transaction.atomic
def withdraw(
    payment: Payment, *, actor: Actor, by: Member | None, organiser: bool = False, why: str = ""
) -> Payment:
    """Who marked a payment takes it back before it counts; an organiser can as well."""
    payment = _lock(payment)
    _require(payment, {State.MARKED, State.DISPUTED})
    if payment.posting is not None:
        raise _wrong_state(payment)
    marker = payment.payer if payment.marked_by_payer else payment.payee
    if not organiser and (by is None or by != marker):
        raise _not_yours()
    return _answer(payment, State.WITHDRAWN, actor, why)


@transaction.atomic
def reverse(payment: Payment, *, actor: Actor, why: str) -> Payment:
    """An organiser takes a payment that counted out of the ledger; the line it paid is open again."""
    if not why.strip():
        raise Refused("no_reason", gettext_noop("Say why: both sides will read it."), where="why")
    payment = _lock(payment)
    _require(payment, {State.CONFIRMED, State.DISPUTED})
    if payment.posting is None:
        raise _wrong_state(payment)
    ledger.reverse([payment.posting], actor=actor.label, memo=why)
    return _answer(payment, State.REVERSED, actor, why)


def other_side(payment: Payment) -> Member | None:
    """Who has to confirm: the side that did not mark the payment."""
    return payment.payee if payment.marked_by_payer else payment.payer


def _lock(payment: Payment) -> Payment:
    """The payment, with its club locked before it, as in every write of money."""
    Club.objects.select_for_update(no_key=True).get(pk=payment.club_id)
    return (
        Payment.objects.select_for_update(of=("self",), no_key=True)
        .select_related("unit__book", "payer", "payee", "posting")
        .get(pk=payment.pk)
    )


def _require(payment: Payment, states: Collection[str]) -> None:
    if payment.state not in states:
        raise _wrong_state(payment)


def _wrong_state(payment: Payment) -> Refused:
    return Refused(
        "payment_answered",
        gettext_noop("This payment is %(state)s already. Nothing was changed."),
        status=409,
        state=payment.get_state_display(),
    )


def _not_yours() -> Refused:
    return Refused("not_yours", gettext_noop("This payment is for somebody else to answer."), status=403)


def _confirm(payment: Payment, actor: Actor) -> Payment:
    """The money went from payer to payee, so the payee's claim on the payer is smaller by it."""
    if payment.posting is not None:
        return _answer(payment, State.CONFIRMED, actor, "")
    names = [token(one.pk) if one else HOUSE for one in (payment.payer, payment.payee)]
    accounts = accounts_of(payment.unit, names)
    payer, payee = (accounts[name] for name in names)
    [payment.posting] = ledger.post(
        payment.unit.book,
        [
            ledger.Draft(
                kind=PAYMENT,
                reference=f"{PAYMENT}:{payment.pk}",
                occurred_at=timezone.now(),
                transfers=[ledger.Entry(payee, payer, payment.amount, PAYMENT)],
                memo=payment.note,
            )
        ],
        actor=actor.label,
    )
    return _answer(payment, State.CONFIRMED, actor, "")


def _answer(payment: Payment, state: str, actor: Actor, why: str) -> Payment:
    payment.state, payment.answered_by, payment.why = state, actor.label, why[:200]
    payment.answered_at = timezone.now()
    payment.save(update_fields=["state", "answered_by", "why", "answered_at", "posting"])
    _keep_event(payment, actor, why)
    return payment


def _keep_event(payment: Payment, actor: Actor, why: str) -> None:
    PaymentEvent.objects.create(payment=payment, state=payment.state, actor=actor.label, why=why[:200])
