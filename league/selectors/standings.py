"""Who stands where in a season or a 將."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from league.models import Jiang, JiangResult, Season, SeasonTotal
from league.standings import shared_ranks


@dataclass(frozen=True)
class Standing:
    """A member's rank by net units of complete 將, and the sum it comes from. `shared`: others have it too."""

    rank: int
    total: SeasonTotal
    shared: bool = False


def standings(season: Season) -> list[Standing]:
    """The season's table: 插花 and fees apart, ties share a rank (1, 1, 3). One query.

    Who only backed others stands in no rank.
    """
    totals = list(
        SeasonTotal.objects.filter(season=season, jiang_count__gt=0)
        .select_related("member")
        .order_by("-play_net", "member__name", "pk")
    )
    ranks = shared_ranks({total.pk: total.play_net for total in totals})
    held = Counter(ranks.values())
    return [Standing(ranks[total.pk], total, held[ranks[total.pk]] > 1) for total in totals]


@dataclass(frozen=True)
class RankRow:
    """A line of a 將's rank sheet 排名表. `shared`: others have the same rank."""

    rank: int
    result: JiangResult
    shared: bool = False


def jiang_ranks(jiang: Jiang) -> list[RankRow]:
    """The four (and who sat in for them) by what play alone brought them. One query."""
    results = list(
        jiang.results.exclude(place=None).select_related("member").order_by("place", "member__name", "pk")
    )
    held = Counter(result.place for result in results)
    return [RankRow(result.place or 0, result, held[result.place] > 1) for result in results]
