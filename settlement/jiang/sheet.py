"""The sheet on which one hand's payments are written down, with who stands in and what each bet won or lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from settlement.jiang.forms import Seat
from settlement.jiang.outcome import OUTER_BET, Transfer
from settlement.jiang.terms import DealerPart, Terms, turn_order

Detail = dict[str, Any]


class Sheet:
    """Collects the transfers of one hand; amounts of 0 leave no transfer."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.transfers: list[Transfer] = []
        self.play = [0, 0, 0, 0]
        self.inner_sums = {index: 0 for index, _ in terms.inner}
        self.outer_sums = {index: 0 for index, _ in terms.outer}

    def pay(self, src: str, dst: str, amount: int, reason: str, detail: Mapping[str, Any]) -> None:
        """Write down a payment between two names."""
        if amount:
            self.transfers.append(Transfer(src, dst, amount, reason, detail))

    def settle(
        self,
        payer: Seat,
        payee: Seat,
        face: int,
        paid_face: int,
        reason: str,
        cause: Detail,
        stand_ins: tuple[Seat, ...] = (),
    ) -> None:
        """What `payer` owes `payee` for a win or foul, and what follows for the backers of both.

        `face` is the shown one, `paid_face` what counts in this payment beside the dealer's part. `cause` goes
        into every detail. `stand_ins` stand in the order in which they take what does not divide.
        """
        terms = self.terms
        part = terms.dealer_part(payer, payee)
        units = terms.units(payer, payee)
        raised = terms.stakes.base * units
        plain = terms.stakes.base + terms.stakes.per_tai * (paid_face + part.tai)
        detail = _detail(cause, terms.stakes.base, units, terms.stakes.per_tai, face, paid_face, part)
        self._owe(terms.seated[payer], terms.seated[payee], plain + raised, reason, detail, stand_ins)
        self.count_play(payer, payee, plain, stand_ins)
        if units:
            self._count_inner(payer, payee, bool(stand_ins))
        if terms.outer:
            self._mirror(payer, payee, face, paid_face, part, cause, stand_ins)

    def small(
        self,
        payer: Seat,
        payee: Seat,
        amount: int,
        reason: str,
        detail: Detail,
        stand_ins: tuple[Seat, ...] = (),
    ) -> None:
        """A watcher's 台 or a penalty: no 底, no dealer's part, not mirrored by bets."""
        self._owe(self.terms.seated[payer], self.terms.seated[payee], amount, reason, detail, stand_ins)
        self.count_play(payer, payee, amount, stand_ins)

    def count_play(self, payer: Seat, payee: Seat, amount: int, stand_ins: tuple[Seat, ...]) -> None:
        """Count an amount of play itself, without side bets and fees."""
        self.play[payee] += amount
        if not stand_ins:
            self.play[payer] -= amount
            return
        for seat, share in zip(stand_ins, shares(amount, len(stand_ins)), strict=True):
            self.play[seat] -= share

    def _owe(
        self, src: str, dst: str, amount: int, reason: str, detail: Detail, stand_ins: tuple[Seat, ...]
    ) -> None:
        if not stand_ins:
            self.pay(src, dst, amount, reason, detail)
            return
        told = {**detail, "for": src, "whole": amount, "shares": len(stand_ins)}
        for seat, share in zip(stand_ins, shares(amount, len(stand_ins)), strict=True):
            self.pay(self.terms.seated[seat], dst, share, reason, told)

    def _count_inner(self, payer: Seat, payee: Seat, stood_in: bool) -> None:
        """What the units of the two won and lost; what a stand-in pays is lost by no bet."""
        base = self.terms.stakes.base
        for index, bet in self.terms.inner:
            if bet.seat == payee and payer in bet.accepted_by:
                self.inner_sums[index] += base * bet.units
            elif bet.seat == payer and payee in bet.accepted_by and not stood_in:
                self.inner_sums[index] -= base * bet.units

    def _mirror(
        self,
        payer: Seat,
        payee: Seat,
        face: int,
        paid_face: int,
        part: DealerPart,
        cause: Detail,
        stand_ins: tuple[Seat, ...],
    ) -> None:
        """外插: the payer pays the payee's backers too, and the payer's backers pay the payee."""
        terms = self.terms
        for index, bet in terms.outer:
            amount = bet.base + bet.per_tai * (paid_face + part.tai)
            if bet.seat == payee and payer in bet.accepted_by:
                if terms.number in bet.void_wins:
                    continue
                src, dst = terms.seated[payer], bet.backer
                self.outer_sums[index] += amount
            elif bet.seat == payer and payee in bet.accepted_by:
                src, dst = bet.backer, terms.seated[payee]
                if not stand_ins:
                    self.outer_sums[index] -= amount
            else:
                continue
            detail = _detail(cause, bet.base, 0, bet.per_tai, face, paid_face, part)
            detail["bet"] = index
            detail["principal"] = bet.seat
            self._owe(src, dst, amount, OUTER_BET, detail, stand_ins)


def shares(amount: int, among: int) -> list[int]:
    """An amount in equal whole shares; what does not divide goes one unit each to the first."""
    share, over = divmod(amount, among)
    return [share + 1] * over + [share] * (among - over)


def stand_in_order(winner: Seat, stand_ins: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The stand-ins in turn order after the winner."""
    return tuple(seat for seat in turn_order(winner) if seat in stand_ins)


def _detail(
    cause: Detail, base: int, units: int, per_tai: int, face: int, paid_face: int, part: DealerPart
) -> Detail:
    return {
        **cause,
        "base": base,
        "units": units,
        "per_tai": per_tai,
        "face": face,
        "paid_face": paid_face,
        "dealer": part.dealer,
        "streak": part.streak,
        "streak_tai": part.streak_tai,
    }
