"""The scoreboard app with a read token: what it finds."""

from __future__ import annotations

import pytest

from tests.api.world import API, DRAW, NAMES, WIN, World, key, record


def test_an_app_sees_its_own_club_alone(world: World) -> None:
    answer = world.reader.get(f"{API}/clubs/").json()
    assert [club["slug"] for club in answer["results"]] == ["east"]
    assert answer["results"][0]["units"] == [{"code": "points", "label": "點", "is_default": True}]
    assert answer["next"] is None


def test_a_visitor_sees_public_clubs_and_a_member_his_own_too(world: World) -> None:
    world.club.public = False
    world.club.save()
    seen = {
        who: [club["slug"] for club in world.caller(who).get(f"{API}/clubs/").json()["results"]]
        for who in ("visitor", "stranger", "player")
    }
    assert seen == {"visitor": ["west"], "stranger": ["west"], "player": ["east", "west"]}


def test_members_are_listed_by_name_and_filtered(world: World) -> None:
    all_of_them = world.reader.get(f"{world.at}/members/").json()["results"]
    assert {member["name"] for member in all_of_them} == set(NAMES)
    scorers = world.reader.get(f"{world.at}/members/", {"role": "scorer"}).json()["results"]
    assert [(one["name"], one["is_guest"]) for one in scorers] == [("小華", False)]
    assert world.reader.get(f"{world.at}/members/", {"guest": "true"}).json()["results"] == []


def test_one_member_by_id(world: World) -> None:
    member = world.members["老王"]
    found = world.reader.get(f"{world.at}/members/{member.pk}/").json()
    assert found == {
        "id": member.pk,
        "name": "老王",
        "role": "player",
        "is_guest": False,
        "joined_on": None,
        "left_on": None,
    }


def test_a_jiang_tells_who_sits_where_and_what_it_came_to(world: World) -> None:
    found = world.reader.get(f"{world.at_jiang}/").json()
    assert [seat["member"]["name"] for seat in found["players"]] == list(NAMES)
    assert (found["state"], found["hand_count"], found["version"]) == ("open", 2, 1)
    assert {row["member"]["name"]: row["net"] for row in found["results"]} == {
        "阿明": 0,
        "小華": 160,
        "美玲": 0,
        "老王": -160,
    }


def test_the_sheet_is_the_answer_of_settling_its_record(world: World) -> None:
    sheet = world.reader.get(f"{world.at_jiang}/sheet/").json()
    assert sheet == world.reader.post(f"{API}/settle/", record()).json()
    assert sheet["settle_up"] == [{"from": "老王", "to": "小華", "amount": 160}]


def test_the_record_comes_out_as_it_went_in(world: World) -> None:
    assert world.reader.get(f"{world.at_jiang}/record/").json() == record()


def test_hands_come_with_what_the_ledger_holds(world: World) -> None:
    hands = world.reader.get(f"{world.at_jiang}/hands/").json()["results"]
    assert [(hand["number"], hand["hand"]) for hand in hands] == [(1, WIN), (2, DRAW)]
    winner = world.members["小華"]
    loser = world.members["老王"]
    assert hands[0]["transfers"] == [
        {
            "from": "老王",
            "to": "小華",
            "amount": 160,
            "reason": "win",
            "from_member": {"id": loser.pk, "name": "老王"},
            "to_member": {"id": winner.pk, "name": "小華"},
        }
    ]
    assert world.reader.get(f"{world.at_jiang}/hands/1/").json() == hands[0]
    assert world.reader.get(f"{world.at_jiang}/hands/3/").status_code == 404


def test_hands_come_in_pages(world: World) -> None:
    first = world.reader.get(f"{world.at_jiang}/hands/", {"limit": "1"}).json()
    second = world.reader.get(first["next"]).json()
    assert [hand["number"] for hand in first["results"] + second["results"]] == [1, 2]
    assert second["next"] is None


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"state": "open"}, 1),
        ({"state": "complete"}, 0),
        ({"played_on": "2026-03-14"}, 1),
        ({"played_from": "2026-03-15"}, 0),
        ({"played_until": "2026-03-14"}, 1),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else str(value),
)
def test_jiang_are_filtered(world: World, query: dict[str, str], found: int) -> None:
    assert len(world.reader.get(f"{world.at}/jiang/", query).json()["results"]) == found


def test_jiang_are_filtered_by_season_session_and_member(world: World) -> None:
    jiang = world.reader.get(f"{world.at}/jiang/").json()["results"][0]
    fitting = {
        "season": world.season.pk,
        "session": jiang["session"],
        "member": world.members["美玲"].pk,
    }
    for name, value in fitting.items():
        assert len(world.reader.get(f"{world.at}/jiang/", {name: value}).json()["results"]) == 1
        assert world.reader.get(f"{world.at}/jiang/", {name: value + 999}).json()["results"] == []


def test_pages_of_jiang_skip_none_and_repeat_none(world: World) -> None:
    for face in range(1, 8):
        body = record({"result": "win", "from": 0, "wins": [{"seat": 1, "face": face}]})
        assert world.recorder.post(f"{world.at}/jiang/", body, headers=key()).status_code == 201
    seen: list[int] = []
    address: str | None = f"{world.at}/jiang/?limit=3"
    while address:
        page = world.reader.get(address).json()
        seen += [jiang["id"] for jiang in page["results"]]
        address = page["next"]
    assert len(seen) == 8
    assert seen == sorted(seen, reverse=True)


def test_sessions_tell_their_tables_and_seasons_their_days(world: World) -> None:
    session = world.reader.get(f"{world.at}/sessions/").json()["results"][0]
    assert (session["played_on"], [table["number"] for table in session["tables"]]) == ("2026-03-14", [1])
    assert world.reader.get(f"{world.at}/sessions/{session['id']}/").json() == session
    season = world.reader.get(f"{world.at}/seasons/").json()["results"][0]
    assert (season["name"], season["unit"]) == ("2026 春", "points")
    assert world.reader.get(f"{world.at}/seasons/{season['id']}/").json() == season


def test_balances_and_the_statement_behind_one(world: World) -> None:
    balances = world.reader.get(f"{world.at}/balances/").json()
    assert (balances["unit"], balances["house"]) == ("points", 0)
    assert {row["member"]["name"]: row["balance"] for row in balances["results"]} == {
        "小華": 160,
        "老王": -160,
    }
    statement = world.reader.get(f"{world.at}/members/{world.members['老王'].pk}/statement/").json()
    assert (statement["opening"], statement["closing"]) == (0, -160)
    (line,) = statement["results"]
    assert (line["amount"], line["balance"], line["jiang"], line["hand"]) == (-160, -160, world.jiang.pk, 1)
    assert [(one["from"]["name"], one["to"]["name"]) for one in line["transfers"]] == [("老王", "小華")]


def test_a_statement_is_read_on_from_where_it_was_left(world: World) -> None:
    for number in (3, 4):
        hand = {"number": number, "hand": {"result": "win", "from": 3, "wins": [{"seat": 1, "face": number}]}}
        assert world.recorder.post(f"{world.at_jiang}/hands/", hand, headers=key()).status_code == 201
    place = f"{world.at}/members/{world.members['老王'].pk}/statement/"
    for order in ("oldest", "newest"):
        first = world.reader.get(place, {"limit": "2", "order": order}).json()
        second = world.reader.get(first["next"]).json()
        seqs = [line["seq"] for line in first["results"] + second["results"]]
        assert seqs == sorted(seqs, reverse=order == "newest")
        assert len(seqs) == 3
        assert second["next"] is None


def test_standings_and_rank_sheets(world: World) -> None:
    standings = world.reader.get(f"{world.at}/seasons/{world.season.pk}/standings/").json()
    assert standings["season"]["id"] == world.season.pk
    assert standings["results"] == []
    ranks = world.reader.get(f"{world.at_jiang}/ranks/").json()
    assert ranks["complete"] is False
    assert [(row["rank"], row["member"]["name"], row["play_net"]) for row in ranks["results"]] == [
        (1, "小華", 160),
        (2, "美玲", 0),
        (2, "阿明", 0),
        (4, "老王", -160),
    ]


def test_addresses_work_without_their_last_slash(world: World) -> None:
    assert world.reader.get(f"{world.at}/members").json() == world.reader.get(f"{world.at}/members/").json()
