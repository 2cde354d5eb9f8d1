"""What the recorder's page asks before a side bet changes."""

from __future__ import annotations

from typing import Any

import pytest

from settlement.jiang import read_record
from settlement.jiang.errors import RuleError
from settlement.jiang.forms import InnerBet, OuterBet
from settlement.jiang.may import may_be_left, may_start, may_stop, may_switch, now
from tests.jiang.documents import DRAW, document, passes, win

INNER = InnerBet(seat=1, units=1, from_hand=1, accepted_by=(0, 2, 3))
OUTER = OuterBet("X", seat=2, base=100, per_tai=0, from_hand=1, accepted_by=(0, 1, 3))
RUNNING = {"backer": "X", "seat": 2, "base": 100, "per_tai": 0, "from_hand": 1, "accepted_by": [0, 1, 3]}
LOST = win(2, 3)
WON = win(3, 2)


def told(error: RuleError | None) -> tuple[Any, Any] | None:
    return error and (error.params["check"], error.params["when"])


STARTS = [
    ("插 with the first hand", INNER, [], None),
    ("插 in a streak", INNER, [DRAW], None),
    ("插 with the first hand of West", INNER, passes(8), None),
    ("插 after the first hand of West", INNER, passes(9), ("inner_start", "next_jiang")),
    ("two units in a streak", InnerBet(1, 2, 1, (0,)), [DRAW], ("outer_start", "streak_0")),
    ("外插 with the first hand", OUTER, [], None),
    ("外插 in a streak", OUTER, [DRAW], ("outer_start", "streak_0")),
    ("外插 with the first hand of North", OUTER, passes(12), None),
    ("外插 later in North", OUTER, passes(13), ("full_round_left", "next_jiang")),
    ("外插 later in North in a streak", OUTER, [*passes(13), DRAW], ("outer_start", "next_jiang")),
    ("after the end", OUTER, passes(16), ("hand_after_end", "never")),
]


@pytest.mark.parametrize(
    ("bet", "hands", "answer"), [row[1:] for row in STARTS], ids=[row[0] for row in STARTS]
)
def test_may_start(bet: InnerBet | OuterBet, hands: list[Any], answer: tuple[str, str] | None) -> None:
    assert told(may_start(read_record(document(hands)), bet)) == answer


STOPS = [
    ("lost, streak 0", [*passes(1), LOST], None),
    ("lost by the dealer's win", [win(2, 0)], ("outer_withdraw", "after_loss_and_streak_0")),
    ("won", [WON], ("outer_withdraw", "after_loss_and_streak_0")),
    ("after the end", passes(16), ("hand_after_end", "never")),
]


@pytest.mark.parametrize(("hands", "answer"), [row[1:] for row in STOPS], ids=[row[0] for row in STOPS])
def test_may_stop_outer(hands: list[Any], answer: tuple[str, str] | None) -> None:
    record = read_record(document(hands, outer_bets=[RUNNING]))
    assert told(may_stop(record, outer=0)) == answer


def test_a_first_unit_stays_and_a_further_one_leaves_like_an_outer_bet() -> None:
    bet = {"seat": 2, "units": 1, "from_hand": 1, "accepted_by": [0, 1, 3]}
    record = read_record(document([*passes(1), LOST], inner_bets=[bet, bet]))
    assert told(may_stop(record, inner=0)) == ("inner_withdraw", "next_jiang")
    assert may_stop(record, inner=1) is None


@pytest.mark.parametrize(("hand", "answer"), [(LOST, None), (WON, ("outer_switch", "after_loss"))])
def test_may_switch(hand: Any, answer: tuple[str, str] | None) -> None:
    record = read_record(document([hand], outer_bets=[RUNNING]))
    assert told(may_switch(record, 0, OuterBet("X", 3, 100, 0, 2, (0, 1, 2)))) == answer


def test_a_check_that_is_off_is_silent_and_a_warning_says_so() -> None:
    off = document([DRAW], options={"bet_checks": {"outer_start": "off"}})
    assert may_start(read_record(off), OUTER) is None
    warned = may_start(read_record(document([DRAW], options={"bet_checks": {"outer_start": "warn"}})), OUTER)
    assert warned is not None
    assert warned.params["mode"] == "warn"


def test_the_state_can_be_handed_in() -> None:
    record = read_record(document([DRAW], outer_bets=[RUNNING]))
    state = now(record)
    assert told(may_start(record, OUTER, state)) == told(may_start(record, OUTER))


def test_one_bet_has_to_be_named() -> None:
    with pytest.raises(TypeError):
        may_stop(read_record(document([DRAW])))


def test_only_a_losing_inner_bet_may_be_left() -> None:
    assert may_be_left(-1)
    assert not may_be_left(0)
