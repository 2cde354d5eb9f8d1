"""The addresses of version 1 of the API. Each works without its last slash too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.urls import URLPattern, path, re_path, register_converter
from django.urls.converters import IntConverter

from league.api.views import browse, clubs, hands, importing, jiang, money, problems, standings, stateless


class RowConverter(IntConverter):
    """A number that a database can look up."""

    regex = "[1-9][0-9]{0,14}"


register_converter(RowConverter, "row")

CLUB = "clubs/<slug:slug>/"
MEMBER = CLUB + "members/<row:pk>/"
SEASON = CLUB + "seasons/<row:pk>/"
JIANG = CLUB + "jiang/<row:pk>/"


def _both(route: str, view: Callable[..., HttpResponseBase], name: str) -> list[URLPattern]:
    return [path(route, view, name=name), path(route.removesuffix("/"), view)]


_ADDRESSES: list[tuple[str, Any, str]] = [
    ("clubs/", clubs.Clubs, "clubs"),
    (CLUB, clubs.OneClub, "club"),
    (CLUB + "members/", clubs.Members, "members"),
    (MEMBER, clubs.OneMember, "member"),
    (MEMBER + "statement/", money.StatementOf, "statement"),
    (CLUB + "balances/", money.Balances, "balances"),
    (CLUB + "seasons/", clubs.Seasons, "seasons"),
    (SEASON, clubs.OneSeason, "season"),
    (SEASON + "standings/", standings.Standings, "standings"),
    (CLUB + "sessions/", clubs.Sessions, "sessions"),
    (CLUB + "sessions/<row:pk>/", clubs.OneSession, "session"),
    (CLUB + "jiang/", importing.AllJiang, "all-jiang"),
    (JIANG, jiang.OneJiang, "jiang"),
    (JIANG + "sheet/", jiang.Sheet, "sheet"),
    (JIANG + "ranks/", jiang.Ranks, "ranks"),
    (JIANG + "record/", jiang.RecordOf, "record"),
    (JIANG + "hands/", hands.Hands, "hands"),
    (JIANG + "hands/<row:number>/", hands.OneHand, "hand"),
    ("settle/", stateless.Settle, "settle"),
    ("score/", stateless.Score, "score"),
    ("problems/<slug:code>/", problems.ProblemType, "problem"),
]

app_name = "api"
urlpatterns = [
    path("", browse.browse, name="browse"),
    path("openapi.json", browse.description, name="description"),
    *(pattern for route, view, name in _ADDRESSES for pattern in _both(route, view.as_view(), name)),
    re_path(r"", problems.Nowhere.as_view(), name="nowhere"),
]
