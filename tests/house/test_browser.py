"""The browser drives the real site, and tells of what its content policy stops."""

import pytest


def test_a_phone_is_390_wide_and_asks_for_chinese(phone):
    phone.goto("/static/")
    assert phone.evaluate("[screen.width, navigator.language]") == [390, "zh-TW"]


def test_every_answer_carries_the_policy(page):
    answer = page.goto("/no-such-page/")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


INLINE = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    return window.ran === true;
}"""


def test_a_script_inside_a_page_does_not_run(browser, live_server):
    unwatched = browser.new_page()
    unwatched.goto(f"{live_server.url}/no-such-page/")
    assert unwatched.evaluate(INLINE) is False
    unwatched.close()


@pytest.mark.parametrize("header", ["x-frame-options", "x-content-type-options", "referrer-policy"])
def test_every_answer_carries_the_header(page, header):
    assert page.goto("/no-such-page/").headers[header]
