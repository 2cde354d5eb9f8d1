"""Inspecting a book: everything kept against everything recomputed. Names what differs, repairs nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef

from settlement.ledger import guards
from settlement.ledger.chain import digest
from settlement.ledger.findings import Finding, finding
from settlement.ledger.mirrors import mirror_findings
from settlement.ledger.moved import Moved, moved
from settlement.ledger.tallies import checkpoint_due, sides
from settlement.models import Book, Checkpoint, Posting, Transfer
from settlement.models.limits import MAX_SEQ, posting_id, seq_of

CHUNK = 1000
"""Postings read at a time."""


@dataclass(slots=True)
class Fold:
    """An account recomputed: its sum, the number of its transfers, the last posting that touched it."""

    amount: int = 0
    entries: int = 0
    last_seq: int = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """A balance row as it is kept; None for amount where there is no row."""

    amount: int | None
    entries: int | None
    last_seq: int | None


@dataclass(slots=True)
class Inspection:
    """One walk through a book: what was kept when it began, and what has been recomputed so far."""

    book_id: int
    unit: str = ""
    last_seq: int = 0
    head_hash: str = ""
    head_at: datetime | None = None
    holders: dict[int, str] = field(default_factory=dict)
    kept: dict[int, Kept] = field(default_factory=dict)
    folds: defaultdict[int, Fold] = field(default_factory=lambda: defaultdict(Fold))
    checkpoints: dict[tuple[int, int], int] = field(default_factory=dict)
    prev_hash: str = ""
    prev_at: datetime | None = None

    def holder(self, account_id: int) -> str:
        return self.holders.get(account_id, f"account {account_id}")


def verify(book: Book) -> list[Finding]:
    """Everything in the book that is not as it must be, in the order found; empty for a sound book.

    Reads in pieces, holds no lock, and may run beside writers: it judges the book as it stood when the
    walk began, and what was posted by then can no longer change.
    """
    return list(inspect(book))


def inspect(book: Book) -> Iterator[Finding]:
    """The findings of `verify`, one by one as they come up."""
    for name in guards.missing():
        yield finding("guard_missing", name=name)
    inspection = _begin(book.pk)
    for first in range(1, inspection.last_seq + 1, CHUNK):
        yield from _walk(inspection, first, min(first + CHUNK - 1, inspection.last_seq))
    yield from _head(inspection)
    yield from _facts(inspection)
    yield from _balances(inspection)


def _begin(book_id: int) -> Inspection:
    """The head and the balances in one statement, so that they belong together."""
    inspection = Inspection(book_id)
    rows = Book.objects.filter(pk=book_id).values_list(
        "unit",
        "last_seq",
        "head_hash",
        "head_at",
        "accounts__id",
        "accounts__holder",
        "accounts__balance__amount",
        "accounts__balance__entries",
        "accounts__balance__last_seq",
    )
    for unit, last_seq, head_hash, head_at, account_id, holder, amount, entries, touched in rows:
        inspection.unit, inspection.last_seq = unit, last_seq
        inspection.head_hash, inspection.head_at = head_hash, head_at
        if account_id is not None:
            inspection.holders[account_id] = holder
            inspection.kept[account_id] = Kept(amount, entries, touched)
    points = Checkpoint.objects.filter(
        account__book=book_id, posting_id__lte=posting_id(book_id, inspection.last_seq)
    )
    for account_id, at, amount in points.values_list("account_id", "posting_id", "amount"):
        inspection.checkpoints[account_id, at] = amount
    return inspection


def _walk(inspection: Inspection, first: int, last: int) -> Iterator[Finding]:
    """Postings `first` to `last`: chain, hashes, transfers, reversals, checkpoints."""
    ends = (posting_id(inspection.book_id, first), posting_id(inspection.book_id, last))
    postings = {posting.seq: posting for posting in Posting.objects.filter(pk__range=ends).order_by("pk")}
    transfers: dict[int, list[Moved]] = {}
    for transfer in moved(Transfer.objects.filter(posting_id__gte=ends[0], posting_id__lte=ends[1])):
        transfers.setdefault(seq_of(transfer.posting_id), []).append(transfer)
    for seq in range(first, last + 1):
        mine = transfers.get(seq, [])
        posting = postings.get(seq)
        if posting is None:
            yield finding("missing_posting", seq=seq)
            if mine:
                yield finding("stray_transfer", seq=seq)
        else:
            yield from _posting(inspection, posting, mine)
        yield from _fold(inspection, seq, mine)
    yield from mirror_findings([posting for posting in postings.values() if posting.reverses_id], transfers)


def _posting(inspection: Inspection, posting: Posting, transfers: list[Moved]) -> Iterator[Finding]:
    seq = posting.seq
    if posting.prev_hash != inspection.prev_hash:
        yield finding("broken_chain", seq=seq)
    if inspection.prev_at is not None and posting.recorded_at < inspection.prev_at:
        yield finding("earlier_time", seq=seq)
    if len(transfers) != posting.entries:
        yield finding("transfer_count", seq=seq, found=len(transfers), told=posting.entries)
    rows = [
        (inspection.holder(t.src_id), inspection.holder(t.dst_id), t.amount, t.reason, t.detail)
        for t in transfers
    ]
    if digest(posting, inspection.unit, rows) != posting.hash:
        yield finding("changed_posting", seq=seq)
    for transfer in transfers:
        if not {transfer.src_id, transfer.dst_id} <= inspection.holders.keys():
            yield finding("foreign_account", seq=seq)
        if type(transfer.amount) is not int or transfer.amount < 1 or transfer.src_id == transfer.dst_id:
            yield finding("bad_transfer", seq=seq, amount=transfer.amount)
    inspection.prev_hash, inspection.prev_at = posting.hash, posting.recorded_at


def _fold(inspection: Inspection, seq: int, transfers: list[Moved]) -> Iterator[Finding]:
    """Add a posting's transfers to the sums, then look at the checkpoints that stand there."""
    before: dict[int, int] = {}
    for transfer in transfers:
        for account_id, amount in sides(transfer):
            fold = inspection.folds[account_id]
            before.setdefault(account_id, fold.entries)
            fold.amount += amount
            fold.entries += 1
            fold.last_seq = seq
    at = posting_id(inspection.book_id, seq)
    for account_id, entries in before.items():
        fold, holder = inspection.folds[account_id], inspection.holder(account_id)
        amount_kept = inspection.checkpoints.pop((account_id, at), None)
        if amount_kept is None and checkpoint_due(entries, fold.entries):
            yield finding("missing_checkpoint", holder=holder, seq=seq)
        elif amount_kept is not None and amount_kept != fold.amount:
            yield finding("wrong_checkpoint", holder=holder, seq=seq, kept=amount_kept, summed=fold.amount)


def _head(inspection: Inspection) -> Iterator[Finding]:
    if inspection.head_hash != inspection.prev_hash or inspection.head_at != inspection.prev_at:
        yield finding("wrong_head")
    beyond = Posting.objects.filter(book=inspection.book_id, seq__gt=F("book__last_seq"))
    for seq in beyond.order_by("seq").values_list("seq", flat=True)[:CHUNK]:
        yield finding("beyond_head", seq=seq)
    ids = (posting_id(inspection.book_id, inspection.last_seq), posting_id(inspection.book_id, MAX_SEQ))
    stray = Transfer.objects.filter(
        ~Exists(Posting.objects.filter(pk=OuterRef("posting_id"))),
        posting_id__gt=ids[0],
        posting_id__lte=ids[1],
    )
    for at in stray.order_by("posting_id").values_list("posting_id", flat=True).distinct()[:CHUNK]:
        yield finding("stray_transfer", seq=seq_of(at))


def _facts(inspection: Inspection) -> Iterator[Finding]:
    """Facts that stand twice and postings reversed twice; both also have a unique index against them."""
    mine = Posting.objects.filter(book=inspection.book_id)
    standing = mine.filter(reverses__isnull=True, reversed_by__isnull=True).values_list("reference")
    for reference, times in standing.annotate(times=Count("pk")).filter(times__gt=1).order_by("reference"):
        yield finding("doubled_fact", reference=reference, times=times)
    reversals = mine.filter(reverses__isnull=False).values_list("reverses_id")
    for at, times in reversals.annotate(times=Count("pk")).filter(times__gt=1).order_by("reverses_id"):
        yield finding("reversed_twice", seq=seq_of(at), times=times)


def _balances(inspection: Inspection) -> Iterator[Finding]:
    for account_id, holder in sorted(inspection.holders.items(), key=lambda item: item[1]):
        kept, fold = inspection.kept[account_id], inspection.folds[account_id]
        if kept.amount is None:
            if fold.entries:
                yield finding("missing_balance", holder=holder, summed=fold.amount)
        elif kept.amount != fold.amount:
            yield finding("wrong_balance", holder=holder, kept=kept.amount, summed=fold.amount)
        elif (kept.entries, kept.last_seq) != (fold.entries, fold.last_seq):
            yield finding("wrong_tally", holder=holder)
    for account_id, at in sorted(inspection.checkpoints):
        yield finding("stray_checkpoint", holder=inspection.holder(account_id), seq=seq_of(at))
    total = sum(kept.amount or 0 for kept in inspection.kept.values())
    if total:
        yield finding("not_zero", total=total)
