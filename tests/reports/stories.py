"""A club to tell stories with: people with accounts, a season that runs, and 將 that are quickly played."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from django.contrib.auth.models import User

from league.actors import SITE
from league.models import Club, Jiang, Job, Member, Report, Season
from league.services.clubs import add_member, found_club, open_season
from league.services.records import Placing, import_record

FOUR = ("阿明", "小華", "老王", "美玲")


def at(text: str) -> datetime:
    """A moment in UTC: `at("2025-03-10 16:00")`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@dataclass
class Story:
    """One club and its people by name; the organiser is 阿珠, who does not play."""

    club: Club
    season: Season
    people: dict[str, Member] = field(default_factory=dict)

    def jiang(self, *faces: int, four: tuple[str, ...] = FOUR, **record: Any) -> Jiang:
        """A whole 將 of which the k-th win (always the seat after the dealer, off the dealer) is worth face k."""
        document = whole_jiang(faces, four) | record
        placing = Placing(table_number=1)
        return import_record(self.club, document, actor=SITE, placing=placing).jiang

    def user(self, name: str) -> User:
        user = self.people[name].user
        assert user is not None
        return user


def whole_jiang(faces: tuple[int, ...], four: tuple[str, ...] = FOUR) -> dict[str, Any]:
    """A record of sixteen hands: dealer after dealer pays the seat after him, 底 100 and 20 each 台."""
    hands = []
    for number in range(16):
        dealer = number % 4
        face = faces[number] if number < len(faces) else 1
        hands.append({"result": "win", "from": dealer, "wins": [{"seat": (dealer + 1) % 4, "face": face}]})
    return {
        "format": "jiang-record",
        "version": 1,
        "ruleset": "luohan-2005",
        "stakes": {"base": 100, "per_tai": 20},
        "players": list(four),
        "first_dealer": 0,
        "played_on": "2025-03-07",
        "hands": hands,
    }


def tell(zone: str = "Asia/Taipei", slug: str = "bamboo", **settings: Any) -> Story:
    """A new club whose four players and organiser have accounts; the season runs through 2025."""
    club = found_club("竹風社", slug)
    Club.objects.filter(pk=club.pk).update(time_zone=zone, **settings)
    club.refresh_from_db()
    season = open_season(club, "2025", date(2025, 1, 1), date(2025, 12, 31))
    story = Story(club, season)
    for number, name in enumerate((*FOUR, "阿珠")):
        user = User.objects.create_user(f"{slug}-{number}", f"{slug}-{number}@club.example", "secret")
        role = Member.Role.ORGANISER if name == "阿珠" else Member.Role.PLAYER
        story.people[name] = add_member(club, name, user=user, role=role)
    return story


def periods(kind: str | None = None) -> list[tuple[str, str]]:
    """What was ordered so far: (period, as of), oldest first."""
    jobs = Job.objects.order_by("pk")
    if kind:
        jobs = jobs.filter(kind=kind)
    return [(job.period, job.as_of.strftime("%Y-%m-%d %H:%M")) for job in jobs]


def only_report(kind: str) -> Report:
    return Report.objects.get(job__kind=kind)
