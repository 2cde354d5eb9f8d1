"""The canonical form of a record: the same record has the same form, whatever its writer left out or reordered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from settlement.jiang.flow import Flow
from settlement.jiang.forms import (
    FOUR_KONGS,
    Foul,
    Hand,
    InnerBet,
    OuterBet,
    Penalty,
    Record,
    Seat,
    Win,
)
from settlement.jiang.tile_form import canonical_tiles

Form = dict[str, Any]


def digest(record: Record) -> str:
    """SHA-256 (hex) of the canonical form, written as JSON in UTF-8 without spaces."""
    text = json.dumps(canonical(record), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def canonical(record: Record) -> Form:
    """The record as a JSON object that `read_record` reads again: keys sorted, defaults filled in, the sheet
    written out whole with the record's options in it, tiles in mpsz, lists of seats in order.

    Keys without a default (`played_on`, `to_hand`, `shown_streak`, …) are there only where given; `door_seat`
    only where it is not the dealer's.
    """
    form: Form = {
        "format": "jiang-record",
        "version": 1,
        "ruleset": record.ruleset.as_json(),
        "options": {},
        "stakes": {"base": record.stakes.base, "per_tai": record.stakes.per_tai},
        "players": list(record.players),
        "first_dealer": record.first_dealer,
        "played_on": record.played_on,
        "inner_bets": [_inner(bet) for bet in record.inner_bets],
        "outer_bets": [_outer(bet) for bet in record.outer_bets],
        "table_fee": {
            "self_draw": record.table_fee.self_draw,
            "cap": record.table_fee.cap,
            "per_player": record.table_fee.per_player,
        },
        "substitutions": [
            {"seat": change.seat, "by": change.by, "from_hand": change.from_hand}
            for change in record.substitutions
        ],
        "closed": record.closed,
        "hands": [_hand(hand, dealer) for hand, dealer in _dealt(record)],
    }
    sorted_form: Form = json.loads(json.dumps(_given(form), sort_keys=True))
    return sorted_form


def _given(form: Form) -> Form:
    """The form without the keys that have no value."""
    return {key: value for key, value in form.items() if value is not None}


def _dealt(record: Record) -> Iterator[tuple[Hand, Seat]]:
    """Each hand with its dealer; the deal can be told without counting a hand."""
    flow = Flow(record.first_dealer)
    for hand in record.hands:
        yield hand, flow.dealer
        flow = flow.after(hand, record.ruleset, any(win.shows(FOUR_KONGS) for win in hand.wins))


def _hand(hand: Hand, dealer: Seat) -> Form:
    form: Form = {
        "result": hand.result,
        "penalties": [_penalty(penalty) for penalty in hand.penalties],
        "watchers": sorted(hand.watchers),
        "dead_hands": sorted(hand.dead_hands),
        "shown_streak": hand.shown_streak,
        "door_seat": None if hand.door_seat == dealer else hand.door_seat,
        "dealer_after": hand.dealer_after,
        "reason": hand.reason,
        "note": hand.note or "",
    }
    if hand.result != "abort":
        form["fouls"] = [_foul(foul) for foul in hand.fouls]
    form = _given(form)
    if hand.result == "win":
        form["from"] = hand.discarder
        form["wins"] = [_win(win) for win in hand.wins]
        form["stand_ins"] = sorted(hand.stand_ins)
    return form


def _win(win: Win) -> Form:
    return _given(
        {
            "seat": win.seat,
            "face": win.face,
            "patterns": None if win.patterns is None else {c: n for c, n in win.patterns.items() if n},
            "tiles": None if win.tiles is None else canonical_tiles(win.tiles),
            "robbed": win.robbed,
        }
    )


def _foul(foul: Foul) -> Form:
    return {"seat": foul.seat, "reason": foul.reason, "face": foul.face, "text": foul.text or ""}


def _penalty(penalty: Penalty) -> Form:
    return _given(
        {
            "from": penalty.src,
            "to": penalty.dst,
            "reason": penalty.reason,
            "tai": penalty.tai,
            "amount": penalty.amount,
            "text": penalty.text or "",
        }
    )


def _inner(bet: InnerBet) -> Form:
    return _given(
        {
            "seat": bet.seat,
            "units": bet.units,
            "from_hand": bet.from_hand,
            "to_hand": bet.to_hand,
            "accepted_by": sorted(bet.accepted_by),
            "overruled": bet.overruled,
        }
    )


def _outer(bet: OuterBet) -> Form:
    return _given(
        {
            "backer": bet.backer,
            "seat": bet.seat,
            "base": bet.base,
            "per_tai": bet.per_tai,
            "from_hand": bet.from_hand,
            "to_hand": bet.to_hand,
            "accepted_by": sorted(bet.accepted_by),
            "void_wins": sorted(bet.void_wins),
            "overruled": bet.overruled,
        }
    )
