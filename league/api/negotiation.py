"""Which form an answer has: JSON, whatever was asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.utils.mediatypes import media_type_matches


class JsonOnly(BaseContentNegotiation):
    """The API speaks one language; Accept is not held against a caller. A body says that it is JSON."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        for parser in parsers:
            if parser.media_type and media_type_matches(parser.media_type, request.content_type):
                return parser
        return None

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer: Any = next(iter(renderers))
        return renderer, renderer.media_type
