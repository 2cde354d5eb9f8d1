"""Thousands of whole 將: not one hand fails to sum to zero."""

from __future__ import annotations

import random

from settlement.jiang import read_record
from settlement.jiang.replay import replay
from tests.jiang.dice import roll_record


def test_two_thousand_jiang_sum_to_zero() -> None:
    dice = random.Random(16)
    for _ in range(2000):
        outcome = replay(read_record(roll_record(dice)))
        assert all(sum(hand.net.values()) == 0 for hand in outcome.hands)
        assert sum(outcome.net.values()) == 0
