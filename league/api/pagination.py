"""Pages by cursor: the cursor is the key of the last row seen, so that nothing is skipped or shown twice."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_noop
from rest_framework import status
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from league.errors import Refused

USUAL, MOST = 50, 200
_LIMIT = re.compile(r"[1-9][0-9]{0,2}")
_WHOLE = re.compile(r"-?[0-9]{1,18}")
Key = list[Any]


def read_limit(request: Request) -> int:
    """`limit`: how many rows a page has, 1 to 200."""
    text = request.query_params.get("limit", str(USUAL))
    if not _LIMIT.fullmatch(text) or int(text) > MOST:
        raise Refused(
            "invalid",
            gettext_noop("A page has 1 to %(most)s rows."),
            where="limit",
            status=status.HTTP_400_BAD_REQUEST,
            most=MOST,
        )
    return int(text)


def read_cursor(request: Request, length: int) -> Key | None:
    """The key that a cursor holds: `length` whole numbers or texts. Raises Refused for anything else."""
    text = request.query_params.get("cursor")
    if text is None:
        return None
    try:
        key = json.loads(base64.urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        raise bad_cursor() from None
    if not isinstance(key, list) or len(key) != length or not all(map(_plain, key)):
        raise bad_cursor()
    return key


def write_cursor(key: Sequence[object]) -> str:
    """The text of a cursor; days are written as texts."""
    values = [one.isoformat() if isinstance(one, date) else one for one in key]
    packed = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def bad_cursor() -> Refused:
    return Refused(
        "bad_cursor",
        gettext_noop("This cursor is not one of this list."),
        where="cursor",
        status=status.HTTP_400_BAD_REQUEST,
    )


def page_answer(request: Request, results: Sequence[object], key: Sequence[object] | None) -> Response:
    """A page: `results`, and `next`, the address of the page after it, or null."""
    following = None
    if key is not None:
        following = replace_query_param(request.build_absolute_uri(), "cursor", write_cursor(key))
    return Response({"results": results, "next": following})


class CursorPages(BasePagination):
    """Pages of a queryset in the order that the view names in `order`: fields, `-` for falling.

    The last field tells rows apart.
    """

    order: tuple[str, ...]

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: APIView | None = None
    ) -> list[Any]:
        if not isinstance(queryset, QuerySet):
            raise TypeError("a queryset is paged here")
        self.request = request
        self.order = getattr(view, "order", ("pk",))
        limit = read_limit(request)
        key = read_cursor(request, len(self.order))
        rows = queryset.order_by(*self.order)
        if key is not None:
            rows = rows.filter(_after(self.order, _typed(queryset.model, self.order, key)))
        found = list(rows[: limit + 1])
        self.last = self._key(found[limit - 1]) if len(found) > limit else None
        return found[:limit]

    def get_paginated_response(self, data: Any) -> Response:
        return page_answer(self.request, data, self.last)

    def _key(self, row: Model) -> Key:
        return [getattr(row, name.removeprefix("-")) for name in self.order]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        return PAGE | {"properties": {**PAGE["properties"], "results": schema}}

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        return PARAMETERS


PAGE: dict[str, Any] = {
    "type": "object",
    "required": ["results", "next"],
    "properties": {
        "next": {
            "type": ["string", "null"],
            "description": "the address of the page after this one; null on the last",
        },
    },
}
PARAMETERS: list[dict[str, Any]] = [
    {
        "name": "limit",
        "in": "query",
        "description": "how many rows a page has",
        "schema": {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
    },
    {
        "name": "cursor",
        "in": "query",
        "description": "where a page begins; take it from `next`",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$"},
    },
]


def _plain(value: object) -> bool:
    if isinstance(value, str):
        return "\x00" not in value and value.isprintable()
    return type(value) is int and abs(value) < 2**63


def _typed(model: type[Model], order: Sequence[str], key: Key) -> Key:
    """The key with each value as its field keeps it."""
    values = []
    for name, value in zip(order, key, strict=True):
        bare = name.removeprefix("-")
        field = model._meta.pk if bare == "pk" else model._meta.get_field(bare)
        kind = field.get_internal_type() if field is not None else ""
        try:
            values.append(_value(kind, value))
        except (TypeError, ValueError):
            raise bad_cursor() from None
    return values


def _value(kind: str, value: object) -> object:
    if kind == "DateField":
        return date.fromisoformat(str(value))
    if kind == "CharField":
        if not isinstance(value, str):
            raise TypeError(kind)
        return value
    if type(value) is not int:
        raise TypeError(kind)
    return value


def _after(order: Sequence[str], key: Key) -> Q:
    """Rows behind the key: equal in the first fields, beyond it in the next."""
    found = Q(pk__in=[])
    equal = Q()
    for name, value in zip(order, key, strict=True):
        bare = name.removeprefix("-")
        beyond = "lt" if name.startswith("-") else "gt"
        found |= equal & Q(**{f"{bare}__{beyond}": value})
        equal &= Q(**{bare: value})
    return found
