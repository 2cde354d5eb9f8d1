"""What people type is shown and never carried out; forms are taken from our own pages alone."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.actors import SITE
from league.models import Club, Hand, Jiang, Member
from league.services.records import import_record
from league.web.csv_files import safe
from tests.web.people import World, record, won

SCRIPT = "<script>alert(1)</script>"
QUOTED = "\"'><img src=x onerror=alert(1)>"
FORMULA = '=HYPERLINK("http://evil","x")'


@pytest.fixture
def written(world: World) -> World:
    """A club, a member, a guest, a note and a reason that are all full of markup."""
    Club.objects.filter(pk=world.club.pk).update(name=f"竹{SCRIPT}")
    world.club.name = f"竹{SCRIPT}"
    Member.objects.filter(pk=world.people["小華"].pk).update(name=QUOTED)
    foul = {"seat": 3, "reason": "other", "face": 1, "text": SCRIPT}
    hands = [
        won(0, 1, note=SCRIPT, dealer_after="pass", reason=QUOTED),
        {"result": "foul", "fouls": [foul]},
        won(1, 2, penalties=[{"from": 1, "to": 3, "tai": 1, "reason": "other", "text": QUOTED}]),
    ]
    bet = {"backer": FORMULA, "seat": 2, "base": 10, "per_tai": 0, "from_hand": 1, "accepted_by": [0, 1, 3]}
    players = ["阿明", QUOTED, "美玲", SCRIPT]
    document = record(*hands, players=players, outer_bets=[bet], played_on="2026-05-05")
    import_record(world.club, document, actor=SITE)
    return world


def test_markup_in_names_and_notes_is_text_on_every_page(written: World) -> None:
    jiang = Jiang.objects.get(played_on="2026-05-05")
    hua, season = written.people["小華"].pk, written.season.pk
    paths = ["", f"jiang/{jiang.pk}/", f"jiang/{jiang.pk}/ranks/", "members/", f"members/{hua}/"]
    paths += [f"members/{hua}/balance/", "sessions/", f"sessions/{jiang.table.session_id}/", "seasons/"]
    paths += [f"seasons/{season}/", f"seasons/{season}/ranks/", "settings/", "settings/members/"]
    paths += [f"settings/members/{hua}/", "settings/seasons/", "settings/keys/", "sheets/", "import/"]
    for path in paths:
        page = written.get("organiser", path)
        assert "<script>alert" not in page, path
        assert "<img src=x" not in page, path


def test_markup_in_a_record_is_text_while_it_is_asked_about(world: World) -> None:
    text = json.dumps(record(won(0, 1), players=["阿明", SCRIPT, "美玲", f"</textarea>{SCRIPT}"]))
    page = world.as_("scorer").post(world.at("import/"), {"text": text}).content.decode()
    assert "<script>alert" not in page
    assert "</textarea><script" not in page
    page = world.as_("scorer").post(world.at("import/"), {"text": f"</textarea>{SCRIPT}"}).content.decode()
    assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("cell", "written_as"),
    [
        ("\tx", "'\tx"),
        ("\r=1", "'\r=1"),
        ("＝1", "'＝1"),
        (" =1", "' =1"),
        (-5, -5),
        ("-5", "-5"),
        ("阿明", "阿明"),
    ],
)
def test_what_a_spreadsheet_would_strip_or_read_as_a_sign(cell: str | int, written_as: str | int) -> None:
    assert safe(cell) == written_as


def test_a_name_is_no_formula_in_a_file(written: World) -> None:
    guest = Member.objects.get(name=FORMULA)
    Member.objects.filter(pk=written.people["老王"].pk).update(name="+1-1")
    season = written.at(f"seasons/{written.season.pk}/ranks.csv")
    jiang = written.at(f"jiang/{written.done.pk}/ranks.csv")
    statement = written.at(f"members/{written.people['阿明'].pk}/balance.csv")
    for path in (season, jiang, statement, written.at(f"members/{guest.pk}/balance.csv")):
        text = written.as_("organiser").get(path).content.decode()
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
            for cell in row:
                plain = cell.lstrip("-").replace(".", "").replace("%", "").isdigit()
                assert plain or not cell.startswith(("=", "+", "-", "@", "\t", "\r")), cell


def test_forms_are_taken_from_our_own_pages_alone(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(
        User.objects.get(username="organiser"), backend="django.contrib.auth.backends.ModelBackend"
    )
    before = Hand.objects.count()
    text = json.dumps(record(won(0, 1), played_on="2026-06-06"))
    for path in ("import/", "settings/", "settings/members/", "settings/seasons/", "settings/keys/"):
        assert client.post(world.at(path), {"text": text, "name": "x"}).status_code == 403, path
    assert (
        client.post(world.at(f"settings/members/{world.people['小華'].pk}/"), {"act": "unlink"}).status_code
        == 403
    )
    assert client.post("/sign-out/").status_code == 403
    assert Hand.objects.count() == before


def test_pages_load_nothing_from_elsewhere_and_run_no_script_of_their_own(world: World) -> None:
    answer = world.as_("player").get(world.at(""))
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    page = answer.content.decode()
    assert "<script>" not in page
    assert " style=" not in page
    assert " onclick=" not in page
