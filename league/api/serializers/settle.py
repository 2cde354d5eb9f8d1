"""The answers of `manage.py settle` and `manage.py score`, and the parts other answers share with them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

NETS = {"type": "object", "additionalProperties": {"type": "integer"}}
WIND = serializers.ChoiceField(choices=["E", "S", "W", "N"])


@extend_schema_field(NETS)
class NetsField(serializers.DictField):
    """Name → what was received minus paid."""


class PatternOut(serializers.Serializer[Any]):
    """One line of a win's breakdown."""

    code = serializers.CharField()
    name = serializers.CharField()
    count = serializers.IntegerField()
    tai = serializers.IntegerField()


class WinOut(serializers.Serializer[Any]):
    """A winner of a hand and his 牌面."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    face = serializers.IntegerField()
    patterns = PatternOut(many=True)


def transfer_fields() -> dict[str, serializers.Field[Any, Any, Any, Any]]:
    """`from` is a word of Python's: such fields are given by name."""
    return {
        "from": serializers.CharField(),
        "to": serializers.CharField(),
        "amount": serializers.IntegerField(min_value=1),
    }


class SettleUpOut(serializers.Serializer[Any]):
    """One of the fewest transfers that settle the nets."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return transfer_fields()


class TransferOut(serializers.Serializer[Any]):
    """Who pays whom how much for what. `house` is the club's own account."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        reasons = ["win", "foul", "watcher", "penalty", "outer_bet", "table_fee"]
        return {**transfer_fields(), "reason": serializers.ChoiceField(choices=reasons)}


class NextOut(serializers.Serializer[Any]):
    """The hand that comes next."""

    round_wind = WIND
    dealer = serializers.IntegerField(min_value=0, max_value=3)
    streak = serializers.IntegerField()


class SettledHandOut(serializers.Serializer[Any]):
    """A hand replayed."""

    number = serializers.IntegerField()
    round_wind = WIND
    dealer = serializers.IntegerField(min_value=0, max_value=3)
    streak = serializers.IntegerField()
    wins = WinOut(many=True)
    transfers = TransferOut(many=True)
    net = NetsField()


class FaultOut(serializers.Serializer[Any]):
    """What was wrong, or was let pass with a warning, and where."""

    code = serializers.CharField()
    message = serializers.CharField()
    where = serializers.CharField(allow_blank=True)


class SettleOut(serializers.Serializer[Any]):
    """What a 將 comes to, as `manage.py settle` prints it."""

    hands = SettledHandOut(many=True)
    net = NetsField()
    settle_up = SettleUpOut(many=True)
    complete = serializers.BooleanField()
    closed = serializers.BooleanField(
        required=False, help_text="there, and true, where the 將 was ended early"
    )
    next = NextOut(allow_null=True)
    warnings = FaultOut(many=True, required=False)


class ScoreOut(serializers.Serializer[Any]):
    """What a win counts, as `manage.py score` prints it."""

    tai = serializers.IntegerField()
    patterns = PatternOut(many=True)
    waits = serializers.ListField(child=serializers.CharField())


class TilesIn(serializers.Serializer[Any]):
    """The tiles of a win; a set is written as in `123m`, `555z`, `5555p`."""

    concealed = serializers.CharField(required=False)
    melds = serializers.ListField(child=serializers.CharField(), required=False)
    concealed_kongs = serializers.ListField(child=serializers.CharField(), required=False)
    win_tile = serializers.CharField(required=False)
    flowers = serializers.CharField(required=False)
    declared = serializers.ListField(child=serializers.CharField(), required=False)


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object"}], "example": "luohan-2005"})
class RulesetField(serializers.JSONField):
    """A sheet's id, or an object that says what it changes of one."""


class ScoreIn(serializers.Serializer[Any]):
    """A line of `manage.py score`. Only described here: the scoring room reads it."""

    ruleset = RulesetField()
    tiles = TilesIn()
    self_draw = serializers.BooleanField()
    seat_wind = WIND
    round_wind = WIND
