"""What happens round a table: hands that a player disputes, and passes that let a player's phone record."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class HandDispute(models.Model):
    """A player says a hand is not recorded as it was; an organiser settles it. Both stay visible."""

    hand = models.ForeignKey("league.Hand", on_delete=models.CASCADE, related_name="disputes")
    member = models.ForeignKey("league.Member", on_delete=models.PROTECT, related_name="hand_disputes")
    why = models.CharField(_("what is wrong"), max_length=300)
    made_at = models.DateTimeField(auto_now_add=True)
    answer = models.CharField(_("answer"), max_length=300, blank=True)
    settled_by = models.CharField(max_length=80, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "member"],
                condition=models.Q(settled_at__isnull=True),
                name="hand_dispute_one_open",
            ),
        ]
        verbose_name = _("dispute")
        verbose_name_plural = _("disputes")

    def __str__(self) -> str:
        return self.why


class RecordingPass(models.Model):
    """The right to record one table, given to a phone: a one-time code that is exchanged for a session.

    Only the hashes of the code and of the session's secret are kept. A pass can be revoked.
    """

    table = models.ForeignKey("league.Table", on_delete=models.CASCADE, related_name="passes")
    member = models.ForeignKey("league.Member", on_delete=models.PROTECT, null=True, related_name="passes")
    code_digest = models.CharField(max_length=64, unique=True)
    secret_digest = models.CharField(max_length=64, blank=True)
    made_by = models.CharField(max_length=80)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    exchanged_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at"]
        verbose_name = _("recording pass")
        verbose_name_plural = _("recording passes")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.made_at:%H:%M}"
