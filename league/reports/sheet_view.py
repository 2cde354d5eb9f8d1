"""A settlement sheet in words: names for tokens, the story of each hand, who pays whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league import words
from league.look.words import short_day
from league.services.facts import HOUSE
from league.stories import remarks, story


@dataclass(frozen=True)
class Share:
    """What one of them won or lost, and what of it is play, bets and fees (None for the house)."""

    name: str
    net: int
    parts: tuple[int, ...] | None


@dataclass(frozen=True)
class Line:
    """One hand: `deals` is whether the person of that column dealt it; `nets` go by column."""

    number: int
    round: str
    starts_round: bool
    dealer: str
    streak: int
    story: str
    remarks: str
    nets: tuple[int, ...]


def name(data: dict[str, Any], token: str) -> str:
    """The name of a member today, or the house."""
    if token == HOUSE:
        return pgettext("party", "house")
    return str(data["names"].get(token[1:], token))


def title(data: dict[str, Any]) -> str:
    """What the report is called in lists and in a mail's subject."""
    told = {
        "day": short_day(date.fromisoformat(data["played_on"])),
        "table": data["table"],
        "number": data["number"],
    }
    if data["corrected"]:
        return _("Settlement sheet, corrected: %(day)s, table %(table)s, 將 %(number)s") % told
    return _("Settlement sheet: %(day)s, table %(table)s, 將 %(number)s") % told


def context(data: dict[str, Any]) -> dict[str, Any]:
    """What the templates of the sheet and of its mail show."""
    names = [name(data, token) for token in data["net"]]
    return {
        "played_on": date.fromisoformat(data["played_on"]),
        "sheet": words.word(words.SHEETS, data["sheet"]),
        "base": data["stakes"][0],
        "per_tai": data["stakes"][1],
        "unit": data["unit"],
        "columns": names,
        "shares": [_share(data, token) for token in data["net"]],
        "lines": list(_lines(data)),
        "totals": list(data["net"].values()),
        "transfers": [
            {"src": name(data, src), "dst": name(data, dst), "amount": amount}
            for src, dst, amount in data["settle_up"]
        ],
    }


def _share(data: dict[str, Any], token: str) -> Share:
    parts = data["parts"].get(token)
    return Share(name(data, token), data["net"][token], None if parts is None else tuple(parts))


def _lines(data: dict[str, Any]) -> Iterator[Line]:
    before = None
    for hand in data["hands"]:
        seats = [name(data, token) for token in hand["seated"]]
        yield Line(
            number=hand["number"],
            round=hand["round"],
            starts_round=hand["round"] != before,
            dealer=name(data, hand["dealer"]),
            streak=hand["streak"],
            story=story(hand["facts"], seats, hand["faces"]),
            remarks=_("; ").join(remarks(hand["facts"], seats)),
            nets=tuple(hand["net"].get(token, 0) for token in data["net"]),
        )
        before = hand["round"]
