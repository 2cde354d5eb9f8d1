"""Statements, settlements and books as files: the same sums, nothing a formula, and Chinese set right."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.http import HttpResponse

from league.exports import fonts
from league.exports.pdf import pdf
from league.exports.table import Column, Table
from league.exports.xlsx import xlsx
from league.services import payments
from league.services.house import charge, spend
from tests.settling.evening import DAY, FOUR, Evening
from tests.settling.test_plans import correct

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
EVIL = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=HYPERLINK(A1)", "＝1", "{=1}", "http://x.example")


def sheet(content: bytes, number: int = 1) -> list[list[object]]:
    """The rows of a sheet of a workbook: texts as str, numbers as int, formulas as ("formula", …)."""
    book = zipfile.ZipFile(io.BytesIO(content))
    # The project's own program wrote this XML just now.
    read = ElementTree.fromstring
    shared = [
        "".join(part.text or "" for part in one.iter(f"{MAIN}t"))
        for one in read(book.read("xl/sharedStrings.xml")).iter(f"{MAIN}si")
    ]
    rows = []
    for row in read(book.read(f"xl/worksheets/sheet{number}.xml")).iter(f"{MAIN}row"):
        cells: list[object] = []
        for cell in row.iter(f"{MAIN}c"):
            value = cell.find(f"{MAIN}v")
            if cell.find(f"{MAIN}f") is not None:
                cells.append(("formula", value))
            elif value is not None and value.text is not None:
                cells.append(shared[int(value.text)] if cell.get("t") == "s" else int(value.text))
        rows.append(cells)
    return [row for row in rows if row]


def body(answer: HttpResponse) -> bytes:
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    return answer.content


def a_table(*texts: str) -> Table:
    return Table(
        texts[0] if texts else "表",
        ["事實"],
        [Column("名"), Column("數", "sum")],
        [[one, -5] for one in texts],
    )


def test_no_text_is_a_formula_in_a_workbook() -> None:
    rows = sheet(xlsx([a_table(*EVIL)]))
    assert [row[0] for row in rows[-len(EVIL) :]] == [one.replace("\r", "_x000D_") for one in EVIL]
    assert not [cell for row in rows for cell in row if isinstance(cell, tuple)]


def test_numbers_are_numbers_as_far_as_a_spreadsheet_can_count() -> None:
    table = Table("表", [], [Column("數", "sum")], [[-5], [10**15], [None]])
    assert sheet(xlsx([table]))[-2:] == [[-5], [str(10**15)]]


def test_odd_titles_make_sheets_all_the_same() -> None:
    title = "a[b]:c*d?e/f\\g 'h' " + "長" * 40
    names = zipfile.ZipFile(io.BytesIO(xlsx([a_table(title), a_table(title), a_table("\x00")]))).namelist()
    assert len([name for name in names if name.startswith("xl/worksheets/sheet")]) == 3


def test_a_pdf_embeds_its_font(pdf_font: None) -> None:
    made = pdf([a_table("麻將", "<b>&", "一" * 2000)], club="東風會")
    assert made.startswith(b"%PDF")
    assert b"/FontFile2" in made


def test_many_rows_make_many_pages(pdf_font: None) -> None:
    made = pdf([a_table(*("行" for _ in range(300)))], club="東風會")
    assert len(re.findall(rb"/Type /Page\b", made)) > 5


@pytest.fixture
def fontless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "PLACES", ())
    monkeypatch.setattr(fonts, "register", fonts.register)
    fonts._registered.cache_clear()
    yield
    fonts._registered.cache_clear()


def test_without_a_font_it_is_said_how_to_get_one(evening: Evening, fontless: None, settings: object) -> None:
    settings.DATA_DIR = Path("/nowhere")  # type: ignore[attr-defined]
    plan = evening.accept(evening.jiang("小華 > 老王 3"))
    answer = evening.browser("阿明").get(evening.at("plan-file", plan.pk, "pdf"))
    assert answer.status_code == 503
    assert "apt-get install fonts-wqy-microhei" in answer.content.decode()
    settings.PDF_FONT = __file__  # type: ignore[attr-defined]
    answer = evening.browser("阿明").get(evening.at("plan-file", plan.pk, "pdf"))
    assert (answer.status_code, "PDF_FONT" in answer.content.decode()) == (503, True)


def test_a_statement_in_all_its_forms(evening: Evening, pdf_font: None) -> None:
    jiang = evening.jiang("小華 > 老王 3", "小華 > 老王 5")
    correct(evening, jiang.hands.get(number=2), "小華 > 老王 4")
    charge(evening.unit, {evening["老王"]: 30}, "=會費", on=DAY, actor=evening.actor("阿明"))
    browser, whose = evening.browser("老王"), evening["老王"].pk
    content = body(browser.get(evening.at("statement-file", whose, "xlsx", all=1)))
    rows = sheet(content)
    assert [row[-2:] for row in rows[-6:]] == [
        [-160, -160], [-220, -380], [220, -160], [-200, -360], [-30, -390], [-390, -390],
    ]  # fmt: skip
    lines = body(browser.get(evening.at("statement-file", whose, "csv", all=1))).decode().splitlines()
    assert len(lines) == 8
    assert lines[-1].endswith("-390,-390")
    assert body(browser.get(evening.at("statement-file", whose, "pdf", all=1))).startswith(b"%PDF")
    assert browser.get(evening.at("statement-file", whose, "doc")).status_code == 404


def test_a_statement_over_some_days(evening: Evening) -> None:
    """Lines stand where they were recorded: all of them today, whatever day was played on."""
    evening.jiang("小華 > 老王 3")
    browser, whose = evening.browser("老王"), evening["老王"].pk
    today = date.today().isoformat()  # noqa: DTZ011 - near enough: both ends are a day off at most
    page = browser.get(evening.at("statement", whose, first="2026-03-01", last=today)).content.decode()
    assert "−160" in page
    page = browser.get(evening.at("statement", whose, first="2020-03-01", last="2020-03-31"))
    assert (page.status_code, "−160" in page.content.decode()) == (200, False)
    for bad in ({"first": "x", "last": today}, {"first": today, "last": "2020-01-01"}, {"first": today}):
        assert browser.get(evening.at("statement", whose, **bad)).status_code == 422
        assert browser.get(evening.at("statement-file", whose, "csv", **bad)).status_code == 404


def test_a_statement_of_nothing(evening: Evening) -> None:
    browser, whose = evening.browser("阿國"), evening["阿國"].pk
    assert browser.get(evening.at("statement", whose)).status_code == 200
    lines = body(browser.get(evening.at("statement-file", whose, "csv"))).decode().splitlines()
    assert [line.split(",")[-1] for line in lines[1:]] == ["0", "0"]


def test_a_settlement_in_all_its_forms(evening: Evening, pdf_font: None) -> None:
    plan = evening.accept(evening.jiang("小華 > 老王 3"))
    payments.pay_line(plan.lines.get(), 60, actor=evening.actor("阿明"), by=None, confirmed=True)
    browser = evening.browser("小華")
    content = body(browser.get(evening.at("plan-file", plan.pk, "xlsx")))
    assert sheet(content)[-1][1:4] == [160, 60, 100]
    assert ["小華", 160] in sheet(content, 2)
    assert "老王,小華,160,60,100" in body(browser.get(evening.at("plan-file", plan.pk, "csv"))).decode()
    assert body(browser.get(evening.at("plan-file", plan.pk, "pdf"))).startswith(b"%PDF")


def test_books_in_all_their_forms(evening: Evening, pdf_font: None) -> None:
    evening.jiang("小華 > * 1", table_fee={"self_draw": 50})
    spend(evening.unit, 20, "@茶水", on=DAY, actor=evening.actor("阿明"))
    browser = evening.browser("阿明")
    rows = sheet(body(browser.get(evening.at("books-file", "xlsx"))))
    assert rows[-1][1:] == [50, 0, 20, 30, 0]
    assert "@茶水" in [row[2] for row in sheet(body(browser.get(evening.at("books-file", "xlsx"))), 2)[3:]]
    assert body(browser.get(evening.at("books-file", "pdf"))).startswith(b"%PDF")
    csv = body(browser.get(evening.at("house-statement-file", "csv", all=1))).decode()
    assert "'@茶水" in csv


def test_rank_sheets_in_all_their_forms(evening: Evening, pdf_font: None) -> None:
    jiang = evening.jiang(
        *(f"{FOUR[(turn + 1) % 4]} > {FOUR[turn % 4]} 1" for turn in range(16)), closed=False
    )
    season = jiang.season
    assert season is not None
    browser = evening.browser("阿明")
    for name, pk in (("jiang-ranks-file", jiang.pk), ("season-ranks-file", season.pk)):
        rows = sheet(body(browser.get(evening.at(name, pk, "xlsx"))))
        assert rows[-4][0] == 1
        assert {row[1] for row in rows[-4:]} == set(FOUR)
        assert body(browser.get(evening.at(name, pk, "pdf"))).startswith(b"%PDF")
    shown = sheet(body(evening.browser("visitor").get(evening.at("jiang-ranks-file", jiang.pk, "xlsx"))))
    assert len(shown[-1]) < len(rows[-1])
