"""Standings of a season and the rank sheet 排名表 of a 將."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from league.access import Access
from league.api.serializers.clubs import MemberName, SeasonOut
from league.models import JiangResult, Member, SeasonTotal

PLAY = ["hands", "wins", "self_draws", "deal_ins", "win_tai", "best_tai"]
MONEY = ["bets_net", "fees_net", "net"]


class FiguresOut(serializers.Serializer[Any]):
    """What play came to: `play_net` knows no side bets and no fees. Sums are null for who may not see them."""

    rank = serializers.IntegerField()
    member = MemberName()
    play_net = serializers.IntegerField(allow_null=True)
    hands = serializers.IntegerField()
    wins = serializers.IntegerField()
    self_draws = serializers.IntegerField()
    deal_ins = serializers.IntegerField()
    win_tai = serializers.IntegerField()
    best_tai = serializers.IntegerField()
    bets_net = serializers.IntegerField(allow_null=True)
    fees_net = serializers.IntegerField(allow_null=True)
    net = serializers.IntegerField(allow_null=True)


class StandingOut(FiguresOut):
    """A line of a season's standings."""

    jiang_count = serializers.IntegerField()
    firsts = serializers.IntegerField()


class StandingsOut(serializers.Serializer[Any]):
    """A season's standings: complete 將 only; equal sums share a rank (1, 1, 3)."""

    season = SeasonOut()
    results = StandingOut(many=True)


class RanksOut(serializers.Serializer[Any]):
    """The rank sheet of a 將. `complete`: its ranks are final."""

    jiang = serializers.IntegerField()
    complete = serializers.BooleanField()
    results = FiguresOut(many=True)


def figures(
    rank: int, member: Member, row: SeasonTotal | JiangResult, access: Access, *, points: bool = True
) -> dict[str, Any]:
    """A line as `FiguresOut` describes it. `points`: the reader sees what play came to."""
    shown = access.sees_money_of(member)
    return {
        "rank": rank,
        "member": {"id": member.pk, "name": member.name},
        "play_net": row.play_net if points else None,
        **{name: getattr(row, name) for name in PLAY},
        **{name: getattr(row, name) if shown else None for name in MONEY},
    }
