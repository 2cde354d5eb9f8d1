"""The one way past the ledger's guards, for tests alone.

A plugin of pytest: while it is loaded, Django's flush (which ends every test with `transactional_db` or
`live_server`) may empty the ledger. `unguarded` lets a test plant the damage that an inspection must find.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

KEPT = ("django_content_type", "auth_permission")
"""What Django writes itself, the same for every test."""
STANDING = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'settlement%'"


@contextmanager
def unguarded(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Within it no trigger of the ledger fires; on PostgreSQL no foreign key is checked either."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            yield
            cursor.execute("SET session_replication_role = origin")
        else:
            standing = cursor.execute(STANDING).fetchall()
            for name, _ in standing:
                cursor.execute(f"DROP TRIGGER {name}")
            yield
            for _, sql in standing:
                cursor.execute(sql)


@pytest.fixture(scope="session", autouse=True)
def ledger_can_be_flushed() -> Iterator[None]:
    """Lets Django empty the database after a test, row by row.

    TRUNCATE makes a new file for each of some sixty tables and their indexes, half a second a test, and wants
    every table for itself: a request whose page is gone already can be in its way.
    """
    operations = type(connections["default"].ops)
    flush = operations.execute_sql_flush

    def deletes(self: Any, style: Any, tables: list[str], **_options: Any) -> list[str]:
        return [f"DELETE FROM {self.quote_name(table)}" for table in tables if table not in KEPT]  # noqa: S608

    def unguarded_flush(self: Any, sql_list: list[Any]) -> None:
        with unguarded(self.connection):
            flush(self, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", deletes)
        patch.setattr(operations, "execute_sql_flush", unguarded_flush)
        yield
