"""What happened in a hand, in the words a table uses. From the hand as recorded and the names at its seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league import words

Facts = Mapping[str, Any]


def story(facts: Facts, names: Sequence[str], faces: Sequence[int | None] = ()) -> str:
    """One line: 「小華 胡 老王,5 台」, 「阿明 自摸」, 「荒局」. `faces` are the 台 of each win, where known."""
    result = facts["result"]
    if result == "win":
        wins = [_win(facts, index, names, faces) for index in range(len(facts["wins"]))]
        return _("; ").join(wins + _fouls(facts, names))
    if result == "foul":
        return _("; ").join(_fouls(facts, names))
    if result == "abort":
        kind = words.word(words.ABORTS, facts.get("reason", ""))
        line = _("Aborted: %(kind)s") % {"kind": kind}
    else:
        line = _("Drawn hand")
    return _("; ").join([line, *_fouls(facts, names)])


def _win(facts: Facts, index: int, names: Sequence[str], faces: Sequence[int | None]) -> str:
    win = facts["wins"][index]
    face = faces[index] if index < len(faces) else win.get("face")
    winner, discarder = names[win["seat"]], facts.get("from")
    if discarder is not None:
        line = _("%(winner)s wins off %(discarder)s") % {"winner": winner, "discarder": names[discarder]}
    elif win.get("robbed") is not None:
        line = _("%(winner)s robs a flower of %(robbed)s") % {
            "winner": winner,
            "robbed": names[win["robbed"]],
        }
    else:
        line = _("%(winner)s self-draws") % {"winner": winner}
    if face is None:
        return line
    tai = ngettext("%(count)s tai", "%(count)s tai", face) % {"count": face}
    return _("%(story)s, %(tai)s") % {"story": line, "tai": tai}


def _fouls(facts: Facts, names: Sequence[str]) -> list[str]:
    return [
        _("%(name)s pays all: %(foul)s") % {"name": names[foul["seat"]], "foul": foul_name(foul)}
        for foul in facts.get("fouls") or ()
    ]


def foul_name(foul: Facts) -> str:
    """詐胡 and the other 包賠 cases; a foul of another kind by its own text."""
    return str(foul.get("text") or words.word(words.FOULS, foul["reason"]))


def remarks(facts: Facts, names: Sequence[str]) -> list[str]:
    """What else was recorded with the hand, a line each: 眼牌, 代位賠付, 相公, 喊碰未碰, 示記, the overruled deal."""
    lines = [*_people(facts, names), *(_penalty(one, names) for one in facts.get("penalties") or ())]
    if facts.get("shown_streak") is not None:
        lines.append(_("The dealer's dice show a streak of %(count)s") % {"count": facts["shown_streak"]})
    if facts.get("door_seat") is not None:
        lines.append(_("The wall was opened before %(name)s") % {"name": names[facts["door_seat"]]})
    if facts.get("reason") and facts["result"] == "win" and not facts.get("dealer_after"):
        lines.append(words.word(words.PENALTIES, facts["reason"]))
    return lines


def _people(facts: Facts, names: Sequence[str]) -> list[str]:
    told = {
        "watchers": _("Watched while waiting: %(names)s"),
        "stand_ins": _("Pays in place of those who owe: %(names)s"),
        "dead_hands": _("Dead hand: %(names)s"),
    }
    return [
        template % {"names": _("、").join(names[seat] for seat in facts[key])}
        for key, template in told.items()
        if facts.get(key)
    ]


def _penalty(penalty: Facts, names: Sequence[str]) -> str:
    why = penalty.get("text") or words.word(words.PENALTIES, penalty["reason"])
    return _("Penalty from %(payer)s to %(payee)s: %(why)s") % {
        "payer": names[penalty["from"]],
        "payee": names[penalty["to"]],
        "why": why,
    }


def overruled(facts: Facts) -> str:
    """Why the recorder overruled the deal of this hand; empty where he did not."""
    after = facts.get("dealer_after")
    if not after:
        return ""
    line = _("The deal stays") if after == "stay" else _("The deal passes")
    why = str(facts.get("reason") or "")
    if facts["result"] == "abort" or why in words.PENALTIES:
        why = str(facts.get("note") or words.word(words.PENALTIES, why))
    return _("%(deal)s: %(why)s") % {"deal": line, "why": why} if why else line
