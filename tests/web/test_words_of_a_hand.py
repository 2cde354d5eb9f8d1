"""What happened in a hand, and how each payment came about, in the words of the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from league import formulas, stories
from settlement.jiang.errors import RuleError
from settlement.jiang.record import read_record
from settlement.jiang.replay import replay
from tests.web.people import cases, won

NAMES = ("阿明", "小華", "美玲", "老王")


def told(facts: dict[str, Any], language: str = "zh-hant") -> str:
    with translation.override(language):
        return stories.story(facts, NAMES)


@pytest.mark.parametrize(
    ("facts", "chinese", "english"),
    [
        (won(1, 3, 5), "小華 胡 老王，5 台", "小華 wins off 老王, 5 tai"),
        (won(0, None, 1), "阿明 自摸，1 台", "阿明 self-draws, 1 tai"),
        ({"result": "draw"}, "荒局", "Drawn hand"),
        (
            {"result": "abort", "reason": "four_winds"},
            "途中流局：四風連打",
            "Aborted: four equal wind discards in a row",
        ),
        (
            {"result": "foul", "fouls": [{"seat": 3, "reason": "false_win", "face": 4}]},
            "老王 詐胡，包賠",
            "老王 pays all: false win",
        ),
        (
            {"result": "draw", "fouls": [{"seat": 2, "reason": "other", "face": 0, "text": "偷看牌"}]},
            "荒局；美玲 偷看牌，包賠",
            "Drawn hand; 美玲 pays all: 偷看牌",
        ),
        (
            {"result": "win", "from": None, "wins": [{"seat": 0, "face": 0, "robbed": 2}]},
            "阿明 七搶一，搶 美玲 的花，0 台",
            "阿明 robs a flower of 美玲, 0 tai",
        ),
        (
            {"result": "win", "from": 0, "wins": [{"seat": 1, "face": 2}, {"seat": 2, "patterns": {}}]},
            "小華 胡 阿明，2 台；美玲 胡 阿明",
            "小華 wins off 阿明, 2 tai; 美玲 wins off 阿明",
        ),
    ],
    ids=["discard", "self-draw", "draw", "abort", "foul", "foul on a draw", "robbed flower", "two winners"],
)
def test_a_hand_in_one_line(facts: dict[str, Any], chinese: str, english: str) -> None:
    assert told(facts) == chinese
    assert told(facts, "en") == english


def test_what_else_was_recorded() -> None:
    facts = won(
        0,
        1,
        watchers=[2],
        stand_ins=[3],
        dead_hands=[1, 2],
        shown_streak=2,
        door_seat=3,
        penalties=[{"from": 1, "to": 2, "tai": 1, "reason": "unfulfilled_call"}],
    )
    with translation.override("zh-hant"):
        assert stories.remarks(facts, NAMES) == [
            "眼牌：美玲",
            "代位賠付：老王",
            "相公：小華、美玲",
            "小華罰付美玲：喊碰未碰",
            "連莊示記：連2",
            "開門在老王",
        ]


def test_an_overruled_deal_says_why() -> None:
    with translation.override("zh-hant"):
        assert stories.overruled(won(0, 1, dealer_after="pass", reason="說好了")) == "改判下莊：說好了"
        exposed = won(0, 1, dealer_after="stay", reason="wrong_exposed_discard", note="桌上說好")
        assert stories.overruled(exposed) == "改判連莊：桌上說好"
        assert stories.overruled(won(0, 1)) == ""


def test_a_payment_to_the_dealer_is_written_out() -> None:
    detail = {"base": 100, "units": 1, "per_tai": 20, "face": 5, "paid_face": 5} | {
        "dealer": 1,
        "streak": 2,
        "streak_tai": 4,
    }
    with translation.override("zh-hant"):
        assert formulas.formula(detail) == "底 100 × (1 + 1) + 20 × (5 台 + 莊 1 + 連2 4) = 400"


def value(written: str) -> int:
    """What a formula comes to when it is worked out by hand."""
    left = written.split("=")[0]
    kept = re.sub(r"streak of \d+", "", left)
    kept = re.sub(r"[^0-9×+() ]", " ", kept.replace(",", "").replace("(capped)", ""))
    return int(eval(kept.replace("×", "*")))  # noqa: S307 - figures and signs only


def payments() -> list[Any]:
    found = []
    for case in cases("payments") + cases("evenings"):
        try:
            outcome = replay(read_record(case["record"]))
        except RuleError:
            continue
        found += [
            pytest.param(one, id=f"{case['id']}-{hand.number}-{index}")
            for hand in outcome.hands[:8]
            for index, one in enumerate(hand.transfers)
        ]
    return found


def test_every_formula_of_the_worked_cases_comes_to_the_sum_that_is_paid() -> None:
    """Where one stands in, the formula is that of the whole debt; fees and set penalties have none."""
    seen = 0
    with translation.override("en"):
        for parameter in payments():
            (paid,) = parameter.values
            written = formulas.formula(paid.detail)
            if written:
                seen += 1
                whole = paid.detail.get("whole", paid.amount)
                assert value(written) == whole, f"{parameter.id}: {written}"
            else:
                assert paid.reason in ("table_fee", "penalty"), parameter.id
    assert seen > 300
