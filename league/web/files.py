"""Answering with a table as a file: CSV, XLSX or PDF of the same rows."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header

from league.access import Access
from league.errors import Refused
from league.exports.pdf import pdf
from league.exports.table import Table
from league.exports.xlsx import xlsx
from league.web.csv_files import csv_answer
from league.web.pages import page

FORMS = ("csv", "xlsx", "pdf")
TYPES = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}


def file_answer(
    request: HttpRequest, access: Access, tables: Sequence[Table], form: str, name: str
) -> HttpResponse:
    """The tables as one file; a CSV holds the first. Without a font for PDF a page says how to install one."""
    if form not in FORMS:
        raise Http404
    if form == "csv":
        first = tables[0]
        rows = [*first.rows, *first.totals]
        return csv_answer(name, [column.label for column in first.columns], rows)
    try:
        content = xlsx(tables) if form == "xlsx" else pdf(tables, club=access.club.name)
    except Refused as refused:
        context = {"refused": refused.message}
        return page(request, access, "pages/settling/no_font.html", context, status=refused.status)
    answer = HttpResponse(content, content_type=TYPES[form])
    answer["Content-Disposition"] = content_disposition_header(True, f"{name}.{form}")
    answer["Cache-Control"] = "private, no-store"
    return answer
