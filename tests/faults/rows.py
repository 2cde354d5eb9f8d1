"""Every row that the site keeps, as one hash; and a process that stops between two statements."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection

CONTROL = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT", "SET")


def digest() -> str:
    """A hash of all rows of the club's tables and the ledger's: equal where nothing changed."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            every = "(SELECT md5(string_agg(row::text, ' ' ORDER BY row::text)) FROM {} row)"
            cursor.execute(f"SELECT {', '.join(map(every.format, _tables()))}")
            return repr(cursor.fetchone())
        text = hashlib.sha256()
        for table in _tables():
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            text.update(f"{table} {sorted(map(repr, cursor.fetchall()))}".encode())
    return text.hexdigest()


@cache
def _tables() -> list[str]:
    models = [one for room in ("league", "settlement") for one in apps.get_app_config(room).get_models()]
    return sorted(one._meta.db_table for one in models)


class Stopped(BaseException):
    """The process is gone. Not an Exception, so that nobody takes it for something to be handled."""


@contextmanager
def stopping_at(number: int) -> Iterator[None]:
    """Stops before the statement `number` (1 is the first); those that begin and end a transaction do not count."""
    count = 0

    def run(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        nonlocal count
        if not sql.lstrip().upper().startswith(CONTROL):
            count += 1
            if count == number:
                raise Stopped
        return execute(sql, params, many, context)

    with connection.execute_wrapper(run):
        yield
