"""The five rule sheets side by side, from the data that the scoring itself works with."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from league.access import club_for
from league.selectors.rule_sheets import comparison
from league.web.pages import page


@require_safe
def sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Values, what replaces what, options; where the sheets differ is marked."""
    access = club_for(request.user, slug)
    return page(request, access, "pages/sheets.html", {"shown": comparison(access.club.ruleset)})
