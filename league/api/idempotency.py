"""Doing a write once, however often it is sent: the key goes in with the work, and keeps its answer."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop
from rest_framework import status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.auth import actor_of
from league.api.conditional import VERSION, versioned
from league.errors import Refused
from league.models import Club, IdempotencyKey

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
_KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?")
_KEPT_HEADERS = ("Location",)
MOST_ENDPOINT = 120


def once(club: Club, request: Request, work: Callable[[], Response], *, required: bool = True) -> Response:
    """Carries out `work` once for a key of this caller at this address, and answers the same to a retry.

    The key is written in the transaction of the work, before it: a second writer of the same key waits for the
    first and then replays. What is refused is undone together with its key, so that the key is free again.
    Raises Refused 400 where a required key is missing or malformed, 422 where it came with another request.
    """
    key = _key(request, required)
    if key is None:
        with transaction.atomic():
            return work()
    with transaction.atomic():
        row = _claim(club, request, key)
        if row.status is not None:
            return _replay(row, request)
        response = work()
        _keep(row, response)
        return response


def _key(request: Request, required: bool) -> str | None:
    key = request.headers.get(HEADER, "").strip()
    if not key:
        if not required:
            return None
        raise Refused(
            "idempotency_key_required",
            gettext_noop("Send an Idempotency-Key, so that a retry does not count twice."),
            where=HEADER,
            status=status.HTTP_400_BAD_REQUEST,
        )
    if not _KEY.fullmatch(key):
        raise Refused(
            "bad_idempotency_key",
            gettext_noop("An Idempotency-Key has 1 to 200 ASCII characters."),
            where=HEADER,
            status=status.HTTP_400_BAD_REQUEST,
        )
    return key


def _claim(club: Club, request: Request, key: str) -> IdempotencyKey:
    """The row of this key: a new one without an answer, or the one whose work was done before."""
    row = IdempotencyKey(
        club=club,
        actor=actor_of(request).label,
        endpoint=_endpoint(request),
        key=key,
        body_digest=_digest(request),
    )
    # A conflict waits for the other transaction to end, and then leaves the row that it wrote.
    IdempotencyKey.objects.bulk_create([row], ignore_conflicts=True)
    return IdempotencyKey.objects.get(club=club, actor=row.actor, endpoint=row.endpoint, key=key)


def _replay(row: IdempotencyKey, request: Request) -> Response:
    if row.body_digest != _digest(request):
        raise Refused(
            "idempotency_key_reused",
            gettext_noop("This Idempotency-Key was used for another request."),
            where=HEADER,
        )
    kept: dict[str, Any] = row.response or {}
    response = Response(
        json.loads(kept["body"]), status=row.status, headers={**kept["headers"], REPLAYED: "true"}
    )
    version = kept["version"]
    return response if version is None else versioned(response, version)


def _keep(row: IdempotencyKey, response: Response) -> None:
    row.status = response.status_code
    row.response = {
        # As text: PostgreSQL keeps the keys of an object in another order.
        "body": JSONRenderer().render(response.data).decode(),
        "headers": {name: response[name] for name in _KEPT_HEADERS if name in response},
        "version": getattr(response, VERSION, None),
    }
    row.save(update_fields=["status", "response"])


def _endpoint(request: Request) -> str:
    """The method and the address: one key may serve a hand here and another one there."""
    text = f"{request.method} {request.path}"
    if len(text) <= MOST_ENDPOINT:
        return text
    return f"{request.method} {hashlib.sha256(request.path.encode()).hexdigest()}"


def _digest(request: Request) -> str:
    """What was asked for, whatever the order of keys and the spaces between them."""
    asked = {"body": request.data, "query": sorted(request.query_params.lists())}
    text = json.dumps(asked, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()
