"""The club's front page and the site's."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.access import Access
from league.models import Club, Jiang, Member, Season, Session, Table
from league.selectors.balances import UnitBalance, unit_balances
from league.selectors.jiang_lists import JiangCard, cards, jiang_of
from league.selectors.standings import Standing, standings

TOP = 8
LATEST = 6


@dataclass(frozen=True)
class ClubPage:
    """What the front page of a club shows."""

    season: Season | None
    top: list[Standing]
    ranked: int
    own: Standing | None
    latest: list[JiangCard]
    open: list[JiangCard]
    sessions: list[Session]
    balances: list[UnitBalance]


def club_page(access: Access, today: date) -> ClubPage:
    """A fixed number of queries, however long the club has played."""
    season = current_season(access.club, today)
    table = standings(season) if season else []
    mine = access.member.pk if access.member else None
    return ClubPage(
        season=season,
        top=table[:TOP],
        ranked=len(table),
        own=next((row for row in table[TOP:] if row.total.member_id == mine), None),
        latest=cards(access, jiang_of(access.club).exclude(state=Jiang.State.OPEN)[:LATEST]),
        open=_open(access),
        sessions=list(sessions_of(access.club)[:4]),
        balances=unit_balances(access.member) if access.member else [],
    )


def _open(access: Access) -> list[JiangCard]:
    """將 in play: a recorder's are all, a player's his own."""
    found = jiang_of(access.club).filter(state=Jiang.State.OPEN)
    if not access.records:
        if access.member is None:
            return []
        found = found.filter(results__member=access.member)
    return cards(access, found[:LATEST])


def current_season(club: Club, today: date) -> Season | None:
    """The season that is on, else the last that began. One query."""
    seasons = club.seasons.select_related("unit").filter(starts_on__lte=today)
    return seasons.order_by("-starts_on", "-pk").first()


def sessions_of(club: Club) -> QuerySet[Session]:
    """The sessions of a club, the latest first, with how much was played."""
    return (
        Session.objects.filter(club=club)
        .annotate(
            table_count=_count(Table.objects.filter(session=OuterRef("pk")), "session"),
            jiang_count=_count(Jiang.objects.filter(table__session=OuterRef("pk")), "table__session"),
        )
        .order_by("-played_on", "-pk")
    )


def _count(rows: QuerySet[Any], by: str) -> Coalesce:
    """Counts in a subquery of its own, so that only the sessions shown are counted."""
    counted = rows.order_by().values(by).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


def clubs_of(user: User) -> list[Member]:
    """The clubs that a signed-in person belongs to, as a member of each. One query."""
    return list(
        Member.objects.filter(user=user, left_on=None, merged_into=None)
        .select_related("club")
        .order_by("club__name", "pk")
    )


def public_clubs(limit: int = 100) -> list[Club]:
    """The clubs that a visitor may look into."""
    return list(Club.objects.filter(public=True).order_by("name")[:limit])
