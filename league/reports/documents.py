"""From a report's data to the page that is kept: stand-alone, styled for the screen and for A4."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from league.models import Job
from league.reports import (
    integrity_data,
    integrity_view,
    letter_data,
    letter_view,
    sheet_data,
    sheet_view,
    snapshot_data,
    snapshot_view,
)

Data = dict[str, Any]
BEGIN, END = '<main class="report">', "</main>"
# What a report is read with and what it announces: a new name or a new session makes it no other report.
BESIDE = frozenset({"names", "next", "season_name", "unit", "name"})


@dataclass(frozen=True)
class Kind:
    """How one kind of report is gathered and put into words. `sums`: whether it can be shown without sums."""

    gather: Callable[[Job], Data]
    title: Callable[[Job, Data], str]
    context: Callable[[Job, Data], dict[str, Any]]
    sums_apart: bool


KINDS: dict[str, Kind] = {
    Job.Kind.SETTLEMENT_SHEET: Kind(
        sheet_data.gather,
        lambda job, data: sheet_view.title(data),
        lambda job, data: sheet_view.context(data),
        sums_apart=False,
    ),
    Job.Kind.STANDINGS_SNAPSHOT: Kind(
        snapshot_data.gather,
        lambda job, data: snapshot_view.title(data, job.as_of),
        lambda job, data: snapshot_view.context(data, job.as_of),
        sums_apart=True,
    ),
    Job.Kind.LEAGUE_LETTER: Kind(
        letter_data.gather,
        lambda job, data: letter_view.title(data, job.as_of),
        lambda job, data: letter_view.context(data, job.as_of),
        sums_apart=True,
    ),
    Job.Kind.INTEGRITY_CHECK: Kind(
        integrity_data.gather,
        lambda job, data: integrity_view.title(data, job.as_of),
        lambda job, data: integrity_view.context(job.club, data),
        sums_apart=False,
    ),
}


def document(job: Job, data: Data, *, sums: bool) -> str:
    """The whole page, in the language and by the clock in force; `sums` tells what each won and lost."""
    kind = KINDS[job.kind]
    context = kind.context(job, data)
    frame = {
        "club": job.club,
        "as_of": job.as_of,
        "title": kind.title(job, data),
        "language": "zh-Hant" if get_language() == "zh-hant" else get_language(),
        "sums": sums,
    }
    return render_to_string(f"reports/{job.kind}.html", context | frame)


def inside(html: str) -> SafeString:
    """What a kept page says, without its own frame and style: to be shown within the site's."""
    _, _, rest = html.partition(BEGIN)
    return mark_safe(rest.rpartition(END)[0])  # noqa: S308 - made by our own templates, which escape


def same(one: object, other: object) -> bool:
    """Whether two reports say the same: names and announcements apart."""
    return _said(one) == _said(other)


def _said(data: object) -> object:
    if isinstance(data, dict):
        return {key: _said(value) for key, value in data.items() if key not in BESIDE}
    if isinstance(data, list):
        return [_said(value) for value in data]
    return data
