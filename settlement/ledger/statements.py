"""Statements: what an account's balance is made of, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q

from settlement.ledger.reading import balances_at, book_of
from settlement.models import Account, Posting, Transfer
from settlement.models.limits import MAX_SEQ, posting_id

_TRANSFER = Transfer._meta.db_table


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One posting as the accounts of a statement see it.

    `amount` is what it adds to them together (0 where they pay each other), `balance` what they stand at
    after it; `transfers` are those that touch them, with `src` and `dst` loaded. `posting.reversed_by` is
    loaded too: `reversed_by_seq` is the seq of the reversal, None where the posting stands.
    """

    posting: Posting
    amount: int
    balance: int
    transfers: tuple[Transfer, ...]
    reversed_by_seq: int | None

    @property
    def seq(self) -> int:
        return self.posting.seq


@dataclass(frozen=True, slots=True)
class Statement:
    """A page of lines, oldest first, within a window of the book.

    `opening` and `closing` are the balances before the first and after the last line shown;
    `window_opening` and `window_closing` those of the whole window. `earlier` and `later` say whether the
    window has lines before and after the page: ask again with `before_seq=lines[0].seq, newest=True` or
    `after_seq=lines[-1].seq`.
    """

    lines: tuple[StatementLine, ...]
    opening: int
    closing: int
    window_opening: int
    window_closing: int
    earlier: bool
    later: bool


def statement(
    accounts: Sequence[Account],
    *,
    after_seq: int = 0,
    before_seq: int | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 50,
    newest: bool = False,
) -> Statement:
    """The lines of accounts of one book (several where one person holds several), at most `limit` postings.

    The window: postings after `after_seq` and before `before_seq`, recorded from `since` on and before
    `until` (both by `recorded_at`, the order of the book; what happened earlier and was recorded later
    stands where it was recorded). `newest` takes the last lines of the window, otherwise the first.
    Four queries, two more with times; their cost does not depend on the length of the book.
    Raises `ForeignAccountError` where accounts are of several books.
    """
    book_id = book_of(accounts)
    first, last = _window(book_id, after_seq, before_seq, since, until)
    window_opening, window_closing = _sum_at(accounts, first - 1), _sum_at(accounts, last)
    found = _page(accounts, posting_id(book_id, first), posting_id(book_id, last), limit + 1, newest)
    more, page = len(found) > limit, sorted(found[:limit])
    lines = _lines(accounts, page)
    moved = sum(line.amount for line in lines)
    opening = window_closing - moved if newest else window_opening
    if newest and not more:
        opening = window_opening
    return Statement(
        lines=tuple(_with_balances(lines, opening)),
        opening=opening,
        closing=opening + moved,
        window_opening=window_opening,
        window_closing=window_closing,
        earlier=more and newest,
        later=more and not newest,
    )


def seq_before(book_id: int, moment: datetime) -> int:
    """The seq of the last posting recorded before a moment; 0 where there is none."""
    found = (
        Posting.objects.filter(book_id=book_id, recorded_at__lt=moment)
        .order_by("-recorded_at", "-id")
        .values_list("seq", flat=True)
        .first()
    )
    return found or 0


def _window(
    book_id: int, after_seq: int, before_seq: int | None, since: datetime | None, until: datetime | None
) -> tuple[int, int]:
    """The first and last seq of the window; an empty one ends right before it begins."""
    first = max(after_seq, 0) + 1
    last = MAX_SEQ if before_seq is None else min(before_seq - 1, MAX_SEQ)
    if since is not None:
        first = max(first, seq_before(book_id, since) + 1)
    if until is not None:
        last = min(last, seq_before(book_id, until))
    return first, max(last, first - 1)


def _sum_at(accounts: Sequence[Account], seq: int) -> int:
    return sum(balances_at(accounts, seq).values())


def _page(accounts: Sequence[Account], first: int, last: int, count: int, newest: bool) -> list[int]:
    """Ids of the first or last `count` postings between two ids (both included) that touch the accounts.

    Each account and side has an arm of its own with a limit of its own, so that each is a short walk along
    one index.
    """
    order = "DESC" if newest else "ASC"
    arms: list[str] = []
    params: list[int] = []
    for account in accounts:
        for side in ("src_id", "dst_id"):
            arms.append(
                f"SELECT posting_id FROM (SELECT DISTINCT posting_id FROM {_TRANSFER} WHERE {side} = %s"  # noqa: S608
                f" AND posting_id BETWEEN %s AND %s ORDER BY posting_id {order} LIMIT %s) arm{len(arms)}"
            )
            params += [account.pk, first, last, count]
    query = f"{' UNION '.join(arms)} ORDER BY posting_id {order} LIMIT %s"
    with connection.cursor() as cursor:
        cursor.execute(query, [*params, count])
        return [row[0] for row in cursor.fetchall()]


def _lines(accounts: Sequence[Account], page: Sequence[int]) -> list[StatementLine]:
    """The lines of these postings, each with balance 0 still."""
    mine = {account.pk for account in accounts}
    touching = Q(src_id__in=mine) | Q(dst_id__in=mine)
    found = (
        Transfer.objects.filter(touching, posting_id__in=page)
        .select_related("posting", "posting__reversed_by", "src", "dst")
        .order_by("posting_id", "position")
    )
    grouped: dict[int, list[Transfer]] = {}
    for transfer in found:
        grouped.setdefault(transfer.posting_id, []).append(transfer)
    return [_line(mine, transfers) for transfers in grouped.values()]


def _line(mine: set[int], transfers: Sequence[Transfer]) -> StatementLine:
    posting = transfers[0].posting
    amount = sum(t.amount * ((t.dst_id in mine) - (t.src_id in mine)) for t in transfers)
    reversal: Posting | None = getattr(posting, "reversed_by", None)
    return StatementLine(posting, amount, 0, tuple(transfers), reversal.seq if reversal else None)


def _with_balances(lines: Sequence[StatementLine], opening: int) -> Iterator[StatementLine]:
    running = opening
    for line in lines:
        running += line.amount
        yield StatementLine(line.posting, line.amount, running, line.transfers, line.reversed_by_seq)
