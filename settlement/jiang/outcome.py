"""What a replay answers: frozen values that can be compared, with the reason of every payment."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from settlement.jiang.errors import RuleError
from settlement.jiang.forms import Seat
from settlement.jiang.settle_up import Payment

WIN = "win"
FOUL = "foul"
WATCHER = "watcher"
PENALTY = "penalty"
OUTER_BET = "outer_bet"
TABLE_FEE = "table_fee"


@dataclass(frozen=True, slots=True)
class Transfer:
    """`src` pays `dst` the whole units `amount` (above 0).

    `reason` is win, foul, watcher, penalty, outer_bet or table_fee. `detail` explains the amount, JSON-able:

    - of wins, fouls and outer bets: `base`, `units` (raised 底, 0 for outer bets), `per_tai`, `face` (as shown),
      `paid_face` (face, self-draw extra and robbed flower, capped), `extra`, `robbed`, `dealer`, `streak` (as
      paid), `streak_tai`, so that amount = base × (1 + units) + per_tai × (paid_face + dealer + streak_tai);
    - `win` or `foul`: index in the hand; `bet`: index among the outer bets, with its `principal` seat;
    - `for`, `whole`, `shares`: whom a stand-in pays for, what that one owed, among how many it is shared;
    - of penalties: `penalty` (index), `why`, `tai` or `amount`; of fees: `fee` (self_draw, per_player).
    """

    src: str
    dst: str
    amount: int
    reason: str
    detail: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        return {"from": self.src, "to": self.dst, "amount": self.amount, "reason": self.reason}


def fingerprint(transfers: Sequence[Transfer]) -> str:
    """SHA-256 (hex) of a list of transfers, their details included; empty when there is none."""
    if not transfers:
        return ""
    rows = [[one.src, one.dst, one.amount, one.reason, dict(one.detail)] for one in transfers]
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class WinOutcome:
    """One winner: the shown face (uncapped, without a robbed flower) and how it came about.

    `lines`, `waits`, `reading`, `replaced` are the score's own (empty where the face was entered).
    `robbed` is the robbed seat of a completed 七搶一 and `robbed_tai` what that seat pays more.
    """

    seat: Seat
    face: int
    lines: tuple[Any, ...] = ()
    waits: tuple[str, ...] = ()
    reading: Any = None
    replaced: tuple[Any, ...] = ()
    robbed: Seat | None = None
    robbed_tai: int = 0
    robbed_alone: bool = False
    four_kongs: bool = False

    def as_json(self) -> dict[str, object]:
        patterns = [
            {"code": line.code, "name": line.name, "count": line.count, "tai": line.tai}
            for line in self.lines
        ]
        return {"seat": self.seat, "face": self.face, "patterns": patterns}


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """One hand replayed.

    `seat_winds` and `seated` go by seat; `door_seat` is where the wall was opened. `net` names everybody of
    the 將, `play_net` the four of this hand: what it would have been without side bets and fees. `inner_sums`
    and `outer_sums`: own sum of each bet in force, by its index in the record. `deal_passes`: 下莊.
    """

    number: int
    round_wind: str
    dealer: Seat
    streak: int
    seat_winds: tuple[str, ...]
    door_seat: Seat
    seated: tuple[str, ...]
    wins: tuple[WinOutcome, ...]
    transfers: tuple[Transfer, ...]
    net: Mapping[str, int]
    play_net: Mapping[str, int]
    inner_sums: Mapping[int, int]
    outer_sums: Mapping[int, int]
    deal_passes: bool
    _told: list[str] = field(default_factory=list, repr=False, compare=False)

    @property
    def fingerprint(self) -> str:
        """Tells payments apart by who pays whom how much for what and why; empty when nobody pays."""
        if not self._told:
            self._told.append(fingerprint(self.transfers))
        return self._told[0]

    def as_json(self) -> dict[str, object]:
        return {
            "number": self.number,
            "round_wind": self.round_wind,
            "dealer": self.dealer,
            "streak": self.streak,
            "wins": [win.as_json() for win in self.wins],
            "transfers": [transfer.as_json() for transfer in self.transfers],
            "net": dict(self.net),
        }


@dataclass(frozen=True, slots=True)
class NextHand:
    """The hand that comes next."""

    number: int
    round_wind: str
    dealer: Seat
    streak: int

    def as_json(self) -> dict[str, object]:
        return {"round_wind": self.round_wind, "dealer": self.dealer, "streak": self.streak}


@dataclass(frozen=True, slots=True)
class Warned:
    """A RuleError that was warned of and not raised, as a value: `template % params` is the message."""

    code: str
    where: str
    template: str
    params: Mapping[str, Any]

    @classmethod
    def of(cls, error: RuleError) -> Warned:
        return cls(error.code, error.where, error.template, error.params)

    @property
    def message(self) -> str:
        return self.template % self.params

    def as_json(self) -> dict[str, object]:
        return {"code": self.code, "message": self.message, "where": self.where}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A whole 將 replayed. `inner_sums`, `outer_sums`: each bet's own sum over the 將, by its index."""

    hands: tuple[HandOutcome, ...]
    net: Mapping[str, int]
    play_net: Mapping[str, int]
    settle_up: tuple[Payment, ...]
    complete: bool
    closed: bool
    next: NextHand | None
    warnings: tuple[Warned, ...]
    inner_sums: tuple[int, ...]
    outer_sums: tuple[int, ...]

    def as_json(self) -> dict[str, object]:
        """What the command prints for the record."""
        answer: dict[str, object] = {
            "hands": [hand.as_json() for hand in self.hands],
            "net": dict(self.net),
            "settle_up": [payment.as_json() for payment in self.settle_up],
            "complete": self.complete,
            "next": self.next.as_json() if self.next else None,
        }
        if self.closed:
            answer["closed"] = True
        if self.warnings:
            answer["warnings"] = [warning.as_json() for warning in self.warnings]
        return answer
