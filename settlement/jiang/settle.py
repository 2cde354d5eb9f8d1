"""One record in, one JSON object out: what `manage.py settle`, the API and the pages answer for a record."""

from __future__ import annotations

import json

from settlement.jiang.errors import RuleError, bad, gettext_noop
from settlement.jiang.record import read_record
from settlement.jiang.replay import replay

MOST_DIGITS = 30


def settle_line(value: object) -> dict[str, object]:
    """The outcome of the record `value` (as parsed from JSON), or `{"error": {"code", "message", "where"}}`.

    Never raises.
    """
    try:
        return replay(read_record(value)).as_json()
    except RuleError as found:
        return {"error": found.as_json()}
    except RecursionError:
        return {"error": bad("", gettext_noop("The document is nested too deeply.")).as_json()}


def settle_text(text: str | bytes) -> dict[str, object]:
    """The same for a record still written as JSON (UTF-8 where bytes). Never raises."""
    try:
        return settle_line(parse(text))
    except RuleError as found:
        return {"error": found.as_json()}


def parse(text: str | bytes) -> object:
    """The JSON value of a text; `bad_record` for the whole document where it is none."""
    try:
        return json.loads(text, parse_int=_whole)
    except RecursionError:
        raise bad("", gettext_noop("The document is nested too deeply.")) from None
    except ValueError:
        raise bad("", gettext_noop("The document is not JSON.")) from None


def _whole(digits: str) -> int:
    """A number as written; one too long for any key to allow keeps its length only."""
    return int(digits) if len(digits) <= MOST_DIGITS else 10**MOST_DIGITS
