"""The recorder in a phone's browser: a whole 將 by the thumb, and what its paths cost in taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from league.models import Jiang
from settlement.jiang.settle import settle_line
from tests.recorder.table import DRAW, At, build, win
from tests.recorder.thumb import Thumb, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer


@pytest.fixture
def here(transactional_db: None) -> At:
    """A table that the browser's server sees too: each test sets its own."""
    return build()


@pytest.fixture
def thumb(here: At, phone: Page, live_server: LiveServer) -> Thumb:
    """The scorer's thumb on the recorder of the 將 in play."""
    sign_in(phone.context, here, live_server.url)
    phone.goto(here.at())
    return Thumb(phone)


def by_number(thumb: Thumb, seat: int, off: int | None, face: int) -> None:
    """A win as a plain number."""
    thumb.choose("ending", str(seat))
    thumb.choose("from", "self" if off is None else str(off))
    thumb.way("face")
    thumb.choose("face", str(face))
    thumb.save()


def ticked(thumb: Thumb) -> None:
    """小華 off 阿明 with 對對胡 and two 三元牌."""
    thumb.choose("ending", "1")
    thumb.choose("from", "0")
    thumb.choose("pattern.all_pungs", "1")
    thumb.choose("pattern.dragon_pung", "2")
    thumb.counted("三元牌")
    thumb.save()


def laid(thumb: Thumb) -> None:
    """美玲 off 小華: 一二三萬 四五六萬 七八九條 in hand, a called 中 and 二三四條, the pair 五筒, 春."""
    thumb.choose("ending", "2")
    thumb.choose("from", "1")
    thumb.way("tiles")
    thumb.choose("pad", "pung")
    thumb.tile("7z")
    thumb.choose("pad", "chow")
    thumb.tile("2s")
    thumb.choose("pad", "concealed")
    thumb.tile("1m", "2m", "3m", "4m", "5m", "6m", "7s", "8s", "9s", "5p", "5p", "1f")
    thumb.counted("三元牌")
    thumb.save()


def drawn(thumb: Thumb) -> None:
    thumb.choose("ending", "draw")
    thumb.save()


def false_win(thumb: Thumb) -> None:
    """老王 declares a win that is none and shows 3 台."""
    thumb.choose("ending", "foul")
    thumb.choose("foul.0.seat", "3")
    thumb.page.fill('input[name="foul.0.face"]', "3")
    thumb.save()


def quick(thumb: Thumb) -> None:
    """老王 with the quick chip 門清自摸."""
    thumb.choose("ending", "3")
    thumb.tap('[data-quick^="from=self"]')
    thumb.save()


def test_a_whole_jiang_by_the_thumb_comes_to_what_settle_makes_of_its_export(
    here: At, thumb: Thumb, phone: Page
) -> None:
    """Sixteen deals and four hands more: won, drawn, self-drawn, fouled; ticked, counted, tile by tile."""
    before: dict[int, Callable[[Thumb], None]] = {0: ticked, 1: laid, 2: quick}
    drawn(thumb)
    false_win(thumb)
    for deal in range(16):
        if deal in before:
            before[deal](thumb)
        elif deal == 6:
            by_number(thumb, deal % 4, None, 2)
            drawn(thumb)
            by_number(thumb, (deal + 1) % 4, deal % 4, 1)
        else:
            by_number(thumb, (deal + 1) % 4, deal % 4 if deal % 3 else None, deal % 6)
    phone.wait_for_selector("text=這一將打完了")
    export: Any = phone.request.get(here.at("record.json")).json()
    settled: Any = settle_line(export)
    assert settled["complete"] is True
    assert len(settled["hands"]) == 20
    shown = phone.locator(".recorder-entry .tai-lines").first.inner_text().replace("−", "-").replace(",", "")
    rows = [line.split() for line in shown.replace("\n", " ").split("  ") if line]
    words = " ".join(word for row in rows for word in row).split()
    assert dict(zip(words[::2], map(int, words[1::2]), strict=True)) == settled["net"]
    results = Jiang.objects.get(pk=here.jiang.pk).results.select_related("member")
    assert {one.member.name: one.net for one in results} == settled["net"]


def test_an_ordinary_win_is_five_taps_and_a_drawn_hand_two(here: At, thumb: Thumb) -> None:
    thumb.choose("ending", "1")
    thumb.choose("from", "3")
    thumb.choose("pattern.all_pungs", "1")
    thumb.choose("pattern.round_wind_pung", "1")
    thumb.save()
    assert thumb.taps == 5
    thumb.taps = 0
    drawn(thumb)
    assert thumb.taps == 2
    thumb.taps = 0
    by_number(thumb, 0, 1, 4)
    assert thumb.taps == 5
    patterns = {"all_pungs": 1, "round_wind_pung": 1}
    assert [hand.facts for hand in here.hands()] == [
        {"result": "win", "from": 3, "wins": [{"seat": 1, "patterns": patterns}]},
        DRAW,
        win(0, 1, 4),
    ]


def test_chips_that_do_not_go_together_grey_and_say_why(thumb: Thumb, phone: Page) -> None:
    thumb.choose("pattern.all_pungs", "1")
    chows = phone.locator('input[name="pattern.all_chows"]')
    phone.wait_for_function("() => document.querySelector('[name=\"pattern.all_chows\"]').disabled")
    phone.locator(".chip", has=chows).click(force=True)
    assert "對對胡" in phone.locator("#preview").inner_text()
    thumb.choose("pattern.all_pungs", "1")
    phone.wait_for_function("() => !document.querySelector('[name=\"pattern.all_chows\"]').disabled")


def test_the_preview_never_moves_the_page(thumb: Thumb, phone: Page) -> None:
    """The bar at the thumb and the chips stay where they are while payments come and go."""
    where = "() => [...document.querySelectorAll('.save-row, .who-row, .way-row')].map(e => e.getBoundingClientRect().top)"
    phone.evaluate("window.scrollTo(0, 0)")
    before = phone.evaluate(where)
    for value in ("1", "2"):
        phone.evaluate(f"""() => {{ const f = document.querySelector('[name=ending][value="{value}"]');
            f.checked = true; f.dispatchEvent(new Event("change", {{bubbles: true}})); }}""")
    phone.evaluate("""() => { for (const [n, v] of [["from", "self"]]) {
        const f = document.querySelector(`[name=${n}][value=${v}]`);
        f.checked = true; f.dispatchEvent(new Event("change", {bubbles: true})); } }""")
    thumb.counted("→")
    assert phone.evaluate(where) == before


def test_two_taps_draw_the_next_jiang(here: At, thumb: Thumb, phone: Page) -> None:
    here.play(*[win((deal + 1) % 4, deal % 4) for deal in range(16)])
    phone.goto(here.at())
    thumb.taps = 0
    thumb.tap("text=下一將：原班人馬，搬風")
    phone.wait_for_url("**/jiang/new/**")
    thumb.tap("text=開始這一將")
    phone.wait_for_url("**/record/")
    assert thumb.taps == 2
    assert here.table.jiang.count() == 2
    assert thumb.number() == 1


def test_the_keyboard_alone_records_a_hand(here: At, thumb: Thumb, phone: Page) -> None:
    """Tab to the winner, arrows and space to choose, Enter on the button to save."""
    phone.locator('[name="ending"][value="0"]').focus()
    phone.keyboard.press("Space")
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("Tab")
    phone.keyboard.press("Space")
    assert phone.locator('[name="from"][value="0"]').is_checked()
    phone.locator('[name="pattern.all_chows"]').focus()
    phone.keyboard.press("Space")
    phone.locator("[data-save]").focus()
    phone.keyboard.press("Enter")
    phone.wait_for_function("() => document.querySelector('#entry [name=number]').value === '2'")
    assert [hand.facts for hand in here.hands()] == [
        {"result": "win", "from": 0, "wins": [{"seat": 1, "patterns": {"all_chows": 1}}]}
    ]
