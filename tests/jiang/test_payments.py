"""Every row of the payments, one by one: what the last hand of a small record pays."""

from __future__ import annotations

from typing import Any

import pytest

from tests.jiang.documents import DRAW, document, foul, paid, played, win

HOUSE_ROWS = {"on_several_wins": "all"}
INNER_B = {"inner_bets": [{"seat": 1, "units": 1, "from_hand": 1, "accepted_by": [0, 2, 3]}]}
OUTER_C = {
    "outer_bets": [
        {"backer": "X", "seat": 2, "base": 50, "per_tai": 10, "from_hand": 1, "accepted_by": [0, 1, 3]}
    ]
}


def patterns(discarder: int | None, seat: int, robbed: int | None = None, **codes: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": seat, "patterns": codes}
    if robbed is not None:
        entry["robbed"] = robbed
    return {"result": "win", "from": discarder, "wins": [entry]}


def both(first: dict[str, Any], second: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**first, "wins": first["wins"] + second["wins"], **parts}


ROWS: list[tuple[str, list[dict[str, Any]], dict[str, Any], dict[str, int]]] = [
    ("a discard", [win(3, 1, 3)], {}, {"D>B win": 160}),
    ("the dealer's discard", [win(0, 1, 3)], {}, {"A>B win": 180}),
    ("a self-draw", [win(None, 1, 2)], {}, {"C>B win": 140, "D>B win": 140, "A>B win": 160}),
    ("a self-draw of the dealer", [win(None, 0)], {}, {"B>A win": 120, "C>A win": 120, "D>A win": 120}),
    ("a streak", [DRAW, DRAW, win(3, 0)], {}, {"D>A win": 200}),
    (
        "two winners, each with his own face",
        [both(win(0, 1, 3), win(0, 2))],
        {"options": HOUSE_ROWS},
        {"A>B win": 180, "A>C win": 120},
    ),
    (
        "八仙過海",
        [patterns(None, 1, eight_immortals=1)],
        {},
        {"C>B win": 260, "D>B win": 260, "A>B win": 280},
    ),
    ("七搶一, the holder of seven", [patterns(3, 1, seven_robs_one=1)], {}, {"D>B win": 260}),
    ("七搶一, the holder of six, no hand", [patterns(None, 1, 3, seven_robs_one=1)], {}, {"D>B win": 260}),
    (
        "七搶一, the holder of six, a hand",
        [patterns(None, 1, 3, seven_robs_one=1, all_pungs=1)],
        {},
        {"C>B win": 200, "D>B win": 360, "A>B win": 220},
    ),
    (
        "七搶一 from the deal",
        [patterns(None, 1, 3, seven_robs_one=1, dealt_flower_win=1, all_pungs=1)],
        {},
        {"C>B win": 200, "D>B win": 440, "A>B win": 220},
    ),
    (
        "四槓牌",
        [patterns(None, 1, four_kongs=1)],
        {"ruleset": "basic"},
        {"C>B win": 260, "D>B win": 260, "A>B win": 280},
    ),
    ("a draw", [DRAW], {}, {}),
    ("a foul", [foul(3, 4)], {}, {"D>A foul": 200, "D>B foul": 180, "D>C foul": 180}),
    ("the dealer's foul", [foul(0, 4)], {}, {"A>B foul": 200, "A>C foul": 200, "A>D foul": 200}),
    ("a foul to the dealer alone", [foul(3)], {"options": {"foul_payees": "dealer_only"}}, {"D>A foul": 120}),
    (
        "the dealer's own foul all the same",
        [foul(0)],
        {"options": {"foul_payees": "dealer_only"}},
        {"A>B foul": 120, "A>C foul": 120, "A>D foul": 120},
    ),
    (
        "a fixed face for fouls",
        [foul(3, 9)],
        {"options": {"foul_face": 1}},
        {"D>A foul": 140, "D>B foul": 120, "D>C foul": 120},
    ),
    ("face_cap", [win(3, 1, 30)], {"options": {"face_cap": 10}}, {"D>B win": 300}),
    (
        "face_cap holds for face and extra together",
        [win(None, 1, 10)],
        {"options": {"face_cap": 10, "self_draw_extra": 2}},
        {"C>B win": 300, "D>B win": 300, "A>B win": 320},
    ),
    (
        "self_draw_extra",
        [win(None, 1)],
        {"options": {"self_draw_extra": 2}},
        {"C>B win": 140, "D>B win": 140, "A>B win": 160},
    ),
    ("streak_cap", [DRAW, DRAW, win(3, 0)], {"options": {"streak_cap": 1}}, {"D>A win": 160}),
    ("a watcher", [win(3, 1, watchers=[1, 2])], {}, {"D>B win": 100, "C>B watcher": 20}),
    (
        "a penalty in 台",
        [{"result": "draw", "penalties": [{"from": 2, "to": 3, "reason": "unfulfilled_call", "tai": 1}]}],
        {},
        {"C>D penalty": 20},
    ),
    (
        "a penalty in units",
        [{"result": "draw", "penalties": [{"from": 2, "to": 3, "reason": "other", "amount": 35}]}],
        {},
        {"C>D penalty": 35},
    ),
    (
        "stand-ins share, the first after the winner takes what is over",
        [win(2, 1, stand_ins=[0, 2, 3], watchers=[2])],
        {},
        {"C>B win": 34, "D>B win": 33, "A>B win": 33, "C>B watcher": 7, "D>B watcher": 7, "A>B watcher": 6},
    ),
    (
        "a stand-in pays the winner's backer",
        [win(1, 2, stand_ins=[3])],
        OUTER_C,
        {"D>C win": 100, "D>X outer_bet": 50},
    ),
    (
        "a stand-in pays for the loser's backer, never for his own",
        [win(2, 1, stand_ins=[3])],
        {
            "outer_bets": [
                *OUTER_C["outer_bets"],
                {"backer": "Y", "seat": 3, "base": 9, "per_tai": 0, "from_hand": 1, "accepted_by": [1]},
            ]
        },
        {"D>B win": 100, "D>B outer_bet": 50},
    ),
    (
        "嗆牌 pays for both tiles",
        [both(win(0, 3, 1), win(0, 1, 2), reason="misnamed_discard")],
        {},
        {"A>D win": 140, "A>B win": 160},
    ),
    (
        "錯打明牌, the drawn tile too",
        [both(win(3, 1), win(3, 1, 2), reason="wrong_exposed_discard")],
        {},
        {"D>B win": 240},
    ),
    ("示記 shows less, is paid", [DRAW, win(3, 0, shown_streak=0)], {}, {"D>A win": 120}),
    ("示記 shows more, pays", [win(0, 3, shown_streak=1)], {}, {"A>D win": 160}),
    ("內插 won", [win(3, 1)], INNER_B, {"D>B win": 200}),
    ("內插 lost", [win(1, 3)], INNER_B, {"B>D win": 200}),
    ("內插 and a foul", [foul(3)], INNER_B, {"D>A foul": 120, "D>B foul": 200, "D>C foul": 100}),
    ("外插 won", [win(3, 2, 3)], OUTER_C, {"D>C win": 160, "D>X outer_bet": 80}),
    ("外插 lost to the dealer", [win(2, 0, 3)], OUTER_C, {"C>A win": 180, "X>A outer_bet": 90}),
    (
        "外插 and the principal's foul",
        [foul(2)],
        OUTER_C,
        {"C>D foul": 100, "C>A foul": 120, "C>B foul": 100, "X>A outer_bet": 60, "X>B outer_bet": 50}
        | {"X>D outer_bet": 50},
    ),
    (
        "東錢: the last one is cut",
        [win(None, 0), win(None, 0)],
        {"table_fee": {"self_draw": 50, "cap": 80}, "stakes": {"base": 0, "per_tai": 0}},
        {"A>house table_fee": 30},
    ),
    (
        "東錢 from each of the four",
        [{"result": "draw"}],
        {"table_fee": {"per_player": 30}},
        {f"{name}>house table_fee": 30 for name in "ABCD"},
    ),
]


@pytest.mark.parametrize(
    ("hands", "parts", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_row(hands: list[dict[str, Any]], parts: dict[str, Any], expected: dict[str, int]) -> None:
    assert paid(hands, **parts) == expected


def test_the_shown_face_stays_uncapped() -> None:
    outcome = played([win(3, 1, 30)], options={"face_cap": 10})
    assert outcome.hands[0].wins[0].face == 30
    assert outcome.hands[0].transfers[0].detail["paid_face"] == 10


def test_a_payment_tells_how_it_came_about() -> None:
    outcome = played([DRAW, win(3, 0, 3, stand_ins=[2])], **INNER_B)
    [transfer] = outcome.hands[1].transfers
    assert (transfer.src, transfer.dst, transfer.amount, transfer.reason) == ("C", "A", 220, "win")
    assert transfer.detail == {
        "win": 0,
        "extra": 0,
        "robbed": 0,
        "base": 100,
        "units": 0,
        "per_tai": 20,
        "face": 3,
        "paid_face": 3,
        "dealer": 1,
        "streak": 1,
        "streak_tai": 2,
        "for": "D",
        "whole": 220,
        "shares": 1,
    }


def test_own_sums_of_bets_leave_out_what_a_stand_in_pays() -> None:
    outcome = played([win(1, 2), win(1, 2, stand_ins=[3]), win(3, 1)], **INNER_B)
    assert [hand.inner_sums for hand in outcome.hands] == [{0: -100}, {0: 0}, {0: 100}]
    assert outcome.inner_sums == (0,)


def test_names_of_a_document_are_only_names() -> None:
    outcome = played([win(3, 1)], players=["m12", "m7", "m3", "m4"])
    assert outcome.net == {"m12": 0, "m7": 100, "m3": 0, "m4": -100}
    assert document([])["players"] == ["A", "B", "C", "D"]
