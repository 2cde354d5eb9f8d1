"""An evening at one table: the people, the 將 that is played, and what happens in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from league.actors import SITE
from league.models import Club, Jiang, Member, Table
from league.services.clubs import add_member, found_club
from league.services.hands import record_hand
from league.services.opening import Terms, open_jiang, open_session

BY_MODEL = "django.contrib.auth.backends.ModelBackend"
FOUR = ("阿明", "小華", "美玲", "老王")


def won(winner: int, off: int | None, face: int = 1) -> dict[str, Any]:
    """A win, self-drawn where `off` is None."""
    return {"result": "win", "from": off, "wins": [{"seat": winner, "face": face}]}


@dataclass
class Evening:
    """阿明 organises and sits with 小華, 美玲 and 老王; 阿國 keeps scores; 春嬌 is of another club."""

    club: Club
    table: Table
    other: Table
    jiang: Jiang
    people: dict[str, Member]
    users: dict[str, User] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)

    def play(self, *hands: dict[str, Any]) -> None:
        """Hands that another scorer records."""
        for facts in hands:
            self.jiang.refresh_from_db()
            record_hand(self.jiang, facts, number=self.jiang.hand_count + 1, actor=SITE)

    def at(self, path: str = "") -> str:
        """An address below the table's."""
        return f"/c/{self.club.slug}/tables/{self.table.pk}/{path}"

    @property
    def evening_wall(self) -> str:
        return f"/c/{self.club.slug}/sessions/{self.table.session_id}/wall/"

    @property
    def recorder(self) -> str:
        return f"/c/{self.club.slug}/jiang/{self.jiang.pk}/record/"

    def as_(self, who: str) -> Client:
        """A browser in which `who` is signed in; nobody for `visitor`."""
        client = Client(headers={"accept-language": "en"})
        if who in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        elif who in self.users:
            client.force_login(self.users[who], backend=BY_MODEL)
        return client

    def sign_in(self) -> Evening:
        """Signs everybody in once for every browser that they will have."""
        name = settings.SESSION_COOKIE_NAME
        self.sessions = {who: self.as_(who).cookies[name].value for who in self.users}
        return self

    def cookie(self, who: str, address: str) -> list[Any]:
        """The same for Playwright's `add_cookies`."""
        session = self.as_(who).cookies[settings.SESSION_COOKIE_NAME].value
        return [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": address}]

    def stories(self) -> list[tuple[int, str]]:
        """What stands: number and how each hand ended."""
        return [(hand.number, hand.facts["result"]) for hand in self.jiang.hands.filter(struck_at=None)]


def begin() -> Evening:
    """The table is open, nothing is played yet; the club shows each member his own money only."""
    club = found_club("竹風", "zhufeng")
    accounts = {"organiser": "阿明", "player": "小華", "scorer": "阿國", "watcher": "大樹"}
    users = {name: User.objects.create_user(name) for name in (*accounts, "outsider")}
    people = {name: add_member(club, name) for name in FOUR[2:]}
    for account, name in accounts.items():
        role = Member.Role(account) if account in Member.Role.values else Member.Role.PLAYER
        people[name] = add_member(club, name, user=users[account], role=role)
    add_member(found_club("松風", "songfeng"), "春嬌", user=users["outsider"])
    session = open_session(club, date(2026, 3, 14), tables=2)
    table, other = session.tables.order_by("number")
    terms = Terms(unit=club.units.get(), ruleset="luohan-2005", base=100, per_tai=20)
    jiang = open_jiang(table, [people[name] for name in FOUR], 0, terms, actor=SITE)
    return Evening(club, table, other, jiang, people, users)
