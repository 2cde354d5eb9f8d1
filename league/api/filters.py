"""What lists can be narrowed to. A value that does not fit is a fault, not an empty list."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import django_filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from league.models import Jiang, Member

_ID = re.compile(r"[1-9][0-9]{0,14}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class IdField(forms.Field):
    """An id as it stands in an answer: ASCII digits."""

    default_error_messages = {"invalid": _("An id is a whole number from 1.")}

    def to_python(self, value: Any) -> int | None:
        if value in (None, ""):
            return None
        if not _ID.fullmatch(str(value)):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return int(value)


class DayField(forms.Field):
    """A day as YYYY-MM-DD."""

    default_error_messages = {"invalid": _("A day is written YYYY-MM-DD.")}

    def to_python(self, value: Any) -> date | None:
        if value in (None, ""):
            return None
        try:
            if not _DAY.fullmatch(str(value)):
                raise ValueError(value)
            return date.fromisoformat(value)
        except ValueError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None


class IdFilter(django_filters.Filter):
    """Rows of one id."""

    field_class = IdField


class DayFilter(django_filters.Filter):
    """Rows of a day, or from or until it."""

    field_class = DayField


class WordFilter(django_filters.ChoiceFilter):
    """`true` or `false`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=[("true", "true"), ("false", "false")], **kwargs)

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        return super().filter(qs, value == "true" if value in ("true", "false") else value)


class JiangFilter(django_filters.FilterSet):
    """將 by season, session, table, state, day and who took part."""

    season = IdFilter()
    session = IdFilter(field_name="table__session")
    state = django_filters.ChoiceFilter(choices=Jiang.State.choices)
    played_on = DayFilter()
    played_from = DayFilter(field_name="played_on", lookup_expr="gte")
    played_until = DayFilter(field_name="played_on", lookup_expr="lte")
    member = IdFilter(field_name="results__member")


class MemberFilter(django_filters.FilterSet):
    """Members by exact name, role, and whether they are guests."""

    name = django_filters.CharFilter(max_length=60)
    role = django_filters.ChoiceFilter(choices=Member.Role.choices)
    guest = WordFilter(field_name="is_guest")


class SessionFilter(django_filters.FilterSet):
    """Sessions by season and day."""

    season = IdFilter()
    played_from = DayFilter(field_name="played_on", lookup_expr="gte")
    played_until = DayFilter(field_name="played_on", lookup_expr="lte")
