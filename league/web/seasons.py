"""Seasons, their standings, and their rank sheets."""

from __future__ import annotations

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import Access, club_for
from league.models import Season
from league.selectors.standings import standings
from league.web import rank_sheets
from league.web.csv_files import csv_answer
from league.web.pages import page, today


@require_safe
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Every season, the latest first."""
    access = club_for(request.user, slug)
    ranked = Count("totals", filter=Q(totals__jiang_count__gt=0))
    found = access.club.seasons.select_related("unit").annotate(ranked=ranked)
    context = {"seasons": found.order_by("-starts_on", "-pk"), "today": today(access.club)}
    return page(request, access, "pages/seasons.html", context)


def _season(access: Access, pk: int) -> Season:
    return get_object_or_404(access.club.seasons.select_related("unit"), pk=pk)


@require_safe
def season(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The season's standing."""
    access = club_for(request.user, slug)
    shown = _season(access, pk)
    context = {
        "season": shown,
        "table": rank_sheets.of_season(standings(shown), access),
        "seasons": access.club.seasons.order_by("-starts_on", "-pk")[:12],
    }
    return page(request, access, "pages/season.html", context)


@require_safe
def ranks(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """排名表 of a season, on A4."""
    access = club_for(request.user, slug)
    shown = _season(access, pk)
    context = {
        "season": shown,
        "table": rank_sheets.of_season(standings(shown), access),
        "today": today(access.club),
        "print": {"date": today(access.club), "unit": shown.unit.label},
    }
    return page(request, access, "pages/season_ranks.html", context)


@require_safe
def ranks_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The same as a file."""
    access = club_for(request.user, slug)
    shown = _season(access, pk)
    table = rank_sheets.of_season(standings(shown), access)
    return csv_answer(f"{_('Rank sheet')} {shown.name}", *table.as_values())
