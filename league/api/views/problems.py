"""What the type of a problem document opens, and the answer for every address that is none."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ApiView
from league.api.codes import TITLES
from league.api.describe import describe


class ProblemTypeOut(serializers.Serializer[Any]):
    """A code and what it means."""

    code = serializers.CharField()
    title = serializers.CharField()


class ProblemType(ApiView):
    """What a code means."""

    serializer_class = ProblemTypeOut

    @describe("problems", "What the code of a problem means", ProblemTypeOut)
    def get(self, request: Request, code: str) -> Response:
        if code not in TITLES:
            raise Http404
        return Response({"code": code, "title": str(TITLES[code])})


class Nowhere(ApiView):
    """An address below the API that leads nowhere."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404
