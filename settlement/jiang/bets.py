"""When side bets may change: the checks of 插花 at the hand before which a change takes effect.

Inner: 插 starts in rounds E and S or with the very first hand of W, and is not left before the 將 ends; further
units (飄, 飛) change like outer bets. Outer: they start and end before a hand with streak 0, end and move to another
principal right after a hand in which the bet was lost, and start and move with a full round left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.options import BetChecks
from settlement.jiang.errors import RuleError, error, gettext_noop
from settlement.jiang.flow import Flow
from settlement.jiang.forms import InnerBet, OuterBet, Record

INNER_START = "inner_start"
INNER_WITHDRAW = "inner_withdraw"
OUTER_START = "outer_start"
OUTER_WITHDRAW = "outer_withdraw"
OUTER_SWITCH = "outer_switch"
FULL_ROUND_LEFT = "full_round_left"

NEVER = "never"
NEXT_JIANG = "next_jiang"
STREAK_0 = "streak_0"
AFTER_LOSS = "after_loss"
AFTER_LOSS_AND_STREAK_0 = "after_loss_and_streak_0"


@dataclass(frozen=True, slots=True)
class Moment:
    """Right before hand `number`: where the deal stands, and which bets (by index) the hand before lost."""

    number: int
    flow: Flow
    inner_lost: frozenset[int] = frozenset()
    outer_lost: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Fault:
    """A change against the rule `check`; `when` says when it would be allowed."""

    check: str
    when: str
    template: str


def refuse(modes: BetChecks, faults: Iterator[Fault], where: str, overruled: str | None) -> list[RuleError]:
    """The warnings that the faults leave: each check is off, warns or refuses; an overruled bet is warned of only.

    Raises RuleError `bet_not_allowed` for the first fault that is refused.
    """
    warnings = []
    for fault in faults:
        mode = getattr(modes, fault.check)
        if mode == "off":
            continue
        found = as_error(fault, where)
        if mode == "refuse" and overruled is None:
            raise found
        warnings.append(found)
    return warnings


def as_error(fault: Fault, where: str) -> RuleError:
    """The fault as a `bet_not_allowed` whose params tell the `check` and `when` it would be allowed."""
    return error("bet_not_allowed", where, fault.template, check=fault.check, when=fault.when)


def check_changes(record: Record, modes: BetChecks, moment: Moment) -> list[RuleError]:
    """The warnings of all bets that start with hand `moment.number` or ended with the hand before.

    Raises the first `bet_not_allowed` that is refused.
    """
    warnings: list[RuleError] = []
    number = moment.number
    for index, inner in enumerate(record.inner_bets):
        where = f"inner_bets[{index}]"
        if inner.from_hand == number:
            found = inner_start(record.inner_bets, index, moment)
            warnings += refuse(modes, found, f"{where}.from_hand", inner.overruled)
        if inner.to_hand == number - 1:
            found = inner_stop(record.inner_bets, index, moment)
            warnings += refuse(modes, found, f"{where}.to_hand", inner.overruled)
    for index, outer in enumerate(record.outer_bets):
        where = f"outer_bets[{index}]"
        if outer.from_hand == number:
            found = outer_start(record.outer_bets, index, moment)
            warnings += refuse(modes, found, f"{where}.from_hand", outer.overruled)
        if outer.to_hand == number - 1:
            found = outer_stop(record.outer_bets, index, moment)
            warnings += refuse(modes, found, f"{where}.to_hand", outer.overruled)
    return warnings


def inner_start(bets: tuple[InnerBet, ...], index: int, moment: Moment) -> Iterator[Fault]:
    """Faults of the start of 內插 `index` with the hand of `moment`."""
    flow = moment.flow
    if not _is_first(bets, index, moment.number):
        yield from _further_start(flow)
        return
    if not (flow.round_wind in "ES" or (flow.round_wind == "W" and flow.opens_round)):
        yield Fault(INNER_START, NEXT_JIANG, gettext_noop("The first hand of the West round has been dealt."))
    if bets[index].units > 1:
        yield from _further_start(flow)


def inner_stop(bets: tuple[InnerBet, ...], index: int, moment: Moment) -> Iterator[Fault]:
    """Faults of 內插 `index` ending with the hand before `moment`."""
    if _is_first(bets, index, moment.number - 1):
        yield Fault(INNER_WITHDRAW, NEXT_JIANG, gettext_noop("This bet stays to the end of the jiang."))
    else:
        yield from _withdraw(index in moment.inner_lost, moment.flow)


def outer_start(bets: tuple[OuterBet, ...], index: int, moment: Moment) -> Iterator[Fault]:
    """Faults of 外插 `index` starting with the hand of `moment`, be it new or moved from another principal."""
    bet = bets[index]
    left = [
        other
        for other, before in enumerate(bets)
        if before.backer == bet.backer and before.to_hand == moment.number - 1 and before.seat != bet.seat
    ]
    if not left:
        yield from _further_start(moment.flow)
        return
    if not moment.outer_lost.issuperset(left):
        yield Fault(OUTER_SWITCH, AFTER_LOSS, gettext_noop("A bet moves only right after a hand it lost."))
    yield from _full_round_left(moment.flow)


def outer_stop(bets: tuple[OuterBet, ...], index: int, moment: Moment) -> Iterator[Fault]:
    """Faults of 外插 `index` ending with the hand before `moment`; where it moves, the new bet is checked."""
    bet = bets[index]
    moves = any(
        after.backer == bet.backer and after.from_hand == moment.number and after.seat != bet.seat
        for after in bets
    )
    if not moves:
        yield from _withdraw(index in moment.outer_lost, moment.flow)


def _is_first(bets: tuple[InnerBet, ...], index: int, number: int) -> bool:
    """Whether the bet is its seat's earliest in force in hand `number`: the one that holds the 插."""
    bet = bets[index]
    place = (bet.from_hand, index)
    return not any(
        other.seat == bet.seat and other.runs(number) and (other.from_hand, rank) < place
        for rank, other in enumerate(bets)
    )


def _further_start(flow: Flow) -> Iterator[Fault]:
    if flow.streak:
        when = STREAK_0 if _has_full_round(flow) else NEXT_JIANG
        yield Fault(OUTER_START, when, gettext_noop("A bet starts only before a hand with streak 0."))
    yield from _full_round_left(flow)


def _full_round_left(flow: Flow) -> Iterator[Fault]:
    if not _has_full_round(flow):
        yield Fault(FULL_ROUND_LEFT, NEXT_JIANG, gettext_noop("Less than a full round is left."))


def _has_full_round(flow: Flow) -> bool:
    return flow.round_wind != "N" or flow.opens_round


def _withdraw(lost: bool, flow: Flow) -> Iterator[Fault]:
    if not lost or flow.streak:
        yield Fault(
            OUTER_WITHDRAW,
            AFTER_LOSS_AND_STREAK_0,
            gettext_noop("A bet ends only right after a hand it lost, before a hand with streak 0."),
        )
