"""The deal: who deals, the streak and the round, computed hand by hand (table-flow.md)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rulesets import Ruleset
from settlement.jiang.forms import WINDS, WRONG_EXPOSED_DISCARD, Hand, Seat

PASSES = 16


@dataclass(frozen=True, slots=True)
class Flow:
    """Where a 將 stands before a hand.

    `passes`: how often the deal has passed; `streak`: how often it has stayed with a count;
    `opens_round`: the hand is the very first of its round.
    """

    first_dealer: Seat
    passes: int = 0
    streak: int = 0
    opens_round: bool = True

    @property
    def complete(self) -> bool:
        return self.passes >= PASSES

    @property
    def dealer(self) -> Seat:
        return (self.first_dealer + self.passes) % 4

    @property
    def round_wind(self) -> str:
        return WINDS[self.passes // 4]

    def after(self, hand: Hand, ruleset: Ruleset, four_kongs: bool = False) -> Flow:
        """Where the 將 stands after `hand`; `four_kongs`: it was won by that pattern."""
        streak = self._streak_after(hand, ruleset, four_kongs)
        if hand.dealer_after == "stay" and streak is None:
            streak = self.streak + 1
        elif hand.dealer_after == "pass":
            streak = None
        if streak is None:
            passes = self.passes + 1
            return Flow(self.first_dealer, passes, 0, passes % 4 == 0)
        return Flow(self.first_dealer, self.passes, streak, False)

    def _streak_after(self, hand: Hand, ruleset: Ruleset, four_kongs: bool) -> int | None:
        """The streak where the deal stays by the rules; None where it passes."""
        if hand.result == "win":
            return self._streak_after_win(hand, four_kongs)
        if hand.result == "draw":
            if not ruleset.options.draw_keeps_deal:
                return None
            return self.streak + 1 if ruleset.options.draw_keeps_streak else self.streak
        if any(foul.seat == self.dealer for foul in hand.fouls):
            return None
        return self.streak

    def _streak_after_win(self, hand: Hand, four_kongs: bool) -> int | None:
        if hand.reason == WRONG_EXPOSED_DISCARD:
            return None if hand.discarder == self.dealer else self.streak
        if four_kongs or all(win.seat != self.dealer for win in hand.wins):
            return None
        return self.streak + 1
