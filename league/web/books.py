"""The house account: the club's books by month, fees charged, expenses, and entries taken back."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from league.access import Access, all_money_for, organiser_for
from league.errors import Refused
from league.exports.table import Cell, Column, Table
from league.look.words import month as month_name
from league.look.words import short_day
from league.models import Club, ClubUnit, Expense, Member
from league.selectors.books import Books, Entry, MonthBook, books, entries
from league.selectors.members import members_of
from league.services import house
from league.web.files import file_answer
from league.web.forms_settings import DAY
from league.web.pages import page, today
from league.web.settling import actor_of
from league.web.settling_forms import ReasonForm, WholeField
from league.web.units import unit_in

FORM = ["GET", "HEAD", "POST"]


class SpendForm(forms.Form):
    """Something bought with the club's money."""

    what = forms.CharField(label=gettext_lazy("What for"), max_length=200)
    amount = WholeField(label=gettext_lazy("Amount"))
    on = forms.DateField(label=gettext_lazy("Day"), widget=DAY)


class ChargeForm(forms.Form):
    """A fee that each of the chosen members owes the house."""

    what = forms.CharField(label=gettext_lazy("What for"), max_length=200)
    amount = WholeField(label=gettext_lazy("Amount for each"))
    on = forms.DateField(label=gettext_lazy("Day"), widget=DAY)
    members = forms.ModelMultipleChoiceField(
        label=gettext_lazy("From whom"),
        queryset=Member.objects.none(),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, club: Club, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["members"].queryset = members_of(club)  # type: ignore[attr-defined]


@require_safe
def club_books(request: HttpRequest, slug: str) -> HttpResponse:
    """What came in, what went out, by month, and the entries: for who sees everyone's money."""
    access = all_money_for(request.user, slug)
    unit, units = unit_in(request, access)
    context = {"unit": unit, "units": units, "books": books(unit), "entries": entries(unit)}
    context["print"] = {"note": _("Books"), "unit": unit.label}
    return page(request, access, "pages/settling/books.html", context)


@require_safe
def books_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The same as CSV (the months), XLSX or PDF."""
    access = all_money_for(request.user, slug)
    unit, _units = unit_in(request, access)
    with timezone.override(ZoneInfo(access.club.time_zone)):
        tables = _tables(access, unit, books(unit), entries(unit, limit=5000))
    return file_answer(request, access, tables, form, f"{_('Books')} {unit.code}")


def _tables(access: Access, unit: ClubUnit, shown: Books, made: Sequence[Entry]) -> list[Table]:
    facts = [
        f"{access.club.name} · {unit.label}",
        _("As of %(day)s") % {"day": short_day(today(access.club))},
    ]
    columns = [
        Column(_("Month"), share=3),
        Column(_("Table fees"), "number"),
        Column(_("Charged fees"), "number"),
        Column(_("Spent"), "number"),
        Column(_("Result"), "sum"),
        Column(_("Paid in"), "number"),
    ]
    rows = [_month(one) for one in shown.months]
    return [Table(_("Books"), facts, columns, rows, [_month(shown.total)]), _entries(made, facts)]


def _month(one: MonthBook) -> list[Cell]:
    name = month_name(one.first) if one.first else _("Total")
    return [name, one.table_fees, one.fees, one.spent, one.result, one.paid]


def _entries(made: Sequence[Entry], facts: Sequence[str]) -> Table:
    columns = [
        Column(_("Date"), share=3),
        Column(_("Kind"), share=2),
        Column(_("What for"), share=6),
        Column(_("Amount"), "number"),
        Column(_("Written down by"), share=3),
        Column(_("Taken back"), share=4),
    ]
    rows: list[Sequence[Cell]] = [
        [
            short_day(one.expense.spent_on),
            str(one.expense.get_kind_display()),
            one.expense.what,
            one.expense.amount,
            one.made_by,
            one.taken_back,
        ]
        for one in made
    ]
    return Table(_("Fees and expenses"), facts, columns, rows)


@require_http_methods(FORM)
def spend(request: HttpRequest, slug: str) -> HttpResponse:
    """Writing an expense down."""
    access = organiser_for(request.user, slug)
    unit, units = unit_in(request, access)
    form = SpendForm(request.POST or None, initial={"on": today(access.club)})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            house.spend(unit, given["amount"], given["what"], on=given["on"], actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return _done(request, access, unit)
    return _form_page(request, access, unit, units, form, _("Record an expense"))


@require_http_methods(FORM)
def charge(request: HttpRequest, slug: str) -> HttpResponse:
    """Charging a fee to the chosen members."""
    access = organiser_for(request.user, slug)
    unit, units = unit_in(request, access)
    form = ChargeForm(access.club, request.POST or None, initial={"on": today(access.club)})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        fees = dict.fromkeys(given["members"], given["amount"])
        try:
            house.charge(unit, fees, given["what"], on=given["on"], actor=actor_of(request))
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return _done(request, access, unit)
    return _form_page(request, access, unit, units, form, _("Charge a fee"))


def _form_page(
    request: HttpRequest, access: Access, unit: ClubUnit, units: list[ClubUnit], form: forms.Form, title: str
) -> HttpResponse:
    context = {"form": form, "unit": unit, "units": units, "title": title}
    status = 422 if form.is_bound else 200
    return page(request, access, "pages/settling/house_form.html", context, status=status)


def _done(request: HttpRequest, access: Access, unit: ClubUnit) -> HttpResponse:
    messages.success(request, _("Written down."))
    answer = redirect("books", access.club.slug)
    answer["Location"] += f"?unit={unit.code}"
    return answer


@require_http_methods(FORM)
def take_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Reversing an entry, with a reason."""
    access = organiser_for(request.user, slug)
    entry = get_object_or_404(Expense.objects.select_related("unit"), club=access.club, pk=pk)
    form = ReasonForm(request.POST or None, required=True)
    if request.method == "POST" and form.is_valid():
        try:
            house.take_back(entry, actor=actor_of(request), why=form.cleaned_data["why"])
        except Refused as refused:
            form.add_error(None, refused.message)
        else:
            return _done(request, access, entry.unit)
    context = {"entry": entry, "form": form, "unit": entry.unit}
    status = 422 if form.is_bound else 200
    return page(request, access, "pages/settling/take_back.html", context, status=status)
