"""Who sits where, put right: two who sat in each other's seats, and somebody who takes a seat over."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Jiang, Member, Sitting
from league.services.facts import Facts
from league.services.hands import check_version, keep_late_bets, lock
from league.services.presence import let_in
from league.services.settling import write_outcome
from settlement.jiang.replay import Outcome


@transaction.atomic
def swap(jiang: Jiang, one: int, other: int, *, version: int, actor: Actor, why: str = "") -> Outcome:
    """Two players who sat in each other's seats by mistake change places for the whole 將.

    The hands stay as they are by seat; the sums go to who really sat there.
    """
    locked = lock(jiang.pk)
    check_version(locked, version)
    if one == other or not {one, other} <= set(range(4)):
        raise Refused("seats", gettext_noop("Choose two different seats."), where="seats")
    rows = {sitting.seat: sitting for sitting in locked.sittings.filter(from_hand=1, seat__in=(one, other))}
    rows[one].member, rows[other].member = rows[other].member, rows[one].member
    Sitting.objects.bulk_update(rows.values(), ["member"])
    return _write(locked, actor, why)


@transaction.atomic
def take_over(
    jiang: Jiang, seat: int, member: Member, from_hand: int, *, version: int, actor: Actor, why: str = ""
) -> Outcome:
    """Another person sits in a seat from a hand on; deal, streak and 內插 stay with the seat."""
    let_in(jiang.club_id, [member])
    locked = lock(jiang.pk)
    check_version(locked, version)
    if member.club_id != locked.club_id:
        raise Refused(
            "seats", gettext_noop("Only members and guests of this club sit at its tables."), where="member"
        )
    _check_free(locked, member, from_hand)
    if not 2 <= from_hand <= locked.hand_count + 1:
        raise Refused(
            "from_hand",
            gettext_noop("A seat is taken over from hand 2 to hand %(last)s."),
            where="from_hand",
            last=locked.hand_count + 1,
        )
    Sitting.objects.update_or_create(
        jiang=locked, seat=seat, from_hand=from_hand, defaults={"member": member}
    )
    return _write(locked, actor, why)


def _check_free(jiang: Jiang, member: Member, from_hand: int) -> None:
    """Who takes a seat over does not sit at the table then, and backs nobody in this 將."""
    seated = {}
    for sitting in jiang.sittings.filter(from_hand__lte=from_hand).order_by("from_hand", "pk"):
        seated[sitting.seat] = sitting.member_id
    if member.pk in seated.values() or jiang.side_bets.filter(backer=member).exists():
        raise Refused(
            "seats",
            gettext_noop("%(name)s sits at this table or bets at it already."),
            where="member",
            name=member.name,
        )


@transaction.atomic
def undo_take_over(sitting: Sitting, *, version: int, actor: Actor, why: str = "") -> Outcome:
    """The seat was not taken over after all: who sat there before sat on."""
    locked = lock(sitting.jiang_id)
    check_version(locked, version)
    if sitting.from_hand == 1:
        raise Refused("from_hand", gettext_noop("The four who began cannot be taken out."), where="from_hand")
    locked.sittings.filter(pk=sitting.pk).delete()
    return _write(locked, actor, why)


def _write(jiang: Jiang, actor: Actor, why: str) -> Outcome:
    facts = Facts.load(jiang)
    keep_late_bets(facts, why)
    outcome, _changed = write_outcome(facts, actor=actor, why=why)
    return outcome
