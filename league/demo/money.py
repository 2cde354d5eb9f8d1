"""The demo club's money: the last evenings settled, paid in part, and what the house took and spent."""

from __future__ import annotations

from datetime import date

from league.actors import Actor
from league.models import Club, ClubUnit, Member, Session, SettlementPlan
from league.services import payments, plans
from league.services.house import charge, spend, take_back
from league.services.payments import other_side

SETTLED = 3
FEE = 100


def settle(club: Club, today: date, actor: Actor) -> None:
    """The evenings before the last are settled; what of it is paid gets less from one to the next."""
    unit = club.units.get(is_default=True)
    unit.club = club
    evenings = list(club.sessions.order_by("-played_on")[1 : SETTLED + 1])
    for place, session in enumerate(reversed(evenings)):
        _pay(_accept(unit, session, actor), actor, unpaid=place)
    _keep_house(club, unit, today, actor)


def _accept(unit: ClubUnit, session: Session, actor: Actor) -> SettlementPlan:
    return plans.accept(plans.Scope(unit, session=session), actor=actor)


def _pay(plan: SettlementPlan, actor: Actor, *, unpaid: int) -> None:
    """All lines, or all but some: one of these is marked and not answered, one is disputed, one paid by half."""
    lines = list(plan.lines.select_related("payer", "payee").order_by("position"))
    done = len(lines) - unpaid * len(lines) // SETTLED
    for line in lines[:done]:
        payments.pay_line(line, line.amount, actor=actor, by=None, confirmed=True)
    for line, turn in zip(lines[done:], range(3), strict=False):
        if line.payer is None or line.payee is None:
            continue
        amount = line.amount if turn != 1 else max(line.amount // 2, 1)
        made = payments.pay_line(line, amount, actor=_own(line.payer, actor), by=line.payer)
        if turn == 2:
            other = other_side(made)
            payments.dispute(made, actor=actor, by=other, why="還沒有收到")


def _own(member: Member, otherwise: Actor) -> Actor:
    return Actor.user(member.user_id) if member.user_id else otherwise


def _keep_house(club: Club, unit: ClubUnit, today: date, actor: Actor) -> None:
    members = club.members.filter(is_guest=False, left_on=None, merged_into=None)
    first = today.replace(day=1)
    charge(unit, dict.fromkeys(members, FEE), f"{first.year}年{first.month}月社費", on=first, actor=actor)
    for member in members.order_by("pk")[:8]:
        payments.pay_freely(unit, member, None, FEE, actor=actor, by=None, confirmed=True, note="社費")
    spend(unit, 360, "茶水、點心", on=today, actor=actor)
    take_back(spend(unit, 1200, "新牌一副", on=today, actor=actor), actor=actor, why="退貨")
