"""Passes that let a player's phone record one table: made, exchanged, used, revoked. Only hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Member, RecordingPass, Table

CODE_BYTES = 16
SECRET_BYTES = 32
CODE_LASTS = timedelta(minutes=10)
PASS_LASTS = timedelta(hours=18)
NOTED_EVERY = timedelta(minutes=1)


def make_pass(table: Table, *, actor: Actor) -> tuple[RecordingPass, str]:
    """A pass that waits for a phone, and its one-time code of 128 bits; the code cannot be read again.

    `expires_at` is when the code runs out; once exchanged, when the pass does.
    """
    code = secrets.token_urlsafe(CODE_BYTES)
    made = RecordingPass.objects.create(
        table=table,
        code_digest=digest(code),
        made_by=actor.label,
        expires_at=timezone.now() + CODE_LASTS,
    )
    return made, code


def waiting_pass(code: str) -> RecordingPass | None:
    """The pass that a code can still be exchanged for; None for any other text. Changes nothing."""
    found = _alive().filter(code_digest=digest(code), exchanged_at=None)
    return found.select_related("table__session__club").first()


def spent_pass(code: str) -> RecordingPass | None:
    """The pass that a code was exchanged for."""
    found = RecordingPass.objects.exclude(exchanged_at=None).filter(code_digest=digest(code))
    return found.select_related("table__session__club").first()


def exchange(code: str, member: Member | None = None) -> tuple[RecordingPass, str]:
    """Turns a code into a pass, once: the pass and the secret that its phone keeps.

    `member` is who holds the phone, where he said so. Raises Refused `no_such_code`, the same for a code that
    never was, has been used, has run out or was revoked.
    """
    secret = secrets.token_urlsafe(SECRET_BYTES)
    now = timezone.now()
    taken = (
        _alive()
        .filter(code_digest=digest(code), exchanged_at=None)
        .update(
            secret_digest=digest(secret),
            member=member,
            exchanged_at=now,
            last_used_at=now,
            expires_at=now + PASS_LASTS,
        )
    )
    if not taken:
        raise Refused(
            "no_such_code",
            gettext_noop("This code is not valid, or not any more. Ask for a new one."),
            status=404,
        )
    held = RecordingPass.objects.select_related("table__session__club").get(code_digest=digest(code))
    return held, secret


def held_pass(table_id: int, secret: str) -> RecordingPass | None:
    """The live pass for a table that a phone's secret stands for."""
    if not secret:
        return None
    given = digest(secret)
    found = _alive().exclude(exchanged_at=None).filter(table_id=table_id, secret_digest=given)
    held = found.select_related("member").first()
    return held if held is not None and hmac.compare_digest(held.secret_digest, given) else None


def note_use(held: RecordingPass) -> None:
    """Notes that a pass was used, at most once a minute."""
    now = timezone.now()
    if held.last_used_at is not None and held.last_used_at > now - NOTED_EVERY:
        return
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_EVERY)
    RecordingPass.objects.filter(stale, pk=held.pk).update(last_used_at=now)


def revoke_pass(held: RecordingPass) -> None:
    """Takes the right back, at once and for good. Doing it twice changes nothing."""
    RecordingPass.objects.filter(pk=held.pk, revoked_at=None).update(revoked_at=timezone.now())
    held.refresh_from_db(fields=["revoked_at"])


def digest(text: str) -> str:
    """What is kept of a code or a secret. Both are random, so that a plain hash gives nothing away."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def _alive() -> QuerySet[RecordingPass]:
    """What has not run out or been revoked. An evening that was closed takes its passes along."""
    return RecordingPass.objects.filter(
        revoked_at=None, expires_at__gt=timezone.now(), table__session__closed_at=None
    )
