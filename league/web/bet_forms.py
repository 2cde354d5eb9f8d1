"""插花 on the recorder's screen: what runs, what may be done with it now, and the forms for a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.errors import explain
from league.models import Jiang, SideBet
from league.selectors.bet_rows import BetRow
from league.selectors.jiang_page import Seat
from league.selectors.recorder import RecorderPage
from league.services.facts import Facts
from league.web.people import labels
from scoring.errors import RuleError
from settlement.jiang import may
from settlement.jiang.forms import InnerBet, OuterBet


@dataclass(frozen=True)
class BetShown:
    """One bet: its row, its record, whether it runs, and why it may not be ended or moved now."""

    row: BetRow
    bet: SideBet
    runs: bool
    begun: bool
    stop_fault: str
    accepts: tuple[tuple[int, str, bool], ...]


@dataclass(frozen=True)
class BetsShown:
    """The section of the page. `refused` is what was just asked for and may not be done, with what was entered."""

    rows: tuple[BetShown, ...]
    seats: tuple[tuple[int, str, str], ...]
    outer_fault: str
    people: Sequence[str]
    last_hand: int
    refused: Mapping[str, Any] | None

    @property
    def running(self) -> int:
        return sum(one.runs for one in self.rows)


def bets_shown(jiang: Jiang, shown: RecorderPage, refused: Mapping[str, Any] | None = None) -> BetsShown:
    """Asks the rules of side bets about every change that the page offers."""
    facts = Facts.load(jiang)
    record = facts.record()
    state = may.now(record)
    inner_first = [bet for bet in facts.bets if bet.kind == SideBet.Kind.INNER]
    outer = [bet for bet in facts.bets if bet.kind == SideBet.Kind.OUTER]
    rows = []
    for place, (row, bet) in enumerate(zip(shown.bets, [*inner_first, *outer], strict=True)):
        fault = None
        if bet.to_hand is None and bet.from_hand <= jiang.hand_count and shown.coming:
            if bet.kind == SideBet.Kind.INNER:
                fault = may.may_stop(record, inner=place, state=state)
            else:
                fault = may.may_stop(record, outer=place - len(inner_first), state=state)
        rows.append(_shown(row, bet, jiang, shown.seats, fault))
    seats = []
    for seat, one in enumerate(shown.seats):
        others = tuple(other for other in range(4) if other != seat)
        fault = may.may_start(record, InnerBet(seat, 1, state.number, others), state)
        seats.append((seat, one.name, in_words(fault)))
    backer = OuterBet("-", 0, 1, 0, state.number, (1, 2, 3))
    return BetsShown(
        rows=tuple(rows),
        seats=tuple(seats),
        outer_fault=in_words(may.may_start(record, backer, state)),
        people=labels(jiang.club),
        last_hand=jiang.hand_count,
        refused=refused,
    )


def _shown(
    row: BetRow, bet: SideBet, jiang: Jiang, seats: Sequence[Seat], fault: RuleError | None
) -> BetShown:
    return BetShown(
        row=row,
        bet=bet,
        runs=bet.to_hand is None,
        begun=bet.from_hand <= jiang.hand_count,
        stop_fault=in_words(fault),
        accepts=tuple(
            (seat, one.name, seat in bet.accepted_by) for seat, one in enumerate(seats) if seat != bet.seat
        ),
    )


def in_words(fault: RuleError | None) -> str:
    """Why a bet may not change now and when it may: two sentences; empty where it may, or is only warned of."""
    if fault is None or fault.params.get("mode") == "warn":
        return ""
    why = explain(fault)["message"]
    when = _when(str(fault.params.get("when", "")))
    return f"{why} {when}".strip()


def _when(when: str) -> str:
    told = {
        "streak_0": _("It may before the next hand that begins without a streak."),
        "after_loss": _("It may right after a hand that it loses."),
        "after_loss_and_streak_0": _(
            "It may right after a hand that it loses, when the next begins without a streak."
        ),
        "next_jiang": _("Not in this 將 any more: at the next one."),
        "never": _("No hand follows."),
    }
    return str(told.get(when, ""))
