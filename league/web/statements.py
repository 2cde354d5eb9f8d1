"""Statements by day and 將 over a stretch of time, as pages and files; and why a sum in a 將 is what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import Access, all_money_for, club_for
from league.exports.table import Cell, Column, Table
from league.look.figures import signed
from league.look.words import moment, short_day
from league.models import Jiang, Member
from league.selectors.balances import UnitBalance, unit_balances
from league.selectors.jiang_shares import jiang_share
from league.selectors.plans import jiang_title
from league.selectors.statements import Group, Statement, every_group, house_held, statement
from league.services.facts import HOUSE, token
from league.web.files import file_answer
from league.web.jiang import print_head
from league.web.pages import number_in, page, today
from league.web.settling import month_of
from league.web.settling_forms import SpanForm
from league.web.units import unit_in


@dataclass(frozen=True)
class Asked:
    """What a statement is asked for: whose, in which unit, from when to when. `form` tells what does not fit."""

    name: str
    held: UnitBalance
    first: date | None
    last: date | None
    form: SpanForm

    @property
    def days(self) -> str:
        if self.first is None or self.last is None:
            return _("from the beginning")
        return _("%(first)s to %(last)s") % {"first": short_day(self.first), "last": short_day(self.last)}


def _asked(request: HttpRequest, access: Access, name: str, held: UnitBalance) -> Asked:
    """This month where nothing is said; `?all=1` is everything."""
    if request.GET.get("all") == "1":
        return Asked(name, held, None, None, SpanForm(initial=month_of(today(access.club).replace(day=1))))
    if "first" not in request.GET and "last" not in request.GET:
        month = month_of(today(access.club).replace(day=1))
        return Asked(name, held, month["first"], month["last"], SpanForm(initial=month))
    form = SpanForm(request.GET)
    if not form.is_valid():
        return Asked(name, held, None, None, form)
    return Asked(name, held, *form.days(), form)


def _of_member(request: HttpRequest, slug: str, pk: int) -> tuple[Access, Member, Asked]:
    access = club_for(request.user, slug)
    member = get_object_or_404(access.club.members.select_related("merged_into"), pk=pk)
    member = member.merged_into or member
    if not access.sees_money_of(member):
        raise Http404
    unit, _units = unit_in(request, access)
    found = [one for one in unit_balances(member) if one.unit.pk == unit.pk]
    held = found[0] if found else UnitBalance(unit, 0, ())
    return access, member, _asked(request, access, member.name, held)


def _of_house(request: HttpRequest, slug: str) -> tuple[Access, Asked]:
    access = all_money_for(request.user, slug)
    unit, _units = unit_in(request, access)
    return access, _asked(request, access, _("the house"), house_held(unit))


@require_safe
def member_statement(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A member's statement."""
    access, member, asked = _of_member(request, slug, pk)
    return _page(request, access, asked, member)


@require_safe
def member_file(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponse:
    """The same as CSV, XLSX or PDF, with every line."""
    access, _member, asked = _of_member(request, slug, pk)
    return _file(request, access, asked, form)


@require_safe
def house_statement(request: HttpRequest, slug: str) -> HttpResponse:
    """The statement of the house account."""
    access, asked = _of_house(request, slug)
    return _page(request, access, asked, None)


@require_safe
def house_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The same as CSV, XLSX or PDF."""
    access, asked = _of_house(request, slug)
    return _file(request, access, asked, form)


def _page(request: HttpRequest, access: Access, asked: Asked, member: Member | None) -> HttpResponse:
    wrong = asked.form.is_bound and not asked.form.is_valid()
    shown = statement(asked.held, asked.first, asked.last, after=number_in(request, "after") or 0)
    units = list(access.club.units.all())
    query = ""
    if asked.first and asked.last:
        query = f"&first={asked.first.isoformat()}&last={asked.last.isoformat()}"
    elif request.GET.get("all") == "1":
        query = "&all=1"
    context = {
        "shown": shown,
        "asked": asked,
        "member": member,
        "unit": asked.held.unit,
        "units": units,
        "query": query,
        "months": _months(asked.first, today(access.club)),
        "print": {"date": None, "note": f"{asked.name} · {asked.days}", "unit": asked.held.unit.label},
        "later_page": bool(number_in(request, "after")),
    }
    return page(request, access, "pages/settling/statement.html", context, status=422 if wrong else 200)


def _months(first: date | None, now: date) -> list[dict[str, date]]:
    """The month before the one shown, this one, and the next, as far as it has begun."""
    here = (first or now).replace(day=1)
    before = (here - timedelta(days=1)).replace(day=1)
    after = month_of(here)["last"] + timedelta(days=1)
    return [month_of(one) for one in (before, here, after) if one <= now]


def _file(request: HttpRequest, access: Access, asked: Asked, form: str) -> HttpResponse:
    if asked.form.is_bound and not asked.form.is_valid():
        raise Http404
    sums = statement(asked.held, asked.first, asked.last, limit=1)
    groups = list(every_group(asked.held, asked.first, asked.last))
    with timezone.override(ZoneInfo(access.club.time_zone)):
        table = _table(access, asked, sums, groups)
    return file_answer(request, access, [table], form, f"{_('Statement')} {asked.name} {asked.days}")


def _table(access: Access, asked: Asked, sums: Statement, groups: Sequence[Group]) -> Table:
    columns = [
        Column(_("Date"), share=3),
        Column(_("將"), share=3),
        Column(_("Hand"), "number", 1),
        Column(_("What for"), share=8),
        Column(_("Note"), share=5),
        Column(_("Recorded at"), share=3),
        Column(_("Amount"), "sum"),
        Column(_("Balance"), "sum"),
    ]
    rows: list[Sequence[Cell]] = [[None, None, None, _("Opening balance"), None, None, None, sums.opening]]
    strong = set()
    for group in groups:
        strong.add(len(rows))
        rows += [_row(group, place) for place in range(len(group.lines))]
    closing: list[Cell] = [None, None, None, _("Closing balance"), None, None, sums.moved, sums.closing]
    facts = [
        f"{access.club.name} · {asked.held.unit.label}",
        asked.days,
        _("Opening %(opening)s, closing %(closing)s")
        % {"opening": signed(sums.opening), "closing": signed(sums.closing)},
    ]
    title = _("Statement of %(name)s") % {"name": asked.name}
    return Table(title, facts, columns, rows, [closing], frozenset(strong))


def _row(group: Group, place: int) -> list[Cell]:
    line, jiang = group.lines[place], group.jiang
    where = (
        _("table %(table)s, 將 %(number)s") % {"table": jiang.table.number, "number": jiang.number}
        if jiang
        else ""
    )
    return [
        short_day(line.day),
        where,
        line.hand.number if line.hand else None,
        line.text,
        line.note,
        moment(line.recorded_at),
        line.amount,
        line.balance,
    ]


@require_safe
def of_member(request: HttpRequest, slug: str, pk: int, member: int) -> HttpResponse:
    """A member's sum in a 將, hand by hand."""
    return _share(request, slug, pk, token(member))


@require_safe
def of_house(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What the house had from a 將."""
    return _share(request, slug, pk, HOUSE)


def _share(request: HttpRequest, slug: str, pk: int, whose: str) -> HttpResponse:
    access = club_for(request.user, slug)
    found = Jiang.objects.select_related("club", "unit", "season", "table__session")
    jiang = get_object_or_404(found, club=access.club, pk=pk)
    share = jiang_share(jiang, whose) if access.sees_jiang(jiang) else None
    if share is None:
        raise Http404
    context = {
        "jiang": jiang,
        "title": jiang_title(jiang),
        "share": share,
        "unit": jiang.unit,
        "print": print_head(jiang),
    }
    return page(request, access, "pages/settling/share.html", context)
