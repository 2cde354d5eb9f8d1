"""Replaying a 將: a fold over its hands, from the record to the payments of every hand.

`start` gives the state before the first hand, `step` plays one hand on it, `replay` does both for a whole record.
A state can be kept and played on: replaying the first hands and then the others is replaying all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from settlement.jiang.bets import Moment, check_changes
from settlement.jiang.errors import error, gettext_noop
from settlement.jiang.flow import Flow
from settlement.jiang.forms import Hand, Record, Substitution
from settlement.jiang.outcome import HandOutcome, NextHand, Outcome, Transfer, Warned, WinOutcome
from settlement.jiang.payments import pay_hand, take_fee
from settlement.jiang.settle_up import settle_up
from settlement.jiang.sheet import Sheet
from settlement.jiang.terms import Terms
from settlement.jiang.wins import door_seat, seat_winds, win_outcomes

__all__ = [
    "HandOutcome",
    "Outcome",
    "State",
    "Transfer",
    "conclude",
    "next_changes",
    "replay",
    "start",
    "step",
    "summary",
]


@dataclass(frozen=True, slots=True)
class State:
    """A 將 before its next hand.

    `record` gives stakes, sheet and bets (its hands are not looked at); `moment` the hand's number, the deal,
    and which bets the hand before lost; `seated` who sits there; `fee_taken` what self-draws have left;
    `names` whom each net names; `warnings` what the bet checks have warned of so far.
    """

    record: Record
    moment: Moment
    seated: tuple[str, ...]
    names: tuple[str, ...]
    fee_taken: int = 0
    warnings: tuple[Warned, ...] = ()

    @property
    def number(self) -> int:
        return self.moment.number

    @property
    def flow(self) -> Flow:
        return self.moment.flow

    def next_hand(self) -> NextHand | None:
        """The hand that comes now; None when the 將 is complete or closed."""
        flow = self.flow
        if flow.complete or self.record.closed:
            return None
        return NextHand(self.number, flow.round_wind, flow.dealer, flow.streak)


def start(record: Record) -> State:
    """The state before the first hand."""
    seated = _seat_changes(record.players, record.substitutions, 1)
    return State(record, Moment(1, Flow(record.first_dealer)), seated, record.names())


def step(state: State, hand: Hand) -> tuple[State, HandOutcome]:
    """Play one hand: what it pays, and the state after it.

    Raises RuleError `hand_after_end`, `bet_not_allowed`, or what is wrong with a win, with the path in the record.
    """
    record, flow, number = state.record, state.flow, state.number
    where = f"hands[{number - 1}]"
    if flow.complete:
        raise error("hand_after_end", where, gettext_noop("The jiang is complete."))
    warnings = next_changes(state)
    wins = win_outcomes(hand, flow, record.ruleset, where)
    sheet = Sheet(_terms(state, hand))
    pay_hand(sheet, hand, wins)
    fee_taken = take_fee(sheet, record.table_fee, hand, wins, state.fee_taken)
    after = flow.after(hand, record.ruleset, any(win.four_kongs for win in wins))
    outcome = _outcome(state, hand, wins, sheet, after)
    moment = Moment(number + 1, after, _lost(sheet.inner_sums), _lost(sheet.outer_sums))
    seated = _seat_changes(state.seated, record.substitutions, number + 1)
    return (
        State(record, moment, seated, state.names, fee_taken, state.warnings + warnings),
        outcome,
    )


def next_changes(state: State) -> tuple[Warned, ...]:
    """What is warned of the bets that start with the next hand or ended with the last; raises what is refused."""
    if not state.record.inner_bets and not state.record.outer_bets:
        return ()
    found = check_changes(state.record, state.record.ruleset.options.bet_checks, state.moment)
    return tuple(map(Warned.of, found))


def replay(record: Record) -> Outcome:
    """The whole record: every hand's payments, the nets, and the fewest transfers that settle them.

    Raises the first RuleError in the order of hands: `hand_after_end`, bets, then the hand's wins.
    """
    state = start(record)
    hands = []
    for hand in record.hands:
        state, outcome = step(state, hand)
        hands.append(outcome)
    return conclude(state, hands)


def conclude(state: State, hands: list[HandOutcome]) -> Outcome:
    """The outcome of a record whose last hand led to `state`; what its bets do next is checked, too."""
    if state.next_hand():
        state = replace(state, warnings=state.warnings + next_changes(state))
    return summary(state, hands)


def summary(state: State, hands: list[HandOutcome]) -> Outcome:
    """The outcome of the hands that led to `state`."""
    record = state.record
    net = _total([hand.net for hand in hands], state.names)
    inner = _sums([hand.inner_sums for hand in hands], len(record.inner_bets))
    outer = _sums([hand.outer_sums for hand in hands], len(record.outer_bets))
    return Outcome(
        hands=tuple(hands),
        net=net,
        play_net=_total([hand.play_net for hand in hands], record.seated_names()),
        settle_up=settle_up(net),
        complete=state.flow.complete,
        closed=record.closed,
        next=state.next_hand(),
        warnings=state.warnings,
        inner_sums=inner,
        outer_sums=outer,
    )


def _seat_changes(seated: tuple[str, ...], changes: tuple[Substitution, ...], number: int) -> tuple[str, ...]:
    """Who sits there from hand `number` on, if `seated` sat there before."""
    if not changes:
        return seated
    now = list(seated)
    for change in changes:
        if change.from_hand == number:
            now[change.seat] = change.by
    return tuple(now)


def _terms(state: State, hand: Hand) -> Terms:
    record, number = state.record, state.number
    return Terms(
        number=number,
        stakes=record.stakes,
        ruleset=record.ruleset,
        dealer=state.flow.dealer,
        streak=state.flow.streak,
        shown_streak=hand.shown_streak,
        seated=state.seated,
        inner=tuple((index, bet) for index, bet in enumerate(record.inner_bets) if bet.runs(number)),
        outer=tuple((index, bet) for index, bet in enumerate(record.outer_bets) if bet.runs(number)),
    )


def _outcome(
    state: State, hand: Hand, wins: tuple[WinOutcome, ...], sheet: Sheet, after: Flow
) -> HandOutcome:
    flow = state.flow
    net = dict.fromkeys(state.names, 0)
    for transfer in sheet.transfers:
        net[transfer.src] -= transfer.amount
        net[transfer.dst] += transfer.amount
    return HandOutcome(
        number=state.number,
        round_wind=flow.round_wind,
        dealer=flow.dealer,
        streak=flow.streak,
        seat_winds=seat_winds(hand, flow, state.record.ruleset),
        door_seat=door_seat(hand, flow),
        seated=state.seated,
        wins=wins,
        transfers=tuple(sheet.transfers),
        net=net,
        play_net=dict(zip(state.seated, sheet.play, strict=True)),
        inner_sums=sheet.inner_sums,
        outer_sums=sheet.outer_sums,
        deal_passes=after.passes > flow.passes,
    )


def _lost(sums: Mapping[int, int]) -> frozenset[int]:
    return frozenset(index for index, own in sums.items() if own < 0)


def _total(nets: list[Mapping[str, int]], names: tuple[str, ...]) -> dict[str, int]:
    total = dict.fromkeys(names, 0)
    for net in nets:
        for name, amount in net.items():
            total[name] += amount
    return total


def _sums(sums: list[Mapping[int, int]], bets: int) -> tuple[int, ...]:
    total = [0] * bets
    for hand in sums:
        for index, own in hand.items():
            total[index] += own
    return tuple(total)
