"""A short way to write a ledger down: one transfer a line, `payer payee amount reason`."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from settlement import ledger
from settlement.models import Account, Book, Posting

EVENING = datetime(2026, 3, 7, 12, tzinfo=UTC)


@dataclass
class Story:
    """A book and the people in it, called by their holders."""

    book: Book
    people: dict[str, Account] = field(default_factory=dict)

    def __getitem__(self, holder: str) -> Account:
        if holder not in self.people:
            self.people[holder] = ledger.account(self.book, holder)
        return self.people[holder]

    def entries(self, table: str) -> list[ledger.Entry]:
        rows = [line.split() for line in table.strip().splitlines() if line.strip()]
        return [ledger.Entry(self[src], self[dst], int(amount), why) for src, dst, amount, why in rows]

    def draft(self, reference: str, table: str = "", **more: Any) -> ledger.Draft:
        given = {"kind": "hand", "occurred_at": EVENING, "transfers": self.entries(table)} | more
        return ledger.Draft(reference=reference, **given)

    def post(self, reference: str, table: str = "", **more: Any) -> Posting:
        return self.post_all(self.draft(reference, table, **more))[0]

    def post_all(self, *drafts: ledger.Draft) -> list[Posting]:
        with transaction.atomic():
            return ledger.post(self.book, drafts, actor="organiser")

    def reverse(self, *postings: Posting) -> list[Posting]:
        with transaction.atomic():
            return ledger.reverse(postings, actor="organiser", memo="scored twice")

    def balances(self) -> dict[str, int]:
        """Who stands where, those at 0 left out."""
        return {line.account.holder: line.amount for line in ledger.balances(self.book) if line.amount}
