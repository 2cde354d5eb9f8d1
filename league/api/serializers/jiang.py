"""將: who sits where, how it stands, and what it came to."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.access import Access
from league.api.fields import RecordField, Strict, WholeNumber
from league.api.serializers.clubs import MemberName
from league.api.serializers.settle import RulesetField
from league.models import ClubUnit, Jiang, JiangResult, Sitting

MOST_ID = 10**15


class StakesOut(serializers.Serializer[Any]):
    """底 and 台."""

    base = serializers.IntegerField()
    per_tai = serializers.IntegerField()


class SeatOut(serializers.ModelSerializer[Sitting]):
    """Who sits in a seat from a hand on."""

    member = MemberName()

    class Meta:
        model = Sitting
        fields = ["seat", "from_hand", "member"]


class ResultOut(serializers.ModelSerializer[JiangResult]):
    """What a 將 came to for one person; a backer has no seat and no place."""

    member = MemberName()
    net = serializers.IntegerField()

    class Meta:
        model = JiangResult
        fields = ["member", "seat", "place", "play_net", "bets_net", "fees_net", "net"]


class JiangOut(serializers.ModelSerializer[Jiang]):
    """A 將. `results` is null for a reader who may not see its sums. `version` goes up with every change."""

    session = serializers.IntegerField(source="table.session_id")
    table = serializers.IntegerField(source="table.number")
    season = serializers.IntegerField(source="season_id", allow_null=True)
    unit = serializers.SlugRelatedField[ClubUnit](slug_field="code", read_only=True)
    ruleset = RulesetField()
    stakes = StakesOut(source="*")
    players = SeatOut(source="sittings", many=True)
    results = serializers.SerializerMethodField()

    class Meta:
        model = Jiang
        fields = [
            "id",
            "uid",
            "session",
            "table",
            "number",
            "season",
            "unit",
            "played_on",
            "ruleset",
            "stakes",
            "first_dealer",
            "players",
            "state",
            "hand_count",
            "version",
            "finished_at",
            "results",
        ]

    @extend_schema_field(ResultOut(many=True, allow_null=True))
    def get_results(self, jiang: Jiang) -> list[dict[str, Any]] | None:
        access: Access = self.context["view"].access
        rows = list(jiang.results.all())
        mine = access.member is not None and any(row.member_id == access.member.pk for row in rows)
        if not (mine or access.sees_all_money):
            return None
        return [dict(row) for row in ResultOut(rows, many=True).data]


class TableIn(Strict):
    """Where a record belongs: a session of the club (else that of its day) and a table there (else the first)."""

    session = WholeNumber(min_value=1, max_value=MOST_ID, required=False)
    number = WholeNumber(min_value=1, max_value=1000, required=False)


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"oneOf": [{"type": "integer", "minimum": 1}, {"const": "new"}]},
        "description": "who a name is: a member's id, or `new` for a new guest",
    }
)
class NamesField(serializers.DictField):
    """Name → member's id or `new`."""


class ImportIn(Strict):
    """A record with what the club should know about it."""

    record = RecordField()
    names = NamesField(required=False, default=dict)
    table = TableIn(required=False)
    unit = serializers.SlugField(max_length=12, required=False)
