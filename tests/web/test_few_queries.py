"""No page asks the database more often because the club is larger."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.actors import SITE
from league.models import Jiang, Member
from league.services.clubs import add_member, open_season
from league.services.records import Placing, import_record
from tests.web.people import World, record, sixteen, won

# The most that a page may ask, the session, the account, the club and the membership among them (4).
MOST = {
    "": 14,
    "sessions/": 7,
    "sessions/{session}/": 9,
    "jiang/{jiang}/": 14,
    "jiang/{jiang}/record.json": 9,
    "jiang/{jiang}/ranks/": 7,
    "jiang/{jiang}/ranks.csv": 7,
    "seasons/": 6,
    "seasons/{season}/": 8,
    "seasons/{season}/ranks/": 7,
    "seasons/{season}/ranks.csv": 7,
    "members/": 6,
    "members/{member}/": 12,
    "members/{member}/balance/": 13,
    "members/{member}/balance.csv": 13,
    "sheets/": 5,
    "import/": 5,
    "settings/": 5,
    "settings/seasons/": 8,
    "settings/members/": 6,
    "settings/members/{member}/": 6,
    "settings/keys/": 6,
}


def count(world: World, path: str, jiang: Jiang, who: str = "organiser") -> tuple[int, int]:
    """What the page is answered, and how often it asks."""
    places = {
        "session": jiang.table.session_id,
        "jiang": jiang.pk,
        "season": world.season.pk,
        "member": world.people["小華"].pk,
    }
    client: Client = world.as_(who)
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(world.at(path.format(**places)))
    return answer.status_code, len(asked)


@pytest.fixture(scope="module")
def small(built: World) -> dict[str, tuple[int, int]]:
    """Each page while the club is small, looked at before it grows."""
    with transaction.atomic():
        counts = {path: count(built, path, built.done) for path in MOST}
        transaction.set_rollback(True)
    return counts


@pytest.fixture(scope="module")
def grown(built: World, small: dict[str, tuple[int, int]]) -> Iterator[World]:
    """The same club with more of everything, for the tests of the module."""
    with transaction.atomic():
        yield grow(copy.deepcopy(built))
        transaction.set_rollback(True)


@pytest.fixture
def large(grown: World, db: None) -> World:
    return copy.deepcopy(grown)


def grow(world: World) -> World:
    """More members, tables, 將, bettors, corrections, seasons."""
    for number in range(12):
        add_member(world.club, f"社員{number}")
    for year in range(2019, 2025):
        open_season(world.club, f"{year}", date(year, 1, 1), date(year, 12, 31))
    for turn in range(8):
        bets: list[dict[str, Any]] = [
            {
                "backer": f"社員{one}",
                "seat": 1,
                "base": 10,
                "per_tai": 0,
                "from_hand": 1,
                "accepted_by": [0, 2, 3],
            }
            for one in range(turn + 1)
        ]
        hands = [*sixteen()[: 4 + turn], won(turn % 4, None, turn)]
        document = record(*hands, outer_bets=bets, played_on=world.done.played_on.isoformat())
        import_record(world.club, document, actor=SITE, placing=Placing(table_number=1 + turn % 3))
    return world


@pytest.mark.parametrize("path", list(MOST))
def test_a_page_asks_as_often_in_a_large_club_as_in_a_small_one(
    path: str, small: dict[str, tuple[int, int]], large: World
) -> None:
    jiang = Jiang.objects.filter(club=large.club).order_by("-hand_count", "-pk").exclude(pk=large.done.pk)[0]
    answered, before = small[path]
    assert answered == 200
    answered, after = count(large, path, jiang)
    assert answered == 200
    assert after <= MOST[path]
    assert before <= MOST[path]
    assert after - before <= 1, f"{before} queries, then {after}"


def test_the_front_page_of_the_site_asks_little(large: World) -> None:
    user = large.people["小華"].user
    assert user is not None
    Member.objects.filter(club__slug="songfeng").update(user=user)
    with CaptureQueriesContext(connection) as asked:
        assert large.as_("player").get("/").status_code == 200
    assert len(asked) <= 4
