"""How a payment came about, written out from the detail that the replay keeps with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league import words
from league.look.figures import money, tai

Detail = Mapping[str, Any]


def formula(detail: Detail) -> str:
    """The sum behind a payment: `底 100 + 20 × (5 台 + 莊 1 + 連2 4) = 300`; empty where there is none.

    底 × (1 + units) + 每台 × (paid_face + dealer + streak_tai); a watcher's or penalty's is 每台 × 台.
    """
    if "paid_face" in detail:
        return _whole(detail)
    if "tai" in detail:
        return f"{money(detail['per_tai'])} × {tai(detail['tai'])}"
    return ""


def _whole(detail: Detail) -> str:
    parts = [_base(detail)] if detail["base"] else []
    total = detail["base"] * (1 + detail["units"])
    if detail["per_tai"]:
        terms = _terms(detail)
        inside = " + ".join(terms)
        parts.append(f"{money(detail['per_tai'])} × {f'({inside})' if len(terms) > 1 else inside}")
        total += detail["per_tai"] * (detail["paid_face"] + detail["dealer"] + detail["streak_tai"])
    written = " + ".join(parts)
    return f"{written} = {money(total)}" if len(parts) > 1 or "×" in written else written


def _base(detail: Detail) -> str:
    base = _("base %(amount)s") % {"amount": money(detail["base"])}
    return f"{base} × (1 + {detail['units']})" if detail["units"] else base


def _terms(detail: Detail) -> list[str]:
    whole = detail["face"] + (detail.get("extra") or 0) + (detail.get("robbed") or 0)
    if detail["paid_face"] != whole:
        terms = [_("%(tai)s (capped)") % {"tai": tai(detail["paid_face"])}]
    else:
        terms = [tai(detail["face"])]
        if detail.get("extra"):
            terms.append(_("self-draw extra %(count)s") % {"count": detail["extra"]})
        if detail.get("robbed"):
            terms.append(_("robbed flower %(count)s") % {"count": detail["robbed"]})
    if detail["dealer"]:
        terms.append(_("dealer %(count)s") % {"count": detail["dealer"]})
    if detail["streak_tai"]:
        told = {"streak": detail["streak"], "count": detail["streak_tai"]}
        terms.append(_("streak of %(streak)s %(count)s") % told)
    return terms


def remarks(detail: Detail, names: Mapping[str, str], seats: tuple[str, ...]) -> list[str]:
    """What else explains a payment: who is stood in for, which bet it is, what fee, what was done.

    `names` are the shown names by token, `seats` those at the seats in this hand.
    """
    lines = []
    if "principal" in detail:
        lines.append(_("side bet on %(name)s") % {"name": seats[detail["principal"]]})
    if "foul" in detail:
        lines.append(words.word(words.FOULS, detail["why"]))
    if "penalty" in detail:
        lines.append(words.word(words.PENALTIES, detail["why"]))
    if detail.get("fee") == "self_draw":
        lines.append(_("left by who draws the winning tile"))
    if detail.get("fee") == "per_player":
        lines.append(_("from each player"))
    if "for" in detail:
        lines.append(_stood_in(detail, names))
    return lines


def _stood_in(detail: Detail, names: Mapping[str, str]) -> str:
    told = {"name": names.get(detail["for"], detail["for"]), "whole": money(detail["whole"])}
    if detail["shares"] == 1:
        return _("in place of %(name)s") % told
    told["shares"] = str(detail["shares"])
    return _("in place of %(name)s: %(whole)s among %(shares)s") % told
