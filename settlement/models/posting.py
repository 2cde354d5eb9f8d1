"""Postings and their transfers: written once, never edited, never deleted."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from settlement.models.book import Account, Book
from settlement.models.limits import (
    ACTOR_LENGTH,
    HASH_LENGTH,
    KIND_LENGTH,
    MAX_AMOUNT,
    MAX_SEQ,
    MAX_TRANSFERS,
    MEMO_LENGTH,
    REASON_LENGTH,
    REFERENCE_LENGTH,
)


class Posting(models.Model):
    """One business fact in the book: a hand, a payment, a fee, or the reversal of one of these.

    `id` is `book_id * 2**32 + seq`, so that ids within a book are its gapless order and every index that
    ends in the posting serves a page by seq. `reference` and `revision` name the fact (`hand:<uuid>`, 2);
    a reversal carries those of the posting it reverses. `occurred_at` is the caller's, `recorded_at` the
    ledger's and never goes back. `hash` covers all of this, the transfers, and `prev_hash`.
    """

    id = models.BigIntegerField(primary_key=True)
    book = models.ForeignKey(Book, models.PROTECT, related_name="postings", db_index=False)
    seq = models.BigIntegerField()
    kind = models.CharField(max_length=KIND_LENGTH)
    reference = models.CharField(max_length=REFERENCE_LENGTH)
    revision = models.IntegerField(default=1)
    occurred_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    actor = models.CharField(max_length=ACTOR_LENGTH)
    memo = models.CharField(max_length=MEMO_LENGTH, blank=True, default="")
    entries = models.IntegerField()
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    corrects = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="corrections")
    prev_hash = models.CharField(max_length=HASH_LENGTH, blank=True)
    hash = models.CharField(max_length=HASH_LENGTH)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(id=F("book") * (MAX_SEQ + 1) + F("seq")),
                name="settlement_posting_id_is_book_and_seq",
            ),
            models.CheckConstraint(
                condition=Q(seq__gte=1, seq__lte=MAX_SEQ), name="settlement_posting_seq_range"
            ),
            models.CheckConstraint(
                condition=Q(entries__gte=0, entries__lte=MAX_TRANSFERS),
                name="settlement_posting_entries_range",
            ),
            models.CheckConstraint(condition=Q(revision__gte=0), name="settlement_posting_revision_range"),
            models.CheckConstraint(
                condition=~Q(kind="") & ~Q(reference="") & ~Q(actor="") & ~Q(hash=""),
                name="settlement_posting_has_texts",
            ),
            models.CheckConstraint(
                condition=Q(reverses__isnull=True) | Q(corrects__isnull=True),
                name="settlement_posting_reverses_or_corrects",
            ),
            models.UniqueConstraint(
                fields=["book", "reference", "revision"],
                condition=Q(reverses__isnull=True),
                name="settlement_posting_fact",
            ),
        ]
        indexes = [models.Index(fields=["book", "recorded_at"], name="settlement_posting_recorded")]

    def __str__(self) -> str:
        return f"#{self.seq} {self.kind} {self.reference}"


class Transfer(models.Model):
    """`src` pays `dst` a positive whole amount. An imbalance cannot be written down.

    `reason` is a code of the caller's; `detail` is a small JSON object that explains the amount.
    """

    pk = models.CompositePrimaryKey("posting_id", "position")
    posting = models.ForeignKey(Posting, models.PROTECT, related_name="transfers", db_index=False)
    position = models.SmallIntegerField()
    src = models.ForeignKey(Account, models.PROTECT, related_name="paid", db_index=False)
    dst = models.ForeignKey(Account, models.PROTECT, related_name="received", db_index=False)
    amount = models.BigIntegerField()
    reason = models.CharField(max_length=REASON_LENGTH)
    detail = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(amount__gte=1, amount__lte=MAX_AMOUNT), name="settlement_transfer_amount_range"
            ),
            models.CheckConstraint(condition=~Q(src=F("dst")), name="settlement_transfer_two_accounts"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=MAX_TRANSFERS),
                name="settlement_transfer_position_range",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="settlement_transfer_has_reason"),
        ]
        indexes = [
            models.Index(
                fields=["src", "posting"], include=["dst", "amount"], name="settlement_transfer_paid"
            ),
            models.Index(
                fields=["dst", "posting"], include=["src", "amount"], name="settlement_transfer_received"
            ),
        ]
