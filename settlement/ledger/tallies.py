"""Keeping balances and checkpoints with what is posted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from settlement.ledger.moved import Moved
from settlement.models import Balance, Checkpoint, Posting, Transfer
from settlement.rows import insert

CHECKPOINT_EVERY = 256
"""Transfers of an account from one checkpoint to the next; what an earlier balance has to sum at most."""

Written = tuple[Posting, Sequence[Transfer]]


@dataclass(slots=True)
class Tally:
    """What a call adds to one account."""

    amount: int = 0
    entries: int = 0
    last_seq: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one account stands: its balance and how many transfers made it."""

    amount: int
    entries: int


def tally(written: Iterable[Written]) -> dict[int, Tally]:
    """What these postings add, by account id."""
    tallies: dict[int, Tally] = {}
    for posting, transfers in written:
        for transfer in transfers:
            for account_id, amount in sides(transfer):
                mine = tallies.setdefault(account_id, Tally())
                mine.amount += amount
                mine.entries += 1
                mine.last_seq = posting.seq
    return tallies


def sides(transfer: Transfer | Moved) -> tuple[tuple[int, int], tuple[int, int]]:
    """A transfer as (account id, signed amount), the payer first."""
    return (transfer.src_id, -transfer.amount), (transfer.dst_id, transfer.amount)


def add_to_balances(tallies: dict[int, Tally]) -> dict[int, Standing]:
    """Add to all balances with one statement, in account order; the standings after it."""
    if not tallies:
        return {}
    rows = [(pk, mine.amount, mine.entries, mine.last_seq) for pk, mine in sorted(tallies.items())]
    params = [value for row in rows for value in row]
    with connection.cursor() as cursor:
        cursor.execute(_upsert(len(rows)), params)
        return {pk: Standing(amount, entries) for pk, amount, entries in cursor.fetchall()}


def _upsert(count: int) -> str:
    table = Balance._meta.db_table
    values = ", ".join(["(%s, %s, %s, %s)"] * count)
    return (
        f"INSERT INTO {table} (account_id, amount, entries, last_seq) VALUES {values}"  # noqa: S608
        " ON CONFLICT (account_id) DO UPDATE SET"
        f" amount = {table}.amount + excluded.amount,"
        f" entries = {table}.entries + excluded.entries,"
        " last_seq = excluded.last_seq"
        " RETURNING account_id, amount, entries"
    )


def add_checkpoints(
    written: Sequence[Written], tallies: dict[int, Tally], after: dict[int, Standing]
) -> None:
    """Write a checkpoint after each posting in which an account passes a multiple of the interval."""
    running = {
        pk: [standing.amount - tallies[pk].amount, standing.entries - tallies[pk].entries]
        for pk, standing in after.items()
        if checkpoint_due(standing.entries - tallies[pk].entries, standing.entries)
    }
    if not running:
        return
    points: list[Checkpoint] = []
    for posting, transfers in written:
        points.extend(_passed(posting, transfers, running))
    insert(points)


def _passed(
    posting: Posting, transfers: Sequence[Transfer], running: dict[int, list[Any]]
) -> list[Checkpoint]:
    before = {pk: entries for pk, (_, entries) in running.items()}
    for transfer in transfers:
        for pk, amount in sides(transfer):
            if pk in running:
                running[pk][0] += amount
                running[pk][1] += 1
    return [
        Checkpoint(account_id=pk, posting_id=posting.pk, amount=amount)
        for pk, (amount, entries) in running.items()
        if checkpoint_due(before[pk], entries)
    ]


def checkpoint_due(entries_before: int, entries_after: int) -> bool:
    """Whether an account passed a multiple of the interval between two counts of its transfers."""
    return entries_before // CHECKPOINT_EVERY != entries_after // CHECKPOINT_EVERY
