"""The recording app: records hands, imports whole 將, corrects and strikes; a retry counts once."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import HandRevision, IdempotencyKey, Jiang, Member
from settlement.models import Posting
from tests.api.world import DRAW, WIN, World, app, key, record


def test_the_next_hand_goes_in_and_says_what_it_came_to(world: World) -> None:
    answer = world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=key())
    assert answer.status_code == 201
    assert answer["Location"] == f"{world.at_jiang}/hands/3/"
    told = answer.json()
    assert [(one["from"], one["to"], one["amount"]) for one in told["hand"]["transfers"]] == [
        ("老王", "小華", 220)
    ]
    assert (told["jiang"]["version"], told["jiang"]["hand_count"], told["changed"]) == (2, 3, [3])
    assert told["jiang"]["next"] == {"number": 4, "round_wind": "E", "dealer": 1, "streak": 2}
    assert world.reader.get(answer["Location"]).json() == told["hand"]
    assert HandRevision.objects.get(hand__number=3).actor.startswith("token:")


def test_the_second_scorer_is_shown_the_hand_that_stands_there(world: World) -> None:
    answer = world.recorder.post(f"{world.at_jiang}/hands/", {"number": 2, "hand": WIN}, headers=key())
    assert answer.status_code == 409
    told = answer.json()
    assert (told["code"], told["where"], told["next"], told["hand"]) == ("hand_exists", "number", 3, DRAW)


def test_a_hand_too_early_is_told_which_comes_next(world: World) -> None:
    answer = world.recorder.post(f"{world.at_jiang}/hands/", {"number": 5, "hand": WIN}, headers=key())
    assert (answer.status_code, answer.json()["code"], answer.json()["next"]) == (409, "not_the_next_hand", 3)


def test_a_retry_after_a_lost_connection_is_the_same_hand(world: World) -> None:
    sent = {"number": 3, "hand": WIN}
    once = key()
    first = world.recorder.post(f"{world.at_jiang}/hands/", sent, headers=once)
    again = world.recorder.post(f"{world.at_jiang}/hands/", sent, headers=once)
    assert (again.status_code, again.json(), again["Location"]) == (201, first.json(), first["Location"])
    assert again["Idempotency-Replayed"] == "true"
    assert again["ETag"].split("-")[0] == first["ETag"].split("-")[0]
    assert Jiang.objects.get(pk=world.jiang.pk).hand_count == 3


def test_a_key_is_not_lent_to_another_request(world: World) -> None:
    once = key()
    world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=once)
    other = world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": DRAW}, headers=once)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_another_app_may_use_the_same_key(world: World) -> None:
    once = key()
    world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=once)
    other = world.caller("admin app").post(
        f"{world.at_jiang}/hands/", {"number": 4, "hand": DRAW}, headers=once
    )
    assert other.status_code == 201


def test_a_refused_write_leaves_its_key_free(world: World) -> None:
    once = key()
    bad = {"result": "win", "from": 3, "wins": [{"seat": 3, "face": 3}]}
    assert (
        world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": bad}, headers=once).status_code
        == 422
    )
    assert IdempotencyKey.objects.count() == 0
    good = world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=once)
    assert good.status_code == 201


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "idempotency_key_required"),
        ({"Idempotency-Key": "  "}, "idempotency_key_required"),
        ({"Idempotency-Key": "x" * 201}, "bad_idempotency_key"),
        ({"Idempotency-Key": "喔"}, "bad_idempotency_key"),
    ],
    ids=["none", "blank", "long", "not-ascii"],
)
def test_writes_of_hands_ask_for_a_key(world: World, headers: dict[str, str], code: str) -> None:
    for answer in (
        world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=headers),
        world.recorder.post(f"{world.at}/jiang/", record(WIN), headers=headers),
        world.recorder.patch(f"{world.at_jiang}/hands/1/", {"hand": DRAW, "version": 1}, headers=headers),
        world.recorder.delete(f"{world.at_jiang}/hands/1/?version=1", headers=headers),
    ):
        assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize(
    ("hand", "code", "where"),
    [
        ({"result": "win", "from": 3}, "bad_record", "hand.wins"),
        (
            {"result": "win", "from": 3, "wins": [{"seat": 1, "patterns": {"no": 1}}]},
            "unknown_pattern",
            "hand.wins[0].patterns.no",
        ),
        ({"result": "none"}, "bad_record", "hand.result"),
        ({}, "bad_record", "hand.result"),
    ],
    ids=["no wins", "unknown pattern", "unknown result", "empty"],
)
def test_a_fault_is_placed_in_what_was_sent(
    world: World, hand: dict[str, Any], code: str, where: str
) -> None:
    answer = world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": hand}, headers=key())
    assert (answer.status_code, answer.json()["code"], answer.json()["where"]) == (422, code, where)
    assert Jiang.objects.get(pk=world.jiang.pk).version == 1


def test_a_correction_posts_anew_and_says_which_hands_changed(world: World) -> None:
    seen = world.reader.get(f"{world.at_jiang}/hands/1/")["ETag"]
    better = {"result": "win", "from": 2, "wins": [{"seat": 1, "face": 5}]}
    answer = world.recorder.patch(
        f"{world.at_jiang}/hands/1/",
        {"hand": better, "reason": "看錯了"},
        headers={**key(), "If-Match": seen},
    )
    assert answer.status_code == 200
    assert answer.json()["changed"] == [1]
    assert [(one["from"], one["amount"]) for one in answer.json()["hand"]["transfers"]] == [("美玲", 200)]
    assert Posting.objects.filter(reverses__isnull=False).get().memo == "看錯了"


@pytest.mark.parametrize(
    ("headers", "body", "status", "code"),
    [
        ({}, {}, 428, "version_required"),
        ({}, {"version": 7}, 409, "changed_meanwhile"),
        ({"If-Match": '"7"'}, {}, 412, "changed_meanwhile"),
        ({"If-Match": "yesterday"}, {}, 400, "bad_version"),
        ({"If-Match": '"1"'}, {}, 200, None),
        ({}, {"version": 1}, 200, None),
    ],
)
def test_who_corrects_says_what_he_saw(
    world: World, headers: dict[str, str], body: dict[str, int], status: int, code: str | None
) -> None:
    answer = world.recorder.patch(
        f"{world.at_jiang}/hands/1/", {"hand": DRAW, **body}, headers={**key(), **headers}
    )
    assert (answer.status_code, answer.json().get("code")) == (status, code)


def test_a_struck_hand_is_gone_and_a_retry_strikes_no_other(world: World) -> None:
    once = key()
    address = f"{world.at_jiang}/hands/1/?version=1&reason=重複"
    first = world.recorder.delete(address, headers=once)
    assert first.status_code == 200
    assert (first.json()["hand"], first.json()["jiang"]["hand_count"]) == (None, 1)
    again = world.recorder.delete(address, headers=once)
    assert again.json() == first.json()
    hands = world.reader.get(f"{world.at_jiang}/hands/").json()["results"]
    assert [(hand["number"], hand["hand"]) for hand in hands] == [(1, DRAW)]


def test_a_record_is_taken_in_once_whatever_the_key(world: World) -> None:
    sent = record(WIN, WIN)
    first = world.recorder.post(f"{world.at}/jiang/", sent, headers=key())
    assert first.status_code == 201
    again = world.recorder.post(f"{world.at}/jiang/", dict(reversed(sent.items())), headers=key())
    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    second = world.recorder.post(f"{world.at}/jiang/?second=true", sent, headers=key())
    assert second.status_code == 201
    assert second.json()["id"] != first.json()["id"]


def test_a_record_with_an_error_changes_nothing_and_says_where(world: World) -> None:
    members = Member.objects.count()
    bad = record(WIN, {"result": "win", "from": 0, "wins": [{"seat": 0, "face": 1}]}, players=[*"甲乙丙丁"])
    answer = world.recorder.post(f"{world.at}/jiang/", bad, headers=key())
    assert (answer.status_code, answer.json()["where"]) == (422, "hands[1].wins[0].seat")
    wrapped = world.recorder.post(f"{world.at}/jiang/", {"record": bad}, headers=key())
    assert wrapped.json()["where"] == "record.hands[1].wins[0].seat"
    assert (Jiang.objects.count(), Member.objects.count()) == (1, members)


def test_names_can_be_told_apart_and_tables_chosen(world: World) -> None:
    twin = Member.objects.create(club=world.club, name="小華")
    sent = record(WIN, WIN, DRAW)
    refused = world.recorder.post(f"{world.at}/jiang/", sent, headers=key())
    assert (refused.json()["code"], refused.json()["where"]) == ("ambiguous_name", "players[1]")
    session = world.jiang.table.session_id
    told = {
        "record": sent,
        "names": {"小華": twin.pk, "老王": "new"},
        "table": {"session": session, "number": 4},
        "unit": "points",
    }
    answer = world.recorder.post(f"{world.at}/jiang/", told, headers=key())
    assert answer.status_code == 201
    seats = answer.json()["players"]
    assert seats[1]["member"]["id"] == twin.pk
    assert seats[3]["member"]["id"] not in {member.pk for member in world.members.values()}
    assert (answer.json()["session"], answer.json()["table"]) == (session, 4)


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"names": {"小華": 999_999}}, "names.小華"),
        ({"names": {"小華": "somebody"}}, "names.小華"),
        ({"names": {"小華": True}}, "names.小華"),
        ({"names": []}, "names"),
        ({"table": {"session": 999_999}}, "table.session"),
        ({"table": {"number": 0}}, "table.number"),
        ({"table": {"number": "1"}}, "table.number"),
        ({"unit": "yen"}, "unit"),
        ({"unit": "no unit"}, "unit"),
        ({"colour": 1}, "colour"),
    ],
    ids=str,
)
def test_what_an_import_names_must_be_the_clubs(world: World, more: dict[str, Any], where: str) -> None:
    answer = world.recorder.post(f"{world.at}/jiang/", {"record": record(WIN), **more}, headers=key())
    assert (answer.status_code, answer.json()["where"]) == (400, where)
    assert Jiang.objects.count() == 1


def test_the_largest_amounts_of_a_record_fit_the_ledger(world: World) -> None:
    sent = record(
        {"result": "win", "from": 3, "wins": [{"seat": 1, "face": 10_000}]},
        stakes={"base": 10**9, "per_tai": 10**9},
    )
    answer = world.recorder.post(f"{world.at}/jiang/", sent, headers=key())
    assert answer.status_code == 201
    balances = world.reader.get(f"{world.at}/balances/").json()["results"]
    assert max(row["balance"] for row in balances) == 10**13 + 10**9 + 160


def test_a_guest_is_taken_in_once_for_a_key(world: World) -> None:
    once = key()
    first = world.recorder.post(f"{world.at}/members/", {"name": " 阿國 "}, headers=once)
    assert (first.status_code, first.json()["name"], first.json()["is_guest"]) == (201, "阿國", True)
    again = world.recorder.post(f"{world.at}/members/", {"name": " 阿國 "}, headers=once)
    assert again.json() == first.json()
    assert Member.objects.filter(name="阿國").count() == 1


def test_a_token_shows_when_it_was_used(world: World) -> None:
    from league.models import ApiToken

    world.reader.get(f"{world.at}/")
    used = {token.name: token.last_used_at is not None for token in ApiToken.objects.filter(club=world.club)}
    assert used == {"read": True, "record": False, "settle": False, "admin": False, "lost": False}


def test_a_retry_of_a_person_is_his_own(world: World) -> None:
    """Two people with one key at one address are two writers."""
    once = key()
    first = world.caller("scorer").post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=once)
    other = world.caller("organiser").post(
        f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=once
    )
    assert (first.status_code, other.status_code) == (201, 409)


def test_a_token_that_is_revoked_meanwhile_opens_nothing(world: World) -> None:
    from league.services.tokens import create_token, revoke

    token, secret = create_token(world.club, "board", ["read"])
    assert app(secret).get(f"{world.at}/members/").status_code == 200
    revoke(token)
    assert app(secret).get(f"{world.at}/members/").status_code == 401
