"""How a view's method is told to the published description: one short decorator for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

Method = TypeVar("Method", bound=Callable[..., Any])
Key = Literal["", "taken", "required"]

KEY_TAKEN = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]([ -~]*[!-~])?$"},
    OpenApiParameter.HEADER,
    description="names this request: sent again with the same key and body, it is answered the same and done once",
)
KEY_REQUIRED = OpenApiParameter(
    KEY_TAKEN.name, KEY_TAKEN.type, OpenApiParameter.HEADER, required=True, description=KEY_TAKEN.description
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": '^(W/)?"?[0-9]{1,9}(-[0-9a-f]+)?"?$'},
    OpenApiParameter.HEADER,
    description="the ETag of the 將, its sheet or a hand of it as it was seen; or say `version`",
)
UNIT = OpenApiParameter(
    "unit", OpenApiTypes.STR, description="the code of one of the club's units; the usual one where left out"
)


def whole(name: str, description: str, most: int) -> OpenApiParameter:
    """A whole number from 0 in the query."""
    schema = {"type": "integer", "minimum": 0, "maximum": most}
    return OpenApiParameter(name, schema, description=description)


def describe(
    topic: str,
    summary: str,
    answer: Any,
    *,
    body: Any = None,
    key: Key = "",
    parameters: Iterable[OpenApiParameter] = (),
    examples: Iterable[OpenApiExample] = (),
) -> Callable[[Method], Method]:
    """Summary, tag, body and answers of a method. Problems are added to all of them in one place."""
    headers = {"": [], "taken": [KEY_TAKEN], "required": [KEY_REQUIRED]}[key]
    return extend_schema(
        summary=summary,
        tags=[topic],
        request=body,
        responses=answer,
        parameters=[*parameters, *headers],
        examples=list(examples) or None,
    )


def also(serializer: Any, description: str) -> OpenApiResponse:
    """An answer with a word on when it comes."""
    return OpenApiResponse(serializer, description=description)
