"""插花: the side bets of a 將."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SideBet(models.Model):
    """內插 (`seat` raises his own 底 by `units`) or 外插 (`backer` bets on `seat`)."""

    class Kind(models.TextChoices):
        INNER = "inner", _("內插")
        OUTER = "outer", _("外插")

    jiang = models.ForeignKey("league.Jiang", on_delete=models.CASCADE, related_name="side_bets")
    kind = models.CharField(max_length=5, choices=Kind)
    position = models.PositiveIntegerField(help_text=_("its place in the list of the record"))
    seat = models.PositiveSmallIntegerField()
    backer = models.ForeignKey(
        "league.Member", on_delete=models.PROTECT, null=True, blank=True, related_name="backings"
    )
    units = models.PositiveSmallIntegerField(null=True, blank=True)
    base = models.PositiveIntegerField(null=True, blank=True)
    per_tai = models.PositiveIntegerField(null=True, blank=True)
    from_hand = models.PositiveIntegerField()
    to_hand = models.PositiveIntegerField(null=True, blank=True)
    accepted_by = models.JSONField(default=list)
    void_wins = models.JSONField(null=True, blank=True)
    overruled = models.TextField(null=True, blank=True)  # noqa: DJ001 - absent is not empty

    class Meta:
        ordering = ["jiang", "kind", "position"]
        constraints = [
            models.UniqueConstraint(fields=["jiang", "kind", "position"], name="side_bet_position_once"),
            models.CheckConstraint(
                condition=models.Q(kind="inner", backer__isnull=True, units__isnull=False, base__isnull=True)
                | models.Q(kind="outer", backer__isnull=False, units__isnull=True, base__isnull=False),
                name="side_bet_is_of_one_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seat}"
