"""Balances, and the statement that each is made of."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import TokenAccess
from league.api.base import ClubView
from league.api.describe import UNIT, describe
from league.api.pagination import (
    PARAMETERS,
    CursorPages,
    bad_cursor,
    page_answer,
    read_cursor,
    read_limit,
)
from league.api.serializers.clubs import member_name
from league.api.serializers.money import BalanceOut, BalancesOut, StatementOut, line_out
from league.api.views.importing import unit_of
from league.models import ClubUnit, Member
from league.selectors.money import balances, house_balance, member_statement

PAGE = [OpenApiParameter(one["name"], one["schema"], description=one["description"]) for one in PARAMETERS]
OLDEST, NEWEST = "oldest", "newest"
ORDER = OpenApiParameter(
    "order",
    {"type": "string", "enum": [OLDEST, NEWEST], "default": OLDEST},
    description="`oldest` first: a cursor kept from the last page brings what is new; `newest` first",
)


class MoneyView(ClubView):
    """A view of sums in one unit of the club."""

    def unit(self) -> ClubUnit:
        return unit_of(self.access.club, self.request.query_params.get("unit"))


class Balances(MoneyView):
    """What everyone's balance is."""

    serializer_class = BalanceOut
    pagination_class = CursorPages
    order = ("name", "pk")

    @describe(
        "money",
        "Balances in one unit, by name (scope read or settle); a player sees his own unless the club says more",
        BalancesOut,
        parameters=[UNIT, *PAGE],
    )
    def get(self, request: Request, slug: str) -> Response:
        access = self.access
        own = access.member
        self._let(access.sees_all_money or own is not None, "read", "settle")
        unit = self.unit()
        rows = balances(unit)
        if not access.sees_all_money and own is not None:
            rows = rows.filter(pk=own.pk)
        page = self.paged(rows)
        house = house_balance(unit) if access.sees_all_money else None
        return Response({"unit": unit.code, "house": house, **page.data})


class StatementOf(MoneyView):
    """What a member's balance is made of."""

    serializer_class = StatementOut

    @describe(
        "money",
        "A member's statement (scope read or settle): every line his balance is made of",
        StatementOut,
        parameters=[UNIT, ORDER, *PAGE],
    )
    def get(self, request: Request, slug: str, pk: int) -> Response:
        member = self._member(pk)
        unit = self.unit()
        limit, newest = read_limit(request), _newest(request)
        cursor = read_cursor(request, 1)
        found = member_statement(member, unit, newest=newest, limit=limit, **_window(cursor, newest))
        lines = [line_out(line) for line in found.lines]
        if newest:
            lines.reverse()
        shown = found.statement
        more = shown is not None and (shown.earlier if newest else shown.later)
        page = page_answer(request, lines, [lines[-1]["seq"]] if more else None)
        told: dict[str, Any] = {
            "member": member_name(member),
            "unit": unit.code,
            "opening": shown.opening if shown else 0,
            "closing": shown.closing if shown else 0,
        }
        return Response({**told, **page.data})

    def _member(self, pk: int) -> Member:
        """The member, for who may see his sums; who belongs to the club is told to its own people only."""
        access = self.access
        if access.member is None and not isinstance(access, TokenAccess) and not access.sees_all_money:
            self.needs_member()
        member = get_object_or_404(Member, club=access.club, pk=pk, merged_into=None)
        self._let(access.sees_money_of(member), "read", "settle")
        return member


def _newest(request: Request) -> bool:
    order = request.query_params.get("order", OLDEST)
    if order not in (OLDEST, NEWEST):
        told = serializers.ChoiceField.default_error_messages["invalid_choice"]
        raise serializers.ValidationError({"order": [str(told).format(input=order)]}, code="invalid")
    return order == NEWEST


def _window(cursor: list[Any] | None, newest: bool) -> dict[str, int]:
    if cursor is None:
        return {}
    seq = cursor[0]
    if type(seq) is not int or not 0 <= seq < 2**32:
        raise bad_cursor()
    return {"before_seq": seq} if newest else {"after_seq": seq}
