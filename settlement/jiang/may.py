"""Whether a side bet may start, stop or move with the hand that comes next, and if not, when it may.

For the page that records a table: every function answers None (it may) or the RuleError that the record would
be refused or warned with, whose params tell the `check` (of the option `bet_checks`), its `mode` (refuse or
warn) and `when` the change would be allowed:

- `streak_0`: before a hand with streak 0;
- `after_loss`: right after a hand that the bet lost;
- `after_loss_and_streak_0`: both at once;
- `next_jiang`: not in this 將 any more;
- `never`: there is no next hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from scoring.options import BET_CHECKS, BetChecks
from settlement.jiang.bets import (
    NEVER,
    Fault,
    as_error,
    inner_start,
    inner_stop,
    outer_start,
    outer_stop,
)
from settlement.jiang.errors import RuleError, gettext_noop
from settlement.jiang.forms import InnerBet, OuterBet, Record
from settlement.jiang.replay import State, start, step

Bet = TypeVar("Bet")
OFF = BetChecks(*["off"] * len(BET_CHECKS))
AFTER_THE_END = Fault("hand_after_end", NEVER, gettext_noop("No hand follows in this jiang."))


def now(record: Record) -> State:
    """The state before the hand that comes next, the checks of bets left aside."""
    quiet = replace(record.ruleset.options, bet_checks=OFF)
    state = start(replace(record, ruleset=replace(record.ruleset, options=quiet)))
    for hand in record.hands:
        state, _ = step(state, hand)
    return replace(state, record=record)


def may_start(record: Record, bet: InnerBet | OuterBet, state: State | None = None) -> RuleError | None:
    """Whether `bet` may start with the next hand; its `from_hand` is taken to be that hand's number.

    `state`: where the record stands, if the caller has it. A 外插 of a backer whose bet on another seat ended
    with the last hand is a switch.
    """
    state = state or now(record)
    if state.next_hand() is None:
        return as_error(AFTER_THE_END, "")
    if isinstance(bet, InnerBet):
        inner = (*record.inner_bets, replace(bet, from_hand=state.number, to_hand=None))
        where = f"inner_bets[{len(inner) - 1}].from_hand"
        return _first(state, inner_start(inner, len(inner) - 1, state.moment), where)
    outer = (*record.outer_bets, replace(bet, from_hand=state.number, to_hand=None))
    where = f"outer_bets[{len(outer) - 1}].from_hand"
    return _first(state, outer_start(outer, len(outer) - 1, state.moment), where)


def may_stop(
    record: Record, *, inner: int | None = None, outer: int | None = None, state: State | None = None
) -> RuleError | None:
    """Whether the bet at index `inner` or `outer` of the record may end with the hand played last."""
    state = state or now(record)
    if state.next_hand() is None:
        return as_error(AFTER_THE_END, "")
    last = state.number - 1
    if inner is not None:
        where = f"inner_bets[{inner}].to_hand"
        bets = _with(record.inner_bets, inner, replace(record.inner_bets[inner], to_hand=last))
        return _first(state, inner_stop(bets, inner, state.moment), where)
    if outer is None:
        raise TypeError("one of inner and outer is needed")
    where = f"outer_bets[{outer}].to_hand"
    ended = _with(record.outer_bets, outer, replace(record.outer_bets[outer], to_hand=last))
    return _first(state, outer_stop(ended, outer, state.moment), where)


def may_switch(record: Record, outer: int, bet: OuterBet, state: State | None = None) -> RuleError | None:
    """Whether the backer of the bet at index `outer` may move to `bet` (another seat) with the next hand."""
    state = state or now(record)
    ended = replace(record.outer_bets[outer], to_hand=state.number - 1)
    return may_start(replace(record, outer_bets=_with(record.outer_bets, outer, ended)), bet, state)


def may_be_left(own_sum: int) -> bool:
    """Whether a 內插 may be left at the end of its 將: only with a loss (無明顯失利 is carried over)."""
    return own_sum < 0


def _first(state: State, faults: Iterator[Fault], where: str) -> RuleError | None:
    """The first fault that is refused, else the first that is warned of."""
    checks = state.record.ruleset.options.bet_checks
    found = [(getattr(checks, fault.check), fault) for fault in faults]
    for mode in ("refuse", "warn"):
        for set_to, fault in found:
            if set_to == mode:
                error = as_error(fault, where)
                error.params["mode"] = mode
                return error
    return None


def _with(bets: tuple[Bet, ...], index: int, bet: Bet) -> tuple[Bet, ...]:
    return (*bets[:index], bet, *bets[index + 1 :])
