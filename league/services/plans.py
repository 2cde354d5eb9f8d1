"""Settling a 將, a session or a span of time: what is open, the fewest transfers, the accepted plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import (
    Club,
    ClubUnit,
    Jiang,
    JiangResult,
    Payment,
    PlanLine,
    PlanShare,
    Session,
    SettlementPlan,
)
from league.services.facts import HOUSE, member_id, token
from settlement.jiang.settle_up import settle_up


@dataclass(frozen=True)
class Scope:
    """What is settled together: exactly one of a 將, a session, or the days from `starts_on` to `ends_on`."""

    unit: ClubUnit
    jiang: Jiang | None = None
    session: Session | None = None
    starts_on: date | None = None
    ends_on: date | None = None

    def all_jiang(self) -> QuerySet[Jiang]:
        """The 將 of the scope that are over (complete or ended early), in the scope's unit."""
        over = Jiang.objects.filter(club_id=self.unit.club_id, unit=self.unit).exclude(state=Jiang.State.OPEN)
        if self.jiang is not None:
            return over.filter(pk=self.jiang.pk)
        if self.session is not None:
            return over.filter(table__session=self.session)
        return over.filter(played_on__gte=self.starts_on, played_on__lte=self.ends_on)

    @property
    def kind(self) -> SettlementPlan.Scope:
        if self.jiang is not None:
            return SettlementPlan.Scope.JIANG
        return SettlementPlan.Scope.SPAN if self.session is None else SettlementPlan.Scope.SESSION


@dataclass(frozen=True)
class OpenShare:
    """What a member (None: the house) has open in one 將: his sum less what accepted plans cover."""

    jiang_id: int
    member_id: int | None
    amount: int


@dataclass(frozen=True)
class Line:
    """A transfer that settles: member ids, None for the house."""

    payer_id: int | None
    payee_id: int | None
    amount: int


@dataclass(frozen=True)
class Proposal:
    """What would be accepted now. `carried` are open lines of earlier plans that go into this one."""

    shares: tuple[OpenShare, ...]
    carried: tuple[tuple[PlanLine, int], ...]
    nets: Mapping[int | None, int]
    lines: tuple[Line, ...]


def propose(scope: Scope, *, carry: bool = False) -> Proposal:
    """What the scope's 將 leave open, with what earlier plans left unpaid when `carry`; writes nothing."""
    shares = tuple(_open_shares(scope.all_jiang()))
    nets: dict[str, int] = defaultdict(int)
    for share in shares:
        nets[_name(share.member_id)] += share.amount
    carried = tuple(open_lines(scope.unit)) if carry else ()
    for line, amount in carried:
        nets[_name(line.payer_id)] -= amount
        nets[_name(line.payee_id)] += amount
    lines = tuple(
        Line(_id(one.src), _id(one.dst), one.amount) for one in settle_up(dict(sorted(nets.items())))
    )
    return Proposal(shares, carried, {_id(name): amount for name, amount in nets.items()}, lines)


@transaction.atomic
def accept(
    scope: Scope, *, actor: Actor, carry: bool = False, seen: tuple[Line, ...] | None = None
) -> SettlementPlan:
    """Keeps the plan. `seen` are the lines the reader agreed to: other ones now are refused, nothing written."""
    club = Club.objects.select_for_update(no_key=True).get(pk=scope.unit.club_id)
    _lock_jiang(scope)
    proposal = propose(scope, carry=carry)
    if seen is not None and seen != proposal.lines:
        raise Refused(
            "changed_meanwhile",
            gettext_noop("The sums have changed meanwhile. Nothing was written: look again and accept anew."),
            status=409,
        )
    if not proposal.shares and not proposal.carried:
        raise Refused("nothing_open", gettext_noop("There is nothing open to settle here."), status=409)
    plan = SettlementPlan.objects.create(
        club=club,
        unit=scope.unit,
        scope=scope.kind,
        jiang=scope.jiang,
        session=scope.session,
        starts_on=scope.starts_on,
        ends_on=scope.ends_on,
        accepted_by=actor.label,
    )
    _write(plan, proposal)
    return plan


def _lock_jiang(scope: Scope) -> None:
    """No correction may slip in between what was summed and what is kept."""
    ids = scope.all_jiang().order_by("pk").values_list("pk", flat=True)
    list(Jiang.objects.select_for_update(no_key=True).filter(pk__in=list(ids)).order_by("pk"))


def _write(plan: SettlementPlan, proposal: Proposal) -> None:
    PlanShare.objects.bulk_create(
        [
            PlanShare(plan=plan, jiang_id=one.jiang_id, member_id=one.member_id, amount=one.amount)
            for one in proposal.shares
        ]
    )
    PlanLine.objects.bulk_create(
        [
            PlanLine(
                plan=plan, position=number, payer_id=one.payer_id, payee_id=one.payee_id, amount=one.amount
            )
            for number, one in enumerate(proposal.lines, start=1)
        ]
    )
    for line, amount in proposal.carried:
        line.carried_into, line.carried_amount = plan, amount
        line.save(update_fields=["carried_into", "carried_amount"])


def _open_shares(all_jiang: QuerySet[Jiang]) -> Iterable[OpenShare]:
    """Every (將, member) with something open, and the house with what is left over."""
    open_sums: dict[tuple[int, int | None], int] = defaultdict(int)
    results = JiangResult.objects.filter(jiang__in=all_jiang).values_list(
        "jiang_id", "member_id", F("play_net") + F("bets_net") + F("fees_net")
    )
    for jiang_id, member, net in results:
        open_sums[jiang_id, member] += net
        open_sums[jiang_id, None] -= net
    covered = PlanShare.objects.filter(jiang__in=all_jiang).values_list("jiang_id", "member_id", "amount")
    for jiang_id, member, amount in covered:
        open_sums[jiang_id, member] -= amount
    ordered = sorted(open_sums.items(), key=lambda item: (item[0][0], item[0][1] is None, item[0][1] or 0))
    return [OpenShare(jiang_id, member, amount) for (jiang_id, member), amount in ordered if amount]


def open_lines(unit: ClubUnit) -> list[tuple[PlanLine, int]]:
    """The lines of accepted plans that are not paid in full (and not carried on), with what is open."""
    counted = Q(payments__state__in=COUNTED)
    lines = (
        PlanLine.objects.filter(plan__unit=unit, carried_into=None)
        .select_related("plan", "payer", "payee")
        .annotate(paid=Sum("payments__amount", filter=counted, default=0))
        .filter(paid__lt=F("amount"))
        .order_by("plan_id", "position")
    )
    return [(line, line.amount - line.paid) for line in lines]


COUNTED = (Payment.State.MARKED, Payment.State.CONFIRMED, Payment.State.DISPUTED)
"""A payment that waits or is disputed holds its part of a line, so that it is not paid twice meanwhile."""


def _name(member: int | None) -> str:
    return HOUSE if member is None else token(member)


def _id(name: str) -> int | None:
    return None if name == HOUSE else member_id(name)
