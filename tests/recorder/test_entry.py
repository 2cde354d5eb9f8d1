"""The form and the hand as a record writes it: every way a 盤 can end, there and back again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.http import QueryDict

from league.errors import Refused
from league.web.entry import form_of, read_entry

CASES = Path(__file__).parent.parent / "cases" / "settle"


def form(text: str) -> QueryDict:
    """A form written as `ending=1&from=3`."""
    data = QueryDict(mutable=True)
    for name, value in parse_qsl(text, keep_blank_values=True):
        data.appendlist(name, value)
    return data


ENTRIES: dict[str, tuple[str, dict[str, Any]]] = {
    "off a discard, ticked": (
        "ending=1&from=3&pattern.all_pungs=1&pattern.dragon_pung=2&pattern.seat_flower=0",
        {"result": "win", "from": 3, "wins": [{"seat": 1, "patterns": {"all_pungs": 1, "dragon_pung": 2}}]},
    ),
    "屁胡": ("ending=1&from=3&plain=1", {"result": "win", "from": 3, "wins": [{"seat": 1, "patterns": {}}]}),
    "自摸 alone": (
        "ending=1&from=self",
        {"result": "win", "from": None, "wins": [{"seat": 1, "patterns": {}}]},
    ),
    "a plain number": (
        "ending=0&from=self&way=face&face=5",
        {"result": "win", "from": None, "wins": [{"seat": 0, "face": 5}]},
    ),
    "a number that is typed": (
        "ending=0&from=2&way=face&face=5&face_more=24",
        {"result": "win", "from": 2, "wins": [{"seat": 0, "face": 24}]},
    ),
    "tiles": (
        "ending=0&from=2&way=tiles&tiles.concealed=123m5p&tiles.melds=777z+234s&tiles.win=5p&tiles.flowers=1f"
        "&tiles.kongs=1111s&declared=kong_draw&tiles.x=",
        {
            "result": "win",
            "from": 2,
            "wins": [
                {
                    "seat": 0,
                    "tiles": {
                        "concealed": "123m5p",
                        "win_tile": "5p",
                        "flowers": "1f",
                        "melds": ["777z", "234s"],
                        "concealed_kongs": ["1111s"],
                        "declared": ["kong_draw"],
                    },
                }
            ],
        },
    ),
    "荒局": ("ending=draw&from=2&pattern.all_pungs=1", {"result": "draw"}),
    "途中流局": ("ending=four_kongs", {"result": "abort", "reason": "four_kongs"}),
    "詐胡": (
        "ending=foul&foul.0.seat=3&foul.0.face=4",
        {"result": "foul", "fouls": [{"seat": 3, "reason": "false_win", "face": 4}]},
    ),
    "another foul beside a win": (
        "ending=0&from=2&way=face&face=1&foul.0.seat=3&foul.0.reason=other&foul.0.face=2&foul.0.text=看牌",
        {
            "result": "win",
            "from": 2,
            "wins": [{"seat": 0, "face": 1}],
            "fouls": [{"seat": 3, "reason": "other", "face": 2, "text": "看牌"}],
        },
    ),
    "a foul found on a draw": (
        "ending=draw&foul.1.seat=0&foul.1.reason=wall_disturbed&foul.1.face=0",
        {"result": "draw", "fouls": [{"seat": 0, "reason": "wall_disturbed", "face": 0}]},
    ),
    "一炮雙響": (
        "ending=0&from=2&way=face&face=1&b.seat=1&b.pattern.all_chows=1",
        {
            "result": "win",
            "from": 2,
            "wins": [{"seat": 0, "face": 1}, {"seat": 1, "patterns": {"all_chows": 1}}],
        },
    ),
    "錯打明牌": (
        "ending=0&from=2&way=face&face=1&b.seat=0&b.way=face&b.face=3&discard=wrong_exposed_discard",
        {
            "result": "win",
            "from": 2,
            "wins": [{"seat": 0, "face": 1}, {"seat": 0, "face": 3}],
            "reason": "wrong_exposed_discard",
        },
    ),
    "眼牌, 代位賠付, 相公": (
        "ending=0&from=2&way=face&face=1&watchers=1&watchers=3&stand_ins=1&dead_hands=3",
        {
            "result": "win",
            "from": 2,
            "wins": [{"seat": 0, "face": 1}],
            "watchers": [1, 3],
            "stand_ins": [1],
            "dead_hands": [3],
        },
    ),
    "喊碰未碰": (
        "ending=draw&penalty.0.from=1&penalty.0.to=3&penalty.1.from=0&penalty.1.to=2&penalty.1.reason=other"
        "&penalty.1.amount=50&penalty.1.text=遲到",
        {
            "result": "draw",
            "penalties": [
                {"from": 1, "to": 3, "reason": "unfulfilled_call", "tai": 1},
                {"from": 0, "to": 2, "reason": "other", "amount": 50, "text": "遲到"},
            ],
        },
    ),
    "示記, 開門": (
        "ending=draw&shown_streak=2&door_seat=1",
        {"result": "draw", "shown_streak": 2, "door_seat": 1},
    ),
    "七搶一": (
        "ending=1&from=self&pattern.seven_robs_one=1&robbed=3",
        {
            "result": "win",
            "from": None,
            "wins": [{"seat": 1, "patterns": {"seven_robs_one": 1}, "robbed": 3}],
        },
    ),
    "the deal overruled": (
        "ending=draw&dealer_after=pass&dealer_reason=時間到&note=收桌",
        {"result": "draw", "dealer_after": "pass", "reason": "時間到", "note": "收桌"},
    ),
    "an abort overruled keeps its reason": (
        "ending=four_kongs&dealer_after=pass&dealer_reason=房規",
        {"result": "abort", "reason": "four_kongs", "dealer_after": "pass", "note": "房規"},
    ),
}


@pytest.mark.parametrize(("text", "hand"), ENTRIES.values(), ids=ENTRIES.keys())
def test_what_is_entered_is_the_hand_of_the_record(text: str, hand: dict[str, Any]) -> None:
    assert read_entry(form(text)) == hand


def _recorded() -> list[Any]:
    """Every hand of the worked cases, each once."""
    hands = {}
    for name in ("payments", "evenings"):
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            for hand in json.loads(line)["record"]["hands"]:
                hands[json.dumps(hand, sort_keys=True)] = hand
    return list(hands.values())


def test_every_hand_of_the_worked_cases_goes_into_the_form_and_comes_out_again() -> None:
    hands = _recorded()
    assert len(hands) > 100
    assert [_same(read_entry(form_of(hand))) for hand in hands] == [_same(hand) for hand in hands]


def _same(hand: dict[str, Any]) -> dict[str, Any]:
    """What a hand says, without keys that say nothing and the order of lists of seats."""
    hand = {key: value for key, value in hand.items() if value not in (None, [], "") or key == "from"}
    for key in ("watchers", "stand_ins", "dead_hands"):
        if key in hand:
            hand[key] = sorted(hand[key])
    for win in hand.get("wins", ()):
        for key, value in list(win.items()):
            if value is None:
                del win[key]
        if "tiles" in win:
            win["tiles"] = {key: value for key, value in win["tiles"].items() if value not in (None, [], "")}
        if "patterns" in win:
            win["patterns"] = {code: count for code, count in win["patterns"].items() if count}
    return hand


MISSING = {
    "nothing at all": ("", "ending"),
    "who discarded": ("ending=1", "from"),
    "what the hand counts": ("ending=1&from=2", "patterns"),
    "what the second hand counts": ("ending=1&from=2&plain=1&b.seat=3", "b.patterns"),
    "the number": ("ending=1&from=2&way=face", "face"),
    "a number that is none": ("ending=1&from=2&way=face&face_more=x", "face_more"),
    "the tiles": ("ending=1&from=2&way=tiles", "tiles"),
    "the offender": ("ending=foul", "foul.0.seat"),
    "the foul's tai": ("ending=foul&foul.0.seat=1", "foul.0.face"),
    "the foul's text": ("ending=foul&foul.0.seat=1&foul.0.face=1&foul.0.reason=other", "foul.0.text"),
    "who gets the penalty": ("ending=draw&penalty.0.from=1", "penalty.0.to"),
    "why the deal is overruled": ("ending=draw&dealer_after=stay", "dealer_reason"),
}


@pytest.mark.parametrize(("text", "where"), MISSING.values(), ids=MISSING.keys())
def test_what_is_missing_is_asked_for_where_it_is_missing(text: str, where: str) -> None:
    with pytest.raises(Refused) as refused:
        read_entry(form(text))
    assert refused.value.where == where
