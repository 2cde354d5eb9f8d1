"""Reversing: the mirror of a posting, posted in its turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from settlement import errors
from settlement.ledger.drafts import Draft, Entry
from settlement.ledger.posting import post
from settlement.models import Book, Posting, Transfer

REVERSAL = "reversal"


def reversals(postings: Sequence[Posting], *, memo: str = "") -> list[Draft]:
    """Drafts that mirror these postings, in the order given; one query.

    Post them together with what takes their place, and a correction is one call of `post`. Each carries
    reference, revision and `occurred_at` of what it reverses, so that sums by day or fact come to nothing.
    Raises `NotAMirrorError` for a posting that is a reversal itself.
    """
    for index, posting in enumerate(postings):
        if posting.reverses_id is not None:
            raise errors.NotAMirrorError(f"postings[{index}]")
    entries = _mirrored([posting.pk for posting in postings])
    return [
        Draft(
            kind=REVERSAL,
            reference=posting.reference,
            revision=posting.revision,
            occurred_at=posting.occurred_at,
            transfers=entries.get(posting.pk, []),
            memo=memo,
            reverses=posting,
        )
        for posting in postings
    ]


def reverse(postings: Sequence[Posting], *, actor: str, memo: str = "") -> list[Posting]:
    """Reverse postings of one book; the reversals made. Raises as `post` does, `AlreadyReversedError` above all."""
    if not postings:
        return []
    return post(Book(pk=postings[0].book_id), reversals(postings, memo=memo), actor=actor)


def live(book: Book, references: Iterable[str]) -> dict[str, Posting]:
    """For each of these references the posting that stands, by reference; none where it was reversed."""
    found = Posting.objects.filter(
        book=book, reference__in=list(references), reverses__isnull=True, reversed_by__isnull=True
    )
    return {posting.reference: posting for posting in found}


def _mirrored(posting_ids: list[int]) -> dict[int, list[Entry]]:
    entries: dict[int, list[Entry]] = {}
    if not posting_ids:
        return entries
    found = Transfer.objects.filter(posting_id__in=posting_ids).select_related("src", "dst")
    for transfer in found.order_by("posting_id", "position"):
        entries.setdefault(transfer.posting_id, []).append(
            Entry(transfer.dst, transfer.src, transfer.amount, transfer.reason, transfer.detail)
        )
    return entries
