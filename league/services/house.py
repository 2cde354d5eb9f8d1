"""The house account: fees that members pay, and what the money was spent on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Club, ClubUnit, Expense, Member
from league.services.accounts import accounts_of
from league.services.facts import HOUSE, token
from league.services.presence import let_in
from settlement import ledger
from settlement.models.limits import MAX_AMOUNT

SPENT = "spent"
"""The holder of the account that stands for everything bought: what went out of the club."""


@transaction.atomic
def charge(unit: ClubUnit, fees: Mapping[Member, int], what: str, *, on: date, actor: Actor) -> Expense:
    """Takes a fee from each member for the house. Raises Refused for a fee below 1 or none at all."""
    _check(what, fees.values())
    let_in(unit.club_id, fees)
    names = {member: token(member.pk) for member in fees}
    accounts = accounts_of(unit, [*names.values(), HOUSE])
    entries = [
        ledger.Entry(accounts[names[member]], accounts[HOUSE], amount, Expense.Kind.FEE.value)
        for member, amount in sorted(fees.items(), key=lambda item: item[0].pk)
    ]
    return _enter(unit, Expense.Kind.FEE, entries, sum(fees.values()), what, on, actor)


@transaction.atomic
def spend(unit: ClubUnit, amount: int, what: str, *, on: date, actor: Actor) -> Expense:
    """Takes money out of the house account for something bought. Raises Refused for an amount below 1."""
    _check(what, [amount])
    _lock(unit)
    house = accounts_of(unit, [HOUSE])[HOUSE]
    spent = ledger.account(unit.book, SPENT)
    entries = [ledger.Entry(house, spent, amount, Expense.Kind.EXPENSE.value)]
    return _enter(unit, Expense.Kind.EXPENSE, entries, amount, what, on, actor)


@transaction.atomic
def take_back(expense: Expense, *, actor: Actor, why: str) -> None:
    """Reverses an entry of the club's books; it stays readable with its reversal."""
    if not why.strip():
        raise Refused("no_reason", gettext_noop("Say why: the books show it."), where="why")
    expense = (
        Expense.objects.select_for_update(of=("self",), no_key=True)
        .select_related("posting")
        .get(pk=expense.pk)
    )
    if expense.reversed:
        raise Refused("reversed_already", gettext_noop("This entry is reversed already."), status=409)
    ledger.reverse([expense.posting], actor=actor.label, memo=why)
    expense.reversed = True
    expense.save(update_fields=["reversed"])


def _check(what: str, amounts: Collection[int]) -> None:
    if not what.strip():
        raise Refused("no_purpose", gettext_noop("Say what it is for."), where="what")
    if not amounts or any(not 1 <= amount <= MAX_AMOUNT for amount in amounts):
        raise Refused("bad_amount", gettext_noop("Enter a whole amount of at least 1."), where="amount")


def _lock(unit: ClubUnit) -> None:
    """The club before any account, in the order of every other writer."""
    Club.objects.select_for_update(no_key=True).get(pk=unit.club_id)


def _enter(
    unit: ClubUnit,
    kind: Expense.Kind,
    entries: list[ledger.Entry],
    amount: int,
    what: str,
    on: date,
    actor: Actor,
) -> Expense:
    last = Expense.objects.filter(unit=unit).count()
    [posting] = ledger.post(
        unit.book,
        [
            ledger.Draft(
                kind=kind.value,
                reference=f"house:{unit.pk}:{last + 1}",
                occurred_at=datetime.combine(on, time(12), ZoneInfo(unit.club.time_zone)),
                transfers=entries,
                memo=what[:500],
            )
        ],
        actor=actor.label,
    )
    return Expense.objects.create(
        club_id=unit.club_id,
        unit=unit,
        kind=kind,
        spent_on=on,
        what=what[:200],
        amount=amount,
        posting=posting,
        made_by=actor.label,
    )
