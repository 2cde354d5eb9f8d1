"""Answering with a page: one place for what all pages of a club share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from league.access import Access
from league.models import Club


def page(
    request: HttpRequest,
    access: Access,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """A page of the club: its name and navigation around it, times by its clock, never kept by others."""
    request.access = access  # type: ignore[attr-defined]
    with timezone.override(ZoneInfo(access.club.time_zone)):
        answer = render(request, template, dict(context or {}), status=status)
    return private(answer)


def private(answer: HttpResponse) -> HttpResponse:
    """What one reader sees is not for another: caches on the way keep nothing."""
    answer["Cache-Control"] = "private, no-cache"
    return answer


def today(club: Club) -> date:
    """The day it is at the club."""
    return timezone.localdate(timezone=ZoneInfo(club.time_zone))


def sent(request: HttpRequest) -> QueryDict | None:
    """The form that was sent, be it empty; None where none was."""
    return request.POST if request.method == "POST" else None


def number_in(request: HttpRequest, name: str) -> int | None:
    """A whole number from the query string; None where there is none that a database could hold."""
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) <= 15 else None
