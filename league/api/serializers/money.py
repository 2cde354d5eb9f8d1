"""Balances, statements and ranks."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from league.api.serializers.clubs import MemberName, member_name
from league.api.serializers.settle import transfer_fields
from league.models import Member
from league.selectors.money import Line
from settlement.models import Transfer


class BalanceOut(serializers.Serializer[Member]):
    """What a member has received minus paid."""

    member = MemberName(source="*")
    balance = serializers.IntegerField()


class OwnTransferOut(serializers.Serializer[Any]):
    """A transfer that touches the member; `null` is the house."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            **transfer_fields(),
            "from": MemberName(allow_null=True),
            "to": MemberName(allow_null=True),
            "reason": serializers.CharField(),
        }


class LineOut(serializers.Serializer[Any]):
    """A line of a statement: one posting of the ledger as it touches the member."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    occurred_at = serializers.DateTimeField()
    recorded_at = serializers.DateTimeField()
    memo = serializers.CharField(allow_blank=True)
    amount = serializers.IntegerField()
    balance = serializers.IntegerField()
    jiang = serializers.IntegerField(allow_null=True, help_text="the 將 it came from")
    hand = serializers.IntegerField(
        allow_null=True, help_text="the number of the hand; null once it is struck"
    )
    reversed_by = serializers.IntegerField(allow_null=True, help_text="the seq that took this line back")
    transfers = OwnTransferOut(many=True)


class StatementOut(serializers.Serializer[Any]):
    """A page of a member's statement. `opening` and `closing`: before and after the lines shown."""

    member = MemberName()
    unit = serializers.CharField()
    opening = serializers.IntegerField()
    closing = serializers.IntegerField()
    results = LineOut(many=True)
    next = serializers.CharField(allow_null=True, help_text="the address of the page after this one")


class BalancesOut(serializers.Serializer[Any]):
    """A page of balances in one unit. `house`: of the house; null for who sees only his own."""

    unit = serializers.CharField()
    house = serializers.IntegerField(allow_null=True)
    results = BalanceOut(many=True)
    next = serializers.CharField(allow_null=True, help_text="the address of the page after this one")


def line_out(line: Line) -> dict[str, Any]:
    """A line as `LineOut` describes it."""
    posting, hand = line.line.posting, line.hand
    return {
        "seq": posting.seq,
        "kind": posting.kind,
        "occurred_at": posting.occurred_at.isoformat(),
        "recorded_at": posting.recorded_at.isoformat(),
        "memo": posting.memo,
        "amount": line.line.amount,
        "balance": line.line.balance,
        "jiang": None if hand is None else hand.jiang_id,
        "hand": None if hand is None or hand.struck_at is not None else hand.number,
        "reversed_by": line.line.reversed_by_seq,
        "transfers": [_transfer(line, row) for row in line.line.transfers],
    }


def _transfer(line: Line, row: Transfer) -> dict[str, Any]:
    return {
        "from": member_name(line.member(row.src)),
        "to": member_name(line.member(row.dst)),
        "amount": row.amount,
        "reason": row.reason,
    }
