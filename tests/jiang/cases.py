"""The worked cases of settling, and how two answers are compared: sums, not wording or order."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "cases" / "settle"


def load(name: str) -> list[dict[str, Any]]:
    """Every case of `tests/cases/settle/NAME.jsonl`."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer with what may differ taken out: messages, order and splitting of transfers, the plan."""
    if "error" in answer:
        return {"error": _told(answer["error"])}
    shown = {key: value for key, value in answer.items() if key != "settle_up"}
    shown["hands"] = [{**hand, "transfers": _summed(hand["transfers"])} for hand in answer["hands"]]
    shown["payments"] = len(answer["settle_up"])
    if "warnings" in answer:
        shown["warnings"] = [_told(warning) for warning in answer["warnings"]]
    return shown


def settles(answer: dict[str, Any]) -> bool:
    """Whether the plan brings every net to zero, losers only paying and winners only receiving."""
    left = dict(answer["net"])
    for payment in answer["settle_up"]:
        if answer["net"][payment["from"]] >= 0 or answer["net"][payment["to"]] <= 0 or payment["amount"] <= 0:
            return False
        left[payment["from"]] += payment["amount"]
        left[payment["to"]] -= payment["amount"]
    return not any(left.values())


def _told(error: dict[str, str]) -> tuple[str, str]:
    return error["code"], error["where"]


def _summed(transfers: list[dict[str, Any]]) -> Counter[tuple[str, str, str]]:
    sums: Counter[tuple[str, str, str]] = Counter()
    for transfer in transfers:
        sums[transfer["from"], transfer["to"], transfer["reason"]] += transfer["amount"]
    return sums
