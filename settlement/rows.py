"""Plain multi-row inserts.

`bulk_create` spends more time on building its query than the database on running it; posting a hand is
measured against hand-written SQL, so rows of the ledger go in by statements that are built once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django.db import connection, models

CHUNK = 1000
"""Rows in one statement; SQLite bounds the number of parameters."""


def insert(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model whose every column is set, in order."""
    for start in range(0, len(rows), CHUNK):
        _insert_chunk(rows[start : start + CHUNK])


def _insert_chunk(rows: Sequence[models.Model]) -> None:
    fields = _columns(type(rows[0]))
    head, places = _statement(type(rows[0]))
    params = [
        field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(head + ", ".join([places] * len(rows)), params)


@cache
def _columns(model: type[models.Model]) -> tuple[models.Field[object, object], ...]:
    return tuple(field for field in model._meta.local_concrete_fields if field.column)


@cache
def _statement(model: type[models.Model]) -> tuple[str, str]:
    columns = [str(field.column) for field in _columns(model)]
    head = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES "  # noqa: S608
    return head, f"({', '.join(['%s'] * len(columns))})"
