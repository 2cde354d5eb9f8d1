"""Errors of form beyond the worked cases: which value is named."""

from __future__ import annotations

from typing import Any

import pytest

from settlement.jiang import read_record, settle_line, settle_text
from settlement.jiang.record import check_hand
from tests.jiang.documents import DRAW, document, foul, win

HOUSE_PAYS_ALL = {"on_several_wins": "all"}
OUTER = {"backer": "X", "seat": 2, "base": 100, "per_tai": 0, "from_hand": 1, "accepted_by": [0]}


def with_win(hand: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**hand, "wins": [{**hand["wins"][0], **parts}]}


def without(document: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != key}


def ticks(discarder: int | None, robbed: int | None = None, **codes: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": 1, "patterns": codes}
    return {
        "result": "win",
        "from": discarder,
        "wins": [entry | ({} if robbed is None else {"robbed": robbed})],
    }


THREE = {**win(0, 1), "wins": [{"seat": seat, "face": 0} for seat in (1, 2, 3)]}

ROWS: list[tuple[str, Any, str]] = [
    ("no object", [], ""),
    ("a key is missing", without(document([]), "stakes"), "stakes"),
    ("version true", document([], version=True), "version"),
    ("options no object", document([], options=[]), "options"),
    ("sheet no object", document([], ruleset=5), "ruleset"),
    ("closed", document([], closed=1), "closed"),
    ("a date that is none", document([], played_on="2026-02-30"), "played_on"),
    ("a date in short", document([], played_on="20260301"), "played_on"),
    ("a blank name", document([], players=["A", " ", "C", "D"]), "players[1]"),
    ("half a character", document([], players=["A", "B", "\ud800", "D"]), "players[2]"),
    ("a blank backer", document([], outer_bets=[{**OUTER, "backer": ""}]), "outer_bets[0].backer"),
    ("the house backs", document([], outer_bets=[{**OUTER, "backer": "house"}]), "outer_bets[0].backer"),
    ("bets overlap", document([], outer_bets=[{**OUTER, "from_hand": 5}, OUTER]), "outer_bets[1].from_hand"),
    ("void win 0", document([], outer_bets=[{**OUTER, "void_wins": [0]}]), "outer_bets[0].void_wins[0]"),
    ("a bet ends before it starts", document([], inner_bets=[
        {"seat": 1, "units": 1, "from_hand": 3, "to_hand": 2, "accepted_by": []}]), "inner_bets[0].to_hand"),
    ("overruled", document([], outer_bets=[{**OUTER, "overruled": 1}]), "outer_bets[0].overruled"),
    ("fee no object", document([], table_fee=5), "table_fee"),
    ("substitutions out of order", document([], substitutions=[
        {"seat": 0, "by": "E", "from_hand": 3}, {"seat": 1, "by": "F", "from_hand": 2}]),
     "substitutions[1].from_hand"),
    ("a backer takes a seat", document([], outer_bets=[OUTER], substitutions=[
        {"seat": 0, "by": "X", "from_hand": 3}]), "substitutions[0].by"),
    ("a reason on a draw", document([{**DRAW, "reason": "x"}]), "hands[0].reason"),
    ("a free reason on a win", document([win(3, 1, reason="x")]), "hands[0].reason"),
    ("a reason of discards self-drawn", document([win(None, 1, reason="misnamed_discard")]), "hands[0].reason"),
    ("stand_ins in a draw", document([{**DRAW, "stand_ins": [1]}]), "hands[0].stand_ins"),
    ("wins no list", document([{**win(3, 1), "wins": {}}]), "hands[0].wins"),
    ("one seat wins twice", document([{**win(3, 1), "wins": win(3, 1)["wins"] * 2}], options=HOUSE_PAYS_ALL),
     "hands[0].wins[1].seat"),
    ("three wins of 錯打明牌", document([{**THREE, "reason": "wrong_exposed_discard"}]), "hands[0].wins"),
    ("a text that is none", document([{**DRAW, "note": 5}]), "hands[0].note"),
    ("tiles no object", document([{"result": "win", "from": 3, "wins": [{"seat": 1, "tiles": []}]}]),
     "hands[0].wins[0].tiles"),
    ("an unknown key of tiles", document([{"result": "win", "from": 3, "wins": [{"seat": 1, "tiles": {"x": ""}}]}]),
     "hands[0].wins[0].tiles.x"),
    ("a meld that is no text", document([{"result": "win", "from": 3, "wins": [
        {"seat": 1, "tiles": {"melds": [5]}}]}]), "hands[0].wins[0].tiles.melds[0]"),
    ("七搶一 self-drawn robs nobody", document([ticks(None, seven_robs_one=1)]), "hands[0].wins[0].robbed"),
    ("八仙 robs nobody", document([ticks(None, 2, eight_immortals=1, dealt_flower_win=1)]),
     "hands[0].wins[0].robbed"),
    ("declared four_kongs with a discarder", document([{"result": "win", "from": 3, "wins": [
        {"seat": 1, "tiles": {"declared": ["four_kongs"]}}]}]), "hands[0].from"),
    ("a blank text for another foul", document([{"result": "foul", "fouls": [
        {"seat": 1, "reason": "other", "face": 0, "text": " "}]}]), "hands[0].fouls[0].text"),
    ("a penalty in nothing", document([{**DRAW, "penalties": [{"from": 0, "to": 1, "reason": "other"}]}]),
     "hands[0].penalties[0]"),
    ("no hands list", document(foul(1)), "hands[0]"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "where"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_bad_record(value: Any, where: str) -> None:
    error = settle_line(value)["error"]
    assert isinstance(error, dict)
    assert (error["code"], error["where"]) == ("bad_record", where)
    assert error["message"]


def test_a_robbed_flower_needs_a_sheet_that_has_it() -> None:
    sheet = {"based_on": "high", "tai": {"seven_robs_one": None}}
    answer = settle_line(document([with_win(win(None, 1), robbed=2)], ruleset=sheet))
    assert answer["error"]["code"] == "pattern_not_in_ruleset"  # type: ignore[index]


def test_all_three_win_where_the_sheet_pays_all() -> None:
    assert len(read_record(document([THREE], options=HOUSE_PAYS_ALL)).hands[0].wins) == 3


def test_three_nearest_are_one_too_many() -> None:
    answer = settle_line(document([THREE]))
    assert answer["error"]["where"] == "hands[0].wins[1]"  # type: ignore[index]


def test_one_more_hand_is_read_alone() -> None:
    sheet = read_record(document([])).ruleset
    assert check_hand(win(3, 1), sheet).wins[0].seat == 1


@pytest.mark.parametrize("text", ["", "{", b"\xff", "[" * 100_000, "nul"], ids=range(5))
def test_a_text_that_is_no_json(text: str | bytes) -> None:
    error = settle_text(text)["error"]
    assert isinstance(error, dict)
    assert (error["code"], error["where"]) == ("bad_record", "")


def test_a_number_of_thousands_of_digits_is_too_large_and_named() -> None:
    text = '{"format": "jiang-record", "version": 1' + "0" * 9000 + "}"
    error = settle_text(text)["error"]
    assert isinstance(error, dict)
    assert error["where"] == "ruleset"


def test_nesting_that_the_reader_gives_up_on_is_a_bad_record() -> None:
    deep: Any = {}
    for _ in range(100_000):
        deep = {"x": deep}
    error = settle_line(document([], ruleset={"based_on": "high", "options": deep}))["error"]
    assert isinstance(error, dict)
    assert error["code"] == "bad_record"
