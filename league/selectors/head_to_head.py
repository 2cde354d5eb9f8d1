"""Who pays whom over time: between two members, and all of a season at once. In one unit, payments apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Sum
from django.db.models.functions import TruncMonth

from league.models import ClubUnit, Hand, Member, MemberAccount, Season
from league.selectors.balances import UnitBalance
from settlement import ledger
from settlement.models import Transfer

BETS = "outer_bet"
PAYMENT = "payment"


@dataclass(frozen=True)
class MeetingRow:
    """What one has won from another: at the table, by outer bets, and together. `paid` was handed over since."""

    other: Member
    play: int
    bets: int
    paid: int

    @property
    def won(self) -> int:
        return self.play + self.bets


def meetings(held: UnitBalance) -> list[MeetingRow]:
    """Everyone a member ever won from or lost to, the best for him first. Four queries; the house is no one."""
    if not held.accounts:
        return []
    found = ledger.head_to_head(held.accounts)
    people = _owners([one.other.pk for one in found])
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    members: dict[int, Member] = {}
    for one in found:
        other = people.get(one.other.pk)
        if other is None:
            continue
        members[other.pk] = other
        bets, paid = one.by_reason.get(BETS, 0), one.by_reason.get(PAYMENT, 0)
        for place, amount in enumerate((one.net - bets - paid, bets, paid)):
            sums[other.pk][place] += amount
    rows = [MeetingRow(members[pk], *three) for pk, three in sums.items()]
    return sorted(rows, key=lambda row: (-row.won, row.other.name, row.other.pk))


def _owners(accounts: Iterable[int]) -> dict[int, Member]:
    rows = MemberAccount.objects.filter(account__in=list(accounts)).select_related("member")
    return {row.account_id: row.member for row in rows}


@dataclass(frozen=True)
class Month:
    """A month between two members: what the first won from the second in it, and since the beginning."""

    first: date
    won: int
    running: int


@dataclass(frozen=True)
class Flow:
    """What went between two for one reason: what the first was paid, and what he paid."""

    reason: str
    received: int
    paid: int

    @property
    def net(self) -> int:
        return self.received - self.paid


@dataclass(frozen=True)
class Pair:
    """Two members in one unit. Sums are the first's. Corrected hands count as corrected."""

    months: tuple[Month, ...]
    flows: tuple[Flow, ...]

    @property
    def won(self) -> int:
        return sum(flow.net for flow in self.flows if flow.reason != PAYMENT)


def pair(unit: ClubUnit, one: Member, other: Member) -> Pair:
    """What two members won from each other, month by month, and for what. Four queries over what they exchanged."""
    mine, theirs = _accounts(unit, one), _accounts(unit, other)
    month = TruncMonth("posting__occurred_at", tzinfo=ZoneInfo(unit.club.time_zone))
    won: dict[date, int] = defaultdict(int)
    flows: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for src, dst, sign in ((theirs, mine, 1), (mine, theirs, -1)):
        between = Transfer.objects.filter(src__in=src, dst__in=dst)
        # A reversal takes back what its posting said: it counts against the other direction.
        rows = between.values_list("reason", "posting__reverses").annotate(Sum("amount")).order_by()
        for reason, reverses, amount in _folded(rows):
            flows[reason][(sign < 0) ^ reverses] += -amount if reverses else amount
        played = between.exclude(reason=PAYMENT)
        for at, amount in played.values_list(month).annotate(Sum("amount")).order_by():
            won[at.date()] += sign * amount
    return Pair(tuple(_running(won)), tuple(_flows(flows)))


def _accounts(unit: ClubUnit, member: Member) -> list[int]:
    return list(MemberAccount.objects.filter(unit=unit, member=member).values_list("account_id", flat=True))


def _folded(rows: Iterable[tuple[str, int | None, int]]) -> list[tuple[str, bool, int]]:
    sums: dict[tuple[str, bool], int] = defaultdict(int)
    for reason, reverses, amount in rows:
        sums[reason, reverses is not None] += amount
    return [(reason, reverses, amount) for (reason, reverses), amount in sums.items()]


def _running(won: dict[date, int]) -> Iterable[Month]:
    total = 0
    for first in sorted(won):
        total += won[first]
        yield Month(first, won[first], total)


def _flows(flows: dict[str, list[int]]) -> Iterable[Flow]:
    for reason, (received, paid) in sorted(flows.items(), key=lambda item: (item[0] == PAYMENT, item[0])):
        if received or paid:
            yield Flow(reason, received, paid)


@dataclass(frozen=True)
class GridRow:
    """A member's row of the grid: what he won from each of the columns' people, None where they never met."""

    member: Member
    cells: tuple[int | None, ...]
    total: int


@dataclass(frozen=True)
class Grid:
    """Everyone who played in a season against everyone. `unit` is the season's."""

    people: tuple[Member, ...]
    rows: tuple[GridRow, ...]


def season_grid(season: Season) -> Grid:
    """What everyone won from everyone in a season's hands as they stand now, bets included, fees apart. Two queries."""
    standing = Hand.objects.filter(jiang__season=season, struck_at=None).values("posting")
    flows = (
        Transfer.objects.filter(posting__in=standing)
        .values_list("src__member_account__member", "dst__member_account__member")
        .annotate(Sum("amount"))
        .order_by()
    )
    won: dict[tuple[int, int], int] = defaultdict(int)
    for payer, payee, amount in flows:
        if payer is not None and payee is not None:
            won[payee, payer] += amount
            won[payer, payee] -= amount
    totals: dict[int, int] = defaultdict(int)
    for (one, _other), amount in won.items():
        totals[one] += amount
    found = Member.objects.filter(pk__in=totals)
    people = sorted(found, key=lambda one: (-totals[one.pk], one.name, one.pk))
    return Grid(tuple(people), tuple(_grid_row(one, people, won) for one in people))


def _grid_row(one: Member, people: Sequence[Member], won: dict[tuple[int, int], int]) -> GridRow:
    cells = tuple(won.get((one.pk, other.pk)) for other in people)
    return GridRow(one, cells, sum(cell or 0 for cell in cells))
