"""Members and their records of play."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Max, QuerySet, Sum

from league.models import Club, Jiang, JiangResult, Member, SeasonTotal
from league.services.projection import SUMMED


@dataclass(frozen=True)
class Record:
    """What a member's complete 將 add up to. Shares are of hands played; averages None where nothing was won."""

    jiang: int = 0
    firsts: int = 0
    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    win_tai: int = 0
    best_tai: int = 0
    play_net: int = 0
    bets_net: int = 0
    fees_net: int = 0

    @property
    def win_rate(self) -> float | None:
        return self.wins / self.hands if self.hands else None

    @property
    def self_draw_rate(self) -> float | None:
        return self.self_draws / self.wins if self.wins else None

    @property
    def deal_in_rate(self) -> float | None:
        return self.deal_ins / self.hands if self.hands else None

    @property
    def first_rate(self) -> float | None:
        return self.firsts / self.jiang if self.jiang else None

    @property
    def average_tai(self) -> float | None:
        return self.win_tai / self.wins if self.wins else None


def members_of(club: Club) -> QuerySet[Member]:
    """Who belongs to the club now, guests last."""
    return club.members.filter(left_on=None, merged_into=None).order_by("is_guest", "name", "pk")


def season_rows(member: Member) -> list[SeasonTotal]:
    """What each season came to for one member, the latest first. One query."""
    return list(
        SeasonTotal.objects.filter(member=member, jiang_count__gt=0)
        .select_related("season")
        .order_by("-season__starts_on", "-season_id")
    )


def record_of(member: Member, seasons: list[SeasonTotal]) -> Record:
    """All complete 將 of a member: the seasons' totals, and what was played outside of any season. One query."""
    sums = {name: sum(getattr(row, name) for row in seasons) for name in SUMMED}
    loose = JiangResult.objects.filter(
        member=member, jiang__season=None, jiang__state=Jiang.State.COMPLETE, place__isnull=False
    )
    more = loose.aggregate(**{f"{name}_sum": Sum(name) for name in SUMMED}, best=Max("best_tai"))
    outside = list(loose.values_list("place", flat=True)) if more["hands_sum"] else []
    for name in SUMMED:
        sums[name] += more[f"{name}_sum"] or 0
    return Record(
        jiang=sum(row.jiang_count for row in seasons) + len(outside),
        firsts=sum(row.firsts for row in seasons) + outside.count(1),
        best_tai=max([row.best_tai for row in seasons] + [more["best"] or 0]),
        **sums,
    )


def recent_jiang(member: Member, limit: int = 10) -> list[int]:
    """The ids of the last 將 that a member took part in."""
    return list(
        JiangResult.objects.filter(member=member)
        .order_by("-jiang__played_on", "-jiang_id")
        .values_list("jiang_id", flat=True)[:limit]
    )
