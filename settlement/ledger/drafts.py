"""What a caller hands in: drafts of postings, checked before anything is locked or written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from settlement import errors
from settlement.models import Account, Posting
from settlement.models.limits import (
    ACTOR_LENGTH,
    KIND_LENGTH,
    MAX_AMOUNT,
    MAX_REVISION,
    MAX_TRANSFERS,
    MEMO_LENGTH,
    REASON_LENGTH,
    REFERENCE_LENGTH,
)

MAX_DETAIL = 8000
"""Characters of a detail in canonical JSON."""
MAX_DEPTH = 8


@dataclass(frozen=True, slots=True)
class Entry:
    """`src` pays `dst` `amount` whole units (1 to 10¹⁴) for `reason`; `detail` explains the amount."""

    src: Account
    dst: Account
    amount: int
    reason: str
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draft:
    """A posting to be made.

    `reference` and `revision` name the business fact (`hand:<uuid>`, 1); a book holds each once, and at
    most one revision of a fact that is not reversed. `corrects` links the new posting to the one it takes
    the place of. `reverses` is set by `reversals` only. A draft without transfers is a fact that moves
    nothing, such as a drawn hand.
    """

    kind: str
    reference: str
    occurred_at: datetime
    transfers: Sequence[Entry]
    revision: int = 1
    memo: str = ""
    corrects: Posting | None = None
    reverses: Posting | None = None


def canonical(value: object) -> str:
    """JSON with one spelling: keys sorted, no spaces, characters as they are."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def check_text(value: object, field_name: str, most: int, where: str, *, blank: bool = False) -> None:
    """Refuse what a column cannot hold: wrong type, too long, NUL, lone surrogates."""
    if not isinstance(value, str) or not (value or blank) or len(value) > most or not _storable(value):
        raise errors.BadTextError(where, field=field_name, most=most)


def _storable(text: str) -> bool:
    if "\x00" in text:
        return False
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def check_drafts(book_id: int, drafts: Sequence[Draft], actor: str) -> None:
    """Raise the first `LedgerError` there is in the drafts; `where` is its path, `drafts[2].transfers[0]`."""
    check_text(actor, "actor", ACTOR_LENGTH, "actor")
    facts: set[tuple[str, int]] = set()
    for index, draft in enumerate(drafts):
        where = f"drafts[{index}]"
        _check_draft(book_id, draft, where)
        if draft.reverses is None:
            fact = (draft.reference, draft.revision)
            if fact in facts:
                raise errors.AlreadyPostedError(where)
            facts.add(fact)


def _check_draft(book_id: int, draft: Draft, where: str) -> None:
    check_text(draft.kind, "kind", KIND_LENGTH, where)
    check_text(draft.reference, "reference", REFERENCE_LENGTH, where)
    check_text(draft.memo, "memo", MEMO_LENGTH, where, blank=True)
    if type(draft.revision) is not int or not 0 <= draft.revision <= MAX_REVISION:
        raise errors.BadRevisionError(where, revision=draft.revision)
    if not isinstance(draft.occurred_at, datetime) or draft.occurred_at.utcoffset() is None:
        raise errors.BadTimeError(where, time=draft.occurred_at)
    for other in (draft.corrects, draft.reverses):
        if other is not None and other.book_id != book_id:
            raise errors.ForeignAccountError(where)
    if draft.reverses is not None and draft.corrects is not None:
        raise errors.NotAMirrorError(where)
    if len(draft.transfers) > MAX_TRANSFERS:
        raise errors.BadAmountError(where, amount=len(draft.transfers), most=MAX_TRANSFERS)
    for position, entry in enumerate(draft.transfers):
        _check_entry(book_id, entry, f"{where}.transfers[{position}]")


def _check_entry(book_id: int, entry: Entry, where: str) -> None:
    # bool is an int to isinstance, and True would post a unit.
    if type(entry.amount) is not int or not 1 <= entry.amount <= MAX_AMOUNT:
        raise errors.BadAmountError(where, amount=entry.amount, most=MAX_AMOUNT)
    if entry.src.book_id != book_id or entry.dst.book_id != book_id:
        raise errors.ForeignAccountError(where)
    if entry.src.pk == entry.dst.pk:
        raise errors.SameAccountError(where, holder=entry.src.holder)
    check_text(entry.reason, "reason", REASON_LENGTH, where)
    if entry.detail:
        _check_detail(entry.detail, where)


def _check_detail(detail: object, where: str) -> None:
    if not isinstance(detail, dict) or not _plain(detail, MAX_DEPTH) or len(canonical(detail)) > MAX_DETAIL:
        raise errors.BadDetailError(where)


def _plain(value: object, depth: int) -> bool:
    """Whether both databases give the value back exactly: no floats, no NUL, bounded integers and depth."""
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) < 2**63
    if isinstance(value, str):
        return _storable(value)
    if depth == 0:
        return False
    if isinstance(value, list | tuple):
        return all(_plain(item, depth - 1) for item in value)
    if isinstance(value, dict):
        return all(isinstance(k, str) and _plain(k, 0) and _plain(v, depth - 1) for k, v in value.items())
    return False
