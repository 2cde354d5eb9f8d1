"""Phones and walls in a real browser: they follow, notice a lost connection, and fit their screens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.live.evening import Evening, won

WITHIN = 2000
"""Milliseconds in which a follower has to show what was written."""

STORY = "小華 胡 老王"


@pytest.fixture
def wall(browser: Any, live_server: Any) -> Iterator[Any]:
    """A screen on the wall."""
    size = {"width": 1920, "height": 1080}
    context = browser.new_context(base_url=live_server.url, viewport=size, locale="zh-TW")
    yield context.new_page()
    context.close()


def newest(page: Any, number: int, timeout: int = WITHIN) -> None:
    page.wait_for_selector(f".live-hands .newest .hand-no:has-text('{number}')", timeout=timeout)


def test_a_phone_shows_a_hand_within_two_seconds(hall: Evening, phone: Any) -> None:
    with phone.expect_response(lambda one: one.url.endswith("/events/")) as opened:
        phone.goto(hall.at())
    assert opened.value.headers["content-type"] == "text/event-stream"
    hall.play(won(1, 3, 4))
    newest(phone, 1)
    assert STORY in phone.text_content(".live-hands .newest")
    assert STORY in phone.text_content("[data-live-told]")
    hall.play(won(2, None))
    newest(phone, 2)


def test_where_streams_fail_a_phone_asks(hall: Evening, settings: Any, phone: Any) -> None:
    settings.LIVE_STREAMS = 0
    phone.goto(hall.at())
    hall.play(won(1, 3, 4))
    newest(phone, 1, timeout=2 * WITHIN)
    met = []
    phone.on("response", lambda one: met.append(one.status) if one.url.endswith("/now/") else None)
    phone.wait_for_function(
        "() => performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/now/')).length > 2"
    )
    assert set(met) <= {304}


def test_the_recorder_is_not_held_up_by_those_who_follow(
    hall: Evening, browser: Any, live_server: Any
) -> None:
    context = browser.new_context(base_url=live_server.url)
    pages = [context.new_page() for _ in range(5)]
    for page in pages:
        page.goto(hall.at())
    hall.play(won(1, 3, 4))
    for page in pages:
        newest(page, 1, timeout=2 * WITHIN)
    context.close()


def test_a_lost_connection_is_said_and_forgotten(hall: Evening, settings: Any, phone: Any) -> None:
    settings.LIVE_STREAMS = 0
    phone.goto(hall.at())
    phone.context.set_offline(True)
    phone.wait_for_selector("[data-live-lost]:not([hidden])", timeout=15000)
    assert re.search(r"\d+:\d\d", phone.text_content("[data-live-lost]"))
    hall.play(won(1, 3, 4))
    phone.context.set_offline(False)
    newest(phone, 1, timeout=15000)
    phone.wait_for_selector("[data-live-lost]", state="hidden", timeout=15000)


def test_a_phone_that_slept_looks_at_once(hall: Evening, settings: Any, phone: Any) -> None:
    phone.goto(hall.at())
    asleep = "Object.defineProperty(document, 'hidden', { value: %s, configurable: true });"
    turn = "document.dispatchEvent(new Event('visibilitychange'));"
    phone.evaluate(asleep % "true" + turn)
    hall.play(won(1, 3, 4))
    phone.evaluate(asleep % "false" + turn)
    newest(phone, 1)


@pytest.mark.parametrize("shown", ["table", "session"])
def test_a_wall_fits_its_screen_and_follows(hall: Evening, wall: Any, shown: str) -> None:
    hall.club.money_shown = "everyone"
    hall.club.save()
    hall.play(won(1, 3, 4))
    wall.goto(hall.at("wall/") if shown == "table" else hall.evening_wall)
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert wall.evaluate(size) == [1920, 1080]
    for seen in ("+180", STORY, "莊"):
        assert seen in wall.text_content("[data-live]")
    assert (
        wall.evaluate("parseFloat(getComputedStyle(document.querySelector('.wall-stage .sum')).fontSize)")
        >= 40
    )
    hall.play(won(2, None, 1))
    wall.wait_for_selector(".wall-story:has-text('美玲 自摸')", timeout=WITHIN)
    assert wall.evaluate(size) == [1920, 1080]


def test_the_code_on_the_wall_opens_the_table(hall: Evening, page: Any) -> None:
    page.goto(hall.at("wall/"))
    assert page.locator(".wall-qr svg path").count() >= 1


def test_another_scorers_hand_leaves_an_entry_alone(hall: Evening, phone: Any, live_server: Any) -> None:
    phone.context.add_cookies(hall.cookie("scorer", live_server.url))
    phone.goto(hall.recorder)
    phone.click("label:has(input[name=ending][value='2'])")
    hall.play(won(1, 3, 4))
    phone.wait_for_selector(f".last-story:has-text('{STORY}')", timeout=2 * WITHIN)
    assert phone.is_checked("input[name=ending][value='2']")
    assert phone.input_value("form#entry [name=number]") == "1"


def test_another_scorers_hand_brings_the_next_form(hall: Evening, phone: Any, live_server: Any) -> None:
    phone.context.add_cookies(hall.cookie("scorer", live_server.url))
    phone.goto(hall.recorder)
    hall.play(won(1, 3, 4))
    phone.wait_for_selector("form#entry [name=number][value='2']", state="attached", timeout=15000)
