"""PDF by ReportLab: A4, black on white, the head repeated on each page, page x / y."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from django.utils.translation import gettext as _
from reportlab.lib.colors import Color, black
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import LongTable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, TableStyle
from reportlab.platypus.flowables import Flowable

from league.exports.fonts import register
from league.exports.table import Cell, Column, Table
from league.look.figures import money, signed

RULE = Color(0.6, 0.6, 0.6)
MARGIN = 15 * mm
WIDE = 7
"""From so many columns on a page lies on its side."""
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


class Styles:
    """The type a file is set in."""

    def __init__(self, font: str) -> None:
        self.title = ParagraphStyle("title", fontName=font, fontSize=16, leading=22, wordWrap="CJK")
        self.fact = ParagraphStyle("fact", fontName=font, fontSize=9.5, leading=14, wordWrap="CJK")
        self.text = ParagraphStyle("text", fontName=font, fontSize=9, leading=12.5, wordWrap="CJK")
        self.head = ParagraphStyle("head", parent=self.text, fontSize=8.5, leading=11)
        self.head_right = ParagraphStyle("head_right", parent=self.head, alignment=TA_RIGHT)


def pdf(tables: Sequence[Table], *, club: str) -> bytes:
    """One file with all tables, each beginning on a page of its own. Raises Refused where no font is found."""
    font = register()
    file = io.BytesIO()
    lying = any(len(table.columns) >= WIDE for table in tables)
    size = landscape(A4) if lying else A4
    document = SimpleDocTemplate(
        file,
        pagesize=size,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=18 * mm,
        bottomMargin=16 * mm,
        title=tables[0].title,
        author=club,
        initialFontName=font,
        initialFontSize=9,
    )
    styles = Styles(font)
    story: list[Flowable] = []
    for table in tables:
        if story:
            story.append(PageBreak())
        story += _flow(table, styles, size[0] - 2 * MARGIN)
    document.build(story, canvasmaker=numbered(font, f"{club} · {tables[0].title}"))
    return file.getvalue()


def numbered(font: str, head: str) -> type[Canvas]:
    """A canvas that writes head and `page x / y` once it knows how many pages there are."""

    class Numbered(Canvas):  # type: ignore[misc]  # ReportLab has no types
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)
            self._pages: list[dict[str, object]] = []

        def showPage(self) -> None:  # noqa: N802 - ReportLab's name
            self._pages.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            for number, page in enumerate(self._pages, start=1):
                self.__dict__.update(page)
                self._edges(number, len(self._pages))
                super().showPage()
            super().save()

        def _edges(self, number: int, pages: int) -> None:
            width, height = self._pagesize
            self.setFont(font, 8)
            self.setFillColor(black)
            if number > 1:
                self.drawString(MARGIN, height - 11 * mm, head[:100])
            told = _("%(page)s / %(pages)s") % {"page": number, "pages": pages}
            self.drawRightString(width - MARGIN, 9 * mm, told)

    return Numbered


def _flow(table: Table, styles: Styles, width: float) -> list[Flowable]:
    flow: list[Flowable] = [_paragraph(table.title, styles.title)]
    flow += [_paragraph(fact, styles.fact) for fact in table.facts]
    flow.append(Spacer(1, 4 * mm))
    head = [
        _paragraph(column.label, styles.head if column.kind == "text" else styles.head_right)
        for column in table.columns
    ]
    rows = [_row(table.columns, cells, styles) for cells in (*table.rows, *table.totals)]
    shares = [column.share for column in table.columns]
    widths = [width * share / sum(shares) for share in shares]
    flow.append(
        LongTable([head, *rows], colWidths=widths, repeatRows=1, splitInRow=1, style=_style(table, styles))
    )
    return flow


def _row(columns: Sequence[Column], cells: Sequence[Cell], styles: Styles) -> list[object]:
    return [_cell(column, cell, styles) for column, cell in zip(columns, cells, strict=True)]


def _cell(column: Column, cell: Cell, styles: Styles) -> object:
    if cell is None or cell == "":
        return ""
    if isinstance(cell, int):
        return signed(cell) if column.kind == "sum" else money(cell) if column.kind == "number" else str(cell)
    return _paragraph(cell, styles.text)


def _paragraph(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(CONTROL.sub("", text)), style)


def _style(table: Table, styles: Styles) -> TableStyle:
    rules: list[tuple[object, ...]] = [
        ("FONT", (0, 0), (-1, -1), styles.text.fontName, 9),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, 0), 1, black),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, RULE),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    for place, column in enumerate(table.columns):
        if column.kind != "text":
            rules.append(("ALIGN", (place, 1), (place, -1), "RIGHT"))
    rules += [("LINEABOVE", (0, number + 1), (-1, number + 1), 0.8, black) for number in sorted(table.strong)]
    if table.totals:
        first = len(table.rows) + 1
        rules.append(("LINEABOVE", (0, first), (-1, first), 0.8, black, None, None, None, 2, 1.5))
    return TableStyle(rules)
