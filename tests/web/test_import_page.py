"""The scorer puts a record in: it counts once, and what is wrong with it is said without losing a letter."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from league.models import Hand, Jiang, Member
from settlement.jiang.settle import settle_line
from settlement.models import Posting
from tests.web.people import World, cases, record, won

BROKEN = [case for case in cases("broken") if isinstance(case["record"], dict)]


def send(world: World, document: Any, *, follow: bool = False, **more: Any) -> Any:
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    client = world.as_("scorer")
    english = {"accept-language": "en"}
    return client.post(world.at("import/"), {"text": text} | more, headers=english, follow=follow)


def said(answer: HttpResponse) -> str:
    return html.unescape(answer.content.decode())


def kept_text(answer: HttpResponse) -> str:
    """What stands in the box, as a browser reads it: the first line break after the tag is none."""
    found = re.search(
        r'<textarea name="text"[^>]*>(?:\r?\n)?(.*?)</textarea>', answer.content.decode(), re.DOTALL
    )
    assert found
    return html.unescape(found[1])


def test_a_record_of_members_goes_straight_in(world: World) -> None:
    answer = send(world, record(won(0, 1, 4), played_on="2026-04-04"), follow=True)
    jiang = Jiang.objects.get(played_on="2026-04-04")
    assert answer.redirect_chain == [(world.at(f"jiang/{jiang.pk}/"), 302)]
    assert "The 將 is in, with 1 hand." in said(answer)


def test_a_file_does_as_well(world: World) -> None:
    text = json.dumps(record(won(0, 1, 4), played_on="2026-04-05"))
    file = SimpleUploadedFile("evening.json", b"\xef\xbb\xbf" + text.encode(), "application/json")
    assert send(world, "", file=file).status_code == 302
    assert Jiang.objects.filter(played_on="2026-04-05").count() == 1


def test_the_same_record_counts_once_however_often_it_is_sent(world: World) -> None:
    document = record(won(0, 1, 4), played_on="2026-04-06")
    send(world, document)
    postings = Posting.objects.count()
    for again in (document, dict(reversed(document.items())), json.dumps(document, indent=8)):
        answer = send(world, again)
        assert "This record stands here already" in said(answer)
    assert Jiang.objects.filter(played_on="2026-04-06").count() == 1
    assert Posting.objects.count() == postings


def test_a_true_second_one_goes_in_once_though_its_form_is_sent_twice(world: World) -> None:
    document = record(won(0, 1, 4), played_on="2026-04-07")
    send(world, document)
    for _time in range(2):
        answer = send(world, document, another="yes", seen="1")
        assert answer.status_code == 302
    assert Jiang.objects.filter(played_on="2026-04-07").count() == 2


def test_an_unknown_name_is_asked_about(world: World) -> None:
    document = record(won(0, 1), players=["阿明", "阿花", "美玲", "老王"], played_on="2026-04-08")
    answer = send(world, document)
    assert "Who is who?" in said(answer)
    assert "阿花" in said(answer)
    assert json.loads(kept_text(answer)) == document
    assert not Jiang.objects.filter(played_on="2026-04-08").exists()
    assert send(world, kept_text(answer), named="yes", **{"who-0": "new"}).status_code == 302
    assert Member.objects.get(name="阿花").is_guest


def test_an_unknown_name_may_be_a_member_under_another_name(world: World) -> None:
    document = record(won(0, 1), players=["阿明", "華姐", "美玲", "老王"], played_on="2026-04-09")
    hua = world.people["小華"]
    assert send(world, document, named="yes", **{"who-0": str(hua.pk)}).status_code == 302
    assert Jiang.objects.get(played_on="2026-04-09").sittings.filter(member=hua).exists()
    assert not Member.objects.filter(name="華姐").exists()


def test_one_of_two_of_the_same_name_has_to_be_chosen(world: World) -> None:
    double = Member.objects.create(club=world.club, name="小華")
    document = record(won(0, 1), played_on="2026-04-10")
    assert "Who is this?" in said(send(world, document))
    assert send(world, document, named="yes", **{"who-0": ""}).status_code == 422
    assert send(world, document, named="yes", **{"who-0": str(double.pk)}).status_code == 302
    assert Jiang.objects.get(played_on="2026-04-10").sittings.filter(member=double).exists()


def test_one_person_cannot_sit_twice(world: World) -> None:
    document = record(won(0, 1), players=["阿明", "誰", "美玲", "老王"], played_on="2026-04-11")
    answer = send(world, document, named="yes", **{"who-0": str(world.people["阿明"].pk)})
    assert answer.status_code == 422
    assert "would be the same member" in said(answer)
    assert not Jiang.objects.filter(played_on="2026-04-11").exists()


def test_a_member_of_another_club_cannot_be_chosen(world: World) -> None:
    stranger = Member.objects.get(name="春嬌")
    document = record(won(0, 1), players=["阿明", "誰", "美玲", "老王"], played_on="2026-04-12")
    assert send(world, document, named="yes", **{"who-0": str(stranger.pk)}).status_code == 422
    assert not Jiang.objects.filter(played_on="2026-04-12").exists()


@pytest.mark.parametrize("case", BROKEN, ids=[case["id"] for case in BROKEN])
def test_what_is_broken_is_named_with_its_place_and_changes_nothing(
    world: World, case: dict[str, Any]
) -> None:
    before = (Jiang.objects.count(), Hand.objects.count(), Member.objects.count(), Posting.objects.count())
    text = json.dumps(case["record"], ensure_ascii=False, indent=1)
    answer = send(world, text)
    if "Who is who?" in said(answer):
        fields = re.findall(r'name="(who-\d+)"', answer.content.decode())
        answer = send(world, text, named="yes", **dict.fromkeys(fields, "new"))
    error = settle_line(case["record"])["error"]
    assert isinstance(error, dict)
    assert answer.status_code == 422
    if error["where"]:
        assert error["where"] in said(answer)
    if found := re.match(r"hands\[(\d+)\]", error["where"]):
        assert f"Hand {int(found[1]) + 1} cannot be as it stands" in said(answer)
    assert kept_text(answer).replace("\r\n", "\n") == text
    after = (Jiang.objects.count(), Hand.objects.count(), Member.objects.count(), Posting.objects.count())
    assert after == before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Choose a file, or paste the record."),
        ("  \n ", "Choose a file, or paste the record."),
        ("{", "line 1, column 2"),
        ('{"format": "jiang-record",\n "version": 1,,}', "line 2, column 15"),
        ("[" * 100_000, "nested too deeply"),
        ('"text"', "An object is expected"),
        ("[]", "An object is expected"),
        ("1" * 5000, "An object is expected"),
    ],
    ids=["nothing", "blank", "broken off", "a comma too many", "deep", "a text", "a list", "a long number"],
)
def test_what_is_no_record_is_told_so(world: World, text: str, told: str) -> None:
    answer = send(world, text)
    assert answer.status_code == 422
    assert told in said(answer)


@pytest.mark.parametrize("name", ["\ud800", "a\x00b", "\x00"], ids=["half a character", "NUL inside", "NUL"])
def test_a_name_that_cannot_be_kept_is_refused(world: World, name: str) -> None:
    text = json.dumps(record(won(0, 1), players=["阿明", name, "美玲", "老王"]))
    answer = send(world, text)
    if answer.status_code == 200:
        answer = send(world, text, named="yes", **{"who-0": "new"})
    assert answer.status_code == 422


def test_a_file_that_is_no_text_is_told_so(world: World) -> None:
    file = SimpleUploadedFile("picture.json", b"\x89PNG\xff\xfe", "application/json")
    assert "not a text in UTF-8" in said(send(world, "", file=file))


def test_a_file_that_is_too_large_is_told_so(world: World) -> None:
    file = SimpleUploadedFile("all.json", b" " * 1_000_001, "application/json")
    assert "larger than a record can be" in said(send(world, "", file=file))


def test_what_was_exported_is_known_again(world: World) -> None:
    exported = world.as_("player").get(world.at(f"jiang/{world.done.pk}/record.json")).content.decode()
    assert "This record stands here already" in said(send(world, exported))
