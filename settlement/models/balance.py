"""What the accounts stand at: now, and at earlier points of the book."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from settlement.models.book import Account
from settlement.models.limits import MAX_BALANCE
from settlement.models.posting import Posting


class Balance(models.Model):
    """Received minus paid, kept in the transaction that posts.

    `entries` counts the account's transfers (it says when a checkpoint is due), `last_seq` is the last
    posting that touched it. An account that was never touched has no row.
    """

    account = models.OneToOneField(Account, models.PROTECT, primary_key=True, related_name="balance")
    amount = models.BigIntegerField()
    entries = models.BigIntegerField()
    last_seq = models.BigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(amount__gte=-MAX_BALANCE, amount__lte=MAX_BALANCE),
                name="settlement_balance_range",
            ),
        ]


class Checkpoint(models.Model):
    """An account's balance right after a posting, so that an earlier balance needs few rows to sum."""

    pk = models.CompositePrimaryKey("account_id", "posting_id")
    account = models.ForeignKey(Account, models.PROTECT, related_name="checkpoints", db_index=False)
    posting = models.ForeignKey(Posting, models.PROTECT, related_name="+", db_index=False)
    amount = models.BigIntegerField()
