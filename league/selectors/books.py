"""The club's books: what the house took, what it spent, what is in the box and what is still owed to it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Q, Sum
from django.db.models.functions import TruncMonth

from league.models import ClubUnit, Expense
from league.selectors.actors import actor_names
from settlement.ledger import HOUSE
from settlement.models import Account, Transfer

TABLE_FEE, FEE, SPENT, PAID = "table_fee", "fee", "expense", "payment"


@dataclass
class MonthBook:
    """A month, or all of them: sums by what they were. `paid` was handed to the house in money (less what it gave)."""

    first: date | None = None
    sums: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def table_fees(self) -> int:
        return self.sums[TABLE_FEE]

    @property
    def fees(self) -> int:
        return self.sums[FEE]

    @property
    def spent(self) -> int:
        return -self.sums[SPENT]

    @property
    def other(self) -> int:
        """What the house won or lost beside: nothing, unless a record makes it take part in something new."""
        return sum(
            amount for reason, amount in self.sums.items() if reason not in (TABLE_FEE, FEE, SPENT, PAID)
        )

    @property
    def result(self) -> int:
        """Income less what was spent."""
        return self.table_fees + self.fees + self.other - self.spent

    @property
    def paid(self) -> int:
        return -self.sums[PAID]

    @property
    def box(self) -> int:
        """What came into the box less what was taken out of it."""
        return self.paid - self.spent

    @property
    def owed(self) -> int:
        """Income that has not been paid to the house yet."""
        return self.table_fees + self.fees + self.other - self.paid


@dataclass(frozen=True)
class Books:
    """A unit's books, the latest month first, and all of them together."""

    months: list[MonthBook]
    total: MonthBook


def books(unit: ClubUnit) -> Books:
    """By the month in which it happened; corrections count where what they correct did. Three queries."""
    house = list(Account.objects.filter(book=unit.book_id, holder=HOUSE).values_list("pk", flat=True))
    month = TruncMonth("posting__occurred_at", tzinfo=ZoneInfo(unit.club.time_zone))
    months: dict[date, MonthBook] = {}
    total = MonthBook()
    for side, sign in (("dst__in", 1), ("src__in", -1)):
        rows = Transfer.objects.filter(Q(**{side: house}))
        for at, reason, amount in rows.values_list(month, "reason").annotate(Sum("amount")).order_by():
            first = at.date()
            months.setdefault(first, MonthBook(first)).sums[reason] += sign * amount
            total.sums[reason] += sign * amount
    return Books([months[first] for first in sorted(months, reverse=True)], total)


@dataclass(frozen=True)
class Entry:
    """A fee charged or an expense: who wrote it down, and why it was taken back where it was."""

    expense: Expense
    made_by: str
    taken_back: str


def entries(unit: ClubUnit, limit: int = 100) -> list[Entry]:
    """The latest entries of the house. Two queries and the names."""
    found = list(
        Expense.objects.filter(unit=unit)
        .select_related("posting__reversed_by")
        .order_by("-spent_on", "-pk")[:limit]
    )
    names = actor_names(unit.club, {one.made_by for one in found})
    return [Entry(one, names[one.made_by], _why(one)) for one in found]


def _why(expense: Expense) -> str:
    reversal = getattr(expense.posting, "reversed_by", None)
    return reversal.memo if expense.reversed and reversal is not None else ""
