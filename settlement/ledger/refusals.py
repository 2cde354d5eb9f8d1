"""From what a database says to the ledger's named errors."""

from __future__ import annotations

from django.db import IntegrityError

from settlement import errors

# What PostgreSQL calls the constraint, what SQLite says of it, and what the triggers raise.
_SIGNS: tuple[tuple[str, type[errors.LedgerError]], ...] = (
    ("settlement_posting_fact", errors.AlreadyPostedError),
    ("settlement_posting.reference", errors.AlreadyPostedError),
    ("ledger:already_posted", errors.AlreadyPostedError),
    ("settlement_posting_reverses_id", errors.AlreadyReversedError),
    ("settlement_posting.reverses_id", errors.AlreadyReversedError),
    ("ledger:already_reversed", errors.AlreadyReversedError),
    ("ledger:fact_is_live", errors.FactIsLiveError),
    ("ledger:not_a_mirror", errors.NotAMirrorError),
    ("ledger:foreign_account", errors.ForeignAccountError),
    ("settlement_balance_range", errors.BalanceOverflowError),
    ("ledger:out_of_sequence", errors.OutOfSequenceError),
)


def named(error: IntegrityError) -> Exception:
    """The ledger's error for a broken constraint, or the error itself where none fits."""
    text = str(error)
    for sign, kind in _SIGNS:
        if sign in text:
            return kind()
    return error
