"""Settling a 將, a session or a span of time: what is open, the fewest transfers, the accepted plan."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Club, ClubUnit, Jiang, PlanLine, PlanShare, Session, SettlementPlan
from league.services.facts import HOUSE, member_id, token
from league.services.open_items import OpenShare, corrected, open_lines, open_shares, over
from settlement import ledger
from settlement.jiang.settle_up import settle_up

PLAN = "plan"


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
        return over(self.unit).filter(self._mine())

    def _mine(self) -> Q:
        if self.jiang is not None:
            return Q(pk=self.jiang.pk)
        if self.session is not None:
            return Q(table__session=self.session)
        return Q(played_on__gte=self.starts_on, played_on__lte=self.ends_on)

    def earlier(self) -> QuerySet[Jiang]:
        """The 將 outside of the scope that were corrected after a plan had covered them."""
        return corrected(self.unit).exclude(self._mine())

    @property
    def kind(self) -> SettlementPlan.Scope:
        if self.jiang is not None:
            return SettlementPlan.Scope.JIANG
        return SettlementPlan.Scope.SPAN if self.session is None else SettlementPlan.Scope.SESSION


@dataclass(frozen=True)
class Line:
    """A transfer that settles: member ids, None for the house."""

    payer_id: int | None
    payee_id: int | None
    amount: int


@dataclass(frozen=True)
class Proposal:
    """What would be accepted now. `later`: of the shares, those of 將 outside the scope, corrected meanwhile.

    `carried` are open lines of earlier plans, with what is open of each, that go into this one.
    """

    shares: tuple[OpenShare, ...]
    later: tuple[OpenShare, ...]
    carried: tuple[tuple[PlanLine, int], ...]
    nets: Mapping[int | None, int]
    lines: tuple[Line, ...]


def propose(scope: Scope, *, carry: bool = False) -> Proposal:
    """What the scope's 將 leave open; writes nothing.

    With `carry` what is open from before goes in as well: what earlier plans left unpaid, and the differences of
    將 that were corrected after they had been settled.
    """
    own = open_shares(scope.all_jiang())
    later = open_shares(scope.earlier()) if carry else []
    carried = tuple((line, _left(line)) for line in _carriable(scope.unit)) if carry else ()
    nets: dict[str, int] = defaultdict(int)
    for share in (*own, *later):
        nets[_name(share.member_id)] += share.amount
    for line, amount in carried:
        nets[_name(line.payer_id)] -= amount
        nets[_name(line.payee_id)] += amount
    lines = tuple(
        Line(_id(one.src), _id(one.dst), one.amount) for one in settle_up(dict(sorted(nets.items())))
    )
    named = {_id(name): amount for name, amount in nets.items()}
    return Proposal((*own, *later), tuple(later), carried, named, lines)


def _carriable(unit: ClubUnit) -> Iterable[PlanLine]:
    """A line is carried on once; what opens on it afterwards (a payment taken back) is paid on the line itself."""
    return open_lines(unit).filter(carried_into=None)


def _left(line: PlanLine) -> int:
    return int(getattr(line, "left", 0))


@transaction.atomic
def accept(
    scope: Scope, *, actor: Actor, carry: bool = False, seen: tuple[Line, ...] | None = None
) -> SettlementPlan:
    """Keeps the plan. `seen` are the lines the reader agreed to: other ones now are refused, nothing written."""
    club = Club.objects.select_for_update(no_key=True).get(pk=scope.unit.club_id)
    _lock_jiang(scope, carry=carry)
    proposal = propose(scope, carry=carry)
    if seen is not None and seen != proposal.lines:
        raise Refused(
            "changed_meanwhile",
            gettext_noop("The sums have changed meanwhile. Nothing was written: look again and accept anew."),
            status=409,
        )
    _require_news(proposal)
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
    _seal(plan, actor)
    return plan


def _require_news(proposal: Proposal) -> None:
    """Accepting twice, one click after the other, must not carry a whole plan on into the same plan again."""
    if not proposal.shares and not proposal.carried:
        raise Refused("nothing_open", gettext_noop("There is nothing open to settle here."), status=409)
    if not proposal.shares and len({line.plan_id for line, _ in proposal.carried}) == 1:
        raise Refused(
            "nothing_new",
            gettext_noop("These lines stand in one settlement already, and nothing is to be added to them."),
            status=409,
        )


def _lock_jiang(scope: Scope, *, carry: bool) -> None:
    """No correction may slip in between what was summed and what is kept."""
    ids = set(scope.all_jiang().values_list("pk", flat=True))
    if carry:
        ids.update(scope.earlier().values_list("pk", flat=True))
    list(Jiang.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


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


def _seal(plan: SettlementPlan, actor: Actor) -> None:
    """An accepted plan stands in the ledger's chain, so that a later change shows. It moves nothing."""
    draft = ledger.Draft(
        kind=PLAN,
        reference=plan_reference(plan),
        occurred_at=plan.accepted_at,
        transfers=(),
        memo=plan_seal(plan),
    )
    ledger.post(plan.unit.book, [draft], actor=actor.label)


def plan_reference(plan: SettlementPlan) -> str:
    """How the ledger names an accepted plan."""
    return f"{PLAN}:{plan.pk}"


def plan_seal(plan: SettlementPlan) -> str:
    """The hash of a plan's sums. Whose they are stays out: merging two records of one person changes no plan."""
    shares = sorted(plan.shares.values_list("jiang_id", "amount"))
    lines = sorted(plan.lines.values_list("position", "amount"))
    text = json.dumps([plan.scope, shares, lines], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _name(member: int | None) -> str:
    return HOUSE if member is None else token(member)


def _id(name: str) -> int | None:
    return None if name == HOUSE else member_id(name)
