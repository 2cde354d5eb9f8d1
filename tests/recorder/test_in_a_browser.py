"""Two phones at one table, a correction read before it is confirmed, and pages that everybody can use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from league.models import Jiang, SideBet
from league.services import bets
from league.services.opening import add_table
from tests.accessibility import faults
from tests.recorder.table import DRAW, ME, At, build, win
from tests.recorder.thumb import Thumb, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def here(transactional_db: None) -> At:
    """A table that the browser's server sees too: each test sets its own."""
    return build()


@pytest.fixture
def two(here: At, browser: Browser, live_server: LiveServer) -> Iterator[tuple[Thumb, Thumb]]:
    """The scorer and the organiser, each with a phone, before hand 7."""
    here.play(win(1, 0), DRAW, win(2, 1), win(3, 2), DRAW, win(3, None))
    contexts = []
    thumbs = []
    for who in ("阿樹", "阿珠"):
        context = browser.new_context(base_url=live_server.url, locale="zh-TW", **PHONE)  # type: ignore[arg-type]
        sign_in(context, here, live_server.url, who)
        thumbs.append(Thumb(context.new_page()))
        contexts.append(context)
    yield thumbs[0], thumbs[1]
    for context in contexts:
        context.close()


def test_two_phones_race_for_hand_7_and_one_hand_comes_of_it(here: At, two: tuple[Thumb, Thumb]) -> None:
    """The later one sees what stands there, his own entry kept, and saves it as hand 8 if it is the next."""
    for thumb, face in zip(two, ("2", "5"), strict=True):
        thumb.page.goto(here.at())
        thumb.choose("ending", "0")
        thumb.choose("from", "2")
        thumb.way("face")
        thumb.choose("face", face)
    for thumb in two:
        thumb.page.evaluate("() => { setTimeout(() => document.querySelector('[data-save]').click(), 50); }")
    for thumb in two:
        thumb.page.wait_for_selector(
            "[data-queue-refused] .notice, [name=number][value='8']", state="attached"
        )
    assert len(here.hands()) == 7
    won = here.hands()[6].facts["wins"][0]["face"]
    [late] = [thumb for thumb in two if thumb.page.locator("[data-queue-refused] .notice").count()]
    assert f"阿明 胡 美玲，{won} 台" in late.page.locator("[data-queue-refused]").inner_text()
    kept = 7 - won
    assert late.page.locator(f'[name="face"][value="{kept}"]').is_checked()
    late.page.locator("[data-queue-refused] button").last.click()
    late.page.wait_for_selector("[name=number][value='9']", state="attached")
    assert [hand.facts["wins"][0]["face"] for hand in here.hands()[6:]] == [won, kept]


def test_a_double_tap_on_save_is_one_hand(here: At, two: tuple[Thumb, Thumb]) -> None:
    thumb = two[0]
    thumb.page.goto(here.at())
    thumb.choose("ending", "draw")
    thumb.page.locator("[data-save]").dblclick()
    thumb.page.wait_for_function("() => document.querySelector('#entry [name=number]').value === '8'")
    assert len(here.hands()) == 7


def test_the_scorer_corrects_hand_3_and_reads_first_what_it_does_to_hands_4_to_6(
    here: At, phone: Page, live_server: LiveServer
) -> None:
    here.play(win(0, 1, 2), DRAW, win(0, 2, 1), DRAW, DRAW, win(0, None, 3))
    assert [hand.streak for hand in here.outcome().hands] == [0, 1, 2, 3, 4, 5]
    sign_in(phone.context, here, live_server.url)
    phone.goto(here.at("hands/3/correct/"))
    thumb = Thumb(phone)
    thumb.choose("ending", "1")
    thumb.tap("[data-save]")
    phone.wait_for_selector("text=更正第 3 盤？")
    told = phone.locator("main").inner_text()
    for text in ("第 3 盤", "第 4 盤", "第 5 盤", "第 6 盤", "連3", "這一將的合計"):
        assert text in told
    assert [hand.streak for hand in here.outcome().hands] == [0, 1, 2, 3, 4, 5]
    phone.fill("[name=why]", "看錯人")
    phone.click("form.confirm button")
    phone.wait_for_url("**/hands/3/")
    assert [hand.streak for hand in here.outcome().hands] == [0, 1, 2, 0, 1, 2]
    assert "看錯人" in phone.locator(".timeline").last.inner_text()


PAGES = {
    "recorder": "record/",
    "corrections": "corrections/",
    "hand": "hands/2/",
    "correct": "hands/2/correct/",
    "insert": "hands/2/insert/",
    "strike": "hands/3/strike/",
}


@pytest.fixture
def busy(here: At) -> At:
    """A 將 with bets, a foul and a streak."""
    bets.set_inner(here.jiang, 1, 1, [0, 2], actor=ME)
    bets.set_outer(here.jiang, here.people["阿國"], 2, 100, 0, [0, 1, 3], actor=ME)
    fouled = {"result": "foul", "fouls": [{"seat": 3, "reason": "false_win", "face": 1}]}
    here.play(win(0, None, 3), win(0, 2, 1), fouled)
    return here


def test_no_page_of_the_recorder_keeps_anybody_out(busy: At, phone: Page, live_server: LiveServer) -> None:
    """Nothing serious for axe, everything within 360 px, every target a thumb wide."""
    sign_in(phone.context, busy, live_server.url)
    phone.set_viewport_size({"width": 360, "height": 740})
    other = add_table(busy.table.session)
    addresses = {name: busy.at(path) for name, path in PAGES.items()}
    addresses |= {
        "session": f"/c/{busy.club.slug}/sessions/new/",
        "seating": f"/c/{busy.club.slug}/tables/{other.pk}/jiang/new/",
    }
    found = {}
    for name, address in addresses.items():
        phone.goto(address)
        found[name] = faults(phone, dark=True) + small_targets(phone)
    assert {name: rows for name, rows in found.items() if rows} == {}


def small_targets(page: Page) -> list[str]:
    """Buttons, choices and fields of the page that are less than 48 px high."""
    rows: list[str] = page.evaluate("""() => [...document.querySelectorAll(
        'main button, main a.button, main summary, main .choice label, main .chip, main .key, main .input')]
        .filter(one => one.offsetParent && !one.matches('.hidden-text') && !one.closest('.laid'))
        .filter(one => one.getBoundingClientRect().height < 47.5)
        .map(one => `small: ${one.outerHTML.slice(0, 100)}`)""")
    return rows


def test_the_recorder_works_without_script(here: At, browser: Browser, live_server: LiveServer) -> None:
    """One plain form: choose, look who pays, save."""
    context = browser.new_context(base_url=live_server.url, locale="zh-TW", java_script_enabled=False)
    sign_in(context, here, live_server.url)
    thumb = Thumb(context.new_page())
    thumb.page.goto(here.at())
    thumb.choose("ending", "1")
    thumb.choose("from", "3")
    thumb.choose("pattern.all_pungs", "1")
    thumb.tap(".needs-no-script")
    assert "老王 → 小華" in " ".join(thumb.page.locator("#preview").inner_text().split())
    assert thumb.page.locator('[name="pattern.all_chows"]').is_disabled()
    thumb.tap("[data-save]")
    assert Jiang.objects.get(pk=here.jiang.pk).hand_count == 1
    context.close()


def test_a_bet_is_set_refused_and_overruled_on_the_recorders_own_screen(
    here: At, phone: Page, live_server: LiveServer
) -> None:
    here.play(DRAW)
    sign_in(phone.context, here, live_server.url)
    phone.goto(here.at())
    phone.click("#bets > summary")
    phone.click("text=外插：旁人插花")
    form = phone.locator("form.bet-form", has=phone.locator("[name=backer]"))
    form.locator("[name=backer]").fill("阿國")
    form.locator("label:has([name=seat][value='2'])").click()
    form.locator("button").click()
    phone.wait_for_selector("text=下次沒有連莊的一盤之前才可以。")
    assert not SideBet.objects.exists()
    phone.fill("[name=overruled]", "大家同意")
    phone.click("text=破例 >> visible=true")
    phone.wait_for_selector("#bets >> text=阿國")
    assert SideBet.objects.get().overruled == "大家同意"
