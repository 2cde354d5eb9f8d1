"""The pages of settling, told as their readers use them."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.utils.html import strip_tags

from league.models import Payment, PlanLine, SettlementPlan
from league.selectors.plans import seen_lines, seen_text
from league.services import payments, plans
from league.services.plans import Line
from tests.settling.evening import Evening, in_dollars
from tests.settling.test_plans import correct


@pytest.fixture(autouse=True)
def in_english(settings: object) -> None:
    settings.LANGUAGE_CODE = "en"  # type: ignore[attr-defined]


def seen_on(page: str) -> str:
    found = re.search(r'name="seen" value="([^"]*)"', page)
    assert found is not None
    return found[1].replace("&gt;", ">")


def text(page: str) -> str:
    return " ".join(strip_tags(page.split("<main")[1]).split())


def test_the_organiser_accepts_what_he_saw(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    browser = evening.browser("阿明")
    address = evening.at("settle-jiang", jiang.pk)
    page = browser.get(address).content.decode()
    answer = browser.post(address, {"seen": seen_on(page)})
    plan = SettlementPlan.objects.get()
    assert answer.url == evening.at("plan", plan.pk)
    assert evening.lines(plan) == ["老王 → 小華 160"]
    assert "0 of 1 done" in text(browser.get(answer.url).content.decode())


def test_what_changed_meanwhile_is_shown_anew(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    browser = evening.browser("阿明")
    address = evening.at("settle-jiang", jiang.pk)
    seen = seen_on(browser.get(address).content.decode())
    correct(evening, jiang.hands.first(), "小華 > 老王 4")
    answer = browser.post(address, {"seen": seen})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "The sums have changed meanwhile" in page
    assert not SettlementPlan.objects.exists()
    assert browser.post(address, {"seen": seen_on(page)}).status_code == 302


@pytest.mark.parametrize("seen", ["x", "1>2", "1>2:-5", "1>2:٣", ">:", "1>2:5,", "9" * 30 + ">1:5"])
def test_a_made_up_list_of_lines_is_refused(evening: Evening, seen: str) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    answer = evening.browser("阿明").post(evening.at("settle-jiang", jiang.pk), {"seen": seen})
    assert answer.status_code == 409
    assert not SettlementPlan.objects.exists()


def test_lines_survive_the_form() -> None:
    lines = (Line(1, None, 160), Line(None, 2, 5))
    assert seen_lines(seen_text(lines)) == lines
    assert seen_lines("") == ()


def test_twice_accepted_is_once(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    browser = evening.browser("阿明")
    address = evening.at("settle-jiang", jiang.pk)
    seen = seen_on(browser.get(address).content.decode())
    assert [browser.post(address, {"seen": seen}).status_code for _ in range(2)] == [302, 409]
    assert SettlementPlan.objects.count() == 1


def test_a_month_with_what_is_open_from_before(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    evening.accept(jiang)
    evening.jiang("小華 > 老王 5", on=date(2026, 4, 2))
    correct(evening, jiang.hands.first(), "小華 > 老王 4")
    browser = evening.browser("阿明")
    april = {"first": "2026-04-01", "last": "2026-04-30"}
    alone = text(browser.get(evening.at("settle-span", **april)).content.decode())
    assert "160 點 of earlier settlements are unpaid" in alone
    assert "1 將 was corrected after it was settled" in alone
    page = browser.get(evening.at("settle-span", **april, carry=1)).content.decode()
    assert evening.at("jiang", jiang.pk) in page
    assert "380" in text(page)
    answer = browser.post(evening.at("settle-span", **april), {"seen": seen_on(page), "carry": "1"})
    assert evening.lines(SettlementPlan.objects.latest("pk")) == ["老王 → 小華 380"]
    told = text(browser.get(answer.url).content.decode())
    assert "Open from settlement #" in told
    assert "corrected after it was settled" in told


def test_a_payment_goes_its_way(evening: Evening) -> None:
    plan = evening.accept(evening.jiang("小華 > 老王 3"))
    line = plan.lines.get()
    payer, receiver = evening.browser("老王"), evening.browser("小華")
    assert "I have paid 160" in payer.get(evening.at("payments")).content.decode()
    payer.post(evening.at("plan-line-pay", line.pk), {"amount": "１００", "note": "現金", "back": "payments"})
    payment = Payment.objects.get()
    assert (payment.amount, payment.note, payment.state) == (100, "現金", "marked")
    waiting = text(receiver.get(evening.at("payments")).content.decode())
    assert "Is this so?" in waiting
    receiver.post(evening.at("payment", payment.pk), {"act": "confirm"})
    told = text(payer.get(evening.at("plan", plan.pk)).content.decode())
    assert "partly paid" in told
    assert "open 60" in told
    payer.post(evening.at("payment", payment.pk), {"act": "dispute", "why": "只給了五十"})
    assert "只給了五十" in text(receiver.get(evening.at("payment", payment.pk)).content.decode())
    organiser = evening.browser("阿明")
    refused = organiser.post(evening.at("payment", payment.pk), {"act": "reverse", "why": ""})
    assert refused.status_code == 422
    organiser.post(evening.at("payment", payment.pk), {"act": "reverse", "why": "雙方說法不一"})
    payment.refresh_from_db()
    assert payment.state == "reversed"
    assert "I have paid 160" in payer.get(evening.at("payments")).content.decode()


def test_what_does_not_fit_writes_nothing(evening: Evening) -> None:
    line = evening.accept(evening.jiang("小華 > 老王 3")).lines.get()
    browser = evening.browser("老王")
    for amount in ("", "0", "-5", "1.5", "1_000", "161", "abc", "9" * 40):
        answer = browser.post(evening.at("plan-line-pay", line.pk), {"amount": amount})
        assert answer.status_code == 302
    assert not Payment.objects.exists()


def test_a_scorer_sees_but_does_not_answer_for_others(evening: Evening) -> None:
    line = evening.accept(evening.jiang("美玲 > 老王 3")).lines.get()
    payments.pay_line(line, 160, actor=evening.actor("老王"), by=evening["老王"])
    scorer = evening.browser("小華")
    address = evening.at("payment", Payment.objects.get().pk)
    assert scorer.get(address).status_code == 200
    assert scorer.post(address, {"act": "confirm"}).status_code == 403
    assert scorer.post(address, {"act": "reverse", "why": "x"}).status_code == 404


def test_a_player_sees_of_a_session_what_is_his(evening: Evening) -> None:
    jiang = evening.jiang("小華 > 老王 3")
    evening.jiang("美玲 > 阿明 2", four=("小華", "阿明", "美玲", "老王"))
    plan = evening.accept(jiang.table.session)
    assert len(evening.lines(plan)) == 2
    page = text(evening.browser("老王").get(evening.at("plan", plan.pk)).content.decode())
    assert "Only what concerns you is shown" in page
    assert "老王" in page
    assert "美玲" not in page
    whole = text(evening.browser("阿明").get(evening.at("plan", plan.pk)).content.decode())
    assert "美玲" in whole


def test_of_his_own_jiang_a_player_sees_all(evening: Evening) -> None:
    plan = evening.accept(evening.jiang("小華 > 老王 3", "小華 > 美玲 1"))
    page = text(evening.browser("老王").get(evening.at("plan", plan.pk)).content.decode())
    assert "美玲" in page


def test_money_beside_any_settlement(evening: Evening) -> None:
    player = {"direction": "paid", "other": "house", "amount": "50", "note": "會費"}
    evening.browser("老王").post(evening.at("payment-new"), player)
    made = Payment.objects.get()
    assert (made.payer, made.payee, made.state) == (evening["老王"], None, "marked")
    between = {"payer": str(evening["老王"].pk), "payee": str(evening["小華"].pk), "amount": "1,200"}
    evening.browser("阿明").post(evening.at("payment-new"), between)
    made = Payment.objects.latest("pk")
    assert (made.amount, made.state) == (1200, "confirmed")
    to_himself = between | {"payee": between["payer"]}
    assert evening.browser("阿明").post(evening.at("payment-new"), to_himself).status_code == 422


def test_why_a_sum_is_what_it_is(evening: Evening) -> None:
    """From the settlement to the 將, to the hand, to its place on the sheet."""
    jiang = evening.jiang("小華 > 老王 3", "-", "小華 > * 1", table_fee={"self_draw": 50})
    plan = evening.accept(jiang)
    browser = evening.browser("老王")
    page = browser.get(evening.at("plan", plan.pk)).content.decode()
    why = evening.at("jiang-of-member", jiang.pk, evening["老王"].pk)
    assert why in page
    page = browser.get(why).content.decode()
    assert f"{evening.at('jiang', jiang.pk)}#hand-1" in page
    assert "1 did not" in text(page)
    sheet = browser.get(evening.at("jiang", jiang.pk)).content.decode()
    assert 'id="hand-1"' in sheet
    house = text(browser.get(evening.at("jiang-of-house", jiang.pk)).content.decode())
    assert "+50" in house
    assert browser.get(evening.at("jiang-of-member", jiang.pk, evening["阿國"].pk)).status_code == 404


def test_units_stand_apart(evening: Evening) -> None:
    dollars = in_dollars(evening)
    evening.accept(evening.jiang("小華 > 老王 3"))
    plans.accept(dollars.scope(dollars.jiang("老王 > 小華 5")), actor=evening.actor("阿明"))
    browser = evening.browser("老王")
    points = text(browser.get(evening.at("payments")).content.decode())
    assert "160" in points
    assert "200" not in points
    owed = text(browser.get(evening.at("payments", unit="TWD")).content.decode())
    assert "200" in owed
    assert "160" not in owed
    assert browser.get(evening.at("payments", unit="GBP")).status_code == 404


def test_the_list_of_sessions_tells_what_is_open(evening: Evening) -> None:
    evening.accept(evening.jiang("小華 > 老王 3"))
    evening.jiang("小華 > 老王 5", on=date(2026, 3, 21))
    page = text(evening.browser("阿明").get(evening.at("settle")).content.decode())
    assert "not settled" in page
    assert "1 payment open: 160" in page


def test_names_are_text_and_nothing_else(evening: Evening) -> None:
    evening["老王"].name = "<script>alert(1)</script>"
    evening["老王"].save()
    plan = evening.accept(evening.jiang("小華 > <script>alert(1)</script> 3", four=scripted()))
    for address in (evening.at("plan", plan.pk), evening.at("payments"), evening.at("settle")):
        assert "<script>alert" not in evening.browser("阿明").get(address).content.decode()
    assert PlanLine.objects.count() == 1


def scripted() -> tuple[str, ...]:
    return ("阿明", "小華", "美玲", "<script>alert(1)</script>")
