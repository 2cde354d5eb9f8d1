"""盤: one hand, and every state that it was ever recorded in."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Hand(models.Model):
    """One 盤 as it stands now. `facts` is the hand as a 將 record writes it.

    `posting` is the ledger posting that stands for it now, `fingerprint` tells which transfers that is.
    """

    jiang = models.ForeignKey("league.Jiang", on_delete=models.CASCADE, related_name="hands")
    number = models.PositiveIntegerField(_("number"))
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    facts = models.JSONField()
    posting = models.ForeignKey(
        "settlement.Posting", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    postings_made = models.PositiveIntegerField(default=0)
    fingerprint = models.CharField(max_length=64, blank=True)
    struck_at = models.DateTimeField(null=True, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["jiang", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["jiang", "number"],
                condition=models.Q(struck_at__isnull=True),
                name="hand_number_once",
                violation_error_message=_("This hand is recorded already."),
            ),
        ]
        verbose_name = _("盤")
        verbose_name_plural = _("盤")

    def __str__(self) -> str:
        return str(self.number)


class HandRevision(models.Model):
    """What a hand was recorded as, by whom and why. Kept for ever."""

    class Change(models.TextChoices):
        RECORDED = "recorded", _("recorded")
        CORRECTED = "corrected", _("corrected")
        STRUCK = "struck", _("struck")
        INSERTED = "inserted", _("inserted")
        IMPORTED = "imported", _("imported")

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    change = models.CharField(max_length=10, choices=Change)
    facts = models.JSONField(null=True)
    actor = models.CharField(max_length=80)
    why = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["hand", "number"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="hand_revision_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.change}"
