"""The hall's network drops: hands wait on the phone, nothing is lost, nothing is there twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Error

from house.paths import ROOT
from league.models import Hand, Jiang
from league.services.facts import Facts
from settlement.jiang.settle import settle_line
from tests.live.evening import Evening, won

SAVED = 40_000


@pytest.fixture
def scorer(hall: Evening, phone: Any, live_server: Any) -> Iterator[Any]:
    """A scorer's phone at the recorder."""
    phone.context.add_cookies(hall.cookie("scorer", live_server.url))
    phone.goto(hall.recorder)
    yield phone
    phone.context.set_offline(False)


def enter(page: Any, winner: int, off: int, face: int) -> None:
    """Fills a win in, taps save."""
    page.click(f"label:has(input[name=ending][value='{winner}'])")
    page.click(f"label:has(input[name=from][value='{off}'])")
    page.click("label:has(input[name=way][value=face])")
    page.click(f".key:has(input[name=face][value='{face}'])")
    page.click("[data-save]")


def number(page: Any) -> str:
    return str(page.input_value("form#entry [name=number]"))


def wait_for_number(page: Any, wanted: int) -> None:
    page.wait_for_function(
        "(n) => document.querySelector('form#entry [name=number]')?.value === n",
        arg=str(wanted),
        timeout=SAVED,
    )


def wait_for_rows(page: Any, wanted: int) -> None:
    page.wait_for_function(
        "(n) => document.querySelectorAll('.queue-hand').length === n", arg=wanted, timeout=SAVED
    )


WAITING = """() => new Promise((resolve) => {
    const asked = indexedDB.open("recorder", 1);
    asked.onsuccess = () => {
        const counted = asked.result.transaction("hands").objectStore("hands").count();
        counted.onsuccess = () => { asked.result.close(); resolve(counted.result); };
    };
})"""
KEPT = """async () => (await (await caches.open("pages-1")).keys()).map((one) => new URL(one.url).pathname).sort()"""


LATE = "new Promise((resolve) => { setTimeout(resolve, 3000, 'no answer'); })"


def wait_until(page: Any, question: str, answer: object) -> None:
    """Asks the page until it answers so; Playwright's own waiting takes a promise for a yes.

    A page that goes while it is asked may never answer, and Playwright would wait for it for ever.
    """
    met: object = None
    for _ in range(SAVED // 100):
        try:
            met = page.evaluate(f"() => Promise.race([({question})(), {LATE}])")
        except Error as gone:  # the page went on to the next while it was asked
            met = str(gone)
        if met == answer:
            return
        page.wait_for_timeout(100)
    assert met == answer


def wait_until_sent(page: Any) -> None:
    """Nothing waits on the phone any more."""
    wait_until(page, WAITING, 0)


def standing(hall: Evening) -> list[tuple[int, int]]:
    """Number and winner of each hand."""
    return [(hand.number, hand.facts["wins"][0]["seat"]) for hand in hall.jiang.hands.filter(struck_at=None)]


def test_with_a_network_a_hand_is_saved_once(hall: Evening, scorer: Any) -> None:
    enter(scorer, 1, 3, 2)
    wait_for_number(scorer, 2)
    assert standing(hall) == [(1, 1)]
    wait_for_rows(scorer, 0)


def test_an_offline_spell_in_the_middle_of_a_jiang(hall: Evening, scorer: Any) -> None:
    enter(scorer, 1, 3, 2)
    wait_for_number(scorer, 2)
    scorer.wait_for_function("() => navigator.serviceWorker.controller", timeout=SAVED)
    wait_until(scorer, KEPT, [hall.recorder, "/kept-for"])
    scorer.context.set_offline(True)
    for turn in range(3):
        enter(scorer, 2, turn % 2, turn)
        wait_for_rows(scorer, turn + 1)
    assert "美玲 胡 阿明" in scorer.text_content(".queue-hand")
    assert number(scorer) == "5"
    scorer.reload()
    wait_for_rows(scorer, 3)
    assert number(scorer) == "5"
    enter(scorer, 3, 0, 1)
    wait_for_rows(scorer, 4)
    scorer.context.set_offline(False)
    wait_for_rows(scorer, 0)
    wait_for_number(scorer, 6)
    assert standing(hall) == [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3)]
    exported = Facts.load(Jiang.objects.get(pk=hall.jiang.pk)).export()
    nets = {one.member.name: one.net for one in hall.jiang.results.select_related("member")}
    assert settle_line(exported)["net"] == nets


def test_a_kept_page_gives_each_hand_a_name_of_its_own(hall: Evening, scorer: Any) -> None:
    """The page is the same each time it opens without network; the hands entered on it are not."""
    wait_until(scorer, KEPT, [hall.recorder, "/kept-for"])
    scorer.wait_for_function("() => navigator.serviceWorker.controller", timeout=SAVED)
    scorer.context.set_offline(True)
    for winner in (1, 2, 3):
        scorer.reload()
        wait_for_rows(scorer, winner - 1)
        enter(scorer, winner, 0, winner)
        wait_for_rows(scorer, winner)
    scorer.context.set_offline(False)
    wait_until_sent(scorer)
    assert standing(hall) == [(1, 1), (2, 2), (3, 3)]


def test_a_lost_answer_is_asked_again_under_the_same_name(hall: Evening, scorer: Any) -> None:
    lost: list[str] = []

    def swallow(route: Any) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    scorer.route(f"**{hall.recorder}", swallow)
    enter(scorer, 1, 3, 2)
    wait_for_rows(scorer, 1)
    assert standing(hall) == [(1, 1)]
    scorer.click(".queue .button")
    wait_until_sent(scorer)
    assert standing(hall) == [(1, 1)]
    assert json.loads(lost[0])["uid"] == str(Hand.objects.get().uid)


def test_a_hand_refused_later_is_kept_explained_and_stops_those_behind(hall: Evening, scorer: Any) -> None:
    scorer.context.set_offline(True)
    enter(scorer, 1, 3, 2)
    wait_for_rows(scorer, 1)
    enter(scorer, 2, 0, 1)
    wait_for_rows(scorer, 2)
    hall.play(won(0, None, 5))
    scorer.context.set_offline(False)
    scorer.wait_for_selector(".queue-hand.refused", timeout=SAVED)
    assert "阿明 自摸" in scorer.text_content(".queue-hand.refused")
    assert standing(hall) == [(1, 0)]
    scorer.click(".queue-hand.refused .button:not(.danger) >> nth=0")
    wait_until_sent(scorer)
    assert standing(hall) == [(1, 0), (2, 1), (3, 2)]


def test_a_hand_that_both_wrote_down_is_thrown_away_and_the_next_keeps_its_number(
    hall: Evening, scorer: Any
) -> None:
    scorer.context.set_offline(True)
    enter(scorer, 1, 3, 2)
    wait_for_rows(scorer, 1)
    enter(scorer, 2, 0, 1)
    wait_for_rows(scorer, 2)
    hall.play(won(1, 3, 2))
    scorer.context.set_offline(False)
    scorer.wait_for_selector(".queue-hand.refused", timeout=SAVED)
    scorer.click(".queue-hand.refused .button.danger")
    wait_until_sent(scorer)
    assert standing(hall) == [(1, 1), (2, 2)]


def test_a_hand_that_waits_can_be_changed_and_another_thrown_away(hall: Evening, scorer: Any) -> None:
    scorer.context.set_offline(True)
    for winner in (1, 2, 3):
        enter(scorer, winner, 0, 2)
        wait_for_rows(scorer, winner)
    first, second = scorer.locator(".queue-hand >> nth=0"), scorer.locator(".queue-hand >> nth=1")
    first.locator("summary").click()
    first.locator(".button:not(.danger)").click()
    assert number(scorer) == "1"
    assert scorer.is_checked("input[name=ending][value='1']")
    enter(scorer, 3, 1, 7)
    scorer.wait_for_selector(".queue-hand:has-text('老王 胡 小華')")
    second.locator("summary").click()
    second.locator(".danger").click()
    second.locator(".danger").click()
    wait_for_rows(scorer, 2)
    scorer.context.set_offline(False)
    wait_until_sent(scorer)
    assert standing(hall) == [(1, 3), (2, 3)]
    assert hall.jiang.hands.get(number=1).facts["wins"][0]["face"] == 7


def test_who_is_signed_out_meanwhile_loses_nothing(hall: Evening, scorer: Any, live_server: Any) -> None:
    scorer.context.set_offline(True)
    enter(scorer, 1, 3, 2)
    wait_for_rows(scorer, 1)
    scorer.context.clear_cookies(name="sessionid")
    scorer.context.set_offline(False)
    scorer.wait_for_selector(".queue-box .notice.error", timeout=SAVED)
    assert standing(hall) == []
    scorer.context.add_cookies(hall.cookie("scorer", live_server.url))
    scorer.reload()
    wait_until_sent(scorer)
    assert standing(hall) == [(1, 1)]


def test_another_reader_of_the_phone_sees_no_hand_and_sends_none(
    hall: Evening, scorer: Any, live_server: Any
) -> None:
    scorer.context.set_offline(True)
    enter(scorer, 1, 3, 2)
    wait_for_rows(scorer, 1)
    scorer.context.add_cookies(hall.cookie("organiser", live_server.url))
    scorer.goto("about:blank")
    scorer.context.set_offline(False)
    scorer.goto(hall.recorder)
    scorer.wait_for_selector(".queue-line")
    assert "小華 胡" not in scorer.text_content(".queue-box")
    assert standing(hall) == []


def test_two_tabs_send_a_hand_once(hall: Evening, scorer: Any) -> None:
    sent: list[str] = []
    scorer.context.on(
        "request",
        lambda one: sent.append(one.url) if one.method == "POST" and one.url.endswith("/record/") else None,
    )
    scorer.context.set_offline(True)
    enter(scorer, 1, 3, 2)
    wait_for_rows(scorer, 1)
    sent.clear()
    scorer.context.set_offline(False)
    other = scorer.context.new_page()
    other.goto(hall.recorder)
    wait_until_sent(other)
    assert standing(hall) == [(1, 1)]


def test_what_is_refused_at_once_stays_in_the_form(hall: Evening, scorer: Any) -> None:
    scorer.click("label:has(input[name=ending][value='1'])")
    scorer.click("[data-save]")
    scorer.wait_for_selector(".queue-box .notice.error")
    assert scorer.is_checked("input[name=ending][value='1']")
    wait_for_rows(scorer, 0)
    hall.play(won(0, None, 5))
    enter(scorer, 1, 3, 2)
    scorer.wait_for_selector(".queue-box .notice.warning")
    assert "阿明 自摸" in scorer.text_content(".queue-box .notice")
    scorer.click(".queue-box .notice .button >> nth=1")
    wait_for_number(scorer, 3)
    assert standing(hall) == [(1, 0), (2, 1)]


def test_a_page_that_was_kept_goes_with_who_signs_out(hall: Evening, scorer: Any) -> None:
    wait_until(scorer, KEPT, [hall.recorder, "/kept-for"])
    scorer.goto(f"/c/{hall.club.slug}/")
    assert scorer.evaluate(KEPT) == [hall.recorder, "/kept-for"]
    scorer.evaluate("document.querySelector('form[action=\"/sign-out/\"]').submit()")
    wait_until(scorer, KEPT, [])


def test_a_page_is_kept_for_one_reader_only(hall: Evening, scorer: Any, live_server: Any) -> None:
    wait_until(scorer, KEPT, [hall.recorder, "/kept-for"])
    owner = "async () => (await (await caches.open('pages-1')).match('/kept-for')).text()"
    assert scorer.evaluate(owner) == f"user:{hall.users['scorer'].pk}"
    scorer.context.add_cookies(hall.cookie("organiser", live_server.url))
    scorer.reload()
    wait_until(scorer, owner, f"user:{hall.users['organiser'].pk}")
    scorer.context.clear_cookies(name="sessionid")
    scorer.reload()
    wait_until(scorer, KEPT, ["/kept-for"])


WORKER = (ROOT / "static" / "sw.js").read_text()
OUT_OF_ORDER = """async (later) => {
    const self = { addEventListener() {}, location };
    THE_WORKER
    const answer = (who) => new Response(who, who ? { headers: { "X-Keep-Offline": who } } : { status: 403 });
    const asked = new Request("/c/club/record/");
    await caches.delete(PAGES);
    const [first, second] = [takeTurn(), takeTurn()];
    if (later === "signs out") await inOrder(() => dropAll(second));
    else await keep(asked, answer(later), second);
    await keep(asked, answer("user:1"), first);
    const pages = await caches.open(PAGES);
    const read = async (one) => (await pages.match(one))?.text();
    return [await read(OWNER), await read(asked)];
}""".replace("THE_WORKER", WORKER)


@pytest.mark.parametrize(
    ("later", "kept"),
    [("user:1", ["user:1"] * 2), ("user:2", ["user:2"] * 2), ("", [None] * 2), ("signs out", [None] * 2)],
    ids=["another look", "another reader", "sent away", "signs out"],
)
def test_an_answer_that_comes_late_is_not_kept(phone: Any, later: str, kept: list[str | None]) -> None:
    """What was asked for later has the last word, in whatever order the answers come."""
    phone.goto("/healthz")
    assert phone.evaluate(OUT_OF_ORDER, later) == kept


def test_a_hand_after_the_end_is_kept_and_not_offered_as_the_next(hall: Evening, scorer: Any) -> None:
    scorer.context.set_offline(True)
    enter(scorer, 1, 3, 2)
    wait_for_rows(scorer, 1)
    hall.play(*[won((deal + 1) % 4, deal % 4) for deal in range(16)])
    scorer.context.set_offline(False)
    scorer.wait_for_selector(".queue-hand.refused", timeout=SAVED)
    scorer.reload()
    scorer.wait_for_selector(".queue-hand.refused", timeout=SAVED)
    assert len(standing(hall)) == 16
