"""Rate limits and conditional reads: what a polling scoreboard app lives by."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as site

from tests.api.world import API, WIN, World, key, visitor


def test_every_answer_tells_what_is_left(world: World, settings: Any) -> None:
    settings.API_RATE = 3
    left = [world.reader.get(f"{world.at}/")["RateLimit-Remaining"] for _ in range(3)]
    assert left == ["2", "1", "0"]
    answer = world.reader.get(f"{world.at}/")
    assert (answer.status_code, answer.json()["code"]) == (429, "rate_limited")
    assert (answer["RateLimit-Limit"], answer["RateLimit-Policy"]) == ("3", f"3;w={site.API_RATE_WINDOW}")
    assert 0 < int(answer["Retry-After"]) <= site.API_RATE_WINDOW
    assert answer.json()["retry_after"] == int(answer["Retry-After"])


def test_one_apps_haste_slows_no_other(world: World, settings: Any) -> None:
    settings.API_RATE = settings.API_RATE_VISITOR = 1
    for caller in (world.reader, world.recorder, world.caller("player"), visitor()):
        assert [caller.get(f"{world.at}/").status_code for _ in range(2)] == [200, 429]


def test_the_address_of_a_visitor_is_not_his_to_choose(world: World, settings: Any) -> None:
    settings.API_RATE_VISITOR = 1
    statuses = [
        visitor().get(f"{world.at}/", headers={"X-Forwarded-For": f"10.0.0.{turn}"}).status_code
        for turn in range(2)
    ]
    assert statuses == [200, 429]


def test_what_has_not_changed_is_not_sent_again(world: World) -> None:
    for address in (
        "",
        "/members/",
        "/jiang/",
        f"/jiang/{world.jiang.pk}/",
        f"/jiang/{world.jiang.pk}/sheet/",
    ):
        first = world.reader.get(world.at + (address or "/"))
        again = world.reader.get(world.at + (address or "/"), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert again["Cache-Control"] == "private, no-cache"


def test_a_new_hand_and_a_new_name_are_both_news(world: World) -> None:
    address = f"{world.at_jiang}/sheet/"
    seen = world.reader.get(address)["ETag"]
    world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=key())
    after_hand = world.reader.get(address, headers={"If-None-Match": seen})
    assert after_hand.status_code == 200
    world.members["老王"].name = "王伯"
    world.members["老王"].save()
    after_name = world.reader.get(address, headers={"If-None-Match": after_hand["ETag"]})
    assert after_name.status_code == 200


def test_readers_do_not_share_what_was_kept(world: World) -> None:
    varies = world.reader.get(f"{world.at}/")["Vary"]
    assert {"Authorization", "Cookie", "Accept-Language"} <= {one.strip() for one in varies.split(",")}


def test_the_ledger_is_not_read_for_a_page_of_clubs(world: World, django_assert_max_num_queries: Any) -> None:
    world.reader.get(f"{world.at}/")
    with django_assert_max_num_queries(4):
        world.reader.get(f"{API}/clubs/")


@pytest.mark.parametrize(
    ("address", "most"),
    [("/jiang/", 6), ("/members/", 3), ("/balances/", 5), ("/sessions/", 4), ("/seasons/", 3)],
)
def test_a_list_takes_a_fixed_number_of_queries(
    world: World, address: str, most: int, django_assert_max_num_queries: Any
) -> None:
    world.reader.get(f"{world.at}/")
    with django_assert_max_num_queries(most):
        assert world.reader.get(world.at + address).status_code == 200
