"""Who may what: every address of the API against every caller, one test for each cell of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.urls import get_resolver

from league.actors import SITE
from league.models import Club
from league.services.records import import_record
from tests.api.world import API, DRAW, WIN, World, key, record

CALLERS = (
    "visitor",
    "stranger",
    "player",
    "scorer",
    "organiser",
    "read app",
    "record app",
    "settle app",
    "admin app",
    "app next door",
    "revoked app",
)
#                visitor stranger player scorer organiser | read record settle admin | next door, revoked
ANYONE = "        200     200      200    200    200         200   200    200    200     200        401"
READERS = "       200     200      200    200    200         200   200    200    200     404        401"
INSIDERS = "      401     403      200    200    200         200   200    200    200     404        401"
WHO_SEES_ALL = "  401     403      403    200    200         200   200    200    200     404        401"
MONEY = "         401     403      200    200    200         200   403    200    200     404        401"
ANOTHERS_MONEY = "401     403      403    200    200         200   403    200    200     404        401"
RECORDERS = "     401     403      403    200    200         403   200    403    200     404        401"
ORGANISERS = "    401     403      403    403    200         403   403    403    200     404        401"


@dataclass(frozen=True)
class Row:
    """An address, how it is asked, and the line of the table."""

    name: str
    line: str
    method: str
    address: Callable[[World], str]
    body: Any = None

    def expected(self) -> list[int]:
        return [int(one) for one in self.line.split()]


def _club(path: str) -> Callable[[World], str]:
    return lambda world: world.at + path


def _jiang(path: str) -> Callable[[World], str]:
    return lambda world: world.at_jiang + path


def _of_others(path: str) -> Callable[[World], str]:
    """A 將 that 美玲, who asks as the player, took no part in."""
    return lambda world: f"{world.at}/jiang/{world.more['of others'].pk}{path}"


def _member(name: str, path: str = "") -> Callable[[World], str]:
    return lambda world: f"{world.at}/members/{world.members[name].pk}{path}"


def _session(world: World) -> str:
    return f"{world.at}/sessions/{world.jiang.table.session_id}/"


def _season(path: str) -> Callable[[World], str]:
    return lambda world: f"{world.at}/seasons/{world.season.pk}{path}"


SCORE = {
    "ruleset": "luohan-2005",
    "tiles": {"concealed": "123m456m789m5p", "melds": ["777z", "234s"], "win_tile": "5p"},
    "self_draw": False,
    "seat_wind": "E",
    "round_wind": "E",
}
TABLE = (
    Row("clubs", ANYONE, "get", lambda world: f"{API}/clubs/"),
    Row("settle", ANYONE, "post", lambda world: f"{API}/settle/", record()),
    Row("score", ANYONE, "post", lambda world: f"{API}/score/", SCORE),
    Row("problem", ANYONE, "get", lambda world: f"{API}/problems/not_found/"),
    Row("club", READERS, "get", _club("/")),
    Row("seasons", READERS, "get", _club("/seasons/")),
    Row("season", READERS, "get", _season("/")),
    Row("standings", READERS, "get", _season("/standings/")),
    Row("sessions", READERS, "get", _club("/sessions/")),
    Row("session", READERS, "get", _session),
    Row("all-jiang", READERS, "get", _club("/jiang/")),
    Row("jiang", READERS, "get", _jiang("/")),
    Row("ranks", READERS, "get", _jiang("/ranks/")),
    Row("members", INSIDERS, "get", _club("/members/")),
    Row("member", INSIDERS, "get", _member("老王", "/")),
    Row("sheet", INSIDERS, "get", _jiang("/sheet/")),
    Row("record", INSIDERS, "get", _jiang("/record/")),
    Row("hands", INSIDERS, "get", _jiang("/hands/")),
    Row("hand", INSIDERS, "get", _jiang("/hands/1/")),
    Row("sheet of others", WHO_SEES_ALL, "get", _of_others("/sheet/")),
    Row("record of others", WHO_SEES_ALL, "get", _of_others("/record/")),
    Row("hands of others", WHO_SEES_ALL, "get", _of_others("/hands/")),
    Row("hand of others", WHO_SEES_ALL, "get", _of_others("/hands/1/")),
    Row("balances", MONEY, "get", _club("/balances/")),
    Row("statement", MONEY, "get", _member("美玲", "/statement/")),
    Row("statement of another", ANOTHERS_MONEY, "get", _member("老王", "/statement/")),
    Row("import", RECORDERS, "post", _club("/jiang/"), record(WIN, WIN)),
    Row("record a hand", RECORDERS, "post", _jiang("/hands/"), {"number": 3, "hand": WIN}),
    Row("correct a hand", RECORDERS, "patch", _jiang("/hands/1/"), {"hand": DRAW, "version": 1}),
    Row("strike a hand", RECORDERS, "delete", _jiang("/hands/1/?version=1")),
    Row("new guest", RECORDERS, "post", _club("/members/"), {"name": "阿國"}),
    Row("new member", ORGANISERS, "post", _club("/members/"), {"name": "阿國", "guest": False}),
)


CELLS = [
    pytest.param(row, caller, status, id=f"{row.name}-{caller}".replace(" ", "_"))
    for row in TABLE
    for caller, status in zip(CALLERS, row.expected(), strict=True)
]


@pytest.fixture(scope="module")
def kept_world(kept_world: World) -> World:
    """With a 將 of others."""
    sent = record(WIN, players=["阿明", "小華", "老王", "阿花"])
    kept_world.more["of others"] = import_record(kept_world.club, sent, actor=SITE).jiang
    return kept_world


def ask(world: World, row: Row, caller: str) -> int:
    send = getattr(world.caller(caller), row.method)
    answer = send(row.address(world), *([] if row.body is None else [row.body]), headers=key())
    status: int = answer.status_code
    return 200 if status == 201 else status


@pytest.mark.parametrize(("row", "caller", "status"), CELLS)
def test_in_a_public_club(world: World, row: Row, caller: str, status: int) -> None:
    assert ask(world, row, caller) == status


OUTSIDE = ("visitor", "stranger")


@pytest.mark.parametrize(
    ("row", "caller", "status"),
    [cell for cell in CELLS if cell.values[0].line != ANYONE and cell.values[1] in OUTSIDE],
)
def test_a_closed_club_is_not_there_for_others(world: World, row: Row, caller: str, status: int) -> None:
    Club.objects.filter(pk=world.club.pk).update(public=False)
    assert ask(world, row, caller) == 404


def test_who_left_the_club_is_an_outsider(world: World) -> None:
    world.members["小華"].left_on = "2026-01-01"
    world.members["小華"].save()
    for row in TABLE:
        expected = dict(zip(CALLERS, row.expected(), strict=True))
        assert ask(world, row, "scorer") == expected["stranger"], row.name


def test_the_table_names_every_address() -> None:
    names = {name for name in get_resolver("league.api.urls").reverse_dict if isinstance(name, str)}
    assert names - {row.name for row in TABLE} == {"browse", "description", "nowhere"}


@pytest.mark.parametrize(
    ("shown", "results", "others"), [("own", None, 403), ("members", True, 200), ("everyone", True, 200)]
)
def test_a_player_sees_as_much_money_as_the_club_says(
    world: World, shown: str, results: bool | None, others: int
) -> None:
    Club.objects.filter(pk=world.club.pk).update(money_shown=shown)
    address = _of_others("/")(world)
    player = world.caller("player")
    assert (player.get(address).json()["results"] is None) is (results is None)
    assert player.get(_member("老王", "/statement/")(world)).status_code == others
    own = [row["member"]["name"] for row in player.get(f"{world.at}/balances/").json()["results"]]
    assert ("老王" in own) is (others == 200)


@pytest.mark.parametrize(("shown", "sums"), [("own", False), ("members", False), ("everyone", True)])
def test_a_visitor_sees_points_and_money_only_where_the_club_shows_it(
    world: World, shown: str, sums: bool
) -> None:
    Club.objects.filter(pk=world.club.pk).update(money_shown=shown)
    visitor = world.caller("visitor")
    assert (visitor.get(f"{world.at_jiang}/").json()["results"] is not None) is sums
    rank = visitor.get(f"{world.at_jiang}/ranks/").json()["results"][0]
    assert (rank["rank"], rank["play_net"] is not None, rank["net"] is not None) == (1, sums, sums)
    assert (visitor.get(f"{world.at}/balances/").status_code == 200) is sums
