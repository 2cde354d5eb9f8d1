"""Settling a record and scoring a hand without keeping anything: the two commands over the wire."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ApiView
from league.api.describe import describe
from league.api.serializers.settle import ScoreIn, ScoreOut, SettleOut
from scoring.line import score_request
from settlement.jiang.record import read_record
from settlement.jiang.replay import replay

RECORD = {"application/json": {"$ref": "#/components/schemas/JiangRecord"}}


class Settle(ApiView):
    """A record in, what it comes to out."""

    serializer_class = SettleOut

    @describe(
        "stateless",
        "Settle a record, as manage.py settle does; nothing is kept",
        {200: SettleOut},
        body=RECORD,
    )
    def post(self, request: Request) -> Response:
        return Response(replay(read_record(request.data)).as_json())


class Score(ApiView):
    """A hand's tiles in, what they count out."""

    serializer_class = ScoreOut

    @describe(
        "stateless",
        "Score a win's tiles, as one line of manage.py score; nothing is kept",
        {200: ScoreOut},
        body=ScoreIn,
    )
    def post(self, request: Request) -> Response:
        return Response(score_request(request.data).as_json())
