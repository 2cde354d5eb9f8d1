"""A club's money as dictionaries: the half of the model that knows plans, payments, fees and who is who."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from settlement.jiang.settle_up import settle_up
from tests.faults.plain_jiang import HOUSE, Game, person, token

COUNTED = ("marked", "confirmed", "disputed")


@dataclass
class Line:
    """One transfer of an accepted plan. `carried`: what of it went into a later plan."""

    plan: int
    payer: int | None
    payee: int | None
    amount: int
    carried: int = 0
    carried_on: bool = False


@dataclass
class Paid:
    """One payment: `posted` while it stands in the ledger."""

    line: int | None
    payer: int | None
    payee: int | None
    amount: int
    marked_by: int | None
    state: str = "marked"
    posted: bool = False


@dataclass
class Proposed:
    """What a plan would be made of."""

    shares: dict[tuple[int, int | None], int]
    carried: dict[int, int]
    nets: dict[int | None, int]

    def lines(self) -> list[tuple[int | None, int | None, int]]:
        named = {HOUSE if who is None else token(who): net for who, net in self.nets.items()}
        return [(person(one.src), person(one.dst), one.amount) for one in settle_up(named)]


@dataclass
class Books:
    """Everything but the hands. Keys are ids that the site gave."""

    games: dict[int, Game] = field(default_factory=dict)
    covered: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    settled: set[int] = field(default_factory=set)
    lines: dict[int, Line] = field(default_factory=dict)
    paid: dict[int, Paid] = field(default_factory=dict)
    entries: dict[int, tuple[dict[int | str | None, int], bool]] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)

    def balances(self) -> dict[int | str | None, int]:
        """What everyone stands at; the house is None, what it bought is `spent`; zeros left out."""
        sums: Counter[int | str | None] = Counter()
        for game in self.games.values():
            sums.update(game.nets())
        for one in self.paid.values():
            if one.posted:
                sums[one.payer] += one.amount
                sums[one.payee] -= one.amount
        for moved, standing in self.entries.values():
            if standing:
                sums.update(moved)
        return {who: amount for who, amount in sums.items() if amount}

    def standings(self) -> list[tuple[int, int, int]]:
        """(rank, member, play) of the complete 將, in order of rank and member."""
        sums: Counter[int] = Counter()
        for game in self.games.values():
            if game.played().complete:
                sums.update({person(name) or 0: net for name, net in game.played().play_net.items()})
        ranked = [(1 + sum(other > net for other in sums.values()), who, net) for who, net in sums.items()]
        return sorted(ranked)

    def shares(self, games: Iterable[int]) -> dict[tuple[int, int | None], int]:
        """What each has open in these 將, as far as they are over."""
        found: Counter[tuple[int, int | None]] = Counter()
        for key in games:
            if self.games[key].over:
                nets = self.games[key].nets()
                nets[None] = nets.get(None, 0)
                found.update({(key, who): net for who, net in nets.items()})
                for (of, who), amount in self.covered.items():
                    found[key, who] -= amount if of == key else 0
        return {key: amount for key, amount in found.items() if amount}

    def propose(self, games: set[int], *, carry: bool) -> Proposed:
        shares = self.shares(games)
        carried: dict[int, int] = {}
        if carry:
            shares |= self.shares(self.settled - games)
            carried = {pk: left for pk, left in self.open_lines().items() if not self.lines[pk].carried_on}
        nets: dict[int | None, int] = defaultdict(int)
        for (_, who), amount in shares.items():
            nets[who] += amount
        for pk, left in carried.items():
            nets[self.lines[pk].payer] -= left
            nets[self.lines[pk].payee] += left
        return Proposed(shares, carried, dict(nets))

    def accept(self, proposed: Proposed) -> None:
        for key, amount in proposed.shares.items():
            self.covered[key] += amount
            self.settled.add(key[0])
        for pk, left in proposed.carried.items():
            self.lines[pk].carried, self.lines[pk].carried_on = left, True

    def left(self, pk: int) -> int:
        line = self.lines[pk]
        if line.payer == line.payee:
            return 0
        counted = [one.amount for one in self.paid.values() if one.line == pk and one.state in COUNTED]
        return line.amount - line.carried - sum(counted)

    def open_lines(self) -> dict[int, int]:
        return {pk: self.left(pk) for pk in self.lines if self.left(pk) > 0}

    def met(self, one: int, other: int) -> bool:
        """Whether both took part in one 將, by its hands or by a plan."""

        def of(who: int) -> tuple[set[int], set[int]]:
            played = {key for key, game in self.games.items() if who in game.people()}
            return played, {key for key, member in self.covered if member == who}

        (played, covered), (others, others_covered) = of(one), of(other)
        return bool(played & others or covered & others_covered)

    def merge(self, gone: int, kept: int) -> None:
        for game in self.games.values():
            game.rename(gone, kept)
        for one in self.paid.values():
            if (
                {one.payer, one.payee} == {gone, kept}
                and one.state in ("marked", "disputed")
                and not one.posted
            ):
                one.state = "withdrawn"
        for key, who in [key for key in self.covered if key[1] == gone]:
            self.covered[key, kept] = self.covered.pop((key, who))
        for row in (*self.lines.values(), *self.paid.values()):
            row.payer = kept if row.payer == gone else row.payer
            row.payee = kept if row.payee == gone else row.payee
        for one in self.paid.values():
            one.marked_by = kept if one.marked_by == gone else one.marked_by
        for moved, _ in self.entries.values():
            if gone in moved:
                moved[kept] = moved.get(kept, 0) + moved.pop(gone)
        self.gone[gone] = kept
