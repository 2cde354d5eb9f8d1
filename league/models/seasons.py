"""Seasons, sessions (場次) and tables (桌)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Season(models.Model):
    """A stretch of play that is ranked together, in one unit."""

    club = models.ForeignKey("league.Club", on_delete=models.PROTECT, related_name="seasons")
    unit = models.ForeignKey("league.ClubUnit", on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"), null=True, blank=True)

    class Meta:
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once"),
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True) | models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_it_starts",
            ),
        ]
        verbose_name = _("season")
        verbose_name_plural = _("seasons")

    def __str__(self) -> str:
        return self.name


class Session(models.Model):
    """場次: an evening's or a day's play, many tables, many 將."""

    club = models.ForeignKey("league.Club", on_delete=models.PROTECT, related_name="sessions")
    season = models.ForeignKey(
        Season, on_delete=models.PROTECT, null=True, blank=True, related_name="sessions"
    )
    played_on = models.DateField(_("played on"))
    name = models.CharField(_("name"), max_length=60, blank=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        ordering = ["-played_on", "-pk"]
        indexes = [models.Index(fields=["club", "-played_on"], name="session_by_day")]
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    def __str__(self) -> str:
        return self.name or self.played_on.isoformat()


class Table(models.Model):
    """桌: a physical table within a session."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))

    class Meta:
        ordering = ["session", "number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="table_number_once"),
        ]
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return str(self.number)
