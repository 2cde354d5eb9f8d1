"""Who pays whom over time: a member against each other, two against one another, a season's grid."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from league.access import Access, all_money_for, club_for
from league.look.words import month as month_name
from league.models import Member, Season
from league.selectors.balances import UnitBalance, unit_balances
from league.selectors.head_to_head import Pair, meetings, pair, season_grid
from league.web.pages import number_in, page
from league.web.units import unit_in


def _member(access: Access, pk: int) -> Member:
    found = get_object_or_404(access.club.members.select_related("merged_into"), pk=pk)
    return found.merged_into or found


@require_safe
def of_member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A member against everyone he ever met."""
    access = club_for(request.user, slug)
    member = _member(access, pk)
    if not access.sees_money_of(member):
        raise Http404
    unit, units = unit_in(request, access)
    held = next((one for one in unit_balances(member) if one.unit == unit), UnitBalance(unit, 0, ()))
    context = {"member": member, "unit": unit, "units": units, "rows": meetings(held)}
    return page(request, access, "pages/settling/meetings.html", context)


@require_safe
def of_two(request: HttpRequest, slug: str, pk: int, other: int) -> HttpResponse:
    """Two members, month by month: for who sees the money of one of them."""
    access = club_for(request.user, slug)
    one, two = _member(access, pk), _member(access, other)
    if one == two or not (access.sees_money_of(one) or access.sees_money_of(two)):
        raise Http404
    unit, units = unit_in(request, access)
    shown = pair(unit, one, two)
    context = {
        "one": one,
        "two": two,
        "unit": unit,
        "units": units,
        "shown": shown,
        "series": _series(shown, one.name),
    }
    return page(request, access, "pages/settling/meeting.html", context)


def _series(shown: Pair, name: str) -> list[tuple[str, list[tuple[str, int]]]]:
    return [(name, [(month_name(one.first), one.running) for one in shown.months])]


@require_safe
def grid(request: HttpRequest, slug: str) -> HttpResponse:
    """Everyone against everyone in a season: for who sees everyone's money."""
    access = all_money_for(request.user, slug)
    seasons = list(access.club.seasons.select_related("unit"))
    asked = number_in(request, "season")
    season = _season(seasons, asked)
    context = {"seasons": seasons, "season": season, "grid": season_grid(season) if season else None}
    return page(request, access, "pages/settling/grid.html", context)


def _season(seasons: list[Season], asked: int | None) -> Season | None:
    if asked is None:
        return seasons[0] if seasons else None
    found = next((one for one in seasons if one.pk == asked), None)
    if found is None:
        raise Http404
    return found
