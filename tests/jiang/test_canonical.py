"""Which records are the same: whatever the writer left out, reordered, or wrote in another notation."""

from __future__ import annotations

from typing import Any

import pytest

from settlement.jiang import read_record
from settlement.jiang.canonical import canonical, digest
from settlement.jiang.tile_form import canonical_tiles
from tests.jiang.cases import load
from tests.jiang.documents import DRAW, document, foul, win

TILES = {"concealed": "123m456m789m5p", "melds": ["777z", "234s"], "win_tile": "5p", "flowers": "1f6f"}
CHINESE = {
    "declared": [],
    "flowers": "春蘭",
    "melds": ["四三二條", "中中中"],
    "win_tile": "🀝",
    "concealed": "五筒 九八七六五四三二一萬",
}


def by_tiles(tiles: dict[str, Any]) -> dict[str, Any]:
    return {"result": "win", "from": 3, "wins": [{"seat": 1, "tiles": tiles}]}


def by_patterns(**codes: int) -> dict[str, Any]:
    return {"result": "win", "from": 3, "wins": [{"seat": 1, "patterns": codes}]}


BET = {"seat": 1, "units": 1, "from_hand": 1, "accepted_by": [0, 2, 3]}
SAME: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("sheet written out", document([]), document([], ruleset={"based_on": "luohan-2005", "tai": {}})),
    (
        "options in the sheet",
        document([], options={"face_cap": 8}),
        document([], ruleset={"based_on": "luohan-2005", "options": {"face_cap": 8}}),
    ),
    ("empty parts", document([]), document([], inner_bets=[], table_fee={"cap": 0}, closed=False)),
    ("the dealer's door", document([win(3, 1), DRAW]), document([win(3, 1), {**DRAW, "door_seat": 1}])),
    ("an empty note", document([DRAW]), document([{**DRAW, "note": "", "fouls": []}])),
    ("tiles in Chinese", document([by_tiles(TILES)]), document([by_tiles(CHINESE)])),
    ("a pattern 0 times", document([by_patterns(all_pungs=1)]),
     document([by_patterns(dragon_pung=0, all_pungs=1)])),
    ("who accepts", document([], inner_bets=[BET]), document([], inner_bets=[{**BET, "accepted_by": [3, 0, 2]}])),
]  # fmt: skip
OTHER: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("a name", document([]), document([], players=["A", "B", "C", "E"])),
    ("a face", document([win(3, 1)]), document([win(3, 1, 1)])),
    ("another door", document([DRAW]), document([{**DRAW, "door_seat": 1}])),
    ("a shown streak", document([DRAW]), document([{**DRAW, "shown_streak": 0}])),
    ("a note", document([DRAW]), document([{**DRAW, "note": "x"}])),
    ("the day", document([]), document([], played_on="2026-03-14")),
    ("closed", document([foul(1)]), document([foul(1)], closed=True)),
]


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in SAME], ids=[row[0] for row in SAME])
def test_the_same_record(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert digest(read_record(one)) == digest(read_record(other))


@pytest.mark.parametrize(("one", "other"), [row[1:] for row in OTHER], ids=[row[0] for row in OTHER])
def test_another_record(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert digest(read_record(one)) != digest(read_record(other))


@pytest.mark.parametrize("case", load("evenings"), ids=[case["id"] for case in load("evenings")])
def test_an_evening_is_its_canonical_form(case: dict[str, Any]) -> None:
    form = canonical(read_record(case["record"]))
    assert canonical(read_record(form)) == form


def test_what_is_no_tile_stays() -> None:
    assert canonical_tiles({"concealed": "0m"})["concealed"] == "0m"
