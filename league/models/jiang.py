"""將: the unit that is settled, and who sits where."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Jiang(models.Model):
    """One 將. Its hands are the truth; `state` and everything in `results` is computed from them.

    `ruleset` and `options` stand as they were given, `sheet` is the whole rule sheet they meant that day.
    """

    class State(models.TextChoices):
        OPEN = "open", _("in play")
        COMPLETE = "complete", _("complete")
        CLOSED = "closed", _("ended early")

    club = models.ForeignKey("league.Club", on_delete=models.PROTECT, related_name="jiang")
    unit = models.ForeignKey("league.ClubUnit", on_delete=models.PROTECT, related_name="jiang")
    season = models.ForeignKey(
        "league.Season", on_delete=models.PROTECT, null=True, blank=True, related_name="jiang"
    )
    table = models.ForeignKey("league.Table", on_delete=models.PROTECT, related_name="jiang")
    number = models.PositiveIntegerField(_("number at the table"))
    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)

    ruleset = models.JSONField()
    options = models.JSONField(default=dict, blank=True)
    sheet = models.JSONField()
    base = models.PositiveIntegerField(_("底"))
    per_tai = models.PositiveIntegerField(_("each 台"))
    first_dealer = models.PositiveSmallIntegerField(_("起莊"))
    table_fee = models.JSONField(null=True, blank=True)
    played_on = models.DateField(_("played on"))
    dated = models.BooleanField(default=True, help_text=_("the record itself names the day"))
    closed = models.BooleanField(_("ended early"), default=False)

    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    hand_count = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-played_on", "-pk"]
        indexes = [
            models.Index(fields=["club", "-played_on", "-id"], name="jiang_by_day"),
            models.Index(fields=["season", "state"], name="jiang_of_season"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="jiang_number_once"),
            models.CheckConstraint(condition=models.Q(first_dealer__lte=3), name="jiang_first_dealer_sits"),
        ]
        verbose_name = _("將")
        verbose_name_plural = _("將")

    def __str__(self) -> str:
        return f"{self.played_on} #{self.pk}"


class Sitting(models.Model):
    """Who sits in a seat from a hand on: `from_hand` 1 for the four who begin, later for who takes over."""

    jiang = models.ForeignKey(Jiang, on_delete=models.CASCADE, related_name="sittings")
    seat = models.PositiveSmallIntegerField(_("seat"))
    member = models.ForeignKey("league.Member", on_delete=models.PROTECT, related_name="sittings")
    from_hand = models.PositiveIntegerField(_("from hand"), default=1)

    class Meta:
        ordering = ["jiang", "from_hand", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["jiang", "seat", "from_hand"], name="sitting_one_per_seat"),
            models.CheckConstraint(condition=models.Q(seat__lte=3), name="sitting_has_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.member}"


class RecordForm(models.Model):
    """A form that a 將 was sent in or has stood in: the same form again is the same 將 (`copy` 0) or a true copy."""

    club = models.ForeignKey("league.Club", on_delete=models.CASCADE, related_name="record_forms")
    jiang = models.ForeignKey(Jiang, on_delete=models.CASCADE, related_name="forms")
    digest = models.CharField(max_length=64)
    copy = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "digest", "copy"], name="record_form_once"),
        ]

    def __str__(self) -> str:
        return self.digest[:12]
