"""Errors as RFC 9457 problem documents: what went wrong, a stable code, and the place of the fault."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.db import DatabaseError, DataError, OperationalError
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import set_rollback

from league.api.auth import CSRF_FAILED
from league.api.codes import TITLES, title_of
from league.api.malformed import Malformed
from league.errors import Refused, explain
from scoring.errors import RuleError
from settlement.errors import LedgerError

MEDIA_TYPE = "application/problem+json"
# Relative on purpose: it opens on whatever host the site has.
TYPE = "/api/v1/problems/{code}/"
BUSY_SECONDS = 5

log = logging.getLogger("django.request")

_CODES: tuple[tuple[type[exceptions.APIException], str], ...] = (
    (exceptions.ParseError, "malformed"),
    (exceptions.NotAuthenticated, "sign_in_required"),
    (exceptions.AuthenticationFailed, "bad_token"),
    (exceptions.PermissionDenied, "not_allowed"),
    (exceptions.NotFound, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "rate_limited"),
)


def problem(
    code: str,
    http_status: int,
    detail: str,
    *,
    where: str = "",
    extra: dict[str, Any] | None = None,
    headers: dict[str, str] | None = None,
) -> Response:
    """The answer for one error. `extra` never hides a standing key."""
    body = {
        **(extra or {}),
        "type": TYPE.format(code=code) if code in TITLES else "about:blank",
        "title": title_of(code, http_status),
        "status": http_status,
        "detail": detail,
        "code": code,
        "where": where,
    }
    return Response(body, status=http_status, headers=headers, content_type=MEDIA_TYPE)


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's exception handler: every error of a view becomes a problem document."""
    set_rollback()
    if isinstance(error, Refused):
        return problem(error.code, error.status, error.message, where=error.where, extra=error.extra)
    if isinstance(error, RuleError):
        told = explain(error)
        return problem(
            told["code"], status.HTTP_422_UNPROCESSABLE_ENTITY, told["message"], where=told["where"]
        )
    if isinstance(error, LedgerError):
        detail = gettext(error.template) % error.params if error.params else gettext(error.template)
        return problem(error.code, status.HTTP_422_UNPROCESSABLE_ENTITY, detail)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error)
    if isinstance(error, exceptions.APIException):
        return _told_by_the_framework(error)
    return _unexpected(error, context)


def _told_by_the_framework(error: exceptions.APIException) -> Response:
    code = next((code for kind, code in _CODES if isinstance(error, kind)), "")
    headers: dict[str, str] = {}
    extra: dict[str, Any] = {}
    if isinstance(error, Malformed) or error.get_codes() == CSRF_FAILED:
        code = str(error.get_codes())
    wait = getattr(error, "wait", None)
    if wait is not None:
        extra["retry_after"] = int(wait)
        headers["Retry-After"] = str(int(wait))
    challenge = getattr(error, "auth_header", None)
    if challenge:
        headers["WWW-Authenticate"] = challenge
    return problem(code or "error", error.status_code, str(error.detail), extra=extra, headers=headers)


def _invalid(error: exceptions.ValidationError) -> Response:
    """A request whose form does not fit: the first fault at the top, all of them under `errors`."""
    faults = list(_faults(error.get_full_details(), ""))
    first = faults[0]
    return problem(
        "invalid",
        status.HTTP_400_BAD_REQUEST,
        str(first["message"]),
        where=str(first["where"]),
        extra={"errors": faults},
    )


def _faults(details: Any, where: str) -> Iterator[dict[str, str]]:
    if isinstance(details, list):
        for index, entry in enumerate(details):
            # A list of messages stands at its field; a list of entries has an index of its own.
            place = where if isinstance(entry, dict) and "message" in entry else f"{where}[{index}]"
            yield from _faults(entry, place)
    elif "message" in details and "code" in details and not isinstance(details["code"], dict | list):
        yield {"code": str(details["code"]), "message": str(details["message"]), "where": where}
    else:
        for key, entry in details.items():
            top = key == "non_field_errors"
            yield from _faults(entry, where if top else f"{where}.{key}" if where else str(key))


def _unexpected(error: Exception, context: dict[str, Any]) -> Response:
    if isinstance(error, DataError):
        detail = gettext("A value is too long or too large to be kept. Nothing was written.")
        return problem("value_too_large", status.HTTP_422_UNPROCESSABLE_ENTITY, detail)
    request: Request = context["request"]
    log.error("%s %s", request.method, request.path, exc_info=error)
    if isinstance(error, OperationalError):
        detail = gettext("The site cannot reach its database just now. Nothing was written; try again.")
        headers = {"Retry-After": str(BUSY_SECONDS)}
        return problem("unavailable", status.HTTP_503_SERVICE_UNAVAILABLE, detail, headers=headers)
    # What watches the site for errors listens to this signal, and would not hear of one that is answered here.
    got_request_exception.send(sender=None, request=request)
    kept = gettext("Nothing was written.") if isinstance(error, DatabaseError) else ""
    detail = gettext("Something went wrong on our side.")
    return problem("internal_error", status.HTTP_500_INTERNAL_SERVER_ERROR, " ".join([detail, kept]).strip())
