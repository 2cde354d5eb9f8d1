"""Plain multi-row inserts.

`bulk_create` spends more time on building its query than the database on running it; recording a hand is
measured against hand-written SQL, so the rows that it writes go in by statements that are built once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

from django.db import connection, models

CHUNK = 1000
"""Rows in one statement; SQLite bounds the number of parameters."""


def insert(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model in order. A row whose id the database gives gets it."""
    for start in range(0, len(rows), CHUNK):
        _insert_chunk(rows[start : start + CHUNK])


def upsert(rows: Sequence[models.Model], unique: tuple[str, ...], changed: tuple[str, ...]) -> None:
    """Insert rows of one model; where a row with the same `unique` columns stands, set its `changed` ones."""
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        _run(chunk, f" ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {_excluded(changed)}")


def update(row: models.Model, names: tuple[str, ...]) -> None:
    """Set these fields of one row that stands already."""
    fields = _fields(type(row), names)
    params = [field.get_db_prep_save(field.pre_save(row, False), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(_setting(type(row), names), [*params, row.pk])


def _insert_chunk(rows: Sequence[models.Model]) -> None:
    given = rows[0]._meta.auto_field
    if given is None:
        _run(rows)
        return
    for row, (pk,) in zip(rows, _run(rows, f" RETURNING {given.column}"), strict=True):
        row.pk = pk
        row._state.adding = False


def _run(rows: Sequence[models.Model], ending: str = "") -> list[tuple[Any, ...]]:
    readers = _readers(type(rows[0]))
    head, places = _statement(type(rows[0]))
    params = [read(row) for row in rows for read in readers]
    with connection.cursor() as cursor:
        cursor.execute(head + ", ".join([places] * len(rows)) + ending, params)
        return cursor.fetchall() if "RETURNING" in ending else []


@cache
def _columns(model: type[models.Model]) -> tuple[models.Field[object, object], ...]:
    own = (field for field in model._meta.local_concrete_fields if field.column)
    return tuple(field for field in own if field is not model._meta.auto_field)


@cache
def _readers(model: type[models.Model]) -> list[Callable[[Any], Any]]:
    """For each column what it is given of a row."""
    return [attrgetter(field.attname) if _is_plain(field) else _prepared(field) for field in _columns(model)]


def _is_plain(field: Any) -> bool:
    """Whether the database takes the value as the row has it: whole numbers, texts, and ids of other rows."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return isinstance(field, models.IntegerField | models.CharField | models.BooleanField)


def _prepared(field: Any) -> Callable[[Any], Any]:
    return lambda row: field.get_db_prep_save(field.pre_save(row, True), connection)


@cache
def _statement(model: type[models.Model]) -> tuple[str, str]:
    columns = [str(field.column) for field in _columns(model)]
    head = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES "  # noqa: S608
    return head, f"({', '.join(['%s'] * len(columns))})"


@cache
def _fields(model: type[models.Model], names: tuple[str, ...]) -> list[Any]:
    return [model._meta.get_field(name) for name in names]


@cache
def _setting(model: type[models.Model], names: tuple[str, ...]) -> str:
    columns = ", ".join(f"{field.column} = %s" for field in _fields(model, names))
    return f"UPDATE {model._meta.db_table} SET {columns} WHERE {model._meta.pk.column} = %s"  # noqa: S608


@cache
def _excluded(columns: tuple[str, ...]) -> str:
    return ", ".join(f"{column} = excluded.{column}" for column in columns)
