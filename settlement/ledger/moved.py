"""Transfers as plain rows, for walks over a whole book, where building model objects would cost most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import QuerySet

from settlement.models import Transfer


class Moved(NamedTuple):
    """A transfer's columns."""

    posting_id: int
    position: int
    src_id: int
    dst_id: int
    amount: int
    reason: str
    detail: Any


def moved(found: QuerySet[Transfer]) -> Iterator[Moved]:
    """The transfers of a query as rows, by posting and position."""
    rows = found.order_by("posting_id", "position").values_list(*Moved._fields)
    return map(Moved._make, rows)
