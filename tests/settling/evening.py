"""A club whose 將 are one line each: `小華 > 老王 3` is a win of 小華 off 老王 with face 3, at 100/20: 160."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from league.actors import SITE, Actor
from league.models import Club, ClubUnit, Jiang, Member, PlanLine, Session, SettlementPlan
from league.services import plans
from league.services.clubs import add_member, add_unit, found_club, open_season
from league.services.records import Placing, import_record

PEOPLE = ("阿明", "小華", "美玲", "老王", "阿國")
DAY = date(2026, 3, 14)
FOUR = ("阿明", "小華", "美玲", "老王")


@dataclass
class Evening:
    """阿明 organises, 小華 keeps scores, 美玲 and 老王 play, 阿國 is a member who was not there."""

    club: Club
    unit: ClubUnit
    people: dict[str, Member] = field(default_factory=dict)
    users: dict[str, User] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Member:
        return self.people[name]

    def actor(self, name: str) -> Actor:
        return Actor.user(self.users[name].pk)

    def jiang(self, *wins: str, on: date = DAY, four: tuple[str, ...] = FOUR, **record: Any) -> Jiang:
        """A 將 ended early after these hands. The first of `four` deals, and nobody plays with him."""
        document = {
            "format": "jiang-record",
            "version": 1,
            "ruleset": "luohan-2005",
            "stakes": {"base": 100, "per_tai": 20},
            "players": list(four),
            "first_dealer": 0,
            "played_on": on.isoformat(),
            "hands": [hand(win, four) for win in wins],
            "closed": True,
        } | record
        placing = Placing(unit=self.unit)
        return import_record(self.club, document, actor=SITE, placing=placing, second_copy=True).jiang

    def scope(self, jiang: Jiang | Session | None = None, **more: Any) -> plans.Scope:
        """A 將, a session, or all of March."""
        if isinstance(jiang, Jiang):
            return plans.Scope(self.unit, jiang=jiang)
        if isinstance(jiang, Session):
            return plans.Scope(self.unit, session=jiang)
        return plans.Scope(self.unit, starts_on=date(2026, 3, 1), ends_on=date(2026, 3, 31), **more)

    def accept(self, jiang: Jiang | Session | None = None, *, carry: bool = False) -> SettlementPlan:
        return plans.accept(self.scope(jiang), actor=self.actor("阿明"), carry=carry)

    def browser(self, who: str) -> Client:
        """A browser: of a visitor, of a stranger to the club, or of one of the people by name."""
        client = Client()
        if who in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        elif who == "outsider":
            client.force_login(User.objects.get_or_create(username="outsider")[0])
        elif who != "visitor":
            client.force_login(self.users[who])
        return client

    def sign_in(self, *names: str) -> None:
        """Signs these in once for every browser that they will have."""
        for who in names:
            self.sessions[who] = self.browser(who).cookies[settings.SESSION_COOKIE_NAME].value

    def at(self, name: str, *args: object, **query: object) -> str:
        """The address of a page of the club."""
        address = reverse(name, args=[self.club.slug, *args])
        return f"{address}?{urlencode(query)}" if query else address

    def name(self, member: Member | int | None) -> str:
        pk = member.pk if isinstance(member, Member) else member
        return next((name for name, one in self.people.items() if one.pk == pk), "house")

    def lines(self, plan: SettlementPlan) -> list[str]:
        """`老王 → 小華 160`, in order."""
        return [self.line(line) for line in plan.lines.order_by("position")]

    def line(self, line: PlanLine | plans.Line) -> str:
        return f"{self.name(line.payer_id)} → {self.name(line.payee_id)} {line.amount}"


def hand(win: str, four: tuple[str, ...] = FOUR) -> dict[str, Any]:
    """`小華 > 老王 3`, `小華 > * 3` for a self-draw, `-` for a drawn hand."""
    if win == "-":
        return {"result": "draw"}
    winner, _, payer, face = win.split()
    return {
        "result": "win",
        "from": None if payer == "*" else four.index(payer),
        "wins": [{"seat": four.index(winner), "face": int(face)}],
    }


def gather() -> Evening:
    """A club in points, with its people; two of its names have no account."""
    club = found_club("東風會", "east")
    evening = Evening(club, club.units.get())
    roles = {"阿明": Member.Role.ORGANISER, "小華": Member.Role.SCORER}
    for number, name in enumerate(PEOPLE):
        user = User.objects.create_user(f"person-{number}")
        evening.users[name] = user
        evening.people[name] = add_member(
            club, name, user=user, role=roles.get(name, Member.Role.PLAYER), joined_on=DAY
        )
    open_season(club, "2026", date(2026, 1, 1))
    return evening


def in_dollars(evening: Evening) -> Evening:
    """The same people in the club's second unit."""
    unit = add_unit(evening.club, "TWD", "元")
    return Evening(evening.club, unit, evening.people, evening.users)
