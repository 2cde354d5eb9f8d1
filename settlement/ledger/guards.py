"""Whether the database's own guards over the ledger stand."""

from __future__ import annotations

from django.db import connection

TABLES = ("posting", "transfer", "checkpoint", "account", "book")

_POSTGRESQL = {
    *(f"settlement_{table}_kept" for table in TABLES),
    *(f"settlement_{table}_not_truncated" for table in TABLES),
    "settlement_book_checked",
    "settlement_transfer_checked",
    "settlement_posting_checked",
    "settlement_checkpoint_checked",
}
_SQLITE = {
    *(f"settlement_{table}_not_edited" for table in TABLES if table != "book"),
    *(f"settlement_{table}_not_deleted" for table in TABLES),
    "settlement_account_not_replaced",
    "settlement_book_begins_empty",
    "settlement_book_checked",
    "settlement_transfer_checked",
    "settlement_posting_checked",
    "settlement_posting_moves_head",
    "settlement_checkpoint_checked",
}
_STANDING = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'settlement%' AND tgenabled IN ('O', 'A')",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'settlement%'",
}


def expected() -> set[str]:
    """The names of the triggers that this kind of database must have."""
    return set(_POSTGRESQL if connection.vendor == "postgresql" else _SQLITE)


def missing() -> list[str]:
    """The triggers that are gone or switched off, by name; one query."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING[connection.vendor])
        standing = {row[0] for row in cursor.fetchall()}
    return sorted(expected() - standing)
