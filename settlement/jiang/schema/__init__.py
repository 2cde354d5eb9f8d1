"""The published JSON Schema (2020-12) of a 將 record."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

PATH = Path(__file__).parent / "jiang-record.schema.json"


@cache
def record_schema() -> dict[str, Any]:
    """The schema as a JSON object."""
    schema: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return schema
