"""Books and the accounts in them."""

from __future__ import annotations

from django.db import models

from settlement.models.limits import HASH_LENGTH, HOLDER_LENGTH, MAX_SEQ


class Book(models.Model):
    """One club's ledger in one unit. Sums of two books are never added together.

    `last_seq`, `head_hash` and `head_at` mirror the last posting. The database moves them itself when a
    posting goes in, and refuses any other change; of the rest only the name can be changed.
    """

    name = models.CharField(max_length=120)
    unit = models.CharField(max_length=20)
    last_seq = models.BigIntegerField(default=0)
    head_hash = models.CharField(max_length=HASH_LENGTH, default="", blank=True)
    head_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(unit=""), name="settlement_book_has_unit"),
            models.CheckConstraint(
                condition=models.Q(last_seq__gte=0, last_seq__lte=MAX_SEQ),
                name="settlement_book_last_seq_range",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.unit})"


class Account(models.Model):
    """A party in a book. `holder` is the caller's own name for it, such as `member:12` or `house`.

    Accounts are for good: not edited, not deleted.
    """

    class Kind(models.TextChoices):
        PARTY = "party"
        HOUSE = "house"

    book = models.ForeignKey(Book, models.PROTECT, related_name="accounts", db_index=False)
    holder = models.CharField(max_length=HOLDER_LENGTH)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PARTY)
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["book", "holder"], name="settlement_account_holder"),
            models.CheckConstraint(condition=~models.Q(holder=""), name="settlement_account_has_holder"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["party", "house"]), name="settlement_account_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return self.holder
