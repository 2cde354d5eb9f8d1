"""The hash chain over a book's postings."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from settlement.ledger.drafts import canonical
from settlement.models import Posting
from settlement.models.limits import seq_of

VERSION = 1

Row = tuple[str, str, int, str, Any]
"""A transfer as the hash sees it: holder of src, holder of dst, amount, reason, detail."""


def digest(posting: Posting, unit: str, rows: Iterable[Row]) -> str:
    """SHA-256 (hex) over the canonical JSON of a posting, its transfers in order, and `prev_hash`."""
    content = [
        VERSION,
        posting.book_id,
        unit,
        posting.seq,
        posting.kind,
        posting.reference,
        posting.revision,
        _instant(posting.occurred_at),
        _instant(posting.recorded_at),
        posting.actor,
        posting.memo,
        None if posting.reverses_id is None else seq_of(posting.reverses_id),
        None if posting.corrects_id is None else seq_of(posting.corrects_id),
        posting.prev_hash,
        list(rows),
    ]
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
