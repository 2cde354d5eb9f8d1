"""Two clubs and the people and apps that come to them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from league.actors import SITE
from league.models import ApiToken, Club, Jiang, Member, Season
from league.services.clubs import add_member, found_club, open_season
from league.services.records import import_record
from league.services.tokens import create_token, revoke

API = "/api/v1"
NAMES = ("阿明", "小華", "美玲", "老王")
WIN: dict[str, Any] = {"result": "win", "from": 3, "wins": [{"seat": 1, "face": 3}]}
DRAW: dict[str, Any] = {"result": "draw"}
_keys = itertools.count(1)


def record(*hands: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A short 將 record of the four."""
    return {
        "format": "jiang-record",
        "version": 1,
        "ruleset": "luohan-2005",
        "stakes": {"base": 100, "per_tai": 20},
        "players": list(NAMES),
        "first_dealer": 0,
        "played_on": "2026-03-14",
        "hands": list(hands or (WIN, DRAW)),
    } | changes


def key() -> dict[str, str]:
    """An Idempotency-Key that nobody used."""
    return {"Idempotency-Key": f"key-{next(_keys)}"}


def app(secret: str) -> APIClient:
    """An app that sends a token's key."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def visitor() -> APIClient:
    """Nobody in particular."""
    return APIClient()


def person(session: str) -> APIClient:
    """Somebody signed in, with a browser that keeps to CSRF."""
    client = APIClient(enforce_csrf_checks=True)
    client.cookies["sessionid"] = session
    client.cookies["csrftoken"] = "a" * 32
    client.credentials(HTTP_X_CSRFTOKEN="a" * 32)
    return client


@dataclass
class World:
    """`club` shows each member his own money only. Callers are made anew each time they are asked for.

    `more`: 將 that the tests of a file add.
    """

    club: Club
    season: Season
    jiang: Jiang
    members: dict[str, Member]
    sessions: dict[str, str] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    more: dict[str, Jiang] = field(default_factory=dict)

    @property
    def at(self) -> str:
        return f"{API}/clubs/{self.club.slug}"

    @property
    def at_jiang(self) -> str:
        return f"{self.at}/jiang/{self.jiang.pk}"

    @property
    def callers(self) -> list[str]:
        return ["visitor", *self.sessions, *self.keys]

    def caller(self, name: str) -> APIClient:
        """`visitor`, one of the people (`player`), or one of the apps (`read app`)."""
        if name == "visitor":
            return visitor()
        return person(self.sessions[name]) if name in self.sessions else app(self.keys[name])

    @property
    def recorder(self) -> APIClient:
        return self.caller("record app")

    @property
    def reader(self) -> APIClient:
        return self.caller("read app")


def two_clubs() -> World:
    """阿明 organises, 小華 keeps scores, 美玲 plays, 老王 has no account; a stranger runs the club next door."""
    users = {name: User.objects.create_user(name) for name in ("organiser", "scorer", "player", "stranger")}
    club = found_club("東風會", "east")
    roles = {
        "阿明": ("organiser", Member.Role.ORGANISER),
        "小華": ("scorer", Member.Role.SCORER),
        "美玲": ("player", Member.Role.PLAYER),
    }
    members = {
        name: add_member(club, name, user=users[who], role=role) for name, (who, role) in roles.items()
    }
    members["老王"] = add_member(club, "老王")
    season = open_season(club, "2026 春", date(2026, 1, 1), date(2026, 6, 30))
    jiang = import_record(club, record(), actor=SITE).jiang
    next_door = found_club("西風會", "west", organiser=users["stranger"])
    world = World(club, season, jiang, members)
    world.sessions = {who: _signed_in(user) for who, user in users.items()}
    every = ApiToken.SCOPES
    for scope in every:
        world.keys[f"{scope} app"] = create_token(club, scope, [scope], users["organiser"])[1]
    world.keys["app next door"] = create_token(next_door, "all", every)[1]
    token, world.keys["revoked app"] = create_token(club, "lost", every)
    revoke(token)
    return world


def _signed_in(user: User) -> str:
    """The cookie of a browser after signing in."""
    client = APIClient()
    client.force_login(user)
    return client.cookies["sessionid"].value
