"""ETags: reading only what is new, and writing only over what one has seen."""

from __future__ import annotations

import hashlib
import re

from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import gettext_noop
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.errors import Refused

_SEEN = re.compile(r'(?:W/)?"?([0-9]{1,9})(?:-[0-9a-f]+)?"?')
VERSION = "_version"


def versioned(response: Response, version: int) -> Response:
    """Lets the answer's ETag begin with the 將's version, so that it can come back as If-Match."""
    setattr(response, VERSION, version)
    return response


def seen_version(request: Request, given: int | None = None) -> int:
    """The version that the writer saw: from If-Match, or `given` from the body or the query.

    Raises Refused 428 where there is neither and 400 where If-Match holds none.
    """
    header = request.headers.get("If-Match", "").strip()
    if not header:
        if given is None:
            raise Refused(
                "version_required",
                gettext_noop("Say which version was seen: If-Match, or version."),
                where="version",
                status=status.HTTP_428_PRECONDITION_REQUIRED,
            )
        return given
    found = _SEEN.fullmatch(header)
    if found is None:
        raise Refused(
            "bad_version",
            gettext_noop("If-Match is not an ETag of this 將."),
            where="If-Match",
            status=status.HTTP_400_BAD_REQUEST,
        )
    return int(found[1])


def conclude(request: Request, response: Response) -> Response:
    """Gives a rendered answer its ETag; a reader who has it already gets 304 and no body."""
    patch_vary_headers(response, ("Authorization", "Cookie", "Accept-Language"))
    response["Cache-Control"] = "private, no-cache"
    version = getattr(response, VERSION, None)
    if not 200 <= response.status_code < 300 or (request.method != "GET" and version is None):
        return response
    fingerprint = hashlib.sha256(response.content).hexdigest()[:16]
    etag = f'"{fingerprint}"' if version is None else f'"{version}-{fingerprint}"'
    response["ETag"] = etag
    if request.method == "GET" and _matches(request, etag):
        response.status_code = status.HTTP_304_NOT_MODIFIED
        response.content = b""
        del response["Content-Type"]
    return response


def _matches(request: Request, etag: str) -> bool:
    given = parse_etags(request.headers.get("If-None-Match", ""))
    return given == ["*"] or etag in {one.removeprefix("W/") for one in given}
