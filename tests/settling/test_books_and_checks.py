"""Head to head, the club's books, merging on its page, and the integrity page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Expense, Job, Member, Report, Season
from league.reports.due import order_due
from league.reports.run import run
from league.selectors.balances import unit_balances
from league.selectors.books import books
from league.selectors.head_to_head import meetings, pair, season_grid
from league.services import jobs, payments
from league.services.clubs import add_member
from league.services.house import charge, spend, take_back
from tests.settlement.flush import unguarded
from tests.settling.damage import change_facts
from tests.settling.evening import Evening, in_dollars
from tests.settling.test_pages import text
from tests.settling.test_plans import correct


@pytest.fixture(autouse=True)
def in_english(settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LANGUAGE_CODE = "en"  # type: ignore[attr-defined]
    monkeypatch.setattr(jobs, "send", lambda task, *args: True)


def won(evening: Evening, one: str, other: str) -> int:
    held = unit_balances(evening[one])[0]
    return {row.other: row.won for row in meetings(held)}.get(evening[other], 0)


def test_who_won_what_from_whom(evening: Evening) -> None:
    evening.jiang("小華 > 老王 3")
    evening.jiang("老王 > 小華 1", on=date(2026, 4, 3))
    plan = evening.accept()
    payments.pay_line(plan.lines.get(), 100, actor=evening.actor("阿明"), by=None, confirmed=True)
    assert (won(evening, "小華", "老王"), won(evening, "老王", "小華")) == (40, -40)
    shown = pair(evening.unit, evening["小華"], evening["老王"])
    assert [(month.first, month.won, month.running) for month in shown.months] == [
        (date(2026, 3, 1), 160, 160),
        (date(2026, 4, 1), -120, 40),
    ]
    assert [(flow.reason, flow.received, flow.paid) for flow in shown.flows] == [
        ("win", 160, 120),
        ("payment", 0, 100),
    ]
    assert shown.won == 40


def test_a_corrected_hand_counts_as_corrected(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    correct(evening, jiang.hands.first(), "老王 > 小華 3")
    shown = pair(evening.unit, evening["小華"], evening["老王"])
    assert [(flow.received, flow.paid) for flow in shown.flows] == [(0, 160)]
    assert won(evening, "小華", "老王") == -160


def test_units_are_apart_in_head_to_head(evening: Evening) -> None:
    dollars = in_dollars(evening)
    evening.jiang("小華 > 老王 3")
    dollars.jiang("老王 > 小華 3")
    assert pair(evening.unit, evening["小華"], evening["老王"]).won == 160
    assert pair(dollars.unit, evening["小華"], evening["老王"]).won == -160


def test_the_grid_of_a_season_sums_to_nothing(evening: Evening) -> None:
    evening.jiang("小華 > 老王 3", "美玲 > * 2", table_fee={"self_draw": 50})
    evening.jiang("阿國 > 老王 2", four=("阿明", "阿國", "美玲", "老王"))
    grid = season_grid(Season.objects.get())
    assert sum(row.total for row in grid.rows) == 0
    assert [row.total for row in grid.rows] == sorted((row.total for row in grid.rows), reverse=True)
    cells = {
        (row.member.name, other.name): cell
        for row in grid.rows
        for other, cell in zip(grid.people, row.cells, strict=True)
    }
    assert cells["小華", "老王"] == 160
    assert cells["老王", "小華"] == -160
    assert cells["阿國", "小華"] is None
    page = text(evening.browser("阿明").get(evening.at("head-to-head")).content.decode())
    assert "+160" in page


def test_the_clubs_books_by_month(evening: Evening) -> None:
    actor = evening.actor("阿明")
    evening.jiang("小華 > * 1", table_fee={"self_draw": 50})
    plan = evening.accept()
    line = plan.lines.get(payee=None)
    payments.pay_line(line, 30, actor=actor, by=None, confirmed=True)
    charge(
        evening.unit, {evening["老王"]: 100, evening["小華"]: 100}, "會費", on=date(2026, 4, 1), actor=actor
    )
    spend(evening.unit, 80, "茶水", on=date(2026, 4, 2), actor=actor)
    take_back(spend(evening.unit, 500, "新桌", on=date(2026, 4, 3), actor=actor), actor=actor, why="退貨")
    shown = books(evening.unit)
    april = next(one for one in shown.months if one.first == date(2026, 4, 1))
    march = next(one for one in shown.months if one.first == date(2026, 3, 1))
    assert (march.table_fees, march.result) == (50, 50)
    assert (april.fees, april.spent, april.result) == (200, 80, 120)
    total = shown.total
    assert (total.result, total.paid, total.box, total.owed, total.other) == (170, 30, -50, 220, 0)
    assert total.result == total.box + total.owed


def test_the_organiser_keeps_the_books_on_their_page(evening: Evening) -> None:
    browser = evening.browser("阿明")
    fee = {
        "what": "會費",
        "amount": "100",
        "on": "2026-04-01",
        "members": [evening["老王"].pk, evening["小華"].pk],
    }
    assert browser.post(evening.at("books-charge"), fee).status_code == 302
    tea = {"what": "茶水", "amount": "80", "on": "2026-04-02"}
    assert browser.post(evening.at("books-spend"), tea).status_code == 302
    entry = Expense.objects.get(what="茶水")
    address = evening.at("books-take-back", entry.pk)
    assert browser.post(address, {"why": ""}).status_code == 422
    assert browser.post(address, {"why": "記錯"}).status_code == 302
    assert browser.post(address, {"why": "記錯"}).status_code == 422
    page = text(browser.get(evening.at("books")).content.decode())
    assert "taken back記錯" in page
    assert "+200" in page
    for bad in (tea | {"amount": "0"}, tea | {"what": " "}, tea | {"on": "x"}, fee | {"members": []}):
        name = "books-charge" if "members" in bad else "books-spend"
        assert browser.post(evening.at(name), bad).status_code == 422
    assert Expense.objects.count() == 2


def test_a_merge_is_shown_before_it_is_done(evening: Evening) -> None:
    guest = add_member(evening.club, "王先生", guest=True)
    evening.jiang("王先生 > 美玲 5", four=("阿明", "小華", "美玲", "王先生"))
    browser, address = evening.browser("阿明"), evening.at("member-merge", guest.pk)
    page = text(browser.get(f"{address}?into={evening['老王'].pk}").content.decode())
    assert "Put 王先生 into 老王?" in page
    assert "+200" in page
    assert Member.objects.get(pk=guest.pk).merged_into is None
    together = browser.get(f"{address}?into={evening['小華'].pk}")
    assert (together.status_code, "they are two people" in together.content.decode()) == (409, True)
    assert browser.post(address, {"into": str(evening["老王"].pk)}).status_code == 302
    assert Member.objects.get(pk=guest.pk).merged_into == evening["老王"]
    assert browser.get(address).status_code == 404


def test_the_check_is_made_at_once_and_kept(evening: Evening) -> None:
    evening.jiang("小華 > 老王 3")
    browser = evening.browser("阿明")
    assert "Not checked yet" in browser.get(evening.at("integrity")).content.decode()
    browser.post(evening.at("integrity"))
    page = text(browser.get(evening.at("integrity")).content.decode())
    assert "Everything agrees with a fresh replay." in page
    assert Report.objects.get().job.kind == Job.Kind.INTEGRITY_CHECK


@pytest.fixture
def undone() -> Iterator[None]:
    yield
    transaction.set_rollback(True)


def test_what_differs_is_named_and_led_to(evening: Evening, undone: None) -> None:
    jiang = evening.jiang("小華 > 老王 3", "-")
    plan = evening.accept(jiang)
    with unguarded(connection):
        change_facts(evening, 2, note="x")
        jiang.results.filter(member=evening["小華"]).update(play_net=1)
        plan.lines.update(amount=5)
    browser = evening.browser("阿明")
    browser.post(evening.at("integrity"))
    page = browser.get(evening.at("integrity")).content.decode()
    assert f"{evening.at('jiang', jiang.pk)}#hand-2" in page
    assert "小華&#x27;s result is kept as play_net 1" in page
    assert f'href="{evening.at("plan", plan.pk)}"' in page


def test_at_night_it_is_made_for_every_club(evening: Evening) -> None:
    evening.club.created_at = timezone.now().replace(year=2025)
    evening.club.save()
    [check] = [job for job in order_due(timezone.now()) if job.kind == Job.Kind.INTEGRITY_CHECK]
    assert run(check.pk)
    assert check.report.data["findings"] == []
    organiser, scorer = evening.browser("阿明"), evening.browser("小華")
    assert organiser.get(evening.at("report", check.pk)).status_code == 200
    assert scorer.get(evening.at("report", check.pk)).status_code == 404


def queries(evening: Evening, address: str) -> int:
    browser = evening.browser("阿明")
    browser.get(address)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert browser.get(address).status_code == 200
    return len(seen)


def test_pages_ask_a_fixed_number_of_questions(evening: Evening) -> None:
    """However much was played and settled."""
    evening.jiang("小華 > 老王 3", "-", "美玲 > 小華 2")
    plan = evening.accept()
    payments.pay_line(plan.lines.first(), 10, actor=evening.actor("阿明"), by=None, confirmed=True)
    wang = evening["老王"].pk
    addresses = [
        evening.at("settle"),
        evening.at("settle-span", first="2026-04-01", last="2026-04-30", carry=1),
        evening.at("plan", plan.pk),
        evening.at("payments"),
        evening.at("statement", wang, all=1),
        evening.at("meetings", wang),
        evening.at("meeting", wang, evening["小華"].pk),
        evening.at("head-to-head"),
        evening.at("books"),
        evening.at("plans"),
    ]
    evening.jiang("小華 > 老王 3", on=date(2026, 4, 1))
    before = [queries(evening, address) for address in addresses]
    for day in range(2, 8):
        evening.jiang("小華 > 老王 3", "老王 > 美玲 1", on=date(2026, 4, day))
        evening.jiang("美玲 > 老王 3", on=date(2026, 3, day))
        for line in evening.accept().lines.all():
            payments.pay_line(line, 10, actor=evening.actor("阿明"), by=None, confirmed=True)
            payments.pay_line(line, 10, actor=evening.actor("老王"), by=line.payer)
    assert [queries(evening, address) for address in addresses] == before
