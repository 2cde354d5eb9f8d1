"""Answering with CSV: opens in a spreadsheet with the Chinese set right, and nothing in it can be a formula."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from defusedcsv import csv
from django.http import HttpResponse
from django.utils.http import content_disposition_header

Cell = str | int | None

BOM = "\ufeff"
# Beside the signs that the library looks for: what a spreadsheet strips or reads as one of them.
ODD_STARTS = ("\t", "\r", "\n", " ", "＝", "＋", "－", "＠")


def csv_answer(name: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """A CSV file called `name`. Whole or not at all: half a statement would be a wrong one."""
    file = io.StringIO()
    file.write(BOM)
    writer = csv.writer(file)
    writer.writerow(header)
    writer.writerows([safe(cell) for cell in row] for row in rows)
    answer = HttpResponse(file.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, f"{name}.csv")
    answer["Cache-Control"] = "private, no-store"
    return answer


def safe(cell: Cell) -> Cell:
    """The cell, with an apostrophe before what a spreadsheet might take for a formula."""
    if isinstance(cell, str) and cell.startswith(ODD_STARTS):
        return f"'{cell}"
    return cell
