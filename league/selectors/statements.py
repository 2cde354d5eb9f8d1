"""A statement: what a balance was made of in a stretch of time, by day and 將, with opening and closing sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.functional import cached_property

from league.models import ClubUnit, Jiang
from league.selectors.balances import Line, UnitBalance, told
from settlement import ledger
from settlement.models import Account

CHUNK = 500
A_PAGE = 300


@dataclass(frozen=True)
class Group:
    """Lines that stand together: of one 將, or of one day. `closing` is the balance after the last of them."""

    day: date
    jiang: Jiang | None
    lines: tuple[Line, ...]

    @cached_property
    def amount(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def closing(self) -> int:
        return self.lines[-1].balance


@dataclass(frozen=True)
class Statement:
    """A page of a statement. `opening` and `closing` are those of the whole stretch, `before` that of this page.

    `after` is where the next page begins; None on the last.
    """

    unit: ClubUnit
    opening: int
    closing: int
    before: int
    groups: tuple[Group, ...]
    after: int | None

    @property
    def moved(self) -> int:
        return self.closing - self.opening


def statement(
    held: UnitBalance, first: date | None, last: date | None, *, after: int = 0, limit: int = A_PAGE
) -> Statement:
    """What was recorded from the first to the last day, both included, oldest first. A fixed number of queries."""
    since, until = stretch(held.unit, first, last)
    if not held.accounts:
        return Statement(held.unit, 0, 0, 0, (), None)
    whole = ledger.statement(held.accounts, since=since, until=until, limit=1)
    found = ledger.statement(held.accounts, after_seq=after, since=since, until=until, limit=limit)
    return Statement(
        unit=held.unit,
        opening=whole.window_opening,
        closing=whole.window_closing,
        before=found.opening,
        groups=tuple(grouped(told(held, found.lines))),
        after=found.lines[-1].seq if found.later else None,
    )


def stretch(unit: ClubUnit, first: date | None, last: date | None) -> tuple[datetime | None, datetime | None]:
    """The days by the club's clock: from the first's midnight to the one that ends the last."""
    zone = ZoneInfo(unit.club.time_zone)
    since = datetime.combine(first, time(), zone) if first else None
    until = datetime.combine(last + timedelta(days=1), time(), zone) if last else None
    return since, until


def grouped(lines: Sequence[Line]) -> Iterator[Group]:
    """Neighbours of one 將 (or, without one, of one day) together, in the order of the book."""
    together: list[Line] = []
    for line in lines:
        if together and _place(together[-1]) != _place(line):
            yield _group(together)
            together = []
        together.append(line)
    if together:
        yield _group(together)


def _place(line: Line) -> tuple[date, int | None]:
    return line.day, line.hand.jiang_id if line.hand else None


def _group(lines: Sequence[Line]) -> Group:
    hand = lines[0].hand
    return Group(lines[0].day, hand.jiang if hand else None, tuple(lines))


def every_group(held: UnitBalance, first: date | None, last: date | None) -> Iterator[Group]:
    """All groups of a stretch, a part of the book at a time: for files."""
    since, until = stretch(held.unit, first, last)
    after, kept = 0, list[Line]()
    while held.accounts:
        found = ledger.statement(held.accounts, after_seq=after, since=since, until=until, limit=CHUNK)
        kept += told(held, found.lines)
        if not found.later:
            break
        after = found.lines[-1].seq
    yield from grouped(kept)


def house_held(unit: ClubUnit) -> UnitBalance:
    """The house account of a unit as a statement takes it."""
    found = Account.objects.filter(book=unit.book_id, holder=ledger.HOUSE).first()
    accounts = (found,) if found else ()
    return UnitBalance(unit, ledger.balance(found) if found else 0, accounts)
