"""Clubs, their members, seasons and sessions."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.api.fields import Flag, Strict, Text
from league.models import Club, ClubUnit, Member, Season, Session, Table

NAME_LENGTH = 60


class UnitOut(serializers.ModelSerializer[ClubUnit]):
    """A unit the club keeps accounts in."""

    class Meta:
        model = ClubUnit
        fields = ["code", "label", "is_default"]


class ClubOut(serializers.ModelSerializer[Club]):
    """A club as its readers see it."""

    units = UnitOut(many=True)

    class Meta:
        model = Club
        fields = ["slug", "name", "language", "time_zone", "public", "money_shown", "units"]


class MemberName(serializers.ModelSerializer[Member]):
    """Who somebody is: enough to show and to look up."""

    class Meta:
        model = Member
        fields = ["id", "name"]


class MemberOut(serializers.ModelSerializer[Member]):
    """A member or guest of the club."""

    class Meta:
        model = Member
        fields = ["id", "name", "role", "is_guest", "joined_on", "left_on"]


class MemberIn(Strict):
    """A new guest, or with `guest: false` a new member."""

    name = Text(max_length=NAME_LENGTH)
    guest = Flag(default=True)

    def validate_name(self, name: str) -> str:
        if name.casefold() == "house":
            raise serializers.ValidationError(_("This name is the house's own."), code="bad_name")
        return name


class SeasonOut(serializers.ModelSerializer[Season]):
    """A stretch of play that is ranked together, in one unit."""

    unit = serializers.SlugRelatedField[ClubUnit](slug_field="code", read_only=True)

    class Meta:
        model = Season
        fields = ["id", "name", "unit", "starts_on", "ends_on"]


class TableOut(serializers.ModelSerializer[Table]):
    """A table of a session."""

    class Meta:
        model = Table
        fields = ["id", "number"]


class SessionOut(serializers.ModelSerializer[Session]):
    """An evening's or a day's play."""

    season = serializers.IntegerField(source="season_id", allow_null=True)
    tables = TableOut(many=True)

    class Meta:
        model = Session
        fields = ["id", "name", "played_on", "season", "closed_at", "tables"]


def member_name(member: Member | None) -> dict[str, Any] | None:
    """`{"id", "name"}` as `MemberName` shows it; None for the house."""
    return None if member is None else {"id": member.pk, "name": member.name}
