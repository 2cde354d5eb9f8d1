"""Wins by their tiles beyond the worked cases: forms, errors in their order, readings, explanations."""

from __future__ import annotations

from typing import Any

import pytest

from scoring import score_line
from scoring.engine import score_tiles
from scoring.errors import RuleError
from scoring.line import score_request
from scoring.rulesets import read_ruleset, sheet

TILES = {"concealed": "123456678m34s99p", "win_tile": "5s", "melds": ["777p"]}


def request(ruleset: object = "luohan-2005", *, self_draw: bool = False, **tiles: Any) -> dict[str, Any]:
    return {"ruleset": ruleset, "tiles": tiles, "self_draw": self_draw, "seat_wind": "E", "round_wind": "E"}


def error_of(line: object) -> tuple[str, str]:
    error = score_line(line)["error"]
    assert error["message"]
    return error["code"], error["where"]


def lines_of(line: dict[str, Any]) -> dict[str, int]:
    return {one.code: one.tai for one in score_request(line).lines}


@pytest.mark.parametrize(
    ("line", "code", "where"),
    [
        ("", "bad_record", ""),
        (b"\xff", "bad_record", ""),
        ("[" * 100_000, "bad_record", ""),
        ("[]", "bad_record", ""),
        ({}, "bad_record", "ruleset"),
        ({"ruleset": 1, "tiles": 1, "self_draw": True, "seat_wind": "E"}, "bad_record", "round_wind"),
        ({**request(), "name": 1}, "bad_record", "name"),
        ({**request(), "self_draw": 1}, "bad_record", "self_draw"),
        ({**request(), "seat_wind": "X"}, "bad_record", "seat_wind"),
        ({**request(), "round_wind": []}, "bad_record", "round_wind"),
        ({**request(), "tiles": []}, "bad_record", "tiles"),
        (request("x", tile="1m"), "bad_record", "tiles.tile"),
        (request("x", concealed=None), "bad_record", "tiles.concealed"),
        (request("x", melds="123m"), "bad_record", "tiles.melds"),
        (request("x", melds=["123m", 1]), "bad_record", "tiles.melds[1]"),
        (request("x", concealed="0m"), "unknown_ruleset", "ruleset"),
        (request(concealed="8z", declared=["x"]), "bad_tile", "tiles.concealed"),
        (request(concealed="1f", declared=["x"]), "bad_tile", "tiles.concealed"),
        (request(win_tile="5f", melds=["x"]), "bad_tile", "tiles.win_tile"),
        (request(melds=["123m", "x"]), "bad_tile", "tiles.melds[1]"),
        (request(concealed_kongs=["1f"]), "bad_tile", "tiles.concealed_kongs[0]"),
        (request(flowers="9f"), "bad_tile", "tiles.flowers"),
        (request(concealed="11111m", declared=["x"]), "unknown_pattern", "tiles.declared[0]"),
        (request(declared=["kong_draw", "kong_draw"]), "bad_record", "tiles.declared[1]"),
        (request(declared=["all_pungs"]), "bad_record", "tiles.declared[0]"),
        (request(declared=["dealer"]), "bad_record", "tiles.declared[0]"),
        (request(concealed="11111m"), "too_many_of_a_tile", "tiles"),
        (request(concealed="1" * 64 + "m"), "too_many_of_a_tile", "tiles"),
        (request(concealed="123456789m" * 4), "wrong_tile_count", "tiles.win_tile"),
        (request(concealed="123m", win_tile="55s"), "wrong_tile_count", "tiles.win_tile"),
        (request(concealed="123m", win_tile=""), "wrong_tile_count", "tiles.win_tile"),
        (request(), "wrong_tile_count", "tiles.win_tile"),
        (request(concealed_kongs=["111m"]), "wrong_tile_count", "tiles.concealed_kongs[0]"),
        (
            request(melds=["123m"] * 3, concealed_kongs=["9999m", "1111p", "2222p"], win_tile="1s"),
            "wrong_tile_count",
            "tiles.concealed_kongs",
        ),
        (request(**{**TILES, "melds": ["778p"]}), "not_a_win", "tiles.melds[0]"),
        (request(**{**TILES, "melds": ["891p"]}), "not_a_win", "tiles.melds[0]"),
        (request(**{**TILES, "melds": ["567z"]}), "not_a_win", "tiles.melds[0]"),
        (
            request(concealed="123456678m34s99p", win_tile="5s", concealed_kongs=["7778p"]),
            "not_a_win",
            "tiles.concealed_kongs[0]",
        ),
        (
            request(
                concealed="1m",
                win_tile="1m",
                melds=["222m"],
                concealed_kongs=["7777p", "8888p", "9999p", "1112p"],
            ),
            "not_a_win",
            "tiles.concealed_kongs[3]",
        ),
        (request(**{**TILES, "win_tile": "9m"}), "not_a_win", "tiles.concealed"),
        (request(**{**TILES, "win_tile": "7z"}), "not_a_win", "tiles.concealed"),
        (request(concealed="123456789m12355p66s", win_tile="1z"), "not_a_win", "tiles.concealed"),
        (
            request(**{**TILES, "concealed": "123456m34s99p", "melds": ["777p", "135s"]}),
            "not_a_win",
            "tiles.melds[1]",
        ),
        (
            request(self_draw=True, concealed="1133557799m223344p", win_tile="1s"),
            "not_a_win",
            "tiles.concealed",
        ),
        (
            request(self_draw=True, declared=["heavenly_win"], concealed="1133557799m223344p1s"),
            "not_a_win",
            "tiles.concealed",
        ),
        (
            request(flowers="1234567f", declared=["dealt_flower_win", "eight_immortals"], self_draw=True),
            "not_a_win",
            "tiles.flowers",
        ),
        (request(flowers="12345678f", declared=["dealt_flower_win"]), "patterns_conflict", "tiles.declared"),
        (request(flowers="123f", declared=["dealt_flower_win"]), "not_a_win", "tiles.flowers"),
        (request("basic", declared=["four_kongs", "kong_draw"]), "patterns_conflict", "tiles.declared"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_the_first_fault_is_reported(line: object, code: str, where: str) -> None:
    assert error_of(line) == (code, where)


def test_errors_stand_below_the_callers_place() -> None:
    with pytest.raises(RuleError) as caught:
        score_tiles(
            {"concealed": "0m"},
            sheet("high"),
            self_draw=True,
            seat_wind="E",
            round_wind="E",
            where="wins[0].tiles",
        )
    assert caught.value.where == "wins[0].tiles.concealed"
    assert str(caught.value).startswith("wins[0].tiles.concealed: ")
    assert str(RuleError("bad_record", "", "No.")) == "No."


def test_a_suit_written_twice_or_mixed_is_one_suit() -> None:
    whole = score_line(request(**TILES))
    assert score_line(request(**{**TILES, "concealed": "99p123m34s456678m"})) == whole
    assert score_line(request(**{**TILES, "concealed": "九九筒 123m三四條456678m"})) == whole


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (request("basic", declared=["four_kongs"]), {"four_kongs": 8}),
        (request(flowers="1234567f", declared=["seven_robs_one"]), {"seven_robs_one": 8}),
        (
            request(
                self_draw=True,
                declared=["heavenly_win", "flower_replacement"],
                concealed="123456m55789p234678s",
            ),
            {"heavenly_win": 16},
        ),
        (
            request(
                {"based_on": "zhengzong", "options": {"all_chows_wait": "two_sided"}},
                self_draw=True,
                declared=["heavenly_win"],
                concealed="123456m55789p234678s",
            ),
            {"all_chows": 2, "heavenly_win": 24},
        ),
        (
            request(
                {"based_on": "luohan-2005", "replaces": {"five_concealed_pungs": ["concealed_hand"]}},
                concealed="3337m111555p222999s",
                win_tile="7m",
            ),
            {"all_pungs": 4, "single_wait": 1, "five_concealed_pungs": 16},
        ),
        (
            request(
                {"based_on": "luohan-2005", "tai": {"four_concealed_pungs": None}},
                concealed="3377m111555p222999s",
                win_tile="7m",
            ),
            {"concealed_hand": 1, "all_pungs": 4, "three_concealed_pungs": 2},
        ),
        (
            request(
                {"based_on": "luohan-2005", "options": {"all_chows_concealed": False}},
                concealed="123456m55789p23467s",
                win_tile="8s",
            ),
            {"concealed_hand": 1},
        ),
        (
            request(
                {"based_on": "luohan-2005", "options": {"dragon_of_round": True}},
                concealed="34m99p678s",
                win_tile="5m",
                melds=["777z", "666z", "123p"],
            ),
            {"dragon_pung": 2, "dragon_of_round": 1},
        ),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_counts(line: dict[str, Any], lines: dict[str, int]) -> None:
    assert lines_of(line) == lines


def test_the_explanation_shows_where_the_winning_tile_went() -> None:
    score = score_request(request(**TILES, flowers="1234f"))
    assert score.reading is not None
    assert [(one.kind, "".join(one.tiles), one.called, one.completed) for one in score.reading.sets] == [
        ("pung", "7p7p7p", True, False),
        ("chow", "1m2m3m", False, False),
        ("chow", "4m5m6m", False, False),
        ("chow", "6m7m8m", False, False),
        ("chow", "3s4s5s", False, True),
        ("pair", "9p9p", False, False),
    ]
    assert score.replaced == (("seat_flower", "flower_kong"),)
    assert score.explain()["reading"]["form"] == "sets"
    assert score.lines[0].as_json() == {"code": "flower_kong", "name": "花槓", "count": 1, "tai": 2}


def test_pairs_are_laid_out_as_pairs() -> None:
    spec = {"based_on": "luohan-2005", "options": {"eight_pairs": True}}
    score = score_request(request(spec, concealed="1111m5577p6699s2255z", win_tile="5z"))
    assert score.reading is not None
    assert score.reading.form == "pairs"
    assert [(one.kind, one.completed) for one in score.reading.sets] == [("pung", True)] + [
        ("pair", False)
    ] * 7
    dealt = request(spec, self_draw=True, declared=["heavenly_win"], concealed="1133m5577p66699s2244z")
    reading = score_request(dealt).reading
    assert reading is not None
    assert not any(one.completed for one in reading.sets)


def test_pairs_and_sets_waits_are_joined() -> None:
    spec = {"based_on": "luohan-2005", "options": {"eight_pairs": True}}
    answer = score_line(request(spec, concealed="2233445566778899m", win_tile="2m"))
    assert "7m" in answer["waits"]
    assert read_ruleset(spec).has("eight_pairs")
