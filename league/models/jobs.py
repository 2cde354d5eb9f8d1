"""Jobs: rows that a worker carries out once each; what they made; and the mail that goes out."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """Something to be done once for one (kind, club, period, as-of). The row is the truth, not the broker.

    `claimed_at` is when its worker took it, `not_before` how long a failed one rests, `repeated_same` what came
    of making a done one again: whether the report was the same.
    """

    class Kind(models.TextChoices):
        SETTLEMENT_SHEET = "settlement_sheet", _("settlement sheet")
        STANDINGS_SNAPSHOT = "standings_snapshot", _("standings snapshot")
        LEAGUE_LETTER = "league_letter", _("league letter")
        INTEGRITY_CHECK = "integrity_check", _("integrity check")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    club = models.ForeignKey("league.Club", on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=30, choices=Kind)
    period = models.CharField(max_length=60, help_text=_("what it is about: a 將, a day, a week"))
    as_of = models.DateTimeField()
    jiang = models.ForeignKey(
        "league.Jiang", on_delete=models.CASCADE, null=True, blank=True, related_name="jobs"
    )
    arguments = models.JSONField(default=dict, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    repeated_at = models.DateTimeField(null=True, blank=True)
    repeated_same = models.BooleanField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        indexes = [
            models.Index(fields=["status", "claimed_at"], name="job_to_do"),
            models.Index(fields=["club", "-created_at", "-id"], name="job_of_club"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "kind", "period", "as_of"], name="job_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.period}"


class Report(models.Model):
    """What a job made: a page kept as it was, with the data it was made of.

    `html` shows everything; `html_without_sums` is for readers who may not see what others won and lost, and
    empty where there is no such page.
    """

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="report")
    title = models.CharField(max_length=120)
    html = models.TextField()
    html_without_sums = models.TextField(blank=True)
    data = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.title


class OutboxMail(models.Model):
    """One mail of one report to one reader: written with the report, sent at least once after it."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="mails")
    to = models.EmailField()
    subject = models.CharField(max_length=150)
    body = models.TextField()
    html = models.TextField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["id"],
                condition=models.Q(sent_at__isnull=True, failed_at__isnull=True),
                name="mail_to_send",
            ),
        ]
        constraints = [models.UniqueConstraint(fields=["report", "to"], name="mail_once_per_reader")]

    def __str__(self) -> str:
        return self.subject
