"""Fields that take a JSON value for what it is: a number is a number, a text is a text, an unknown key is a fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class WholeNumber(serializers.IntegerField):
    """A JSON integer: not `3.0`, not `true`, not `"3"`."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Text(serializers.CharField):
    """A JSON text, without spaces around it."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """`true` or `false`, nothing that looks like them."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


@extend_schema_field({"$ref": "#/components/schemas/JiangRecord"})
class RecordField(serializers.JSONField):
    """A 將 record; the record's own reader checks it."""


@extend_schema_field({"$ref": "#/components/schemas/RecordHand"})
class HandField(serializers.JSONField):
    """A hand as a 將 record writes it; the record's own reader checks it."""

    default_error_messages = {"not_an_object": _("A hand is an object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("not_an_object")
        return data


class Strict(serializers.Serializer[Any]):
    """An object that has no other keys than the fields."""

    default_error_messages = {"unknown_key": _("There is no key %(key)s here.")}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [key for key in data if key not in self.fields]
            if unknown:
                told = self.error_messages["unknown_key"]
                raise serializers.ValidationError(
                    {key: [told % {"key": key}] for key in unknown}, code="unknown_key"
                )
        return super().to_internal_value(data)
