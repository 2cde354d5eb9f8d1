"""Keeping a finished 將 as it stands, version by version: reports as of a time are made of these rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from django.utils import timezone

from league.models import Jiang, JiangResult, JiangVersion
from league.services.facts import Facts
from league.services.projection import Figures
from settlement.jiang.record import Record, read_record

FIGURES = tuple(field.name for field in fields(Figures))


def keep_version(facts: Facts, results: Iterable[JiangResult]) -> JiangVersion:
    """The 將 as it was just written. Call it in the transaction of the write, with the 將 locked."""
    document = facts.document()
    del document["ruleset"]
    return JiangVersion.objects.create(
        jiang=facts.jiang,
        number=facts.jiang.version,
        state=facts.jiang.state,
        record=document,
        results=[_row(result) for result in results],
        made_at=timezone.now(),
    )


def _row(result: JiangResult) -> dict[str, Any]:
    row: dict[str, Any] = {name: getattr(result, name) for name in FIGURES}
    return row | {"member": result.member_id, "seat": result.seat, "place": result.place}


def record_of(version: JiangVersion) -> Record:
    """The record of a version, under tokens and the 將's own sheet."""
    jiang: Jiang = version.jiang
    return read_record(version.record | {"ruleset": jiang.sheet})
