"""One line of the command `score`: a JSON object in, a JSON object out, whatever it holds."""

from __future__ import annotations

import json
from typing import Any

from scoring.engine import score_checked
from scoring.errors import RuleError, gettext_noop
from scoring.hand import check_form
from scoring.rules import Rules, plain_rules, rules_of
from scoring.rulesets import SHEETS, read_ruleset
from scoring.score import Score
from scoring.short import short_way

_KEYS = ("ruleset", "tiles", "self_draw", "seat_wind", "round_wind")
_WINDS = ("E", "S", "W", "N")


def score_line(line: object) -> dict[str, Any]:
    """What `manage.py score` prints for one line; never raises.

    `line`: a request as a parsed object, or its JSON text (`str` or UTF-8 `bytes`).

    >>> answer = score_line({"ruleset": "high", "tiles": {"flowers": "12345678f", "declared": ["eight_immortals"]},
    ...                      "self_draw": True, "seat_wind": "E", "round_wind": "E"})
    >>> answer["tai"], answer["patterns"][0]["name"], answer["waits"]
    (8, '八仙過海', [])
    >>> score_line("{")["error"]["code"]
    'bad_record'
    """
    try:
        win = _win_of(line)
        answer = short_way(*win)
        if answer is None:
            return _scored(win).as_json()
        counted, waits, _ = answer
        return counted.as_json(waits)
    except RuleError as error:
        return {"error": error.as_json()}


def score_request(line: object) -> Score:
    """The score of one line; raises `RuleError`, the errors in the order that the record format fixes."""
    return _scored(_win_of(line))


def _win_of(line: object) -> tuple[Any, Rules, bool, str, str]:
    request = _parsed(line) if isinstance(line, str | bytes) else line
    spec, tiles, self_draw, seat_wind, round_wind = _fields(request)
    try:
        check_form(tiles)
    except RuleError as error:
        raise error.below("tiles") from None
    rules = plain_rules[spec] if spec in SHEETS else rules_of(read_ruleset(spec))
    return tiles, rules, self_draw, seat_wind, round_wind


def _scored(win: tuple[Any, Rules, bool, str, str]) -> Score:
    try:
        return score_checked(*win)
    except RuleError as error:
        raise error.below("tiles") from None


def _parsed(text: str | bytes) -> object:
    try:
        return json.loads(text.decode() if isinstance(text, bytes) else text)
    except (ValueError, RecursionError):
        raise RuleError("bad_record", "", gettext_noop("The line is not JSON.")) from None


def _fields(request: object) -> tuple[Any, Any, bool, str, str]:
    """The request's keys and their types, `tiles` and `ruleset` left to their own readers."""
    if type(request) is not dict:
        raise RuleError("bad_record", "", gettext_noop("A line is an object."))
    try:
        spec, tiles, self_draw = request["ruleset"], request["tiles"], request["self_draw"]
        seat_wind, round_wind = request["seat_wind"], request["round_wind"]
    except KeyError:
        key = next(key for key in _KEYS if key not in request)
        raise RuleError("bad_record", key, gettext_noop("“%(key)s” is missing."), {"key": key}) from None
    if len(request) > len(_KEYS):
        key = next(key for key in request if key not in _KEYS)
        raise RuleError("bad_record", key, gettext_noop("“%(key)s” is no key of a request."), {"key": key})
    if self_draw is not True and self_draw is not False:
        raise RuleError("bad_record", "self_draw", gettext_noop("Whether it was drawn is true or false."))
    if seat_wind not in _WINDS or round_wind not in _WINDS:
        key = "round_wind" if seat_wind in _WINDS else "seat_wind"
        raise RuleError("bad_record", key, gettext_noop("A wind is one of E, S, W, N."))
    return spec, tiles, self_draw, seat_wind, round_wind
