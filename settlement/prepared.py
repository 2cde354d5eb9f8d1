"""Queries that are compiled once.

Turning a queryset into SQL costs more than the database needs to answer a small one. Recording a hand asks seven
of them each time, so those are compiled when they are first asked and only given other ids after that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection, models, transaction
from django.db.models import query
from django.db.models.query import QuerySet

M = TypeVar("M", bound=models.Model)

SLOT = -1_000_000_007
"""What stands for the first id while a query is compiled, and for the others counting down: no row has such an id."""


@dataclass(frozen=True, slots=True)
class _Compiled(Generic[M]):
    sql: str
    params: tuple[object, ...]
    model: type[M]
    columns: list[str]
    own: slice
    converters: dict[int, Any]
    related: list[Any]
    apply: Callable[..., Any]
    locks: bool


class Prepared(Generic[M]):
    """The rows of the queryset that `build` makes of ids, `select_related` included; asked anew by each call.

    `build` takes ids (whole numbers) only, and its query has to depend on nothing else. No annotations, no
    prefetching. Rows come as the model's objects, as from the queryset.
    """

    def __init__(self, build: Callable[..., QuerySet[M]]) -> None:
        self._build = build
        self._known: dict[tuple[str, int], _Compiled[M]] = {}

    def __call__(self, *ids: int) -> list[M]:
        known = self._known.get((connection.vendor, len(ids)))
        if known is None:
            known = self._known[connection.vendor, len(ids)] = _compile(self._build, len(ids))
        if known.locks and not connection.in_atomic_block:
            raise transaction.TransactionManagementError("a query that locks rows is for a transaction")
        params: list[Any] = [
            ids[SLOT - one] if type(one) is int and one <= SLOT else one for one in known.params
        ]
        with connection.cursor() as cursor:
            cursor.execute(known.sql, params)
            rows: Any = cursor.fetchall()
        if known.converters:
            rows = known.apply(rows, known.converters)
        return [_object(known, row) for row in rows]


def _object(known: _Compiled[M], row: Any) -> M:
    made = known.model.from_db(connection.alias, known.columns, row[known.own])
    for each in known.related:
        each.populate(row, made)
    return made


def _compile(build: Callable[..., QuerySet[M]], count: int) -> _Compiled[M]:
    queryset = build(*(SLOT - index for index in range(count)))
    compiler: Any = queryset.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    if {one for one in params if type(one) is int and one <= SLOT} != {SLOT - one for one in range(count)}:
        raise ValueError("each id has to stand in the query as it is")
    select, info = compiler.select, compiler.klass_info
    if compiler.annotation_col_map or compiler.has_composite_fields([one[0] for one in select]):
        raise ValueError("a query of plain rows is expected")
    populators: Any = query.get_related_populators
    fields = info["select_fields"]
    own = slice(fields[0], fields[-1] + 1)
    return _Compiled(
        sql=sql,
        params=tuple(params),
        model=info["model"],
        columns=[one[0].target.attname for one in select[own]],
        own=own,
        converters=compiler.get_converters([one[0] for one in select[: compiler.col_count]]),
        related=populators(info, select, connection.alias),
        apply=compiler.apply_converters,
        locks=queryset.query.select_for_update,
    )
