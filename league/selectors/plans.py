"""Settlements as pages show them: what would be accepted now, and plans that were."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.access import Access
from league.look.words import short_day
from league.models import Jiang, Member, PlanLine, PlanShare, Session, SettlementPlan
from league.selectors.nets import NetRow, Part, net_rows, party
from league.selectors.plan_lines import LineRow, is_mine, line_rows, of_member
from league.services.plans import Line, Proposal


@dataclass(frozen=True)
class ProposedLine:
    """A transfer that would settle, in names."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True)
class ProposalPage:
    """What an organiser sees before he accepts. `seen` says which lines they are, for the form to send back."""

    nets: list[NetRow]
    lines: list[ProposedLine]
    later: list[Jiang]
    seen: str

    @property
    def nothing(self) -> bool:
        return not self.nets


def proposal_page(proposal: Proposal) -> ProposalPage:
    """The proposal in names, each sum with what it is made of."""
    again = {one.jiang_id for one in proposal.later}
    again |= settled_before(one.jiang_id for one in proposal.shares)
    parts = [Part(one.jiang_id, one.member_id, one.amount) for one in proposal.shares]
    nets = net_rows(parts, proposal.carried, again)
    names = {row.member.pk if row.member else None: row.name for row in nets}
    lines = [ProposedLine(names[one.payer_id], names[one.payee_id], one.amount) for one in proposal.lines]
    later = Jiang.objects.filter(pk__in=again).select_related("table").order_by("played_on", "pk")
    return ProposalPage(nets, lines, list(later), seen_text(proposal.lines))


def settled_before(ids: Iterable[int]) -> set[int]:
    """The 將 that a plan covers already: what is open of them was corrected since."""
    return set(PlanShare.objects.filter(jiang__in=set(ids)).values_list("jiang_id", flat=True))


def seen_text(lines: Iterable[Line]) -> str:
    """The lines as a form sends them back: `12>15:160,…`, nothing for the house."""
    return ",".join(f"{one.payer_id or ''}>{one.payee_id or ''}:{one.amount}" for one in lines)


def seen_lines(text: str) -> tuple[Line, ...] | None:
    """Lines out of a form; None where it says nothing that could be lines."""
    if not text:
        return ()
    lines = []
    for part in text.split(","):
        ends, colon, amount = part.partition(":")
        payer, arrow, payee = ends.partition(">")
        if not (colon and arrow and amount.isdigit() and all(_is_id(one) for one in (payer, payee))):
            return None
        lines.append(Line(int(payer) if payer else None, int(payee) if payee else None, int(amount)))
    return tuple(lines)


def _is_id(text: str) -> bool:
    return text == "" or (text.isascii() and text.isdigit() and len(text) <= 18)


@dataclass(frozen=True)
class PlanPage:
    """An accepted plan as this reader may see it; `whole` is false where only his own part is shown."""

    plan: SettlementPlan
    title: str
    nets: list[NetRow]
    lines: list[LineRow]
    later: list[Jiang]
    whole: bool

    @property
    def left(self) -> int:
        """What is neither paid nor marked."""
        return sum(row.left for row in self.lines)

    @property
    def done(self) -> int:
        return sum(row.state in ("paid", "carried", "merged") for row in self.lines)


def plans_of(access: Access) -> QuerySet[SettlementPlan]:
    """The accepted plans that this reader may see, the latest first: his own, or all where he sees everyone's money."""
    found = SettlementPlan.objects.filter(club=access.club).select_related("unit", "jiang__table", "session")
    if not access.sees_all_money:
        if access.member is None:
            return found.none()
        found = found.filter(_takes_part(access.member))
    return found.order_by("-accepted_at", "-pk")


def _takes_part(member: Member) -> Q:
    lines = PlanLine.objects.filter(of_member(member))
    shares = PlanShare.objects.filter(member=member).values("plan")
    into = lines.exclude(carried_into=None).values("carried_into")
    return Q(pk__in=shares) | Q(pk__in=lines.values("plan")) | Q(pk__in=into)


def plan_page(plan: SettlementPlan, access: Access) -> PlanPage:
    """The plan with its lines and sums, as far as this reader may see them."""
    shares = list(plan.shares.all())
    carried = list(plan.carried_lines.select_related("plan", "payer", "payee"))
    whole = access.sees_all_money or _of_his_jiang(plan, shares, carried, access.member)
    again = _covered_by_earlier(plan, shares)
    parts = [Part(one.jiang_id, one.member_id, one.amount) for one in shares]
    nets = net_rows(parts, [(line, line.carried_amount) for line in carried], again)
    lines = plan.lines.order_by("position")
    if not whole and access.member is not None:
        nets = [row for row in nets if row.member == access.member]
        lines = lines.filter(of_member(access.member))
    later = Jiang.objects.filter(pk__in=again).select_related("table").order_by("played_on", "pk")
    return PlanPage(
        plan, plan_title(plan), nets, line_rows(access, lines), list(later) if whole else [], whole
    )


def _of_his_jiang(
    plan: SettlementPlan, shares: list[PlanShare], carried: list[PlanLine], member: Member | None
) -> bool:
    """Whoever took part in a 將 sees all its sums, as on its sheet; not those of others carried along."""
    if plan.jiang_id is None or carried or any(one.jiang_id != plan.jiang_id for one in shares):
        return False
    return is_mine(member, *(one.member_id for one in shares))


def _covered_by_earlier(plan: SettlementPlan, shares: list[PlanShare]) -> set[int]:
    """The 將 of a plan that an earlier one had covered: here stands what a correction changed."""
    jiang = {one.jiang_id for one in shares}
    earlier = PlanShare.objects.filter(jiang__in=jiang, plan__lt=plan.pk)
    return set(earlier.values_list("jiang_id", flat=True))


def plan_title(plan: SettlementPlan) -> str:
    """What a plan settles, in a line."""
    if plan.jiang is not None:
        return jiang_title(plan.jiang)
    if plan.session is not None:
        return session_title(plan.session)
    if plan.starts_on is None or plan.ends_on is None:
        return f"#{plan.pk}"
    return span_title(plan.starts_on, plan.ends_on)


def jiang_title(jiang: Jiang) -> str:
    """A 將 by day, table and number."""
    return _("%(day)s, table %(table)s, 將 %(number)s") % {
        "day": short_day(jiang.played_on),
        "table": jiang.table.number,
        "number": jiang.number,
    }


def session_title(session: Session) -> str:
    """A session by its day and name."""
    day = short_day(session.played_on)
    return _("%(day)s, %(name)s") % {"day": day, "name": session.name or _("whole session")}


def span_title(first: date, last: date) -> str:
    """A stretch of days."""
    return _("%(first)s to %(last)s") % {"first": short_day(first), "last": short_day(last)}


__all__ = ["PlanPage", "ProposalPage", "party", "plan_page", "plan_title", "plans_of", "proposal_page"]
