"""XLSX by xlsxwriter: every text is typed as text, so that no cell can be a formula or a link."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import xlsxwriter

from league.exports.table import Cell, Column, Table

SIGNED = "+#,##0;−#,##0;0"
PLAIN = "#,##0"
WIDTHS = {"text": 6, "number": 6, "sum": 7}
# What a sheet's name may not hold.
UNFIT = re.compile(r"[\[\]:*?/\\']")
# XML has no way to write these.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
LONGEST = 32_767
EXACT = 10**15
"""Spreadsheets count in floating point: beyond this a whole number is written as text, so that no digit is lost."""


def xlsx(tables: Sequence[Table]) -> bytes:
    """A workbook with a sheet for each table."""
    file = io.BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_numbers": False,
        "strings_to_urls": False,
    }
    with xlsxwriter.Workbook(file, options) as book:
        formats = {
            "title": book.add_format({"bold": True, "font_size": 14}),
            "head": book.add_format({"bold": True, "bottom": 1}),
            "text": book.add_format({"num_format": "@", "valign": "top"}),
            "number": book.add_format({"num_format": PLAIN, "valign": "top"}),
            "sum": book.add_format({"num_format": SIGNED, "valign": "top"}),
            "total_text": book.add_format({"num_format": "@", "bold": True, "top": 6}),
            "total_number": book.add_format({"num_format": PLAIN, "bold": True, "top": 6}),
            "total_sum": book.add_format({"num_format": SIGNED, "bold": True, "top": 6}),
        }
        names: set[str] = set()
        for table in tables:
            _write(book.add_worksheet(_name(table.title, names)), table, formats)
    return file.getvalue()


def _name(title: str, taken: set[str]) -> str:
    """A sheet's name that a workbook takes: 31 letters, none unfit, none twice."""
    base = UNFIT.sub(" ", UNWRITABLE.sub("", title)).strip()[:28] or "1"
    name, turn = base, 1
    while name.casefold() in taken:
        turn += 1
        name = f"{base} {turn}"
    taken.add(name.casefold())
    return name


def _write(sheet: Any, table: Table, formats: dict[str, Any]) -> None:
    for place, column in enumerate(table.columns):
        sheet.set_column(place, place, column.share * WIDTHS[column.kind])
    _text(sheet, 0, 0, table.title, formats["title"])
    row = 1
    for fact in table.facts:
        _text(sheet, row, 0, fact, None)
        row += 1
    row += 1
    for place, column in enumerate(table.columns):
        _text(sheet, row, place, column.label, formats["head"])
    sheet.freeze_panes(row + 1, 1)
    sheet.repeat_rows(row)
    for cells in table.rows:
        row += 1
        _row(sheet, row, table.columns, cells, formats, "")
    for cells in table.totals:
        row += 1
        _row(sheet, row, table.columns, cells, formats, "total_")
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.set_footer("&C&P / &N")


def _row(
    sheet: Any,
    row: int,
    columns: Sequence[Column],
    cells: Sequence[Cell],
    formats: dict[str, Any],
    prefix: str,
) -> None:
    for place, (column, cell) in enumerate(zip(columns, cells, strict=True)):
        style = formats[prefix + column.kind]
        if cell is None:
            sheet.write_blank(row, place, None, style)
        elif isinstance(cell, int) and abs(cell) < EXACT:
            sheet.write_number(row, place, cell, style)
        else:
            _text(sheet, row, place, str(cell), formats[prefix + "text"])


def _text(sheet: Any, row: int, place: int, text: str, style: Any) -> None:
    sheet.write_string(row, place, UNWRITABLE.sub("", text)[:LONGEST], style)
