"""Whether reversals are the exact mirror of what they reverse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from settlement.ledger.findings import Finding, finding
from settlement.ledger.moved import Moved, moved
from settlement.models import Posting, Transfer


def mirror_findings(
    reversals: Sequence[Posting], transfers: Mapping[int, Sequence[Moved]]
) -> Iterator[Finding]:
    """A finding for each reversal that is no mirror; `transfers` holds those of the reversals by seq."""
    if not reversals:
        return
    ids = [posting.reverses_id for posting in reversals if posting.reverses_id is not None]
    originals = Posting.objects.in_bulk(ids)
    reversed_: dict[int, list[Moved]] = {}
    for transfer in moved(Transfer.objects.filter(posting_id__in=ids)):
        reversed_.setdefault(transfer.posting_id, []).append(transfer)
    for reversal in reversals:
        original = originals.get(reversal.reverses_id or 0)
        if (
            original is None
            or not _is_fit(reversal, original)
            or _turned(reversed_.get(original.pk, [])) != _as_is(transfers.get(reversal.seq, []))
        ):
            yield finding("not_a_mirror", seq=reversal.seq)


def _is_fit(reversal: Posting, original: Posting) -> bool:
    return (
        original.book_id == reversal.book_id
        and original.seq < reversal.seq
        and original.reverses_id is None
        and (original.reference, original.revision) == (reversal.reference, reversal.revision)
    )


def _as_is(transfers: Sequence[Moved]) -> list[tuple[object, ...]]:
    return [(t.position, t.src_id, t.dst_id, t.amount, t.reason, t.detail) for t in transfers]


def _turned(transfers: Sequence[Moved]) -> list[tuple[object, ...]]:
    return [(t.position, t.dst_id, t.src_id, t.amount, t.reason, t.detail) for t in transfers]
