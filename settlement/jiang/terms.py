"""What the payments of one hand are computed from: 底, 台, the dealer's part, and the bets in force."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scoring.rulesets import Ruleset
from settlement.jiang.forms import InnerBet, OuterBet, Seat, Stakes


class DealerPart(NamedTuple):
    """作莊 and 連N拉N between two seats: the 台 of each, and the N that is paid."""

    dealer: int = 0
    streak: int = 0
    streak_tai: int = 0

    @property
    def tai(self) -> int:
        return self.dealer + self.streak_tai


NO_DEALER = DealerPart()


@dataclass(frozen=True, slots=True)
class Terms:
    """One hand's terms. `inner` and `outer` are the bets in force with their index in the record."""

    number: int
    stakes: Stakes
    ruleset: Ruleset
    dealer: Seat
    streak: int
    shown_streak: int | None
    seated: tuple[str, ...]
    inner: tuple[tuple[int, InnerBet], ...]
    outer: tuple[tuple[int, OuterBet], ...]

    def units(self, one: Seat, other: Seat) -> int:
        """By how many 底 the payments between two seats are raised: each one's units if the other accepts."""
        total = 0
        for _, bet in self.inner:
            if (bet.seat == one and other in bet.accepted_by) or (
                bet.seat == other and one in bet.accepted_by
            ):
                total += bet.units
        return total

    def dealer_part(self, payer: Seat, payee: Seat) -> DealerPart:
        """The dealer's part of a payment; with 示記 he is paid by the smaller streak and pays by the larger."""
        if self.dealer not in (payer, payee):
            return NO_DEALER
        streak = self.streak
        if self.shown_streak is not None:
            by = max if payer == self.dealer else min
            streak = by(streak, self.shown_streak)
        cap = self.ruleset.options.streak_cap
        if cap is not None:
            streak = min(streak, cap)
        return DealerPart(self.ruleset.value("dealer"), streak, self.ruleset.streak_tai(streak))

    def capped(self, tai: int) -> int:
        """The 台 of a payment beside the dealer's part, as `face_cap` leaves them."""
        cap = self.ruleset.options.face_cap
        return tai if cap is None else min(tai, cap)


def turn_order(seat: Seat) -> tuple[Seat, Seat, Seat]:
    """The other three seats in turn order after `seat`."""
    return (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4
