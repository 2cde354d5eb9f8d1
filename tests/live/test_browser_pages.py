"""Every screen of the live half keeps nobody out; and a pass goes from one phone to the other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from league.actors import SITE
from league.services.passes import make_pass
from tests.live.evening import Evening, won
from tests.live.test_browser_offline import enter, wait_for_number, wait_for_rows
from tests.recorder.test_in_a_browser import faults, small_targets


@pytest.fixture
def played(hall: Evening) -> Evening:
    """Two hands are played."""
    hall.play(won(1, 3, 4), won(0, None, 2))
    return hall


def test_no_screen_keeps_anybody_out(played: Evening, phone: Any, live_server: Any) -> None:
    """Nothing serious for axe, everything within 360 px, every target a thumb wide."""
    _held, code = make_pass(played.table, actor=SITE)
    phone.context.add_cookies(played.cookie("organiser", live_server.url))
    phone.set_viewport_size({"width": 360, "height": 740})
    found = {}
    for address in (
        played.at(),
        played.at("passes/"),
        played.at("wall/?sums"),
        played.evening_wall,
        reverse("pass-code", args=[code]),
        "/t/no-such-code/",
    ):
        phone.goto(address)
        phone.evaluate(
            "() => { for (const one of document.querySelectorAll('main details')) one.open = true; }"
        )
        found[address] = faults(phone, dark=True) + small_targets(phone)
        if phone.evaluate("document.documentElement.scrollWidth") > 360:
            found[address].append("wider than the phone")
    assert {address: rows for address, rows in found.items() if rows} == {}


def test_hands_that_wait_keep_nobody_out(played: Evening, phone: Any, live_server: Any) -> None:
    phone.context.add_cookies(played.cookie("organiser", live_server.url))
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.goto(played.recorder)
    phone.context.set_offline(True)
    for row in (1, 2):
        enter(phone, 2, 1, 3)
        wait_for_rows(phone, row)
    phone.locator(".queue-hand summary >> nth=0").click()
    met = faults(phone, dark=True) + small_targets(phone)
    phone.context.set_offline(False)
    assert met == []
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def test_a_pass_goes_to_a_players_phone_and_is_taken_back(
    hall: Evening, page: Any, phone: Any, live_server: Any
) -> None:
    page.context.add_cookies(hall.cookie("organiser", live_server.url))
    page.goto(hall.at("passes/"))
    page.click("main form .button.primary")
    address = re.search(r"/t/[\w-]+/", page.text_content(".qr"))
    assert address
    phone.goto(address[0])
    phone.click("label:has-text('老王')")
    phone.click("main .button.primary")
    phone.wait_for_url(f"**{hall.recorder}")
    enter(phone, 1, 3, 2)
    wait_for_number(phone, 2)
    page.goto(hall.at("passes/"))
    assert "老王" in page.text_content(".live-passes")
    page.click(".live-passes .button.danger")
    page.wait_for_selector(".live-passes .past")
    enter(phone, 2, 0, 1)
    phone.wait_for_selector(".queue-box .notice.error")
    wait_for_rows(phone, 1)
    assert hall.stories() == [(1, "win")]
