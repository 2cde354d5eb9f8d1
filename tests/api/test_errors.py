"""Whatever is sent, the answer is a problem document that says what was wrong and where; never a 5xx."""

from __future__ import annotations

import json
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.http import HttpResponse

from league.actors import SITE
from league.services.hands import close_jiang
from tests.api.world import API, WIN, World, app, key, record, visitor

KEYS = {"type", "title", "status", "detail", "code", "where"}


def problem(answer: HttpResponse, status: int, code: str, where: str = "") -> dict[str, Any]:
    told: dict[str, Any] = json.loads(answer.content)
    assert answer["Content-Type"] == "application/problem+json"
    assert told.keys() >= KEYS
    assert (answer.status_code, told["status"], told["code"], told["where"]) == (status, status, code, where)
    return told


def test_nothing_is_found_where_nothing_is(world: World) -> None:
    for address in ("nowhere/", "clubs/north/", "clubs/east/jiang/0/", "clubs/東/", "clubs/%00/", "settle/x"):
        problem(visitor().get(f"{API}/{address}"), 404, "not_found")
    problem(visitor().post(f"{API}/nowhere/", {}), 404, "not_found")


def test_numbers_too_long_to_look_up_are_not_found(world: World) -> None:
    for number in ("9" * 15, "9" * 40, "9" * 5000, "-1", "１"):
        problem(world.reader.get(f"{world.at}/jiang/{number}/"), 404, "not_found")


def test_a_method_that_an_address_does_not_take(world: World) -> None:
    answer = world.reader.put(f"{world.at_jiang}/", {})
    problem(answer, 405, "method_not_allowed")
    assert answer["Allow"] == "GET, HEAD"
    problem(world.reader.options(f"{world.at_jiang}/"), 405, "method_not_allowed")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/xml", "multipart/form-data; boundary=x", "nonsense"]
)
def test_a_body_that_is_not_json(kind: str) -> None:
    answer = visitor().generic("POST", f"{API}/settle/", "a=1", content_type=kind)
    problem(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "malformed"),
        (b"{'a': 1}", "malformed"),
        (b'{"a": NaN}', "malformed"),
        (b'{"a": Infinity}', "malformed"),
        (b"\xff\xfe", "malformed"),
        (b"\xef\xbb\xbf{}", "malformed"),
        (b"[" * 100_000, "too_deep"),
        (b"[" * 100 + b"]" * 100, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
        (b'{"a": "\\u0000"}', "bad_character"),
        (b'{"\\u0000": 1}', "bad_character"),
        (b'{"a": ["\\ud800"]}', "bad_character"),
    ],
    ids=[
        "cut",
        "quotes",
        "nan",
        "inf",
        "latin",
        "bom",
        "deep",
        "deep-closed",
        "deep-objects",
        "nul",
        "nul-key",
        "half",
    ],
)
def test_a_body_that_cannot_be_read(body: bytes, code: str) -> None:
    answer = visitor().generic("POST", f"{API}/settle/", body, content_type="application/json")
    problem(answer, 400, code)


def test_a_body_that_is_too_large(settings: Any) -> None:
    settings.API_BODY_LIMIT = 1000
    answer = visitor().post(f"{API}/settle/", record(*[WIN] * 100))
    problem(answer, 413, "too_large")


@pytest.mark.parametrize("body", ["null", "[]", "7", '"record"', "{}", "1" * 5000], ids=lambda body: body[:8])
def test_a_record_that_is_none(body: str) -> None:
    answer = visitor().generic("POST", f"{API}/settle/", body, content_type="application/json")
    problem(answer, 422, "bad_record", "format" if body == "{}" else "")


@pytest.mark.parametrize(
    "number", ["3", 3.0, True, "１２", "1_000", None, [], 0, -1, 10_001, 2**63, 2**64], ids=repr
)
def test_numbers_are_numbers(world: World, number: object) -> None:
    answer = world.recorder.post(f"{world.at_jiang}/hands/", {"number": number, "hand": WIN}, headers=key())
    problem(answer, 400, "invalid", "number")


@pytest.mark.parametrize("hand", [None, [], 7, "draw", True], ids=repr)
def test_a_hand_is_an_object(world: World, hand: object) -> None:
    answer = world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": hand}, headers=key())
    problem(answer, 400, "invalid", "hand")


@pytest.mark.parametrize("body", [[], None, 7, "x", {}, {"number": 3}], ids=repr)
def test_a_body_of_another_form(world: World, body: object) -> None:
    answer = world.recorder.post(f"{world.at_jiang}/hands/", body, headers=key())
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "  "}, "name"),
        ({"name": 7}, "name"),
        ({"name": True}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"name": "House"}, "name"),
        ({"name": "阿國", "guest": "yes"}, "guest"),
        ({"name": "阿國", "guest": 1}, "guest"),
        ({"name": "阿國", "role": "organiser"}, "role"),
    ],
    ids=str,
)
def test_a_guest_without_a_proper_name(world: World, body: dict[str, Any], where: str) -> None:
    told = problem(world.recorder.post(f"{world.at}/members/", body), 400, "invalid", where)
    assert told["errors"][0]["where"] == where


@pytest.mark.parametrize(
    "query",
    [
        "season=x",
        "season=１",
        "season=-1",
        "season=0",
        "member=1_0",
        "state=lost",
        "played_on=2026-02-30",
        "played_from=20260101",
        "limit=0",
        "limit=201",
        "limit=1.0",
        "limit=",
        "cursor=x",
        "cursor=",
        "cursor=%00",
        "cursor=W10",
        "cursor=WzEsMl0",
        "cursor=WyJ4IiwxXQ",
        "cursor=WyIyMDI2LTAxLTAxIiwie30iXQ",
    ],
)
def test_a_query_that_does_not_fit(world: World, query: str) -> None:
    answer = world.reader.get(f"{world.at}/jiang/?{query}")
    told = problem(answer, 400, answer.json()["code"], query.partition("=")[0])
    assert told["code"] in ("invalid", "bad_cursor")


def test_texts_of_a_query_are_texts(world: World) -> None:
    problem(world.reader.get(f"{world.at}/members/?name=%00"), 400, "invalid", "name")
    problem(world.reader.get(f"{world.at}/balances/?unit=%00"), 400, "unknown_reference", "unit")
    statement = f"{world.at}/members/{world.members['阿明'].pk}/statement/"
    problem(world.reader.get(f"{statement}?order=up"), 400, "invalid", "order")
    problem(world.reader.get(f"{world.at}/members/?guest=maybe"), 400, "invalid", "guest")
    problem(
        world.recorder.post(f"{world.at}/jiang/?second=maybe", record(), headers=key()),
        400,
        "invalid",
        "second",
    )


def test_a_reason_too_long_or_with_nul(world: World) -> None:
    for reason in ("x" * 201, "%00"):
        answer = world.recorder.delete(f"{world.at_jiang}/hands/1/?version=1&reason={reason}", headers=key())
        problem(answer, 400, "invalid", "reason")
    problem(
        world.recorder.delete(f"{world.at_jiang}/hands/1/?version=１", headers=key()),
        400,
        "invalid",
        "version",
    )


@pytest.mark.parametrize(
    "key", ["", "x", "jc_", "jc_000000000000_" + "x" * 43, "jc_000000000000_" + "漢" * 43, "a b"], ids=repr
)
def test_a_token_that_opens_nothing(world: World, key: str) -> None:
    answer = app(key).get(f"{world.at}/")
    problem(answer, 401, "bad_token")
    assert answer["WWW-Authenticate"] == 'Bearer realm="api", error="invalid_token"'


def test_a_visitor_is_asked_who_he_is(world: World) -> None:
    answer = visitor().get(f"{world.at}/members/")
    problem(answer, 401, "sign_in_required")
    assert answer["WWW-Authenticate"] == 'Bearer realm="api"'


def test_a_signed_in_person_without_the_pages_value_writes_nothing(world: World) -> None:
    scorer = world.caller("scorer")
    scorer.credentials()
    answer = scorer.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=key())
    problem(answer, 403, "csrf_failed")


def test_errors_speak_the_readers_language(world: World) -> None:
    titles = {
        language: visitor().get(f"{API}/nowhere/", headers={"Accept-Language": language}).json()["title"]
        for language in ("en", "zh-TW")
    }
    assert titles["en"] == "There is nothing here"
    code = visitor().get(f"{API}/problems/not_found/", headers={"Accept-Language": "en"}).json()
    assert code == {"code": "not_found", "title": titles["en"]}


def test_every_type_opens(world: World) -> None:
    told = visitor().get(f"{API}/nowhere/").json()
    assert visitor().get(told["type"]).json()["code"] == told["code"]
    problem(visitor().get(f"{API}/problems/unheard_of/"), 404, "not_found")


def test_a_jiang_that_was_ended_early_takes_no_hand(world: World) -> None:
    close_jiang(world.jiang, version=1, actor=SITE)
    answer = world.recorder.post(f"{world.at_jiang}/hands/", {"number": 3, "hand": WIN}, headers=key())
    problem(answer, 409, "jiang_over")


def test_a_database_that_is_away_is_told_as_such(world: World) -> None:
    with mock.patch("league.api.views.clubs.ClubOut.data", mock.PropertyMock(side_effect=OperationalError)):
        answer = world.reader.get(f"{world.at}/")
    problem(answer, 503, "unavailable")
    assert answer["Retry-After"] == "5"


def test_an_error_of_the_site_is_told_without_its_inside(world: World) -> None:
    reader = world.reader
    reader.raise_request_exception = False
    with mock.patch("league.api.views.clubs.ClubOut.data", mock.PropertyMock(side_effect=KeyError("secret"))):
        answer = reader.get(f"{world.at}/")
    problem(answer, 500, "internal_error")
    assert b"secret" not in answer.content
