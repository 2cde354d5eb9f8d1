"""A table to record at: a club with its people, an evening, and a 將 of 阿明, 小華, 美玲 and 老王 in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from league.actors import Actor
from league.models import Club, Hand, Jiang, Member, Season, Table
from league.services.clubs import add_member, found_club, open_season
from league.services.facts import Facts
from league.services.hands import record_hand
from league.services.opening import Terms, open_jiang, open_session
from settlement.jiang.replay import Outcome

FOUR = ("阿明", "小華", "美玲", "老王")
ME = Actor("user:1")
BY_MODEL = "django.contrib.auth.backends.ModelBackend"
ENGLISH = {"accept-language": "en"}
DRAW: dict[str, Any] = {"result": "draw"}


def win(seat: int, off: int | None, face: int = 1, **more: Any) -> dict[str, Any]:
    """A hand as the record writes it: `seat` wins `face` 台 off `off`; None: self-drawn."""
    return {"result": "win", "from": off, "wins": [{"seat": seat, "face": face}]} | more


@dataclass
class At:
    """The table: `people` by name, among them the organiser 阿珠, the scorer 阿樹 and the outsider 春嬌."""

    club: Club
    season: Season
    table: Table
    people: dict[str, Member] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    jiang: Jiang = field(init=False)

    def sit(self, *names: str, ruleset: Any = "luohan-2005", **more: Any) -> Jiang:
        """A new 將 of these four, 100/20, 東 dealing first."""
        terms = Terms(self.club.units.get(), ruleset, 100, 20, **more)
        seats = [self.people[name] for name in names or FOUR]
        self.jiang = open_jiang(self.table, seats, 0, terms, actor=ME)
        return self.jiang

    def play(self, *hands: dict[str, Any]) -> None:
        """Records hands through the service."""
        for hand in hands:
            number = Jiang.objects.get(pk=self.jiang.pk).hand_count + 1
            record_hand(self.jiang, hand, number=number, actor=ME)
        self.jiang.refresh_from_db()

    def client(self, who: str = "阿樹") -> Client:
        """A browser in which `who` is signed in; nobody for an empty name."""
        client = Client()
        if who in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        elif who:
            user = self.people[who].user
            assert user is not None
            client.force_login(user, backend=BY_MODEL)
        return client

    def sign_in(self) -> At:
        """Signs everybody in once for every browser that they will have."""
        name = settings.SESSION_COOKIE_NAME
        self.sessions = {who: self.client(who).cookies[name].value for who in self.people}
        return self

    def at(self, path: str = "record/") -> str:
        return f"/c/{self.club.slug}/jiang/{self.jiang.pk}/{path}"

    def post(self, path: str = "record/", who: str = "阿樹", **fields: Any) -> HttpResponse:
        """A form sent; `_` in a name stands for `.` where the form has one."""
        answer: Any = self.client(who).post(self.at(path), named(fields), headers=ENGLISH)
        return answer

    def send(self, who: str = "阿樹", **fields: Any) -> HttpResponse:
        """The same as a script sends it."""
        headers = ENGLISH | {"accept": "application/json"}
        answer: Any = self.client(who).post(self.at(), named(fields), headers=headers)
        return answer

    def page(self, path: str = "record/", who: str = "阿樹") -> str:
        answer = self.client(who).get(self.at(path), headers=ENGLISH)
        assert answer.status_code == 200, answer.status_code
        return str(answer.content.decode())

    def hands(self) -> list[Hand]:
        return list(self.jiang.hands.filter(struck_at=None).order_by("number"))

    def outcome(self) -> Outcome:
        return Facts.load(Jiang.objects.get(pk=self.jiang.pk)).outcome()

    def version(self) -> int:
        return Jiang.objects.values_list("version", flat=True).get(pk=self.jiang.pk)


def named(fields: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("__", "."): value for name, value in fields.items()}


def one(uid: Any = None, number: int = 1, **fields: Any) -> dict[str, Any]:
    """The form of 小華 winning 3 台 off 老王, or what `fields` say instead."""
    usual = {"ending": "1", "from": "3", "way": "face", "face": "3"}
    return {"number": number, "uid": uid or uuid4(), **usual} | fields


def build() -> At:
    club = found_club("竹風", "zhufeng")
    season = open_season(club, "2026 春", date(2026, 1, 1))
    table = open_session(club, date(2026, 3, 14)).tables.get()
    here = At(club, season, table)
    roles = {"阿珠": Member.Role.ORGANISER, "阿樹": Member.Role.SCORER}
    for account, name in enumerate([*roles, *FOUR, "阿國"]):
        user = User.objects.create_user(f"user{account}")
        here.people[name] = add_member(club, name, user=user, role=roles.get(name, Member.Role.PLAYER))
    elsewhere = found_club("松風", "songfeng")
    here.people["春嬌"] = add_member(
        elsewhere, "春嬌", user=User.objects.create_user("outsider"), role=Member.Role.ORGANISER
    )
    here.sit()
    return here
