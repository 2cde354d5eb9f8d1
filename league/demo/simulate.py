"""Whole 將 as a club plays them: about a third of wins self-drawn, a tenth draws, streaks, a few fouls."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from league.demo.people import Persona
from league.demo.wins import laid, ticked
from scoring.engine import score_tiles
from scoring.errors import RuleError
from scoring.rulesets import Ruleset, read_ruleset
from scoring.ticks import score_ticks
from settlement.jiang.record import read_record
from settlement.jiang.replay import replay

DRAW, FOUL, SELF_DRAWN = 0.10, 0.006, 0.34


def play(
    dice: Random,
    players: Sequence[Persona],
    *,
    played_on: str,
    ruleset: str,
    stakes: tuple[int, int],
    backer: str | None = None,
    hands: int | None = None,
) -> dict[str, Any]:
    """A 將 record played to its end (or for `hands` hands only)."""
    record: dict[str, Any] = {
        "format": "jiang-record",
        "version": 1,
        "ruleset": ruleset,
        "stakes": {"base": stakes[0], "per_tai": stakes[1]},
        "players": [player.name for player in players],
        "first_dealer": dice.randrange(4),
        "played_on": played_on,
        "hands": [],
    }
    _bets(dice, record, backer, stakes)
    sheet = read_ruleset(ruleset)
    _deal_on(dice, players, record, sheet, hands)
    return record


def _deal_on(
    dice: Random, players: Sequence[Persona], record: dict[str, Any], sheet: Ruleset, most: int | None
) -> None:
    """Adds hands until the deal has passed sixteen times; the flow is simple enough to follow along here."""
    dealer, passed = record["first_dealer"], 0
    while passed < 16 and (most is None or len(record["hands"]) < most):
        hand = _hand(dice, players, sheet)
        record["hands"].append(hand)
        stays = hand["result"] == "draw"
        if hand["result"] == "win":
            stays = hand["wins"][0]["seat"] == dealer
        elif hand["result"] == "foul":
            stays = hand["fouls"][0]["seat"] != dealer
        if not stays:
            dealer, passed = (dealer + 1) % 4, passed + 1
    replay(read_record(record))


def _hand(dice: Random, players: Sequence[Persona], sheet: Ruleset) -> dict[str, Any]:
    roll = dice.random()
    if roll < DRAW:
        return {"result": "draw"}
    if roll < DRAW + FOUL:
        fouls = [{"seat": dice.randrange(4), "reason": "false_win", "face": dice.randint(1, 5)}]
        return {"result": "foul", "fouls": fouls}
    winner = dice.choices(range(4), [player.skill for player in players])[0]
    drawn = dice.random() < SELF_DRAWN
    others = [seat for seat in range(4) if seat != winner]
    discarder = None if drawn else dice.choices(others, [1 / players[seat].care for seat in others])[0]
    win = {"seat": winner} | _value(dice, sheet, drawn=drawn)
    hand: dict[str, Any] = {"result": "win", "from": discarder, "wins": [win]}
    if dice.random() < 0.02:
        hand["watchers"] = [dice.choice(others)]
    return hand


def _value(dice: Random, sheet: Ruleset, *, drawn: bool) -> dict[str, Any]:
    """A win's own part: tiles now and then, a bare number now and then, else what was ticked."""
    roll = dice.random()
    while True:
        try:
            if roll < 0.12:
                tiles = laid(dice, drawn=drawn)
                score_tiles(tiles, sheet, self_draw=drawn, seat_wind="E", round_wind="E")
                return {"tiles": tiles}
            if roll < 0.18:
                return {"face": dice.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6))}
            patterns = ticked(dice, drawn=drawn)
            score_ticks(patterns, sheet, self_draw=drawn)
        except RuleError:
            continue
        return {"patterns": patterns}


def _bets(dice: Random, record: dict[str, Any], backer: str | None, stakes: tuple[int, int]) -> None:
    if dice.random() < 0.12:
        record["inner_bets"] = [{"seat": dice.randrange(4), "units": 1, "from_hand": 1, "accepted_by": []}]
        bettor = record["inner_bets"][0]["seat"]
        record["inner_bets"][0]["accepted_by"] = [seat for seat in range(4) if seat != bettor]
    if backer is not None:
        seat = dice.randrange(4)
        record["outer_bets"] = [
            {
                "backer": backer,
                "seat": seat,
                "base": stakes[0],
                "per_tai": 0,
                "from_hand": 1,
                "accepted_by": [other for other in range(4) if other != seat],
            }
        ]
