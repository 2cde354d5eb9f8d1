"""Settlements and statements as tables for files."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from league.exports.table import Cell, Column, Table
from league.look.words import moment
from league.selectors.nets import NetRow
from league.selectors.plans import PlanPage, jiang_title, plan_title


def plan_tables(shown: PlanPage) -> list[Table]:
    """The lines of a settlement, and what each sum is made of."""
    plan = shown.plan
    accepted = _("Accepted at %(moment)s") % {"moment": moment(plan.accepted_at)}
    facts = [plan.club.name, f"{shown.title} · {plan.unit.label}", accepted]
    return [_lines(shown, facts), _nets(shown.nets, facts)]


def _lines(shown: PlanPage, facts: Sequence[str]) -> Table:
    columns = [
        Column(_("Who pays"), share=3),
        Column(_("Who is paid"), share=3),
        Column(_("Amount"), "number"),
        Column(_("Paid"), "number"),
        Column(_("Open"), "number"),
        Column(_("State"), share=3),
    ]
    rows: list[Sequence[Cell]] = [
        [row.payer, row.payee, row.line.amount, row.paid, row.left, row.told] for row in shown.lines
    ]
    totals: list[Sequence[Cell]] = [
        [
            _("Total"),
            None,
            sum(row.line.amount for row in shown.lines),
            sum(row.paid for row in shown.lines),
            shown.left,
            None,
        ]
    ]
    return Table(_("Settlement"), facts, columns, rows, totals)


def _nets(nets: Sequence[NetRow], facts: Sequence[str]) -> Table:
    rows: list[Sequence[Cell]] = []
    strong: set[int] = set()
    for net in nets:
        strong.add(len(rows))
        rows.append([net.name, None, net.net])
        for source in net.sources:
            told = jiang_title(source.jiang) if source.jiang else ""
            if source.line is not None:
                told = _("Open from before: %(what)s") % {"what": plan_title(source.line.plan)}
            if source.later:
                told = _("%(what)s, corrected after it was settled") % {"what": told}
            rows.append([None, told, source.amount])
    columns = [Column(_("Name"), share=3), Column(_("Where it comes from"), share=6), Column(_("Sum"), "sum")]
    return Table(_("What each sum is made of"), facts, columns, rows, strong=frozenset(strong))
