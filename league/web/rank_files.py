"""排名表 as XLSX and PDF: the rows of the page."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import club_for
from league.exports.table import Column, Kind, Table
from league.look.figures import stakes
from league.look.words import short_day
from league.models import Jiang
from league.selectors.plans import jiang_title
from league.selectors.standings import jiang_ranks, standings
from league.web import rank_sheets
from league.web.files import file_answer
from league.web.jiang import sheet_name
from league.web.pages import today

KINDS: dict[str, Kind] = {"sum": "sum", "money": "number"}


@require_safe
def of_jiang(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponse:
    """The rank sheet of a 將 as a file."""
    access = club_for(request.user, slug)
    found = Jiang.objects.select_related("club", "unit", "table")
    jiang = get_object_or_404(found, club=access.club, pk=pk)
    terms = f"{sheet_name(jiang)} · {stakes(jiang.base, jiang.per_tai)} {jiang.unit.label}"
    facts = [access.club.name, jiang_title(jiang), terms]
    table = _table(rank_sheets.of_jiang(jiang_ranks(jiang), access), facts)
    return file_answer(request, access, [table], form, f"{_('Rank sheet')} {jiang.played_on.isoformat()}")


@require_safe
def of_season(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponse:
    """The rank sheet of a season as a file."""
    access = club_for(request.user, slug)
    season = get_object_or_404(access.club.seasons.select_related("unit"), pk=pk)
    as_of = _("As of %(day)s") % {"day": short_day(today(access.club))}
    facts = [access.club.name, f"{season.name} · {season.unit.label}", as_of]
    table = _table(rank_sheets.of_season(standings(season), access), facts)
    return file_answer(request, access, [table], form, f"{_('Rank sheet')} {season.name}")


def _table(sheet: rank_sheets.RankSheet, facts: Sequence[str]) -> Table:
    header, rows = sheet.as_values()
    kinds: list[Kind] = ["number", "text", *(KINDS.get(column.kind, "text") for column in sheet.columns)]
    columns = [
        Column(label, kind, 3 if place == 1 else 2)
        for place, (label, kind) in enumerate(zip(header, kinds, strict=True))
    ]
    return Table(_("Rank sheet"), facts, columns, rows)
