"""The sheet of a 將, its record to take along, and its rank sheet."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league import words
from league.access import Access, club_for
from league.models import Jiang
from league.selectors.jiang_page import jiang_page
from league.selectors.standings import jiang_ranks
from league.services.facts import Facts
from league.web import rank_sheets
from league.web.csv_files import csv_answer
from league.web.pages import page


def _jiang(access: Access, pk: int) -> Jiang:
    found = Jiang.objects.select_related("club", "unit", "season", "table__session")
    return get_object_or_404(found, club=access.club, pk=pk)


def _open(access: Access, pk: int) -> Jiang:
    """The 將, for who may see its sums; else it is not there."""
    jiang = _jiang(access, pk)
    if not access.sees_jiang(jiang):
        raise Http404
    return jiang


def print_head(jiang: Jiang) -> dict[str, object]:
    """What stands at the head of a printed sheet."""
    return {
        "date": jiang.played_on,
        "sheet": sheet_name(jiang),
        "base": jiang.base,
        "per_tai": jiang.per_tai,
        "unit": jiang.unit.label,
        "note": _("Table %(table)s, 將 %(number)s") % {"table": jiang.table.number, "number": jiang.number},
    }


def sheet_name(jiang: Jiang) -> str:
    """The rule sheet by its name; one with changes of the club's says so."""
    name = words.word(words.SHEETS, str(jiang.sheet.get("based_on", "")))
    changed = not isinstance(jiang.ruleset, str) or bool(jiang.options)
    return _("%(sheet)s, with the club's changes") % {"sheet": name} if changed else name


@require_safe
def jiang(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Every hand with its payments and running totals, the bets, the net, and what settles it."""
    access = club_for(request.user, slug)
    shown = _open(access, pk)
    context = {
        "jiang": shown,
        "shown": jiang_page(shown, access.member),
        "sheet_name": sheet_name(shown),
        "print": print_head(shown),
        "open_all": request.GET.get("open") == "all",
    }
    return page(request, access, "pages/jiang.html", context)


@require_safe
def record(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The 將 record as a file: with the names of today, ready to be imported anywhere."""
    access = club_for(request.user, slug)
    shown = _open(access, pk)
    text = json.dumps(Facts.load(shown).export(), ensure_ascii=False, indent=2)
    answer = HttpResponse(text + "\n", content_type="application/json")
    name = f"jiang-{shown.played_on.isoformat()}-{shown.pk}.json"
    answer["Content-Disposition"] = content_disposition_header(True, name)
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_safe
def ranks(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """排名表 of a 將: to look at and to print."""
    access = club_for(request.user, slug)
    shown = _jiang(access, pk)
    table = rank_sheets.of_jiang(jiang_ranks(shown), access)
    context = {
        "jiang": shown,
        "table": table,
        "sheet_name": sheet_name(shown),
        "print": print_head(shown),
        "opens": table.money,
    }
    return page(request, access, "pages/jiang_ranks.html", context)


@require_safe
def ranks_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The same as a file."""
    access = club_for(request.user, slug)
    shown = _jiang(access, pk)
    table = rank_sheets.of_jiang(jiang_ranks(shown), access)
    return csv_answer(f"{_('Rank sheet')} {shown.played_on.isoformat()}", *table.as_values())
