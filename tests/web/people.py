"""The people of the page tests: a club, its organiser and players, somebody from another club, a visitor."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from league.actors import SITE
from league.models import Club, Jiang, Member, Season, Session
from league.services.clubs import add_member, found_club, open_season
from league.services.records import import_record

CASES = Path(__file__).parent.parent / "cases" / "settle"
FOUR = ("阿明", "小華", "美玲", "老王")
DAY = "2026-03-14"
BY_MODEL = "django.contrib.auth.backends.ModelBackend"


def record(*hands: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A 將 of the four at 100/20."""
    document = {
        "format": "jiang-record",
        "version": 1,
        "ruleset": "luohan-2005",
        "stakes": {"base": 100, "per_tai": 20},
        "players": list(FOUR),
        "first_dealer": 0,
        "played_on": DAY,
        "hands": list(hands),
    }
    return document | more


def won(winner: int, off: int | None, face: int = 1, **more: Any) -> dict[str, Any]:
    """A win, self-drawn where `off` is None."""
    return {"result": "win", "from": off, "wins": [{"seat": winner, "face": face}], **more}


def sixteen() -> list[dict[str, Any]]:
    """A whole 將 in sixteen hands: each dealer in turn discards to the next seat, with rising hands."""
    return [won((deal + 1) % 4, deal % 4, deal % 5) for deal in range(16)]


def cases(name: str) -> list[dict[str, Any]]:
    """The worked cases of a file."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@dataclass
class World:
    """A club with a season and two 將, one complete (`done`) and one in play without the player 小華 in it."""

    club: Club
    people: dict[str, Member]
    season: Season
    done: Jiang
    open: Jiang
    sessions: dict[str, str] = field(default_factory=dict)

    def as_(self, who: str) -> Client:
        """A browser in which `who` is signed in; nobody for `visitor`."""
        client = Client()
        if who != "visitor":
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        return client

    def get(self, who: str, path: str) -> str:
        """The page at an address below the club's, as `who` sees it."""
        answer = self.as_(who).get(self.at(path), headers={"accept-language": "en"})
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        return str(answer.content.decode())

    def at(self, path: str) -> str:
        return f"/c/{self.club.slug}/{path}"

    @property
    def session(self) -> Session:
        return self.done.table.session


def build_world() -> World:
    """阿明 organises, 美玲 keeps scores, 小華 and 老王 play; 春嬌 belongs to another club."""
    club = found_club("竹風", "zhufeng")
    accounts = {"organiser": "阿明", "player": "小華", "scorer": "美玲", "other": "老王"}
    people = {}
    for account, name in accounts.items():
        role = account if account in Member.Role.values else Member.Role.PLAYER
        user = User.objects.create_user(account, f"{account}@example.org", f"{account}-secret")
        people[name] = add_member(club, name, user=user, role=Member.Role(role), joined_on=date(2026, 1, 1))
    elsewhere = found_club("松風", "songfeng")
    add_member(elsewhere, "春嬌", user=User.objects.create_user("outsider"))
    season = open_season(club, "2026 春", date(2026, 1, 1))
    done = import_record(club, record(*sixteen()), actor=SITE).jiang
    beginning = record(won(1, None, 3), players=["阿明", "志明", "美玲", "老王"], played_on="2026-03-15")
    still = import_record(club, beginning, actor=SITE).jiang
    world = World(club, people, season, Jiang.objects.get(pk=done.pk), still)
    world.sessions = {user.username: _signed_in(user) for user in User.objects.all()}
    return world


def _signed_in(user: User) -> str:
    client = Client()
    client.force_login(user, backend=BY_MODEL)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
