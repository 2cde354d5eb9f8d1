"""Ways to damage a club that only somebody with the database open has."""

from __future__ import annotations

from typing import Any

from django.db import connection, transaction

from league.models import (
    Hand,
    HandRevision,
    Jiang,
    MemberAccount,
    Payment,
    PlanLine,
    PlanShare,
    SettlementPlan,
    Sitting,
)
from league.services.posting import reference
from settlement import ledger
from settlement.models import Balance, Book, Checkpoint, Posting, Transfer
from tests.settling.evening import Evening


def jiang(club: Evening, number: int = 1) -> Jiang:
    return list(Jiang.objects.filter(club=club.club).order_by("pk"))[number - 1]


def at(club: Evening, number: int, place: int = 1) -> Any:
    """Hand `number` of a 將, as a query."""
    return Hand.objects.filter(jiang=jiang(club, place), number=number, struck_at=None)


def transfers(club: Evening, number: int) -> Any:
    return Transfer.objects.filter(posting=at(club, number).get().posting_id)


def change_facts(club: Evening, number: int, **facts: Any) -> Hand:
    one: Hand = at(club, number).get()
    one.facts = one.facts | facts
    one.save(update_fields=["facts"])
    return one


def with_revision(club: Evening, number: int, **facts: Any) -> None:
    """A hand and its last revision changed alike."""
    one = change_facts(club, number, **facts)
    last = one.revisions.order_by("number").last()
    assert last is not None
    HandRevision.objects.filter(pk=last.pk).update(facts=one.facts)


def delete(table: str, pk: int) -> None:
    """By hand: the ORM would refuse or take other rows along."""
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE id = %s", [pk])  # noqa: S608


def delete_hand(club: Evening, number: int) -> None:
    pk = at(club, number).get().pk
    HandRevision.objects.filter(hand=pk).delete()
    delete("league_hand", pk)


def post_again(club: Evening, number: int, *, named: bool = False) -> None:
    """The transfers of a hand once more: under a name of its own, or as another posting of the same hand."""
    one: Hand = at(club, number).select_related("posting").get()
    if named:
        Posting.objects.filter(pk=one.posting_id).update(reference="hand:gone")
    entries = [
        ledger.Entry(row.src, row.dst, row.amount, row.reason)
        for row in transfers(club, number).select_related("src", "dst")
    ]
    name = reference(one) if named else "hand:00000000-0000-4000-8000-000000000000"
    draft = ledger.Draft(
        kind="hand", reference=name, revision=9, occurred_at=one.posting.occurred_at, transfers=entries
    )
    with transaction.atomic():
        ledger.post(club.unit.book, [draft], actor="nobody")


def post_under_payment(club: Evening) -> None:
    """Money moved in the ledger that no payment says."""
    people = ledger.accounts(club.unit.book, [f"member:{club[name].pk}" for name in ("老王", "小華")])
    src, dst = people.values()
    draft = ledger.Draft(
        kind="payment", reference="payment:0", occurred_at=at(club, 1).get().recorded_at,
        transfers=[ledger.Entry(src, dst, 5, "payment")],
    )  # fmt: skip
    with transaction.atomic():
        ledger.post(club.unit.book, [draft], actor="nobody")


def unreverse(club: Evening) -> None:
    """The reversal of the struck hand turned into a posting of something else."""
    struck = Hand.objects.filter(jiang=jiang(club)).exclude(struck_at=None).get()
    reversal = Posting.objects.filter(reference=reference(struck)).exclude(reverses=None)
    reversal.update(reverses=None, reference="jiang:none", kind="note", revision=99)


def balance(club: Evening, name: str) -> Any:
    return Balance.objects.filter(account__holder=f"member:{club[name].pk}")


def payment() -> Any:
    return Payment.objects.filter(pk=Payment.objects.order_by("pk").values_list("pk", flat=True)[0])


def line(plan: int = 1) -> Any:
    first = SettlementPlan.objects.order_by("pk")[plan - 1]
    return PlanLine.objects.filter(plan=first, position=1)


def share() -> Any:
    return PlanShare.objects.filter(pk=PlanShare.objects.order_by("pk").values_list("pk", flat=True)[0])


def shares_of_another_jiang(club: Evening) -> None:
    """A plan said to have covered another 將 with the same sums: all still fits, and only the seal tells."""
    PlanShare.objects.filter(plan=SettlementPlan.objects.order_by("pk")[0]).update(jiang=jiang(club, 2))


def add_checkpoint(club: Evening) -> None:
    row = transfers(club, 1).first()
    Checkpoint(account_id=row.src_id, posting_id=row.posting_id, amount=7).save(force_insert=True)


def move_account(club: Evening) -> None:
    MemberAccount.objects.filter(member=club["老王"]).update(member=club["小華"])


def swap_seats(club: Evening) -> None:
    seats = Sitting.objects.filter(jiang=jiang(club), seat__in=(1, 2)).order_by("seat")
    one, other = list(seats)
    Sitting.objects.filter(pk=one.pk).update(member=other.member_id)
    Sitting.objects.filter(pk=other.pk).update(member=one.member_id)


def head(club: Evening) -> Any:
    return Book.objects.filter(pk=club.unit.book_id)
