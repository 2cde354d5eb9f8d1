"""Whole 將 rolled with a seeded die: quick to make by the thousand, and like an evening at a club."""

from __future__ import annotations

import random
from typing import Any

Doc = dict[str, Any]

NAMES = ("阿明", "小華", "美玲", "老王")
BACKERS = ("阿國", "雅婷", "建宏")
TICKS: tuple[Doc, ...] = (
    {"all_pungs": 1, "dragon_pung": 2},
    {"half_flush": 1, "seat_wind_pung": 1},
    {"concealed_hand": 1},
    {"all_pungs": 1, "half_flush": 1},
    {"dragon_pung": 1, "seat_flower": 1},
)
CHECKS = ("inner_start", "inner_withdraw", "outer_start", "outer_withdraw", "outer_switch", "full_round_left")


def roll_record(dice: random.Random, hands: int = 16) -> Doc:
    """A record of at most 16 hands (so that none comes after the end), with bets most of the time."""
    return {
        "format": "jiang-record",
        "version": 1,
        "ruleset": "zhengzong" if dice.random() < 0.2 else "luohan-2005",
        "options": {"on_several_wins": "all", "bet_checks": dict.fromkeys(CHECKS, "warn")},
        "stakes": {"base": dice.choice((0, 100, 300)), "per_tai": dice.choice((1, 20, 100))},
        "players": list(NAMES),
        "first_dealer": dice.randrange(4),
        "table_fee": {"self_draw": dice.choice((0, 50)), "cap": dice.choice((0, 120))},
        "inner_bets": [_inner(dice) for _ in range(dice.randrange(3))],
        "outer_bets": [_outer(dice, name) for name in BACKERS[: dice.randrange(4)]],
        "hands": [roll_hand(dice) for _ in range(hands)],
    }


def roll_hand(dice: random.Random) -> Doc:
    """One hand of any ending that every sheet knows."""
    lot = dice.random()
    if lot < 0.1:
        hand: Doc = {"result": "draw"}
    elif lot < 0.15:
        hand = {"result": "foul", "fouls": [_foul(dice)]}
    elif lot < 0.45:
        hand = {"result": "win", "from": None, "wins": [_win(dice, dice.randrange(4))]}
    else:
        seats = dice.sample(range(4), 3 if lot > 0.95 else 2)
        hand = {"result": "win", "from": seats[0], "wins": [_win(dice, seat) for seat in seats[1:]]}
    if hand["result"] == "win" and dice.random() < 0.1:
        hand["stand_ins"] = _free(dice, [win["seat"] for win in hand["wins"]])
    if dice.random() < 0.1:
        hand["watchers"] = dice.sample(range(4), dice.randrange(1, 4))
    if dice.random() < 0.05:
        hand["penalties"] = [{"from": 0, "to": 2, "reason": "other", "tai": 1}]
    if hand["result"] != "foul" and dice.random() < 0.05:
        hand["fouls"] = [_foul(dice)]
    return hand


def _win(dice: random.Random, seat: int) -> Doc:
    if dice.random() < 0.5:
        return {"seat": seat, "face": dice.randrange(12)}
    return {"seat": seat, "patterns": dict(dice.choice(TICKS))}


def _foul(dice: random.Random) -> Doc:
    return {"seat": dice.randrange(4), "reason": "false_win", "face": dice.randrange(8)}


def _free(dice: random.Random, winners: list[int]) -> list[int]:
    seats = [seat for seat in range(4) if seat not in winners]
    return dice.sample(seats, dice.randrange(1, len(seats) + 1))


def _inner(dice: random.Random) -> Doc:
    seat = dice.randrange(4)
    return {"seat": seat, "units": dice.randrange(1, 3), "from_hand": 1, "accepted_by": _free(dice, [seat])}


def _outer(dice: random.Random, backer: str) -> Doc:
    seat = dice.randrange(4)
    stake = {"base": dice.choice((50, 100)), "per_tai": dice.choice((0, 10))}
    return {"backer": backer, "seat": seat, **stake, "from_hand": 1, "accepted_by": _free(dice, [seat])}
