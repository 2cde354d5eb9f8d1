"""How things stood at a time: told from the versions that 將 were kept in, whatever was corrected since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery

from league.models import Club, Jiang, JiangVersion, Member, Season
from league.standings import shared_ranks


@dataclass(frozen=True)
class Place:
    """A member's place in a season at a time; `net` knows no bets and no fees."""

    member: int
    rank: int
    net: int
    jiang: int
    firsts: int


def versions_at(where: Q, moment: datetime) -> QuerySet[JiangVersion]:
    """The last version of each 將 before a moment, where the 將 was complete in it."""
    earlier = JiangVersion.objects.filter(jiang=OuterRef("jiang"), made_at__lt=moment)
    last = earlier.order_by("-number").values("number")[:1]
    found = JiangVersion.objects.filter(where, made_at__lt=moment, number=Subquery(last))
    return found.filter(state=Jiang.State.COMPLETE).order_by("jiang_id")


def standings_at(season: Season, moment: datetime) -> list[Place]:
    """The season's table as it stood: by net of complete 將, ties sharing a rank. Two queries."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    now = merged(season.club)
    for results in versions_at(Q(jiang__season=season), moment).values_list("results", flat=True):
        for one in results:
            if one["place"] is not None:
                total = sums[now.get(one["member"], one["member"])]
                total[0] += one["play_net"]
                total[1] += 1
                total[2] += one["place"] == 1
    ranks = shared_ranks({member: total[0] for member, total in sums.items()})
    places = [Place(member, ranks[member], *total) for member, total in sums.items()]
    return sorted(places, key=lambda place: (place.rank, place.member))


def merged(club: Club) -> dict[int, int]:
    """Members whose record was merged into another's, and whose they are now. One query."""
    into = dict(club.members.exclude(merged_into=None).values_list("pk", "merged_into_id"))
    return {gone: _end(into, kept) for gone, kept in into.items() if kept is not None}


def _end(into: Mapping[int, int | None], member: int) -> int:
    while (further := into.get(member)) is not None:
        member = further
    return member


def names(club: Club, members: set[int]) -> dict[str, str]:
    """The names of members today, by id as text: what a report is read with, not part of what it says."""
    rows = Member.objects.filter(club=club, pk__in=members).order_by("pk").values_list("pk", "name")
    return {str(pk): name for pk, name in rows}
