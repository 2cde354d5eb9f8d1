"""A check of the whole club in words: what differs, by whose name, and where to look."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.look.words import moment
from league.models import Club

TOKEN = re.compile(r"\bm(\d+)\b")
PLACE = re.compile(r"^(payment|plan|expense|season) (\d+)")


@dataclass(frozen=True)
class Named:
    """A difference as it is read. `place` and `pk` say which page shows it: `jiang`, `payment`, `plan` …"""

    code: str
    where: str
    text: str
    place: str
    pk: int
    hand: int | None


def title(data: Mapping[str, Any], as_of: datetime) -> str:
    """What the report is called in lists."""
    return _("Integrity check of %(moment)s") % {"moment": moment(as_of)}


def context(club: Club, data: Mapping[str, Any]) -> dict[str, Any]:
    """What the template of the report shows."""
    return {"rows": named(club, data["findings"]), "more": data["more"], "checked": data["checked"]}


def summary(data: Mapping[str, Any]) -> str:
    """The outcome in a sentence."""
    count = len(data["findings"])
    if not count:
        return _("Everything agrees with a fresh replay.")
    told = ngettext("%(count)s difference", "%(count)s differences", count) % {"count": count}
    return _("At least %(differences)s") % {"differences": told} if data["more"] else told


def named(club: Club, findings: list[dict[str, Any]]) -> list[Named]:
    """The findings with members' names of today in the place of `m12`. One query."""
    names = {f"m{pk}": name for pk, name in club.members.values_list("pk", "name")}

    def told(text: object) -> object:
        return TOKEN.sub(lambda one: names.get(one[0], one[0]), text) if isinstance(text, str) else text

    rows = []
    for one in findings:
        text = _(one["template"]) % {key: told(value) for key, value in one["params"].items()}
        place, pk = _place(one)
        rows.append(Named(one["code"], str(told(one["where"])), text, place, pk, one["hand"]))
    return rows


def _place(one: Mapping[str, Any]) -> tuple[str, int]:
    if one["jiang"] is not None:
        return "jiang", int(one["jiang"])
    found = PLACE.match(one["where"])
    return (found[1], int(found[2])) if found else ("", 0)
