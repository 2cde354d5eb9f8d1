"""將: lists, one of them, its sheet, its ranks and its record."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView
from league.api.conditional import versioned
from league.api.describe import describe
from league.api.serializers.jiang import JiangOut
from league.api.serializers.ranks import RanksOut, figures
from league.api.serializers.settle import SettleOut
from league.models import Club, Jiang
from league.selectors.answers import jiang_answer
from league.selectors.standings import jiang_ranks
from league.services.facts import Facts

RECORD = {"$ref": "#/components/schemas/JiangRecord"}


def jiang_of(club: Club) -> QuerySet[Jiang]:
    """The 將 of a club with all that `JiangOut` shows."""
    return (
        Jiang.objects.filter(club=club)
        .select_related("club", "table", "unit")
        .prefetch_related("sittings__member", "results__member")
    )


class JiangView(ClubView):
    """A view of one 將 of the club."""

    def jiang(self, pk: int) -> Jiang:
        return get_object_or_404(jiang_of(self.access.club), pk=pk)

    def bare_jiang(self, pk: int) -> Jiang:
        """The same for a write, which reads what it needs under its lock."""
        rows = Jiang.objects.filter(club=self.access.club).select_related("unit__book")
        jiang = get_object_or_404(rows, pk=pk)
        jiang.club = self.access.club
        return jiang

    def sheet_of(self, pk: int) -> Jiang:
        """The same for who may see its sums."""
        jiang = self.jiang(pk)
        self._let(self.access.sees_jiang(jiang), "read")
        return jiang


class OneJiang(JiangView):
    """One 將."""

    serializer_class = JiangOut

    @describe("jiang", "One 將: who sits where, how it stands, what it came to", JiangOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        jiang = self.jiang(pk)
        return versioned(Response(self.get_serializer(jiang).data), jiang.version)


class Sheet(JiangView):
    """The sheet of a 將."""

    serializer_class = SettleOut

    @describe("jiang", "The sheet of a 將: every hand's payments, the net, the fewest transfers", SettleOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        jiang = self.sheet_of(pk)
        return versioned(Response(jiang_answer(jiang)), jiang.version)


class Ranks(JiangView):
    """The rank sheet of a 將."""

    serializer_class = RanksOut

    @describe("jiang", "The rank sheet 排名表 of a 將", RanksOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        jiang = self.jiang(pk)
        points = self.access.sees_jiang(jiang)
        rows = [
            figures(row.rank, row.result.member, row.result, self.access, points=points)
            for row in jiang_ranks(jiang)
        ]
        complete = jiang.state == Jiang.State.COMPLETE
        return versioned(Response({"jiang": jiang.pk, "complete": complete, "results": rows}), jiang.version)


class RecordOf(JiangView):
    """The record of a 將."""

    @describe("jiang", "Export a 將 as a record, under the names of today", {200: RECORD})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        jiang = self.sheet_of(pk)
        return versioned(Response(Facts.load(jiang).export()), jiang.version)
