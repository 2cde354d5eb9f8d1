"""What is open: sums of 將 that no plan covers yet, later corrections of covered ones, lines not paid in full."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from league.models import ClubUnit, Jiang, JiangResult, Payment, PlanLine, PlanShare

COUNTED = (Payment.State.MARKED, Payment.State.CONFIRMED, Payment.State.DISPUTED)
"""A payment that waits or is disputed holds its part of a line, so that it is not paid twice meanwhile."""

BETWEEN_TWO = Q(payer__isnull=True) | Q(payee__isnull=True) | ~Q(payer=F("payee"))
"""Lines of two, the house being one of them at times; the others became a person's with himself by a merge."""

NET = F("play_net") + F("bets_net") + F("fees_net")


@dataclass(frozen=True)
class OpenShare:
    """What a member (None: the house) has open in one 將: his sum less what accepted plans cover."""

    jiang_id: int
    member_id: int | None
    amount: int


def over(unit: ClubUnit) -> QuerySet[Jiang]:
    """The 將 of a unit that are over: complete or ended early. One in play is settled when it has ended."""
    return Jiang.objects.filter(club_id=unit.club_id, unit=unit).exclude(state=Jiang.State.OPEN)


def open_shares(all_jiang: QuerySet[Jiang]) -> list[OpenShare]:
    """Every (將, member) with something open, and the house with what is left over; three queries."""
    chosen = list(all_jiang.order_by("pk").values_list("pk", flat=True))
    open_sums: dict[tuple[int, int | None], int] = defaultdict(int)
    results = JiangResult.objects.filter(jiang__in=chosen).values_list("jiang_id", "member_id", NET)
    for jiang_id, member, net in results:
        open_sums[jiang_id, member] += net
        open_sums[jiang_id, None] -= net
    covered = PlanShare.objects.filter(jiang__in=chosen).values_list("jiang_id", "member_id", "amount")
    for jiang_id, member, amount in covered:
        open_sums[jiang_id, member] -= amount
    ordered = sorted(open_sums.items(), key=lambda item: (item[0][0], item[0][1] is None, item[0][1] or 0))
    return [OpenShare(jiang_id, member, amount) for (jiang_id, member), amount in ordered if amount]


def corrected(unit: ClubUnit) -> QuerySet[Jiang]:
    """The 將 that accepted plans cover with other sums than theirs of today: corrected after they were settled.

    That is also one in which somebody has a sum now whom no plan knows there, because he had none then.
    """
    net = JiangResult.objects.filter(jiang=OuterRef("jiang"), member=OuterRef("member")).values(net=NET)
    differing = (
        PlanShare.objects.filter(plan__unit=unit, member__isnull=False)
        .order_by()
        .values("jiang_id", "member_id")
        .annotate(covered=Sum("amount"), net=Coalesce(Subquery(net), 0))
        .exclude(covered=F("net"))
    )
    shares = PlanShare.objects.filter(plan__unit=unit, member__isnull=False)
    known = shares.filter(jiang=OuterRef("jiang"), member=OuterRef("member"))
    unknown = (
        JiangResult.objects.annotate(net_now=NET)
        .filter(~Exists(known), jiang__in=shares.values("jiang"))
        .exclude(net_now=0)
    )
    return over(unit).filter(
        pk__in={row["jiang_id"] for row in differing} | set(unknown.values_list("jiang_id", flat=True))
    )


def open_lines(unit: ClubUnit) -> QuerySet[PlanLine]:
    """The lines of accepted plans with something to pay, each with `left`: neither paid, marked, nor carried on.

    A line between two records of one person, merged since, asks nobody for anything.
    """
    counted = Q(payments__state__in=COUNTED)
    return (
        PlanLine.objects.filter(BETWEEN_TWO, plan__unit=unit)
        .annotate(paid=Coalesce(Sum("payments__amount", filter=counted), 0))
        .annotate(left=F("amount") - F("carried_amount") - F("paid"))
        .filter(left__gt=0)
        .select_related("plan__unit", "payer", "payee")
        .order_by("plan_id", "position")
    )


def line_left(line: PlanLine) -> int:
    """What of a line is neither paid, marked as paid, nor carried on into a later plan."""
    if line.payer_id is not None and line.payer_id == line.payee_id:
        return 0
    paid = line.payments.filter(state__in=COUNTED).aggregate(sum=Sum("amount"))["sum"] or 0
    return int(line.amount - line.carried_amount - paid)
