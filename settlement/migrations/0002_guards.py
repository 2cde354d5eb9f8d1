"""Triggers that keep the ledger append-only and whole, on PostgreSQL and on SQLite.

A later migration that rebuilds one of these tables on SQLite loses its triggers there and must put them
back; `settlement.ledger.verify` names those that are missing.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

GUARDS = Path(__file__).with_name("guards")


def statements(script: str, vendor: str) -> Iterator[str]:
    """The script in pieces that one execute takes: whole on PostgreSQL, by statement on SQLite."""
    if vendor != "sqlite":
        yield script
        return
    piece = ""
    for line in script.splitlines(keepends=True):
        piece += line
        if sqlite3.complete_statement(piece):
            yield piece
            piece = ""


def run(schema_editor: BaseDatabaseSchemaEditor, suffix: str) -> None:
    vendor = schema_editor.connection.vendor
    script = (GUARDS / f"{vendor}{suffix}.sql").read_text(encoding="utf-8")
    with schema_editor.connection.cursor() as cursor:
        for statement in statements(script, vendor):
            cursor.execute(statement)


def put_up(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    run(schema_editor, "")


def take_down(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    run(schema_editor, "_drop")


class Migration(migrations.Migration):
    dependencies = [("settlement", "0001_ledger")]

    operations = [migrations.RunPython(put_up, take_down)]
