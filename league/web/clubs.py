"""A club's front page and its sessions."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from league.access import club_for
from league.models import Table
from league.selectors.club_page import club_page, sessions_of
from league.selectors.jiang_lists import cards, jiang_of
from league.web.pages import number_in, page, today

A_PAGE = 30


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The season's top, what was played last, one's own balance and open 將."""
    access = club_for(request.user, slug)
    return page(request, access, "pages/club.html", {"shown": club_page(access, today(access.club))})


@require_safe
def sessions(request: HttpRequest, slug: str) -> HttpResponse:
    """Every session 場次, the latest first."""
    access = club_for(request.user, slug)
    shown = Paginator(sessions_of(access.club), A_PAGE).get_page(number_in(request, "page") or 1)
    return page(request, access, "pages/sessions.html", {"shown": shown})


@require_safe
def session(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One session: its tables 桌 and the 將 played at each."""
    access = club_for(request.user, slug)
    shown = get_object_or_404(access.club.sessions.select_related("season"), pk=pk)
    found = cards(access, jiang_of(access.club).filter(table__session=shown).order_by("number", "pk"))
    tables = [
        (table, [card for card in found if card.jiang.table_id == table.pk])
        for table in Table.objects.filter(session=shown).order_by("number")
    ]
    return page(request, access, "pages/session.html", {"session": shown, "tables": tables})
