"""Small records for tests: A, B, C, D at 100/20 under the default sheet, A dealing first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from settlement.jiang import Outcome, read_record
from settlement.jiang.replay import replay

Doc = dict[str, Any]
DRAW: Doc = {"result": "draw"}


def document(hands: Iterable[Doc], **parts: Any) -> Doc:
    """A record of these hands; `parts` are further keys of it."""
    return {
        "format": "jiang-record",
        "version": 1,
        "ruleset": "luohan-2005",
        "stakes": {"base": 100, "per_tai": 20},
        "players": ["A", "B", "C", "D"],
        "first_dealer": 0,
        "hands": list(hands),
        **parts,
    }


def win(discarder: int | None, seat: int, face: int = 0, **parts: Any) -> Doc:
    """A win on a discard, self-drawn where the discarder is None."""
    return {"result": "win", "from": discarder, "wins": [{"seat": seat, "face": face}], **parts}


def foul(seat: int, face: int = 0, **parts: Any) -> Doc:
    return {"result": "foul", "fouls": [{"seat": seat, "reason": "false_win", "face": face}], **parts}


def passes(times: int) -> list[Doc]:
    """Hands that each pass the deal on, starting with seat 0 dealing."""
    return [win((dealer + 2) % 4, (dealer + 1) % 4) for dealer in range(times)]


def played(hands: Iterable[Doc], **parts: Any) -> Outcome:
    return replay(read_record(document(hands, **parts)))


def paid(hands: Iterable[Doc], **parts: Any) -> dict[str, int]:
    """What the last hand pays: "D>B win" → amount."""
    sums: Counter[str] = Counter()
    for transfer in played(hands, **parts).hands[-1].transfers:
        sums[f"{transfer.src}>{transfer.dst} {transfer.reason}"] += transfer.amount
    return dict(sums)
