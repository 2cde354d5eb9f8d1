"""Replaying a 將 that grows: the hands that were replayed before are not replayed again.

A 將 is written once for every hand, and each write wants the whole outcome. The last documents that came in are
kept with the states between their hands; one that begins as a kept one does goes on from where the two part. What
is kept is only ever found by the document itself, every value and its type, so the answer is that of a replay.
"""

from __future__ import annotations

import marshal
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

from settlement.jiang.errors import RuleError
from settlement.jiang.forms import Record
from settlement.jiang.outcome import HandOutcome, Outcome
from settlement.jiang.record import check_hand, read_record
from settlement.jiang.replay import State, conclude, replay, start, step

MOST = 64
"""Documents kept in a process: the tables of a large evening."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A document as it was replayed: `states[n]` stands after `n` hands."""

    head: bytes
    record: Record
    hands: tuple[bytes, ...]
    states: tuple[State, ...]
    outcomes: tuple[HandOutcome, ...]


_kept: OrderedDict[str, _Played] = OrderedDict()
_lock = Lock()


def continued(name: str, document: dict[str, Any]) -> Outcome:
    """What `replay(read_record(document))` answers and raises; `name` says which 將 it is a later state of."""
    if type(document.get("hands")) is not list:
        return replay(read_record(document))
    try:
        head = _text({key: value for key, value in document.items() if key != "hands"})
        hands = tuple(map(_text, document["hands"]))
        played = _go_on(_kept.get(name), head, hands, document)
        _keep(name, played)
        return conclude(played.states[-1], list(played.outcomes))
    except (RuleError, ValueError):
        # Of two faults reading the whole record meets the right one first; what is no JSON it refuses, too.
        return replay(read_record(document))


def forget() -> None:
    """Drops all that is kept."""
    with _lock:
        _kept.clear()


def _go_on(kept: _Played | None, head: bytes, hands: tuple[bytes, ...], document: dict[str, Any]) -> _Played:
    if kept is None or kept.head != head:
        record = read_record(document)
        kept = _Played(head, record, (), (start(record),), ())
        read = list(record.hands)
        same = 0
    else:
        same = _same(kept.hands, hands)
        ruleset = kept.record.ruleset
        new = enumerate(document["hands"][same:], start=same)
        read = [check_hand(hand, ruleset, f"hands[{index}]") for index, hand in new]
    states, outcomes = list(kept.states[: same + 1]), list(kept.outcomes[:same])
    for hand in read:
        state, outcome = step(states[-1], hand)
        states.append(state)
        outcomes.append(outcome)
    return _Played(head, kept.record, hands, tuple(states), tuple(outcomes))


def _same(before: tuple[bytes, ...], now: tuple[bytes, ...]) -> int:
    """How many hands both begin with."""
    count = 0
    for one, other in zip(before, now, strict=False):
        if one != other:
            break
        count += 1
    return count


def _text(value: Any) -> bytes:
    """One spelling for each value: 1, 1.0 and true differ. Version 2 is the last without references."""
    return marshal.dumps(value, 2)


def _keep(name: str, played: _Played) -> None:
    with _lock:
        _kept[name] = played
        _kept.move_to_end(name)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
