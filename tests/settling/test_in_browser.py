"""An evening settled on a phone: with a thumb, under the content policy, and nothing wider than the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Payment
from tests.settling.evening import Evening, gather

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def hall(transactional_db: None) -> Evening:
    return gather()


def sign_in(page: Page, evening: Evening, who: str) -> None:
    cookie = evening.browser(who).cookies["sessionid"].value
    page.context.clear_cookies()
    page.context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": page.evaluate("location.origin")}]
    )


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_accept_pay_and_confirm(phone: Page, hall: Evening) -> None:
    jiang = hall.jiang("小華 > 老王 3", "美玲 > 小華 1")
    phone.goto("/")
    sign_in(phone, hall, "阿明")
    phone.goto(hall.at("settle-jiang", jiang.pk))
    assert fits(phone)
    phone.get_by_role("button", name="確定這樣結算").tap()
    phone.get_by_text("現在可以逐筆勾銷").wait_for()
    plan = phone.url
    assert fits(phone)
    sign_in(phone, hall, "老王")
    phone.goto(hall.at("payments"))
    phone.get_by_role("button", name="我已付").first.tap()
    phone.get_by_text("已標記").wait_for()
    paid = Payment.objects.get()
    sign_in(phone, hall, hall.name(paid.payee))
    phone.goto(hall.at("payments"))
    assert fits(phone)
    phone.get_by_role("button", name="確認").first.tap()
    phone.get_by_text("現在算數了").wait_for()
    phone.goto(plan)
    phone.get_by_text("已付").first.wait_for()
    paid.refresh_from_db()
    assert paid.state == "confirmed"


@pytest.mark.parametrize("name", ["settle", "payments", "books", "head-to-head", "integrity", "plans"])
def test_no_page_is_wider_than_a_phone(phone: Page, hall: Evening, name: str) -> None:
    hall.jiang("小華 > 老王 3", "美玲 > 小華 1", table_fee={"self_draw": 50})
    hall.accept()
    phone.goto("/")
    sign_in(phone, hall, "阿明")
    phone.goto(hall.at(name))
    assert fits(phone)
