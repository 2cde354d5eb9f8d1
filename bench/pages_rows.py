"""Rows by the thousand: buffers that go into PostgreSQL with COPY, and a ledger that is kept in memory meanwhile."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Model

from settlement.ledger.tallies import checkpoint_due
from settlement.models import Account, Balance, Book, Checkpoint, Posting, Transfer
from settlement.models.limits import posting_id

Row = tuple[Any, ...]


class Rows:
    """Rows that wait to be written, by table; ids for those that others point at."""

    def __init__(self) -> None:
        self.waiting: dict[tuple[type[Model], str], list[Row]] = defaultdict(list)
        self.last_id: dict[type[Model], int] = defaultdict(int)

    def id(self, model: type[Model]) -> int:
        self.last_id[model] += 1
        return self.last_id[model]

    def add(self, model: type[Model], columns: str, *row: Any) -> None:
        self.waiting[model, columns].append(row)

    def write(self) -> None:
        """Writes all that waits. The tables' own guards and foreign keys are not asked."""
        with unchecked() as cursor:
            for (model, columns), rows in self.waiting.items():
                statement = f"COPY {model._meta.db_table} ({columns}) FROM STDIN"
                with cursor.copy(statement) as into:
                    for row in rows:
                        into.write_row(row)
        self.waiting.clear()

    def set_sequences(self) -> None:
        """Those who come later are numbered after these rows."""
        with connection.cursor() as cursor:
            for model, last in self.last_id.items():
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [model._meta.db_table, last]
                )


@contextmanager
def unchecked() -> Iterator[Any]:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield cursor
        cursor.execute("SET session_replication_role = origin")


@dataclass
class Standing:
    """Where an account stands."""

    amount: int = 0
    entries: int = 0
    last_seq: int = 0


@dataclass
class Ledger:
    """A book as `settlement.ledger.post` would have filled it, but for the hashes."""

    book: Book
    rows: Rows
    accounts: Mapping[int, Account]
    seq: int = 0
    at: datetime | None = None
    standing: dict[int, Standing] = field(default_factory=lambda: defaultdict(Standing))

    def post(
        self,
        kind: str,
        reference: str,
        occurred: datetime,
        recorded: datetime,
        transfers: Sequence[tuple[int, int, int, str, str]] = (),
    ) -> int:
        """`transfers`: payer and payee (member ids), amount, reason, detail as JSON. The posting's id."""
        self.seq += 1
        self.at = recorded
        pk, mark = posting_id(self.book.pk, self.seq), f"{self.seq:064x}"
        columns = "id, book_id, seq, kind, reference, revision, occurred_at, recorded_at, actor, memo, entries, prev_hash, hash"
        row = (pk, self.book.pk, self.seq, kind, reference, 1, occurred, recorded)
        self.rows.add(Posting, columns, *row, "user:1", "", len(transfers), f"{self.seq - 1:064x}", mark)
        for position, (src, dst, amount, reason, detail) in enumerate(transfers, start=1):
            ends = (self.accounts[src].pk, self.accounts[dst].pk)
            columns = "posting_id, position, src_id, dst_id, amount, reason, detail"
            self.rows.add(Transfer, columns, pk, position, *ends, amount, reason, detail)
            self._move(ends[0], -amount, pk)
            self._move(ends[1], amount, pk)
        return pk

    def _move(self, account: int, amount: int, posting: int) -> None:
        mine = self.standing[account]
        mine.amount += amount
        mine.entries += 1
        mine.last_seq = self.seq
        if checkpoint_due(mine.entries - 1, mine.entries):
            self.rows.add(Checkpoint, "account_id, posting_id, amount", account, posting, mine.amount)

    def close(self) -> None:
        """Writes the balances and the head of the book."""
        for account, mine in self.standing.items():
            row = (account, mine.amount, mine.entries, mine.last_seq)
            self.rows.add(Balance, "account_id, amount, entries, last_seq", *row)
        self.rows.write()
        head = [self.seq, f"{self.seq:064x}", self.at, self.book.pk]
        with unchecked() as cursor:
            cursor.execute(
                "UPDATE settlement_book SET last_seq = %s, head_hash = %s, head_at = %s WHERE id = %s", head
            )


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
