"""The live view of a table, and the walls of a table and of an evening. docs/live.md says how they keep up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from league.access import Access, PassAccess, club_for, may_record, table_for
from league.models import Session, Table
from league.selectors.live import (
    TableLive,
    hand_said,
    session_version,
    table_live,
    table_version,
)
from league.web.live_qr import is_loopback, qr_of
from league.web.pages import page

VERSION = "X-Live-Version"
WITH_CODE = 4
"""As many tables as a wall of an evening can give a QR code each that is still read from a few steps away."""


@require_safe
def table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A table as it stands: for players and visitors, on a phone."""
    access, shown = table_for(request, slug, pk)
    context = _table(request, access, shown) | {
        "events_url": reverse("table-events", args=[slug, pk]),
        "now_url": reverse("table-now", args=[slug, pk]),
        "qr": qr_of(request, reverse("table", args=[slug, pk])),
        "loopback": is_loopback(request),
    }
    return page(request, access, "pages/live/table.html", context)


@require_safe
def table_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The part of the live view that changes; 304 for who has it already."""
    access, shown = table_for(request, slug, pk)
    return _part(
        request,
        access,
        "pages/live/table_now.html",
        table_version(shown),
        lambda: _table(request, access, shown),
    )


def _table(request: HttpRequest, access: Access, shown: Table) -> dict[str, Any]:
    version = table_version(shown)
    live = table_live(shown, access)
    return {
        "live": live,
        "version": version,
        "said": hand_said(live),
        "records": may_record(request, access, shown),
        "opens": live.jiang is not None and access.sees_jiang(live.jiang),
    }


@require_safe
def table_wall(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One table on a screen on the wall, to be read from four metres."""
    access, shown = table_for(request, slug, pk)
    context = _table_wall(request, access, shown) | {
        "events_url": reverse("table-events", args=[slug, pk]),
        "now_url": _with_query(request, reverse("table-wall-now", args=[slug, pk])),
        "loopback": is_loopback(request),
    }
    return page(request, access, "pages/live/table_wall.html", context)


@require_safe
def table_wall_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What changes on it."""
    access, shown = table_for(request, slug, pk)
    return _part(
        request,
        access,
        "pages/live/table_wall_now.html",
        table_version(shown),
        lambda: _table_wall(request, access, shown),
    )


def _table_wall(request: HttpRequest, access: Access, shown: Table) -> dict[str, Any]:
    version = table_version(shown)
    live = _on_wall(request, access, shown)
    code = qr_of(request, reverse("table", args=[access.club.slug, shown.pk]))
    return {"live": live, "version": version, "said": hand_said(live), "qr": code}


def _on_wall(request: HttpRequest, access: Access, shown: Table) -> TableLive:
    return table_live(shown, access, on_wall=True, sums="sums" in request.GET)


@require_safe
def session_wall(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """All tables of an evening on one screen."""
    access, shown = _session(request, slug, pk)
    context = _session_wall(request, access, shown) | {
        "events_url": reverse("session-events", args=[slug, pk]),
        "now_url": _with_query(request, reverse("session-wall-now", args=[slug, pk])),
        "loopback": is_loopback(request),
    }
    return page(request, access, "pages/live/session_wall.html", context)


@require_safe
def session_wall_now(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What changes on it."""
    access, shown = _session(request, slug, pk)
    return _part(
        request,
        access,
        "pages/live/session_wall_now.html",
        session_version(shown),
        lambda: _session_wall(request, access, shown),
    )


def _session(request: HttpRequest, slug: str, pk: int) -> tuple[Access, Session]:
    access = club_for(request.user, slug)
    return access, get_object_or_404(access.club.sessions, pk=pk)


def _session_wall(request: HttpRequest, access: Access, shown: Session) -> dict[str, Any]:
    version = session_version(shown)
    tables = list(Table.objects.filter(session=shown).select_related("session").order_by("number"))
    coded = len(tables) <= WITH_CODE
    walls = [
        {
            "live": _on_wall(request, access, one),
            "qr": qr_of(request, reverse("table", args=[access.club.slug, one.pk])) if coded else None,
        }
        for one in tables
    ]
    return {"session": shown, "walls": walls, "version": version, "size": _size(len(walls))}


def _size(count: int) -> str:
    """How many tables share a screen, as the style sheet names it."""
    steps = ((1, "one"), (2, "two"), (4, "four"), (6, "six"), (9, "nine"))
    return next((name for most, name in steps if count <= most), "many")


def _with_query(request: HttpRequest, address: str) -> str:
    query = request.META.get("QUERY_STRING", "")
    return f"{address}?{query}" if query else address


def _part(
    request: HttpRequest,
    access: Access,
    template: str,
    version: str,
    context: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """A fragment under an ETag of its version and its reader; nothing is replayed for who has it already."""
    etag = f'"{version}-{_reader(request, access)}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        answer: HttpResponse = HttpResponseNotModified()
        answer["Cache-Control"] = "private, no-cache"
    else:
        answer = page(request, access, template, context())
    answer["ETag"] = etag
    answer[VERSION] = version
    return answer


def _reader(request: HttpRequest, access: Access) -> str:
    """What else a fragment depends on: who reads, in which language, under which address."""
    member = access.member
    facts = (
        get_language(),
        request.get_host(),
        request.META.get("QUERY_STRING", ""),
        member and (member.pk, member.role),
        isinstance(access, PassAccess) and access.held.pk,
        access.club.money_shown,
        access.club.time_zone,
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:12]
