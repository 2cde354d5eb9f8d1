"""Sums over a stretch of a book: nets, flows by reason, and who paid whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet, Sum

from settlement.ledger.reading import book_of
from settlement.models import Account, Book, Transfer
from settlement.models.limits import MAX_SEQ, posting_id


@dataclass(slots=True)
class Meeting:
    """What one account has won from another over time: in all, and by reason. Reversed postings cancel."""

    other: Account
    net: int = 0
    by_reason: Counter[str] = field(default_factory=Counter)


def nets(book: Book, *, after_seq: int = 0, upto_seq: int = MAX_SEQ) -> dict[int, int]:
    """Received minus paid by account id over the postings after `after_seq` up to `upto_seq`; two queries.

    Costs what the stretch is long. The nets sum to zero; accounts that nothing touched are left out.
    """
    stretch = _stretch(Transfer.objects.all(), book.pk, after_seq, upto_seq)
    result: Counter[int] = Counter()
    for pk, amount in stretch.values_list("dst_id").annotate(Sum("amount")).order_by():
        result[pk] += amount
    for pk, amount in stretch.values_list("src_id").annotate(Sum("amount")).order_by():
        result[pk] -= amount
    return dict(result)


def by_reason(accounts: Sequence[Account], *, after_seq: int = 0, upto_seq: int = MAX_SEQ) -> dict[str, int]:
    """Received minus paid by reason, for accounts of one book together, over a stretch; two queries."""
    book_id = book_of(accounts)
    ids = [account.pk for account in accounts]
    result: Counter[str] = Counter()
    for side, sign in (("dst_id__in", 1), ("src_id__in", -1)):
        stretch = _stretch(Transfer.objects.filter(**{side: ids}), book_id, after_seq, upto_seq)
        for reason, amount in stretch.values_list("reason").annotate(Sum("amount")).order_by():
            result[reason] += sign * amount
    return dict(result)


def head_to_head(accounts: Sequence[Account], other: Account | None = None) -> list[Meeting]:
    """What these accounts (one person's) won from each other account, or from one; three queries.

    By holder. Costs what the accounts have transfers, not what the book has.
    """
    ids = [account.pk for account in accounts]
    meetings: dict[int, Meeting] = {}
    for mine, theirs, sign in (("dst_id", "src_id", 1), ("src_id", "dst_id", -1)):
        found = Transfer.objects.filter(**{f"{mine}__in": ids})
        found = found.filter(**{theirs: other.pk}) if other else found.exclude(**{f"{theirs}__in": ids})
        for pk, reason, amount in found.values_list(theirs, "reason").annotate(Sum("amount")).order_by():
            meeting = meetings.setdefault(pk, Meeting(Account(pk=pk)))
            meeting.net += sign * amount
            meeting.by_reason[reason] += sign * amount
    for account in Account.objects.filter(pk__in=meetings):
        meetings[account.pk].other = account
    return sorted(meetings.values(), key=lambda meeting: meeting.other.holder)


def _stretch(found: QuerySet[Transfer], book_id: int, after_seq: int, upto_seq: int) -> QuerySet[Transfer]:
    return found.filter(
        posting_id__gt=posting_id(book_id, after_seq),
        posting_id__lte=posting_id(book_id, min(upto_seq, MAX_SEQ)),
    )
