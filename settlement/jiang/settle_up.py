"""Fewest transfers: from what everybody won and lost to who pays whom how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

EXACT_UP_TO = 16

Nets = list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Payment:
    """`src` pays `dst` the whole units `amount`."""

    src: str
    dst: str
    amount: int

    def as_json(self) -> dict[str, object]:
        return {"from": self.src, "to": self.dst, "amount": self.amount}


def settle_up(nets: Mapping[str, int]) -> tuple[Payment, ...]:
    """The payments that bring every net (summing to zero) to zero; losers only pay, winners only receive.

    Up to 16 people with a net other than zero they are the fewest there can be: as many groups as possible
    that settle among themselves, each with one payment less than its people. Beyond, at most one payment less than
    all people. Equal nets give equal payments. Raises ValueError where the nets do not sum to zero.

    >>> settle_up({"A": -30, "B": 20, "C": 10})
    (Payment(src='A', dst='B', amount=20), Payment(src='A', dst='C', amount=10))
    """
    open_nets = sorted((name, net) for name, net in nets.items() if net)
    if sum(net for _, net in open_nets):
        raise ValueError("the nets do not sum to zero")
    pairs, rest = _matched(open_nets)
    payments = [Payment(src, dst, amount) for src, dst, amount in pairs]
    groups = _groups(rest) if len(rest) <= EXACT_UP_TO else [rest]
    for group in groups:
        payments += _within(group)
    return tuple(payments)


def _matched(nets: Nets) -> tuple[list[tuple[str, str, int]], Nets]:
    """Debtors and creditors of the same amount, and the others. Such a pair never costs a group elsewhere."""
    creditors: dict[int, list[str]] = {}
    for name, net in reversed(nets):
        if net > 0:
            creditors.setdefault(net, []).append(name)
    pairs: list[tuple[str, str, int]] = []
    paired: set[str] = set()
    for name, net in nets:
        if net < 0 and creditors.get(-net):
            creditor = creditors[-net].pop()
            pairs.append((name, creditor, -net))
            paired.update((name, creditor))
    return pairs, [entry for entry in nets if entry[0] not in paired]


def _groups(nets: Nets) -> list[Nets]:
    """As many groups as there can be that each sum to zero.

    Ordered so that the groups stand one after another, the last person may always come last; so only the
    sets of the others are gone through, the best order of each being the best of it with one person less.
    """
    if not nets:
        return []
    others = len(nets) - 1
    sums = [0]
    for _, net in nets[:others]:
        sums += [total + net for total in sums]
    best = [0] * len(sums)
    for members in range(1, len(sums)):
        most, left = 0, members
        while left:
            bit = left & -left
            left ^= bit
            if best[members ^ bit] > most:
                most = best[members ^ bit]
        best[members] = most if sums[members] else most + 1
    return _read_groups(nets, sums, best)


def _read_groups(nets: Nets, sums: list[int], best: list[int]) -> list[Nets]:
    members = len(sums) - 1
    groups: list[Nets] = []
    group = [nets[-1]]
    while members:
        if not sums[members]:
            groups.append(group)
            group = []
        wanted = best[members] - (not sums[members])
        index = next(
            index
            for index in range(len(nets) - 1)
            if members >> index & 1 and best[members ^ 1 << index] == wanted
        )
        group.append(nets[index])
        members ^= 1 << index
    groups.append(group)
    return groups


def _within(nets: Nets) -> list[Payment]:
    """Whoever owes most pays whom most is owed, until nobody is left: one payment less than people at most."""
    debtors = [(net, name) for name, net in nets if net < 0]
    creditors = [(-net, name) for name, net in nets if net > 0]
    heapify(debtors)
    heapify(creditors)
    payments = []
    while debtors:
        owes, src = heappop(debtors)
        owed, dst = heappop(creditors)
        amount = min(-owes, -owed)
        payments.append(Payment(src, dst, amount))
        if owes + amount:
            heappush(debtors, (owes + amount, src))
        if owed + amount:
            heappush(creditors, (owed + amount, dst))
    return payments
