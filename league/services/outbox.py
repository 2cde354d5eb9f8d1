"""Sending what stands in the outbox: each mail claimed, sent, marked. At least once, and seldom more."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from smtplib import (
    SMTPAuthenticationError,
    SMTPConnectError,
    SMTPException,
    SMTPHeloError,
    SMTPServerDisconnected,
)

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.errors import Refused
from league.models import OutboxMail

log = logging.getLogger(__name__)

AT_THE_DOOR = (SMTPServerDisconnected, SMTPConnectError, SMTPHeloError, SMTPAuthenticationError)
STALE_AFTER = timedelta(minutes=10)
MOST_ATTEMPTS = 6
RESTS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
)


def _free(now: datetime) -> Q:
    """Mails that may be sent now. Times further ahead than this clock would set come from one that jumped."""
    unclaimed = Q(claimed_at=None) | Q(claimed_at__lt=now - STALE_AFTER) | Q(claimed_at__gt=now + STALE_AFTER)
    rested = Q(not_before=None) | Q(not_before__lte=now) | Q(not_before__gt=now + RESTS[-1])
    return Q(sent_at=None, failed_at=None) & unclaimed & rested


def waiting(limit: int = 100) -> list[int]:
    """The mails to be sent now, oldest first."""
    free = OutboxMail.objects.filter(_free(timezone.now()))
    return list(free.order_by("pk").values_list("pk", flat=True)[:limit])


def claim(mail_id: int) -> OutboxMail | None:
    """Takes a mail in one statement, so that of two workers one sends it; else None."""
    now = timezone.now()
    taken = OutboxMail.objects.filter(_free(now), pk=mail_id).update(
        claimed_at=now, attempts=F("attempts") + 1
    )
    return OutboxMail.objects.select_related("report__job__club").get(pk=mail_id) if taken else None


def send_waiting(limit: int = 100, connect: Callable[[], BaseEmailBackend] = get_connection) -> int:
    """Sends what waits, through Django's mail back end; returns how many went out.

    A server that does not answer ends the round: the others would wait for it in vain. A mail that it refuses
    rests, and is given up in the end; the page of the outbox says why.
    """
    sent = 0
    connection = connect()
    try:
        for mail_id in waiting(limit):
            mail = claim(mail_id)
            if mail is None:
                continue
            try:
                _message(mail, connection).send()
            except Exception as error:  # back ends raise errors of their own kinds
                _rest(mail, error)
                if _is_server(error):
                    break
            else:
                sent += _mine(mail).update(sent_at=timezone.now(), claimed_at=None, error="")
    finally:
        connection.close()
    return sent


def _message(mail: OutboxMail, connection: BaseEmailBackend) -> EmailMultiAlternatives:
    """The mail with an id that stays the same if it should go out twice, so that a reader's program sees one."""
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"
    message = EmailMultiAlternatives(
        subject=mail.subject,
        body=mail.body,
        to=[mail.to],
        connection=connection,
        headers={
            "Message-ID": f"<report-{mail.report_id}-{mail.pk}@{host}>",
            "Auto-Submitted": "auto-generated",
        },
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    return message


def _mine(mail: OutboxMail) -> QuerySet[OutboxMail]:
    return OutboxMail.objects.filter(pk=mail.pk, sent_at=None, attempts=mail.attempts)


def _is_server(error: Exception) -> bool:
    """Whether it is the server that is at fault, not the mail."""
    if isinstance(error, SMTPException):
        return isinstance(error, AT_THE_DOOR) or getattr(error, "smtp_code", 0) == 421
    return isinstance(error, OSError)


def _rest(mail: OutboxMail, error: Exception) -> None:
    over = mail.attempts >= MOST_ATTEMPTS
    now = timezone.now()
    log.warning("a mail was not sent", extra={"mail": mail.pk, "why": str(error)})
    _mine(mail).update(
        claimed_at=None,
        failed_at=now if over else None,
        not_before=None if over else now + RESTS[min(mail.attempts, len(RESTS)) - 1],
        error=f"{type(error).__name__}: {error}"[:2000],
    )


def send_again(mail: OutboxMail) -> None:
    """Puts a mail that was given up back in the queue. Raises Refused for one that was sent or waits."""
    freed = OutboxMail.objects.filter(pk=mail.pk, sent_at=None).exclude(failed_at=None)
    if not freed.update(failed_at=None, attempts=0, claimed_at=None, not_before=None, error=""):
        raise Refused("mail_not_failed", gettext_noop("This mail was sent, or waits already."), status=409)
