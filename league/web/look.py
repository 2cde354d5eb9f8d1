"""The style guide: every part of the look on one page, for those who build pages."""

import datetime as dt
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

Example = dict[str, Any]


class ExampleForm(forms.Form):
    """One field of each kind, one of them wrong."""

    name = forms.CharField(label=gettext_lazy("Name"), help_text=gettext_lazy("As the others call you."))
    stakes = forms.ChoiceField(
        label=gettext_lazy("Stakes"), choices=[("100/20", "100/20"), ("300/100", "300/100")]
    )
    base = forms.IntegerField(label=gettext_lazy("Base"), min_value=0)
    note = forms.CharField(label=gettext_lazy("Note"), widget=forms.Textarea, required=False)
    seat = forms.ChoiceField(
        label=gettext_lazy("Seat"),
        widget=forms.RadioSelect,
        choices=[("E", gettext_lazy("East round")), ("S", gettext_lazy("South round"))],
    )
    public = forms.BooleanField(label=gettext_lazy("Visitors see the standings"), required=False)
    record = forms.FileField(label=gettext_lazy("Record (JSON)"), required=False)


@require_GET
def look(request: HttpRequest) -> HttpResponse:
    """Show the parts with made-up values. `?wall` shows the page as a screen on the wall would."""
    form = ExampleForm({"name": "阿明", "stakes": "100/20", "base": "-5", "seat": "E"})
    return render(request, "pages/look.html", {"form": form, "wall": "wall" in request.GET, **examples()})


def examples() -> Example:
    """The made-up values: one hand, its four players, a month of theirs."""
    return {
        "seats": _seats(),
        "hand": _hand(),
        "settle_up": _settle_up(),
        "ranks": _ranks(),
        "rank_columns": [
            {"label": _("Net"), "kind": "sum"},
            {"label": _("Jiang"), "kind": "number"},
            {"label": _("Won"), "kind": "percent"},
            {"label": _("Dealt in"), "kind": "percent"},
            {"label": _("Average tai"), "kind": "decimal"},
        ],
        "statement": _statement(),
        "events": _events(),
        "stats": _stats(),
        "race": _race(),
        "tai_spread": [(n, c) for n, c in enumerate([4, 11, 25, 38, 31, 22, 14, 9, 6, 4, 2, 1, 0, 1, 0, 1])],
        "months": [(f"2026-{m:02d}", v) for m, v in enumerate([3200, -1450, 880, -2600, 4100, 150], start=1)],
        "print": {"date": dt.date(2026, 3, 14), "sheet": "luohan-2005", "base": 100, "per_tai": 20},
        "all_tiles": ["123456789m", "123456789p", "123456789s", "1234567z", "12345678f", "x"],
        "steps": [
            {"label": _("Seats"), "done": True},
            {"label": _("Stakes"), "current": True},
            {"label": _("First dealer")},
        ],
        "changes": [
            {"label": _("Hand %(number)s") % {"number": 4}, "before": 320, "after": 240, "kind": "sum"},
            {"label": "小華", "before": -1280, "after": -1200, "kind": "sum"},
        ],
        "tabs": [
            {"label": _("Hands"), "url": "#hands", "current": True, "count": 18},
            {"label": _("Settlement"), "url": "#settle"},
            {"label": _("History"), "url": "#history", "count": 3},
        ],
        "chips": [
            (_("concealed"), 1, "checked"),
            (_("all chows"), 2, ""),
            (_("all pungs"), 4, "disabled"),
            (_("half flush"), 4, ""),
            (_("seat wind"), 1, "checked"),
        ],
        "states": ["waiting", "running", "done", "failed"],
    }


def _seats() -> list[Example]:
    return [
        {"name": "阿明", "wind": "E", "total": 1280, "dealer": True, "streak": 2},
        {"name": "陳林美玲", "wind": "S", "total": -640, "you": True},
        {"name": "Alexander Liu", "wind": "W", "total": 0, "note": _("inner bet ×%(count)s") % {"count": 1}},
        {"name": "老王", "wind": "N", "total": -640},
    ]


def _hand() -> Example:
    detail = {"base": 100, "units": 1, "per_tai": 20, "face": 7, "dealer": 1, "streak": 2, "streak_tai": 4}
    lines = [("碰碰胡", 1, 4), ("三元牌", 2, 2), ("自摸", 1, 1)]
    return {
        "number": 7,
        "round_wind": "S",
        "dealer": "阿明",
        "streak": 2,
        "story": "小華自摸 7 台：碰碰胡、紅中、白板",
        "revised": True,
        "wins": [
            {
                "name": "小華",
                "face": 7,
                "tiles": "555z 777z 222m 888p 33s 11s",
                "won": "1s",
                "flowers": "2f6f",
                "lines": [{"name": name, "count": count, "tai": tai} for name, count, tai in lines],
            }
        ],
        "transfers": [
            {"src": "阿明", "dst": "小華", "amount": 440, "reason": "self_draw", "detail": detail},
            {
                "src": "美玲",
                "dst": "小華",
                "amount": 240,
                "reason": "self_draw",
                "detail": {"base": 100, "per_tai": 20, "face": 7},
            },
            {"src": "老王", "dst": "小華", "amount": 240, "reason": "self_draw"},
            {"src": "小華", "dst": "house", "amount": 50, "reason": "table_fee"},
        ],
        "net": {"阿明": -440, "小華": 870, "美玲": -240, "老王": -240, "house": 50},
        "warnings": [_("The side bet began later than the rules allow.")],
        "url": "#hand-7",
        "revisions_url": "#history",
    }


def _settle_up() -> list[Example]:
    pay = [{"label": _("Mark as paid"), "url": "#"}]
    return [
        {"src": "老王", "dst": "阿明", "amount": 640, "actions": pay},
        {"src": "陳林美玲", "dst": "阿明", "amount": 640, "paid": True},
    ]


def _ranks() -> list[Example]:
    people = [(1, "阿明", 12480, 2), (2, "陳林美玲", 3200, -1), (2, "小華", 3200, 0), (4, "老王", -18880, 0)]
    return [
        {
            "rank": rank,
            "shared": rank == 2,
            "name": name,
            "url": "#",
            "me": name == "小華",
            "move": move,
            "cells": [
                {"value": net, "kind": "sum"},
                {"value": 24, "kind": "number"},
                {"value": 0.2412, "kind": "percent"},
                {"value": 0.131, "kind": "percent"},
                {"value": 4.8, "kind": "decimal"},
            ],
        }
        for rank, name, net, move in people
    ]


def _statement() -> list[Example]:
    rows = [
        (14, "南風圈 第 7 盤", 870, 2150),
        (14, "南風圈 第 8 盤", -160, 1990),
        (21, "付給 阿明", -1990, 0),
    ]
    return [
        {"when": dt.date(2026, 3, day), "text": text, "url": "#", "amount": amount, "balance": balance}
        for day, text, amount, balance in rows
    ]


def _events() -> list[Example]:
    zone = dt.timezone(dt.timedelta(hours=8))
    return [
        {
            "when": dt.datetime(2026, 3, 14, 22, 40, tzinfo=zone),
            "who": "阿明",
            "what": _("corrected"),
            "why": "少算一台門風",
            "before": "小華自摸 6 台",
            "after": "小華自摸 7 台",
            "now": True,
        },
        {
            "when": dt.datetime(2026, 3, 14, 21, 5, tzinfo=zone),
            "who": "老王",
            "what": _("recorded"),
            "after": "小華自摸 6 台",
        },
    ]


def _stats() -> list[Example]:
    return [
        {"label": _("Net"), "value": 3200, "kind": "sum"},
        {"label": _("Won"), "value": 0.2412, "kind": "percent", "note": "96 / 398"},
        {"label": _("Dealt in"), "value": 0.131, "kind": "percent"},
        {"label": _("Average tai"), "value": 4.8, "kind": "decimal"},
        {"label": _("Best hand"), "value": 24, "kind": "tai"},
    ]


def _race() -> list[tuple[str, list[tuple[str, int]]]]:
    days = [f"3/{day}" for day in range(1, 13)]
    runs = {
        "阿明": [200, 500, 380, 900, 1400, 1250, 1900, 2400, 2200, 2900, 3300, 3180],
        "小華": [-100, 150, 420, 300, -200, -640, -300, 100, 380, 260, 500, 720],
        "老王": [-100, -650, -800, -1200, -1200, -610, -1600, -2500, -2580, -3160, -3800, -3900],
    }
    return [(name, list(zip(days, values, strict=True))) for name, values in runs.items()]
