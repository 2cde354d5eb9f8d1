"""The API's description: as a document, and as a page to read and try it on."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

MEDIA_TYPE = "application/vnd.oai.openapi+json;version=3.1"


@require_safe
@cache_control(public=True, max_age=300)
def description(request: HttpRequest) -> HttpResponse:
    """The description as JSON, in English: it is for programmers."""
    return JsonResponse(openapi(), content_type=MEDIA_TYPE, json_dumps_params={"ensure_ascii": False})


@require_safe
@ensure_csrf_cookie
def browse(request: HttpRequest) -> HttpResponse:
    """The page that shows the description; a signed-in reader can try it with his own account."""
    return render(request, "api/browse.html")


@cache
def openapi() -> dict[str, Any]:
    """The description as a JSON object, made once in a process."""
    with translation.override("en"):
        schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return schema
