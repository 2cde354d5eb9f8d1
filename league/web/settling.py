"""Settling a 將, a session or a span of time: what would be accepted, and accepting it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.access import Access, organiser_for
from league.actors import Actor
from league.errors import Refused
from league.models import ClubUnit, Jiang, Session
from league.selectors.club_page import sessions_of
from league.selectors.plans import (
    jiang_title,
    plans_of,
    proposal_page,
    seen_lines,
    session_title,
    settled_before,
    span_title,
)
from league.services.open_items import corrected, open_lines, open_shares, over
from league.services.plans import Scope, accept, propose
from league.web.pages import number_in, page, today
from league.web.settling_forms import SpanForm
from league.web.units import unit_in

FORM = ["GET", "HEAD", "POST"]
A_PAGE = 20
MONTHS = 6


def actor_of(request: HttpRequest) -> Actor:
    """Who signs for what is written."""
    return Actor.user(request.user.pk or 0)


@require_safe
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the organiser begins: months and sessions with what is open of each, and the plans of late."""
    access = organiser_for(request.user, slug)
    unit, units = unit_in(request, access)
    shown = Paginator(sessions_of(access.club), A_PAGE).get_page(number_in(request, "page") or 1)
    lines = list(open_lines(unit))
    now = today(access.club)
    context = {
        "unit": unit,
        "units": units,
        "shown": shown,
        "rows": _rows(unit, list(shown)),
        "months": [month_of(one) for one in _months(now)],
        "span": SpanForm(initial={"first": now.replace(day=1), "last": now}),
        "corrected": corrected(unit).select_related("table").order_by("-played_on", "-pk"),
        "open_count": len(lines),
        "open_sum": sum(line.left for line in lines),  # type: ignore[attr-defined]
        "plans": plans_of(access).filter(unit=unit)[:8],
    }
    return page(request, access, "pages/settling/settle.html", context)


@dataclass(frozen=True)
class SessionRow:
    """A session with what its 將 leave open: the sum that would change hands, None where nothing was played."""

    session: Session
    open: int | None
    playing: int
    settled: bool


def _rows(unit: ClubUnit, sessions: list[Session]) -> list[SessionRow]:
    jiang = dict(over(unit).filter(table__session__in=sessions).values_list("pk", "table__session"))
    sums: dict[int, int] = defaultdict(int)
    for one in open_shares(Jiang.objects.filter(pk__in=jiang)):
        sums[jiang[one.jiang_id]] += max(one.amount, 0)
    covered = {jiang[pk] for pk in settled_before(jiang)}
    playing: dict[int, int] = defaultdict(int)
    in_play = Jiang.objects.filter(unit=unit, table__session__in=sessions, state=Jiang.State.OPEN)
    for session in in_play.values_list("table__session", flat=True):
        playing[session] += 1
    played = set(jiang.values())
    return [
        SessionRow(one, sums[one.pk] if one.pk in played else None, playing[one.pk], one.pk in covered)
        for one in sessions
    ]


def _months(now: date) -> list[date]:
    """The first days of this month and those before it."""
    first, found = now.replace(day=1), []
    for _turn in range(MONTHS):
        found.append(first)
        first = (first - timedelta(days=1)).replace(day=1)
    return found


def month_of(first: date) -> dict[str, date]:
    """A month as the days it begins and ends with."""
    last = (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    return {"first": first, "last": last}


@require_http_methods(FORM)
def settle_jiang(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Settling one 將."""
    access = organiser_for(request.user, slug)
    found = Jiang.objects.select_related("unit__book", "unit__club", "table__session")
    jiang = get_object_or_404(found, club=access.club, pk=pk)
    extra = {"jiang": jiang, "in_play": jiang.state == Jiang.State.OPEN, "print": {"date": jiang.played_on}}
    return _settle(request, access, Scope(jiang.unit, jiang=jiang), jiang_title(jiang), extra)


@require_http_methods(FORM)
def settle_session(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Settling all 將 of a session in one unit."""
    access = organiser_for(request.user, slug)
    session = get_object_or_404(access.club.sessions, pk=pk)
    unit, units = unit_in(request, access)
    playing = Jiang.objects.filter(unit=unit, table__session=session, state=Jiang.State.OPEN).count()
    extra = {"units": units, "playing": playing, "print": {"date": session.played_on}}
    return _settle(request, access, Scope(unit, session=session), session_title(session), extra)


@require_http_methods(FORM)
def settle_span(request: HttpRequest, slug: str) -> HttpResponse:
    """Settling all 將 of a month, or of any other stretch of days."""
    access = organiser_for(request.user, slug)
    unit, units = unit_in(request, access)
    form = SpanForm(request.GET)
    if not form.is_valid():
        context = {"form": form, "unit": unit}
        return page(request, access, "pages/settling/span.html", context, status=422)
    first, last = form.days()
    scope = Scope(unit, starts_on=first, ends_on=last)
    query = f"&first={first.isoformat()}&last={last.isoformat()}"
    extra = {"units": units, "query": query, "span": form, "first": first, "last": last}
    return _settle(request, access, scope, span_title(first, last), extra)


def _settle(
    request: HttpRequest, access: Access, scope: Scope, title: str, extra: dict[str, Any]
) -> HttpResponse:
    """Shows what would be accepted; a POST accepts it if it is still what was looked at."""
    if request.method != "POST":
        return _shown(request, access, scope, title, extra, carry=request.GET.get("carry") == "1")
    carry = request.POST.get("carry") == "1"
    try:
        seen = seen_lines(request.POST.get("seen", ""))
        plan = accept(scope, actor=actor_of(request), carry=carry, seen=seen or ())
    except Refused as refused:
        return _shown(request, access, scope, title, extra, carry=carry, refused=refused)
    messages.success(request, _("Accepted. Now each payment can be ticked off."))
    return redirect("plan", access.club.slug, plan.pk)


def _shown(
    request: HttpRequest,
    access: Access,
    scope: Scope,
    title: str,
    extra: dict[str, Any],
    *,
    carry: bool,
    refused: Refused | None = None,
) -> HttpResponse:
    proposal = proposal_page(propose(scope, carry=carry))
    lines = list(open_lines(scope.unit).filter(carried_into=None))
    before = sum(line.left for line in lines)  # type: ignore[attr-defined]
    context = {
        "title": title,
        "unit": scope.unit,
        "shown": proposal,
        "carry": carry,
        "before": before,
        "before_corrected": scope.earlier().count(),
        "refused": refused.message if refused else "",
        "back": reverse("settle", args=[access.club.slug]),
    }
    status = refused.status if refused else 200
    return page(request, access, "pages/settling/proposal.html", context | extra, status=status)
