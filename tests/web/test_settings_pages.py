"""The organiser keeps the club: its name, members, accounts, seasons, and the keys of apps."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse

from league.models import ApiToken, Club, Member, Season
from league.services.tokens import token_of
from tests.web.people import World


def send(world: World, path: str, **fields: Any) -> HttpResponse:
    return world.as_("organiser").post(world.at(path), fields, headers={"accept-language": "en"})


def said(answer: HttpResponse) -> str:
    return html.unescape(answer.content.decode())


def test_the_club_gets_another_name_and_another_sheet(world: World) -> None:
    answer = send(world, "settings/", name="竹風雅集", money_shown="members", usual="zhengzong")
    club = Club.objects.get(pk=world.club.pk)
    assert answer.status_code == 302
    assert (club.name, club.money_shown, club.public, club.ruleset) == (
        "竹風雅集",
        "members",
        False,
        "zhengzong",
    )


def test_a_blank_name_is_refused_and_the_page_keeps_the_old_one(world: World) -> None:
    answer = send(world, "settings/", name="", money_shown="own", usual="basic")
    assert answer.status_code == 422
    assert "竹風" in said(answer)
    assert Club.objects.get(pk=world.club.pk).ruleset == "luohan-2005"


def test_a_clubs_own_changes_of_a_sheet_stay_unless_another_is_chosen(world: World) -> None:
    own = {"based_on": "basic", "tai": {"all_pungs": 5}}
    Club.objects.filter(pk=world.club.pk).update(ruleset=own)
    send(world, "settings/", name="竹風", money_shown="own", usual="", public="on")
    assert Club.objects.get(pk=world.club.pk).ruleset == own


def test_a_guest_is_taken_in(world: World) -> None:
    assert send(world, "settings/members/", name="  阿  花 ", guest="on").status_code == 302
    assert Member.objects.get(name="阿 花").is_guest


@pytest.mark.parametrize("name", ["", "   ", "house", "HOUSE", "長" * 61])
def test_a_name_that_is_none_is_refused(world: World, name: str) -> None:
    before = Member.objects.count()
    assert send(world, "settings/members/", name=name).status_code == 422
    assert Member.objects.count() == before


def test_renaming_and_another_role(world: World) -> None:
    hua = world.people["小華"]
    send(world, f"settings/members/{hua.pk}/", act="change", name="華姐", role="scorer")
    hua.refresh_from_db()
    assert (hua.name, hua.role) == ("華姐", "scorer")


def test_a_refused_change_changes_nothing_of_it(world: World) -> None:
    """The only organiser gives himself another name and no role: both stay as they were."""
    ming = world.people["阿明"]
    answer = send(world, f"settings/members/{ming.pk}/", act="change", name="明哥", role="player")
    ming.refresh_from_db()
    assert answer.status_code == 409
    assert "at least one organiser" in said(answer)
    assert (ming.name, ming.role) == ("阿明", "organiser")


@pytest.mark.parametrize("fields", [{"act": "leave", "left_on": "2026-05-01"}, {"act": "unlink"}])
def test_the_last_organiser_stays(world: World, fields: dict[str, str]) -> None:
    ming = world.people["阿明"]
    assert send(world, f"settings/members/{ming.pk}/", **fields).status_code == 409
    ming.refresh_from_db()
    assert ming.left_on is None
    assert ming.user is not None


def test_leaving_and_coming_back(world: World) -> None:
    hua = world.people["小華"]
    send(world, f"settings/members/{hua.pk}/", act="leave", left_on="2026-05-01")
    assert world.as_("player").get(world.at(f"members/{hua.pk}/balance/")).status_code == 404
    send(world, f"settings/members/{hua.pk}/", act="back")
    assert world.as_("player").get(world.at(f"members/{hua.pk}/balance/")).status_code == 200


def test_a_new_account_and_its_first_password(world: World) -> None:
    guest = Member.objects.create(club=world.club, name="阿花")
    page = said(send(world, f"settings/members/{guest.pk}/", act="link", username="hua"))
    password = re.search(r"<code>([^<]+)</code>", page)
    assert password
    assert User.objects.get(username="hua").check_password(password[1])
    assert password[1] not in world.get("organiser", f"settings/members/{guest.pk}/")


def test_an_account_that_is_there_is_linked_without_a_new_password(world: World) -> None:
    guest = Member.objects.create(club=world.club, name="春嬌")
    old = User.objects.get(username="outsider").password
    assert send(world, f"settings/members/{guest.pk}/", act="link", username="outsider").status_code == 302
    assert User.objects.get(username="outsider").password == old
    assert world.as_("outsider").get(world.at("balance/")).status_code == 302


@pytest.mark.parametrize("username", ["", "player", "a b", "<script>", "長" * 151])
def test_an_account_that_cannot_be_linked(world: World, username: str) -> None:
    guest = Member.objects.create(club=world.club, name="阿花")
    assert send(world, f"settings/members/{guest.pk}/", act="link", username=username).status_code in (
        409,
        422,
    )
    guest.refresh_from_db()
    assert guest.user is None


def test_a_season_is_opened(world: World) -> None:
    unit = world.club.units.get()
    fields = {"name": "2026 夏", "starts_on": "2026-07-01", "ends_on": "2026-09-30", "unit": unit.pk}
    assert send(world, "settings/seasons/", **fields).status_code == 302
    assert Season.objects.filter(club=world.club, name="2026 夏").count() == 1
    assert send(world, "settings/seasons/", **fields).status_code == 422
    late = fields | {"name": "秋", "ends_on": "2026-06-01"}
    assert "on or after its first day" in said(send(world, "settings/seasons/", **late))


def test_another_clubs_unit_is_none_of_ours(world: World) -> None:
    unit = Club.objects.get(slug="songfeng").units.get()
    fields = {"name": "秋", "starts_on": "2026-10-01", "unit": unit.pk}
    assert send(world, "settings/seasons/", **fields).status_code == 422


def test_a_key_is_shown_once_and_can_be_revoked(world: World) -> None:
    page = said(send(world, "settings/keys/", name="牆上螢幕", scopes=["read", "record"]))
    key = re.search(r"jc_[0-9a-f]+_[\w-]+", page)
    assert key
    assert token_of(key[0]) is not None
    assert key[0] not in world.get("organiser", "settings/keys/")
    token = ApiToken.objects.get(club=world.club)
    assert token.created_by == User.objects.get(username="organiser")
    assert send(world, f"settings/keys/{token.pk}/revoke/").status_code == 302
    assert token_of(key[0]) is None


def test_a_key_needs_a_name_and_a_scope(world: World) -> None:
    assert send(world, "settings/keys/", name="", scopes=["read"]).status_code == 422
    assert send(world, "settings/keys/", name="x").status_code == 422
    assert send(world, "settings/keys/", name="x", scopes=["everything"]).status_code == 422
    assert not ApiToken.objects.exists()
