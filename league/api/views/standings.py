"""The standings of a season."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView
from league.api.describe import describe
from league.api.serializers.clubs import SeasonOut
from league.api.serializers.ranks import StandingsOut, figures
from league.models import Season
from league.selectors.standings import standings


class Standings(ClubView):
    """Who stands where in a season."""

    serializer_class = StandingsOut

    @describe("seasons", "The standings of a season, which are its rank sheet 排名表 too", StandingsOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        season = get_object_or_404(Season.objects.select_related("unit"), club=self.access.club, pk=pk)
        rows = [
            {
                **figures(row.rank, row.total.member, row.total, self.access),
                "jiang_count": row.total.jiang_count,
                "firsts": row.total.firsts,
            }
            for row in standings(season)
        ]
        return Response({"season": SeasonOut(season).data, "results": rows})
