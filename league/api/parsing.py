"""Reading bodies: JSON only, bounded in size and depth, without characters that no database keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext
from rest_framework import status
from rest_framework.parsers import JSONParser

from league.api.malformed import Malformed

MOST_DEPTH = 64
MOST_DIGITS = 30
_HALF_CHARACTERS = range(0xD800, 0xE000)


class StrictJSONParser(JSONParser):
    """UTF-8 JSON as RFC 8259 has it: no NaN, no depth without end, no NUL, no half characters."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        text = _text(stream.read(settings.API_BODY_LIMIT + 1))
        try:
            value = json.loads(text, parse_int=_whole, parse_constant=_no_constant)
        except RecursionError:
            raise _too_deep() from None
        except ValueError as error:
            detail = gettext("The body is not JSON: %(fault)s.") % {"fault": error}
            raise Malformed("malformed", detail) from None
        check(value)
        return value


def check(value: object) -> None:
    """Walks a JSON value; raises Malformed where it is too deep or holds what cannot be kept."""
    level = [value]
    for _ in range(MOST_DEPTH):
        below: list[object] = []
        for one in level:
            if isinstance(one, str):
                _check_text(one)
            elif isinstance(one, dict):
                for key, entry in one.items():
                    _check_text(key)
                    below.append(entry)
            elif isinstance(one, list):
                below.extend(one)
        if not below:
            return
        level = below
    raise _too_deep()


def _text(body: bytes) -> str:
    if len(body) > settings.API_BODY_LIMIT:
        detail = gettext("The body may have %(most)d bytes.") % {"most": settings.API_BODY_LIMIT}
        raise Malformed("too_large", detail, status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise Malformed("malformed", gettext("The body is not UTF-8.")) from None


def _check_text(text: str) -> None:
    if text.isascii():
        fault = "\x00" in text
    else:
        fault = "\x00" in text or any(ord(one) in _HALF_CHARACTERS for one in text)
    if fault:
        raise Malformed("bad_character", gettext("A text holds a NUL or half a character."))


def _too_deep() -> Malformed:
    return Malformed(
        "too_deep", gettext("The JSON is nested more than %(most)d deep.") % {"most": MOST_DEPTH}
    )


def _whole(digits: str) -> int:
    """A number as written; one too long for any key to allow keeps its length only."""
    return int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS


def _no_constant(name: str) -> float:
    raise ValueError(name)
