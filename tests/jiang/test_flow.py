"""The deal: who deals next, at which streak, in which round, and when the 將 ends."""

from __future__ import annotations

from typing import Any

import pytest

from settlement.jiang import settle_line
from tests.jiang.documents import DRAW, document, foul, passes, played, win

KONGS = {"result": "win", "from": None, "wins": [{"seat": 0, "patterns": {"four_kongs": 1}}]}
EXPOSED = {"reason": "wrong_exposed_discard"}

ROWS: list[tuple[str, list[dict[str, Any]], dict[str, Any], tuple[str, int, int]]] = [
    ("the dealer won", [win(3, 0)], {}, ("E", 0, 1)),
    ("the dealer won among several", [{**win(3, 0), "wins": [{"seat": 0, "face": 0}, {"seat": 1, "face": 0}]}],
     {"options": {"on_several_wins": "all"}}, ("E", 0, 1)),
    ("draw", [DRAW, DRAW], {}, ("E", 0, 2)),
    ("draw, the count does not rise", [win(3, 0), DRAW], {"options": {"draw_keeps_streak": False}}, ("E", 0, 1)),
    ("draw passes", [DRAW], {"options": {"draw_keeps_deal": False}}, ("E", 1, 0)),
    ("abort", [DRAW, {"result": "abort", "reason": "west_parade"}], {"ruleset": "zhengzong"}, ("E", 0, 1)),
    ("another won", [DRAW, win(3, 1)], {}, ("E", 1, 0)),
    ("four_kongs of the dealer", [KONGS], {"ruleset": "basic"}, ("E", 1, 0)),
    ("foul of the dealer", [DRAW, foul(0)], {}, ("E", 1, 0)),
    ("foul of another", [DRAW, foul(2)], {}, ("E", 0, 1)),
    ("of several fouls the dealer's", [foul(2, fouls=[{"seat": seat, "reason": "false_win", "face": 0}
                                                     for seat in (2, 0)])], {}, ("E", 1, 0)),
    ("foul on a draw", [{**foul(0), "result": "draw"}], {}, ("E", 0, 1)),
    ("a win and a foul", [{**win(3, 0), "fouls": foul(0)["fouls"]}], {}, ("E", 0, 1)),
    ("錯打明牌 of the dealer", [DRAW, win(0, 1, **EXPOSED)], {}, ("E", 1, 0)),
    ("錯打明牌 of another", [DRAW, win(2, 0, **EXPOSED)], {}, ("E", 0, 1)),
    ("overruled: stay", [DRAW, win(3, 1, dealer_after="stay", reason="x")], {}, ("E", 0, 2)),
    ("overruled: stay where it stays", [win(3, 0, dealer_after="stay", reason="x")], {}, ("E", 0, 1)),
    ("overruled: pass", [win(3, 0, dealer_after="pass", reason="x")], {}, ("E", 1, 0)),
    ("a round", passes(4), {}, ("S", 0, 0)),
    ("from another first dealer", [win(0, 3)], {"first_dealer": 2}, ("E", 3, 0)),
    ("the last hand", passes(15), {}, ("N", 3, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "parts", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_row(hands: list[dict[str, Any]], parts: dict[str, Any], expected: tuple[str, int, int]) -> None:
    following = played(hands, **parts).next
    assert following is not None
    assert (following.round_wind, following.dealer, following.streak) == expected
    assert following.number == len(hands) + 1


def test_the_sixteenth_pass_ends_the_jiang() -> None:
    outcome = played(passes(16))
    assert outcome.complete
    assert outcome.next is None


def test_no_hand_follows_the_end() -> None:
    answer = settle_line(document([*passes(16), DRAW]))
    assert answer["error"]["code"] == "hand_after_end"  # type: ignore[index]


def test_a_closed_jiang_is_unfinished_and_nothing_follows() -> None:
    answer = settle_line(document([DRAW], closed=True))
    assert (answer["complete"], answer["closed"], answer["next"]) == (False, True, None)


def test_nothing_is_asked_of_bets_that_would_change_after_a_close() -> None:
    bet = {"seat": 1, "units": 1, "from_hand": 1, "to_hand": 1, "accepted_by": [0]}
    assert "error" in settle_line(document([DRAW], inner_bets=[bet]))
    assert "error" not in settle_line(document([DRAW], inner_bets=[bet], closed=True))


@pytest.mark.parametrize(
    ("sheet", "winds"), [("luohan-2005", ("W", "N", "E", "S")), ("zhengzong", ("E", "S", "W", "N"))]
)
def test_seat_winds_follow_the_opened_wall_or_the_dealer(sheet: str, winds: tuple[str, ...]) -> None:
    hand = played([{"result": "draw", "door_seat": 2}], ruleset=sheet).hands[0]
    assert hand.seat_winds == winds
    assert hand.door_seat == 2


def test_whether_the_deal_passed_is_told() -> None:
    assert [hand.deal_passes for hand in played([DRAW, win(3, 1)]).hands] == [False, True]


def test_sums_go_to_who_sits_there() -> None:
    change = [{"seat": 1, "by": "E", "from_hand": 2}]
    outcome = played([win(3, 1), win(3, 1)], substitutions=change)
    assert [hand.seated[1] for hand in outcome.hands] == ["B", "E"]
    assert outcome.net == {"A": 0, "B": 100, "C": 0, "D": -220, "E": 120}
    assert outcome.play_net == outcome.net
