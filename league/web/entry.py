"""The recorder's form and the hand as a 將 record writes it: from one to the other and back.

- `ending`: `0`–`3` (that seat wins), `draw`, `foul`, or the reason of an abort (`west_parade` …);
- `from`: `0`–`3` (who discarded) or `self`;
- `way`: `patterns` (the usual), `face` or `tiles`, and then
  `pattern.CODE` (how often; `plain` = 1 for a hand without any),
  `face` or `face_more` (台), or
  `tiles.concealed`, `tiles.melds`, `tiles.kongs` (sets apart by spaces), `tiles.flowers`, `tiles.win`, `declared`*;
- `robbed`: the seat that 七搶一 robs;
- further winners: `b.seat` and `c.seat`, with `b.way`, `b.pattern.CODE` … as above;
- `discard`: `wrong_exposed_discard` or `misnamed_discard`;
- `foul.N.seat`, `.reason`, `.face`, `.text` and `penalty.N.from`, `.to`, `.reason`, `.tai`, `.amount`, `.text`, N from 0;
- `watchers`*, `stand_ins`*, `dead_hands`*: seats; `shown_streak`, `door_seat`;
- `dealer_after` (`stay`, `pass`) with `dealer_reason`; `note`.

What is marked * may stand several times. A field that is left out or empty says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_noop

from league.errors import Refused

SEATS = ("0", "1", "2", "3")
ABORTS = ("west_parade", "four_winds", "nine_terminals", "four_kongs")
FURTHER = ("b.", "c.")
ROWS = 4
"""How many fouls and penalties one form can hold."""

Facts = dict[str, Any]


def read_entry(data: QueryDict) -> Facts:
    """The hand in the record's own form. Raises Refused (`incomplete`, `bad_number`) at the field at fault.

    What the rules say about it is not judged here.
    """
    ending = data.get("ending", "")
    facts = _ending(data, ending)
    facts |= _fouls(data, facts["result"])
    facts |= _lists(data)
    facts |= _numbers(data)
    return facts | _reasons(data, facts)


def _ending(data: QueryDict, ending: str) -> Facts:
    if ending in SEATS:
        given = data.get("from", "")
        if given not in (*SEATS, "self"):
            raise _missing("from", gettext_noop("Who discarded, or is it self-drawn?"))
        wins = [_win(data, "", int(ending))]
        for prefix in FURTHER:
            seat = data.get(f"{prefix}seat", "")
            if seat in SEATS:
                wins.append(_win(data, prefix, int(seat)))
        return {"result": "win", "from": None if given == "self" else int(given), "wins": wins}
    if ending in ABORTS:
        return {"result": "abort", "reason": ending}
    if ending in ("draw", "foul"):
        return {"result": ending}
    raise _missing("ending", gettext_noop("Who won? Or was it a drawn hand?"))


def _win(data: QueryDict, prefix: str, seat: int) -> Facts:
    way = data.get(f"{prefix}way", "patterns")
    win: Facts = {"seat": seat} | WAYS.get(way, _patterns)(data, prefix)
    if not prefix and data.get("robbed", "") in SEATS and data.get("from") == "self":
        win["robbed"] = int(data.get("robbed", ""))
    return win


def _patterns(data: QueryDict, prefix: str) -> Facts:
    start = f"{prefix}pattern."
    counts = {
        name.removeprefix(start): _number(data, name)
        for name in data
        if name.startswith(start) and data.get(name, "").strip()
    }
    patterns = {code: count for code, count in counts.items() if count}
    plain = data.get(f"{prefix}plain") or data.get("from") == "self"
    if not patterns and not plain:
        raise _missing(f"{prefix}patterns", gettext_noop("Tick what the hand counts, or that it is plain."))
    return {"patterns": patterns}


def _face(data: QueryDict, prefix: str) -> Facts:
    name = f"{prefix}face_more" if data.get(f"{prefix}face_more", "").strip() else f"{prefix}face"
    if not data.get(name, "").strip():
        raise _missing(f"{prefix}face", gettext_noop("How many tai does the hand count?"))
    return {"face": _number(data, name)}


def _tiles(data: QueryDict, prefix: str) -> Facts:
    tiles: Facts = {}
    for key, name in {"concealed": "concealed", "win_tile": "win", "flowers": "flowers"}.items():
        text = data.get(f"{prefix}tiles.{name}", "").strip()
        if text:
            tiles[key] = text
    for key, name in {"melds": "melds", "concealed_kongs": "kongs"}.items():
        sets = re.split(r"[\s,、]+", data.get(f"{prefix}tiles.{name}", "").strip())
        if any(sets):
            tiles[key] = [one for one in sets if one]
    declared = [code for code in data.getlist(f"{prefix}declared") if code]
    if declared:
        tiles["declared"] = declared
    if not tiles:
        raise _missing(f"{prefix}tiles", gettext_noop("Tap the tiles of the hand."))
    return {"tiles": tiles}


WAYS: dict[str, Callable[[QueryDict, str], Facts]] = {"patterns": _patterns, "face": _face, "tiles": _tiles}


def _fouls(data: QueryDict, result: str) -> Facts:
    if result == "abort":
        return {}
    rows = [_foul(data, f"foul.{row}") for row in range(ROWS) if data.get(f"foul.{row}.seat", "") in SEATS]
    if result == "foul" and not rows:
        raise _missing("foul.0.seat", gettext_noop("Who committed the foul?"))
    return {"fouls": rows} if rows else {}


def _foul(data: QueryDict, row: str) -> Facts:
    foul: Facts = {
        "seat": int(data.get(f"{row}.seat", "")),
        "reason": data.get(f"{row}.reason", "") or "false_win",
    }
    if not data.get(f"{row}.face", "").strip():
        raise _missing(f"{row}.face", gettext_noop("How many tai did the shown hand of the foul count?"))
    foul["face"] = _number(data, f"{row}.face")
    text = data.get(f"{row}.text", "").strip()
    if foul["reason"] == "other" and not text:
        raise _missing(f"{row}.text", gettext_noop("Say what the foul was."))
    return foul | ({"text": text} if text else {})


def _lists(data: QueryDict) -> Facts:
    facts: Facts = {}
    rows = [_penalty(data, f"penalty.{row}") for row in range(ROWS) if data.get(f"penalty.{row}.from", "")]
    if rows:
        facts["penalties"] = rows
    for name in ("watchers", "stand_ins", "dead_hands"):
        seats = sorted({int(seat) for seat in data.getlist(name) if seat in SEATS})
        if seats:
            facts[name] = seats
    return facts


def _penalty(data: QueryDict, row: str) -> Facts:
    src, dst = data.get(f"{row}.from", ""), data.get(f"{row}.to", "")
    if src not in SEATS or dst not in SEATS:
        raise _missing(f"{row}.to", gettext_noop("Who receives the penalty?"))
    penalty: Facts = {
        "from": int(src),
        "to": int(dst),
        "reason": data.get(f"{row}.reason", "") or "unfulfilled_call",
    }
    if data.get(f"{row}.amount", "").strip():
        penalty["amount"] = _number(data, f"{row}.amount")
    else:
        penalty["tai"] = _number(data, f"{row}.tai") if data.get(f"{row}.tai", "").strip() else 1
    text = data.get(f"{row}.text", "").strip()
    return penalty | ({"text": text} if text else {})


def _numbers(data: QueryDict) -> Facts:
    facts: Facts = {}
    if data.get("shown_streak", "").strip():
        facts["shown_streak"] = _number(data, "shown_streak")
    if data.get("door_seat", "") in SEATS:
        facts["door_seat"] = int(data.get("door_seat", ""))
    return facts


def _reasons(data: QueryDict, facts: Facts) -> Facts:
    """The reason of the discard or of an overruled deal, and the note; where both meet, the note takes the latter."""
    found: Facts = {}
    note = data.get("note", "").strip()
    discard = data.get("discard", "")
    if facts["result"] == "win" and facts["from"] is not None and discard:
        found["reason"] = discard
    after = data.get("dealer_after", "")
    if after in ("stay", "pass"):
        why = data.get("dealer_reason", "").strip()
        if not why:
            raise _missing("dealer_reason", gettext_noop("Say why the deal is overruled."))
        found["dealer_after"] = after
        if "reason" in found or facts["result"] == "abort":
            note = f"{why}; {note}" if note else why
        else:
            found["reason"] = why
    if note:
        found["note"] = note
    return found


def _number(data: QueryDict, name: str) -> int:
    text = data.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise Refused("bad_number", gettext_noop("A whole number is expected."), where=name)
    return int(text)


def _missing(where: str, template: str) -> Refused:
    return Refused("incomplete", template, where=where)


def form_of(facts: Mapping[str, Any]) -> QueryDict:
    """The form as it would have been filled in for this hand. What `read_entry` makes of it is the hand again."""
    form = QueryDict(mutable=True)
    result = facts["result"]
    if result == "win":
        _fill_wins(form, facts)
    else:
        form["ending"] = facts["reason"] if result == "abort" else result
    for kind, rows in (("foul", facts.get("fouls")), ("penalty", facts.get("penalties"))):
        for number, row in enumerate(rows or ()):
            for key, value in row.items():
                form[f"{kind}.{number}.{key}"] = str(value)
    for name in ("watchers", "stand_ins", "dead_hands"):
        form.setlist(name, [str(seat) for seat in facts.get(name) or ()])
    for name in ("shown_streak", "door_seat"):
        if facts.get(name) is not None:
            form[name] = str(facts[name])
    _fill_reasons(form, facts)
    return form


def _fill_wins(form: QueryDict, facts: Mapping[str, Any]) -> None:
    form["from"] = "self" if facts["from"] is None else str(facts["from"])
    for prefix, win in zip(("", *FURTHER), facts["wins"], strict=False):
        form["ending" if not prefix else f"{prefix}seat"] = str(win["seat"])
        way = next(way for way in WAYS if way in win)
        form[f"{prefix}way"] = way
        if way == "face":
            form[f"{prefix}face_more"] = str(win["face"])
        elif way == "patterns":
            for code, count in win["patterns"].items():
                form[f"{prefix}pattern.{code}"] = str(count)
            if not win["patterns"]:
                form[f"{prefix}plain"] = "1"
        else:
            _fill_tiles(form, prefix, win["tiles"])
        if win.get("robbed") is not None:
            form["robbed"] = str(win["robbed"])


def _fill_tiles(form: QueryDict, prefix: str, tiles: Mapping[str, Any]) -> None:
    for key, name in {"concealed": "concealed", "win_tile": "win", "flowers": "flowers"}.items():
        form[f"{prefix}tiles.{name}"] = tiles.get(key) or ""
    for key, name in {"melds": "melds", "concealed_kongs": "kongs"}.items():
        form[f"{prefix}tiles.{name}"] = " ".join(tiles.get(key) or ())
    form.setlist(f"{prefix}declared", list(tiles.get("declared") or ()))


def _fill_reasons(form: QueryDict, facts: Mapping[str, Any]) -> None:
    reason, note = str(facts.get("reason") or ""), str(facts.get("note") or "")
    after = facts.get("dealer_after")
    named = facts["result"] == "win" and reason in ("wrong_exposed_discard", "misnamed_discard")
    if named:
        form["discard"] = reason
    if after:
        form["dealer_after"] = after
        form["dealer_reason"] = note if named or facts["result"] == "abort" else reason
        if named or facts["result"] == "abort":
            note = ""
    form["note"] = note
