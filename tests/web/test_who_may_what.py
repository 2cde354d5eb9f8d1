"""Who may open what: a table, a test for each of its cells."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from league.models import Club
from league.services.tokens import create_token
from league.web.urls import of_a_club
from tests.web.people import World

WHO = ("visitor", "outsider", "player", "other", "scorer", "organiser")

# What each gets of a page: `y` the page, `-` not there (404), `>` sent on to another page.
# Rows: visitor, outsider, the player whose page it is, another player, scorer, organiser.
PAGES: dict[str, str] = {
    "club": "yyyyyy",
    "sessions": "yyyyyy",
    "session": "yyyyyy",
    "jiang": "--yyyy",
    "jiang-open": "---yyy",
    "jiang-record": "--yyyy",
    "jiang-ranks": "yyyyyy",
    "jiang-ranks-csv": "yyyyyy",
    "seasons": "yyyyyy",
    "season": "yyyyyy",
    "season-ranks": "yyyyyy",
    "season-ranks-csv": "yyyyyy",
    "members": "yyyyyy",
    "member": "yyyyyy",
    "balance": "--y-yy",
    "balance-csv": "--y-yy",
    "own-balance": "-->>>>",
    "sheets": "yyyyyy",
    "import": "----yy",
    "settings": "-----y",
    "settings-seasons": "-----y",
    "settings-members": "-----y",
    "settings-member": "-----y",
    "settings-tokens": "-----y",
}
POSTS: dict[str, str] = {
    "import": "----yy",
    "settings": "-----y",
    "settings-seasons": "-----y",
    "settings-members": "-----y",
    "settings-member": "-----y",
    "settings-tokens": "-----y",
    "settings-token-revoke": "-----y",
}
# Pages that a private club, or one that shows money to members or to everyone, opens or closes.
PRIVATE = {name: "--" + row[2:] for name, row in PAGES.items()}
MONEY_PAGES = ("jiang", "jiang-open", "jiang-record", "balance", "balance-csv")
TO_MEMBERS = dict.fromkeys(MONEY_PAGES, "--yyyy")
TO_EVERYONE = dict.fromkeys(MONEY_PAGES, "yyyyyy")


def cells(table: dict[str, str]) -> list[Any]:
    return [
        pytest.param(name, who, may, id=f"{name}-{who}")
        for name, row in table.items()
        for who, may in zip(WHO, row, strict=True)
    ]


def address(world: World, name: str) -> str:
    slug = world.club.slug
    if name == "jiang-open":
        return reverse("jiang", args=[slug, world.open.pk])
    keys = {
        "session": world.session.pk,
        "jiang": world.done.pk,
        "season": world.season.pk,
        "member": world.people["小華"].pk,
        "balance": world.people["小華"].pk,
    }
    if name in ("settings-token-revoke",):
        return reverse(name, args=[slug, create_token(world.club, "wall", ["read"])[0].pk])
    stem = name.removesuffix("-csv").removesuffix("-ranks").removesuffix("-record").removeprefix("settings-")
    return reverse(name, args=[slug, keys[stem]] if stem in keys else [slug])


def outcome(status: int) -> str:
    return {404: "-", 302: ">"}.get(status, "y" if status == 200 else str(status))


@pytest.mark.parametrize(("name", "who", "may"), cells(PAGES))
def test_a_page_opens_to_whom_it_may(world: World, name: str, who: str, may: str) -> None:
    assert outcome(world.as_(who).get(address(world, name)).status_code) == may


@pytest.mark.parametrize(("name", "who", "may"), cells(POSTS))
def test_a_form_is_taken_from_whom_it_may(world: World, name: str, who: str, may: str) -> None:
    """An empty form changes nothing: it comes back (422), or, for a button alone, leads back to its page."""
    status = world.as_(who).post(address(world, name)).status_code
    assert status == 404 if may == "-" else status in (302, 422)


@pytest.mark.parametrize("name", sorted(PAGES.keys() - POSTS.keys()))
@pytest.mark.parametrize("who", ["visitor", "organiser"])
def test_what_is_read_only_takes_no_form(world: World, name: str, who: str) -> None:
    assert world.as_(who).post(address(world, name)).status_code == 405


@pytest.mark.parametrize("who", WHO)
def test_a_button_is_no_page(world: World, who: str) -> None:
    assert world.as_(who).get(address(world, "settings-token-revoke")).status_code == 405


@pytest.mark.parametrize(("name", "who", "may"), cells(PRIVATE))
def test_a_private_club_is_not_there_for_others(world: World, name: str, who: str, may: str) -> None:
    Club.objects.filter(pk=world.club.pk).update(public=False)
    assert outcome(world.as_(who).get(address(world, name)).status_code) == may


@pytest.mark.parametrize(("name", "who", "may"), cells(TO_MEMBERS))
def test_money_shown_to_members(world: World, name: str, who: str, may: str) -> None:
    Club.objects.filter(pk=world.club.pk).update(money_shown=Club.MoneyShown.MEMBERS)
    assert outcome(world.as_(who).get(address(world, name)).status_code) == may


@pytest.mark.parametrize(("name", "who", "may"), cells(TO_EVERYONE))
def test_money_shown_to_everyone(world: World, name: str, who: str, may: str) -> None:
    Club.objects.filter(pk=world.club.pk).update(money_shown=Club.MoneyShown.EVERYONE)
    assert outcome(world.as_(who).get(address(world, name)).status_code) == may


@pytest.mark.parametrize("who", ["player", "organiser"])
def test_one_club_is_closed_to_the_other(world: World, who: str) -> None:
    """A club's pages find only what is the club's own, whatever number the address names."""
    for name in ("jiang", "season", "member", "balance", "session", "jiang-ranks", "season-ranks"):
        pk = (
            address(world, name)
            .rstrip("/")
            .split("/")[-1 if "ranks" not in name and name != "balance" else -2]
        )
        assert world.as_(who).get(reverse(name, args=["songfeng", pk])).status_code == 404, name


def test_who_has_left_is_a_visitor(world: World) -> None:
    member = world.people["小華"]
    member.left_on = "2026-03-20"
    member.save()
    assert world.as_("player").get(address(world, "balance")).status_code == 404
    assert world.as_("player").get(address(world, "club")).status_code == 200


@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 19, "-1", "١", "1e3"])
def test_a_made_up_number_is_not_there(world: World, number: str) -> None:
    assert world.as_("organiser").get(world.at(f"jiang/{number}/")).status_code == 404


def test_the_table_knows_every_address_of_these_pages() -> None:
    """A page that nobody put into the table would be a page that nobody thought about."""
    told = {name for name in (*PAGES, *POSTS) if name != "jiang-open"}
    own = {one.name for one in of_a_club if getattr(one, "name", None) and _of_these_pages(one)}
    assert own == told


def _of_these_pages(one: Any) -> bool:
    topics = {
        "clubs",
        "jiang",
        "seasons",
        "members",
        "rule_sheets",
        "imports",
        "settings",
        "settings_members",
    }
    return one.callback.__module__.removeprefix("league.web.") in topics
