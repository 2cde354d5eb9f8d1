"""Posting: the one way into a book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from settlement import errors
from settlement.ledger.chain import digest
from settlement.ledger.drafts import Draft, check_drafts
from settlement.ledger.refusals import named
from settlement.ledger.tallies import Written, add_checkpoints, add_to_balances, tally
from settlement.models import Book, Posting, Transfer
from settlement.models.limits import MAX_SEQ, posting_id
from settlement.prepared import Prepared
from settlement.rows import insert


class Head(NamedTuple):
    """The end of a book, as read under its lock."""

    unit: str
    last_seq: int
    head_hash: str
    head_at: datetime | None


def post(
    book: Book, drafts: Sequence[Draft], *, actor: str, recorded_at: datetime | None = None
) -> list[Posting]:
    """Post drafts in order, all or none; the postings made.

    Takes the book's lock (for the rest of the transaction), numbers and chains the postings, writes their
    transfers and keeps the balances: four statements, and a fifth when a checkpoint is due. `actor` says
    who does it. `recorded_at` is for carrying an old book over only: not before the book's last posting,
    not in the future; otherwise it is now, or the time of the last posting where the clock went back.

    Raises a `LedgerError`. `NoTransactionError` and whatever is wrong with the drafts is found before anything
    is written; what only the database can tell (`AlreadyPostedError`, `FactIsLiveError`, `AlreadyReversedError`,
    `NotAMirrorError`, `BalanceOverflowError`) marks the enclosing `atomic` block to be rolled back.
    """
    require_transaction()
    check_drafts(book.pk, drafts, actor)
    if not drafts:
        return []
    with _all_or_nothing():
        head = _lock(book.pk)
        written = _build(book.pk, head, drafts, actor, _recording_time(head, recorded_at))
        _write(written)
    return [posting for posting, _ in written]


def require_transaction() -> None:
    """Raise `NoTransactionError` outside of `transaction.atomic()`."""
    if not connection.in_atomic_block:
        raise errors.NoTransactionError


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    try:
        with transaction.mark_for_rollback_on_error(using=connection.alias):
            yield
    except IntegrityError as error:
        raise named(error) from error


def _lock(book_id: int) -> Head:
    # On SQLite there is no row lock: the transaction began IMMEDIATE and holds the only write lock.
    found = _locked(book_id)
    if not found:
        raise errors.NoSuchBookError
    (book,) = found
    return Head(book.unit, book.last_seq, book.head_hash, book.head_at)


_locked = Prepared(lambda pk: Book.objects.select_for_update(no_key=True).filter(pk=pk))


def _recording_time(head: Head, given: datetime | None) -> datetime:
    now = timezone.now()
    if given is None:
        return now if head.head_at is None else max(now, head.head_at)
    if given.utcoffset() is None or given > now or (head.head_at is not None and given < head.head_at):
        raise errors.BadTimeError("recorded_at", time=given)
    return given


def _build(
    book_id: int, head: Head, drafts: Sequence[Draft], actor: str, recorded_at: datetime
) -> list[Written]:
    if head.last_seq + len(drafts) > MAX_SEQ:
        raise errors.OutOfSequenceError
    written: list[Written] = []
    prev_hash = head.head_hash
    for seq, draft in enumerate(drafts, start=head.last_seq + 1):
        posting = Posting(
            id=posting_id(book_id, seq),
            book_id=book_id,
            seq=seq,
            kind=draft.kind,
            reference=draft.reference,
            revision=draft.revision,
            occurred_at=draft.occurred_at,
            recorded_at=recorded_at,
            actor=actor,
            memo=draft.memo,
            entries=len(draft.transfers),
            reverses_id=draft.reverses.pk if draft.reverses else None,
            corrects_id=draft.corrects.pk if draft.corrects else None,
            prev_hash=prev_hash,
        )
        rows = [(e.src.holder, e.dst.holder, e.amount, e.reason, e.detail) for e in draft.transfers]
        posting.hash = prev_hash = digest(posting, head.unit, rows)
        written.append((posting, _transfers(posting, draft)))
    return written


def _transfers(posting: Posting, draft: Draft) -> list[Transfer]:
    return [
        Transfer(
            posting_id=posting.pk,
            position=position,
            src_id=entry.src.pk,
            dst_id=entry.dst.pk,
            amount=entry.amount,
            reason=entry.reason,
            detail=entry.detail,
        )
        for position, entry in enumerate(draft.transfers, start=1)
    ]


def _write(written: list[Written]) -> None:
    """Balances first (they can refuse), then transfers; the posting's own row seals them and comes last."""
    tallies = tally(written)
    after = add_to_balances(tallies)
    insert([transfer for _, transfers in written for transfer in transfers])
    insert([posting for posting, _ in written])
    add_checkpoints(written, tallies, after)
