"""The organiser, the player and the visitor look at the club."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.actors import SITE
from league.models import Club, Hand
from league.services.clubs import add_member, found_club
from league.services.hands import correct_hand, strike_hand
from tests.web.people import BY_MODEL, World


def test_the_visitor_finds_the_clubs_that_show_themselves(world: World) -> None:
    Club.objects.filter(slug="songfeng").update(public=False)
    page = Client().get("/").content.decode()
    assert "竹風" in page
    assert "松風" not in page


def test_who_belongs_to_one_club_is_led_there(world: World) -> None:
    assert world.as_("player").get("/")["Location"] == "/c/zhufeng/"


def test_who_belongs_to_several_chooses(world: World) -> None:
    add_member(Club.objects.get(slug="songfeng"), "小華", user=User.objects.get(username="player"))
    page = world.as_("player").get("/").content.decode()
    assert page.index("松風") < page.index("竹風")
    assert "/c/songfeng/" in page


def test_who_belongs_to_none_is_told_how_to_join(db: None) -> None:
    client = Client()
    client.force_login(User.objects.create_user("new"), backend=BY_MODEL)
    assert "No club of yours yet" in client.get("/", headers={"accept-language": "en"}).content.decode()


def test_the_player_sees_his_own_sums_and_nobody_elses(world: World) -> None:
    """小華 sat in the complete 將 and sees it; of the one he did not sit in he sees no sum."""
    page = world.get("player", "")
    assert f"/c/zhufeng/jiang/{world.done.pk}/" in page
    assert f"/jiang/{world.open.pk}/" not in page
    standing = world.get("player", f"seasons/{world.season.pk}/")
    own = world.season.totals.get(member=world.people["小華"])
    others = world.season.totals.exclude(member=world.people["小華"])
    assert _signed(own.play_net) in standing
    assert not any(
        _signed(one.play_net) in standing for one in others if abs(one.play_net) != abs(own.play_net)
    )


def _signed(amount: int) -> str:
    return f"{amount:+,}".replace("-", "\u2212")


def test_the_visitor_sees_places_and_no_sums(world: World) -> None:
    for path in (
        "",
        f"seasons/{world.season.pk}/",
        f"jiang/{world.done.pk}/ranks/",
        f"sessions/{world.session.pk}/",
    ):
        page = world.get("visitor", path)
        assert 'class="sum' not in page, path
        assert "老王" in page, path


def test_the_sheet_tells_every_hand_with_its_payments(world: World) -> None:
    page = world.get("organiser", f"jiang/{world.done.pk}/?open=all")
    for number in range(1, 17):
        assert f'id="hand-{number}"' in page
    assert "小華 wins off 阿明, 0 tai" in page
    assert "base 100 + 20 × (0 tai + dealer 1) = 120" in page
    assert "What settles it" in page


def test_a_corrected_hand_shows_what_it_was(world: World) -> None:
    hand = Hand.objects.select_related("jiang").get(jiang=world.done, number=3)
    facts = hand.facts | {"wins": [{"seat": 3, "face": 9}]}
    correct_hand(hand, facts, version=hand.jiang.version, actor=SITE, why="少算七台")
    page = world.get("organiser", f"jiang/{world.done.pk}/")
    assert "老王 wins off 美玲, 9 tai" in page
    assert '<p class="before">老王 wins off 美玲, 2 tai</p>' in page
    assert "少算七台" in page


def test_a_struck_hand_is_listed_apart(world: World) -> None:
    hand = Hand.objects.select_related("jiang").get(jiang=world.open, number=1)
    strike_hand(hand, version=hand.jiang.version, actor=SITE, why="記錯桌")
    page = world.get("organiser", f"jiang/{world.open.pk}/")
    assert "Struck hands" in page
    assert "志明 self-draws, 3 tai" in page
    assert "記錯桌" in page


def test_a_club_without_anything_says_what_comes_next(db: None) -> None:
    club = found_club("新社", "new", organiser=User.objects.create_user("first"))
    client = Client()
    client.force_login(User.objects.get(username="first"), backend=BY_MODEL)
    for path in (
        "",
        "sessions/",
        "seasons/",
        "members/",
        "sheets/",
        "import/",
        "settings/",
        "settings/keys/",
    ):
        assert client.get(f"/c/{club.slug}/{path}").status_code == 200, path
    member = club.members.get()
    for path in (
        f"members/{member.pk}/",
        f"members/{member.pk}/balance/",
        f"members/{member.pk}/balance.csv",
    ):
        assert client.get(f"/c/{club.slug}/{path}").status_code == 200, path


def test_the_rank_sheet_as_a_file_opens_in_a_spreadsheet(world: World) -> None:
    answer = world.as_("organiser").get(world.at(f"seasons/{world.season.pk}/ranks.csv"))
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    assert "attachment" in answer["Content-Disposition"]
    header, first, *_ = text.splitlines()
    assert header.startswith("\ufeff名次,姓名")
    assert first.startswith("1,")


def test_what_one_reads_is_kept_by_no_cache(world: World) -> None:
    assert "private" in world.as_("player").get(world.at(""))["Cache-Control"]


@pytest.mark.parametrize("path", ["healthz", "readyz"])
def test_the_site_says_that_it_is_up(db: None, path: str) -> None:
    answer = Client().get(f"/{path}")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_the_five_sheets_stand_side_by_side(world: World) -> None:
    page = world.get("visitor", "sheets/")
    for name in ("Luohan rules 2005", "Zhengzong sheet", "High sheet"):
        assert name in page
    assert "ours" in page
    assert "Seven rob one" in page
