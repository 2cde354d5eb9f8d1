"""The unit that a page of money is in: units are never added together, so each page shows one."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from league.access import Access
from league.models import ClubUnit


def unit_in(request: HttpRequest, access: Access) -> tuple[ClubUnit, list[ClubUnit]]:
    """The unit asked for by `?unit=`, else the club's usual one; and all of them. Raises Http404 for an unknown one."""
    units = list(access.club.units.select_related("book"))
    for one in units:
        one.club = access.club
    asked = request.GET.get("unit")
    if asked is None:
        return units[0], units
    for one in units:
        if one.code == asked:
            return one, units
    raise Http404
