"""Keys that let an app into one club: made, checked, revoked. Only a hash is kept; the key is shown once."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.errors import Refused
from league.models import ApiToken, Club

MARK = "jc"
SECRET_BYTES = 32
PREFIX_BYTES = 6
NAME_LENGTH = 60
NOTED_EVERY = timedelta(minutes=1)
_KEY = re.compile(rf"{MARK}_([0-9a-f]{{{2 * PREFIX_BYTES}}})_[A-Za-z0-9_-]{{20,100}}")


def create_token(
    club: Club, name: str, scopes: Iterable[str], user: User | None = None
) -> tuple[ApiToken, str]:
    """A new token and its key, `jc_<prefix>_<secret>`; the key cannot be read again.

    `scopes` are some of `ApiToken.SCOPES`. Raises Refused for a blank name and for scopes that are not there.
    """
    name, wanted = name.strip(), set(scopes)
    if not name or len(name) > NAME_LENGTH or "\x00" in name:
        raise Refused(
            "bad_name", gettext_noop("A name has 1 to %(most)s characters."), where="name", most=NAME_LENGTH
        )
    if not wanted or not wanted <= set(ApiToken.SCOPES):
        raise Refused(
            "bad_scopes",
            gettext_noop("Say one or more of these scopes: %(scopes)s."),
            where="scopes",
            scopes=", ".join(ApiToken.SCOPES),
        )
    prefix = secrets.token_hex(PREFIX_BYTES)
    key = f"{MARK}_{prefix}_{secrets.token_urlsafe(SECRET_BYTES)}"
    token = ApiToken.objects.create(
        club=club,
        name=name,
        prefix=prefix,
        digest=_digest(key),
        scopes=[scope for scope in ApiToken.SCOPES if scope in wanted],
        created_by=user,
    )
    return token, key


def token_of(key: str) -> ApiToken | None:
    """The token that a key opens, unless it is revoked; None for any other text."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    token = ApiToken.objects.select_related("club").filter(prefix=found[1]).first()
    if token is None or token.revoked_at is not None:
        return None
    return token if hmac.compare_digest(token.digest, _digest(key)) else None


def note_use(token: ApiToken) -> None:
    """Notes that a token was used, at most once a minute, so that reading costs no write."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - NOTED_EVERY:
        return
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - NOTED_EVERY)
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)


def revoke(token: ApiToken) -> None:
    """Shuts a token out for good. Doing it twice changes nothing."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    token.refresh_from_db(fields=["revoked_at"])


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
