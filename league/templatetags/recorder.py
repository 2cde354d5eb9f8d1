"""`{% load recorder %}`: what the recorder's templates need beside the look."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django import template

from scoring.tiles import FLOWERS, KINDS

register = template.Library()


@register.filter
def as_json(value: Mapping[str, Any] | None) -> str:
    """A mapping for a `data-` attribute: `data-barred="{{ barred|as_json }}"`."""
    return json.dumps(value or {}, ensure_ascii=False)


@register.simple_tag
def pad_suits() -> list[dict[str, Any]]:
    """The tiles to tap, suit by suit."""
    suits = [{"name": suit, "tiles": [one for one in KINDS if one[1] == suit]} for suit in "mpsz"]
    return [*suits, {"name": "f", "tiles": list(FLOWERS)}]
