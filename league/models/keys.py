"""What lets apps in, and what keeps a retry from counting twice."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """A scoreboard app's key to one club. Only its hash is kept; the key itself is shown once."""

    SCOPES = ("read", "record", "settle", "admin")

    club = models.ForeignKey("league.Club", on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    prefix = models.CharField(max_length=12, unique=True)
    digest = models.CharField(max_length=64)
    scopes = models.JSONField(default=list)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name


class IdempotencyKey(models.Model):
    """A write that was answered: the same key and body get the same answer again. Kept for good."""

    club = models.ForeignKey("league.Club", on_delete=models.CASCADE, related_name="idempotency_keys")
    actor = models.CharField(max_length=80)
    endpoint = models.CharField(max_length=120)
    key = models.CharField(max_length=200)
    body_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    response = models.JSONField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "actor", "endpoint", "key"], name="idempotency_key_once"),
        ]

    def __str__(self) -> str:
        return self.key
