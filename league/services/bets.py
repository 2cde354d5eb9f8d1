"""插花 at the table: set, accept, withdraw, switch, declare a win void; each with the 將 locked and replayed."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Jiang, Member, SideBet
from league.services.facts import Facts, token
from league.services.hands import lock
from league.services.presence import let_in
from league.services.settling import write_outcome
from scoring.errors import RuleError
from settlement.jiang import may
from settlement.jiang.forms import InnerBet, OuterBet

Kind = SideBet.Kind


@transaction.atomic
def set_inner(
    jiang: Jiang, seat: int, units: int, accepted_by: Sequence[int], *, actor: Actor, overruled: str = ""
) -> SideBet:
    """內插 from the hand that comes next on. Raises RuleError `bet_not_allowed` with when it may start."""
    locked = _lock(jiang)
    facts = Facts.load(locked)
    number = locked.hand_count + 1
    bet = InnerBet(seat, units, number, tuple(sorted(accepted_by)))
    _allow(may.may_start(facts.record(), bet), overruled)
    row = SideBet(
        jiang=locked,
        kind=Kind.INNER,
        position=_next_position(locked, Kind.INNER),
        seat=seat,
        units=units,
        from_hand=number,
        accepted_by=sorted(accepted_by),
        overruled=overruled or None,
    )
    return _write(locked, row, actor)


@transaction.atomic
def set_outer(
    jiang: Jiang,
    backer: Member,
    seat: int,
    base: int,
    per_tai: int,
    accepted_by: Sequence[int],
    *,
    actor: Actor,
    overruled: str = "",
) -> SideBet:
    """外插 from the next hand on; a backer whose bet on another seat ended with the last hand switches."""
    let_in(jiang.club_id, [backer])
    locked = _lock(jiang)
    facts = Facts.load(locked)
    number = locked.hand_count + 1
    if backer.club_id != locked.club_id:
        raise Refused("backer", gettext_noop("The backer is a member or guest of this club."), where="backer")
    if any(sitting.member_id == backer.pk for sitting in facts.sittings):
        raise Refused(
            "backer",
            gettext_noop("%(name)s sits at this table: a player bets on himself, with a 內插."),
            where="backer",
            name=backer.name,
        )
    if any(one.backer_id == backer.pk and one.to_hand is None for one in facts.bets):
        raise Refused(
            "backer",
            gettext_noop("%(name)s has a bet at this table already: it can be moved."),
            where="backer",
            status=409,
            name=backer.name,
        )
    bet = OuterBet(token(backer.pk), seat, base, per_tai, number, tuple(sorted(accepted_by)))
    _allow(may.may_start(facts.record(), bet), overruled)
    row = SideBet(
        jiang=locked,
        kind=Kind.OUTER,
        position=_next_position(locked, Kind.OUTER),
        seat=seat,
        backer=backer,
        base=base,
        per_tai=per_tai,
        from_hand=number,
        accepted_by=sorted(accepted_by),
        overruled=overruled or None,
    )
    return _write(locked, row, actor)


@transaction.atomic
def accept(bet: SideBet, seats: Sequence[int], *, actor: Actor) -> SideBet:
    """Who takes the bet. Only before the first hand it counts in: later it is a new bet."""
    locked = _lock(bet.jiang)
    bet = locked.side_bets.get(pk=bet.pk)
    if bet.from_hand <= locked.hand_count:
        raise Refused(
            "bet_runs",
            gettext_noop("A hand has been played with this bet: end it and set a new one."),
            status=409,
        )
    bet.accepted_by = sorted(seats)
    return _write(locked, bet, actor)


@transaction.atomic
def withdraw(bet: SideBet, *, actor: Actor, overruled: str = "") -> SideBet | None:
    """Ends a bet with the hand played last; one that has not counted in any hand yet is taken out."""
    locked = _lock(bet.jiang)
    facts = Facts.load(locked)
    bet = locked.side_bets.get(pk=bet.pk)
    if bet.to_hand is not None:
        raise Refused("bet_over", gettext_noop("This bet is over already."), status=409)
    if bet.from_hand > locked.hand_count:
        bet.delete()
        _close_ranks(locked, bet.kind)
        write_outcome(Facts.load(locked), actor=actor)
        return None
    index = [one.pk for one in facts.bets if one.kind == bet.kind].index(bet.pk)
    record = facts.record()
    inner = bet.kind == Kind.INNER
    fault = may.may_stop(record, inner=index) if inner else may.may_stop(record, outer=index)
    _allow(fault, overruled)
    bet.to_hand = locked.hand_count
    if overruled:
        bet.overruled = overruled
    return _write(locked, bet, actor)


@transaction.atomic
def switch(
    bet: SideBet, seat: int, accepted_by: Sequence[int], *, actor: Actor, overruled: str = ""
) -> SideBet:
    """轉插: the backer moves to another principal from the next hand on, right after a hand the bet lost."""
    locked = _lock(bet.jiang)
    facts = Facts.load(locked)
    bet = locked.side_bets.select_related("backer").get(pk=bet.pk)
    if bet.kind != Kind.OUTER or bet.backer is None or bet.to_hand is not None:
        raise Refused("bet_over", gettext_noop("Only a running 外插 moves to another player."), status=409)
    number = locked.hand_count + 1
    index = [one.pk for one in facts.bets if one.kind == Kind.OUTER].index(bet.pk)
    moved = OuterBet(
        token(bet.backer.pk), seat, bet.base or 0, bet.per_tai or 0, number, tuple(sorted(accepted_by))
    )
    _allow(may.may_switch(facts.record(), index, moved), overruled)
    bet.to_hand = locked.hand_count
    bet.save(update_fields=["to_hand"])
    row = SideBet(
        jiang=locked,
        kind=Kind.OUTER,
        position=_next_position(locked, Kind.OUTER),
        seat=seat,
        backer=bet.backer,
        base=bet.base,
        per_tai=bet.per_tai,
        from_hand=number,
        accepted_by=sorted(accepted_by),
        overruled=overruled or None,
    )
    return _write(locked, row, actor)


@transaction.atomic
def declare_void(bet: SideBet, number: int, *, void: bool, actor: Actor) -> SideBet:
    """影響行牌: the backer wins nothing in hand `number` but pays when he loses; or not so after all."""
    locked = _lock(bet.jiang)
    bet = locked.side_bets.get(pk=bet.pk)
    if bet.kind != Kind.OUTER or not 1 <= number <= locked.hand_count:
        raise Refused(
            "no_such_hand", gettext_noop("There is no hand %(number)s here."), where="number", number=number
        )
    wins = set(bet.void_wins or ())
    wins = wins | {number} if void else wins - {number}
    bet.void_wins = sorted(wins) or None
    return _write(locked, bet, actor)


def _lock(jiang: Jiang) -> Jiang:
    locked = lock(jiang.pk)
    if locked.state != Jiang.State.OPEN:
        raise Refused(
            "jiang_over", gettext_noop("This 將 is over: its side bets stay as they are."), status=409
        )
    return locked


def _allow(fault: RuleError | None, overruled: str) -> None:
    """A bet that may not change now is refused, unless the club only warns or somebody overrules with a reason."""
    if fault is not None and fault.params.get("mode") != "warn" and not overruled:
        raise fault


def _next_position(jiang: Jiang, kind: str) -> int:
    last = jiang.side_bets.filter(kind=kind).aggregate(last=Max("position"))["last"]
    return 0 if last is None else last + 1


def _close_ranks(jiang: Jiang, kind: str) -> None:
    for position, bet in enumerate(jiang.side_bets.filter(kind=kind).order_by("position")):
        if bet.position != position:
            SideBet.objects.filter(pk=bet.pk).update(position=position)


def _write(jiang: Jiang, bet: SideBet, actor: Actor) -> SideBet:
    bet.save()
    write_outcome(Facts.load(jiang), actor=actor)
    return bet
