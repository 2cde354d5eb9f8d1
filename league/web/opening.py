"""Opening a session, adding tables, seating four, drawing seats (搬風), and the next 將 with the same four."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.access import Access, recorder_for
from league.actors import Actor
from league.errors import Refused, explain
from league.models import Jiang, Member, Session, Table
from league.selectors.people import recently_seated
from league.services import opening
from league.web.opening_form import Opening, first_values, read_opening, sheet_choices
from league.web.pages import page, today
from league.web.people import labels
from scoring.errors import RuleError


@require_http_methods(["GET", "HEAD", "POST"])
def new_session(request: HttpRequest, slug: str) -> HttpResponse:
    """A session: the day, how many tables."""
    access = recorder_for(request.user, slug)
    values = {"played_on": today(access.club).isoformat(), "tables": "1", "name": ""}
    refused = None
    if request.method == "POST":
        values = {name: request.POST.get(name, "").strip() for name in values}
        try:
            played_on, tables = _day(values["played_on"]), _tables(values["tables"])
        except Refused as error:
            refused = explain(error)
        else:
            session = opening.open_session(access.club, played_on, name=values["name"], tables=tables)
            if tables == 1:
                return redirect("jiang-new", slug, session.tables.get().pk)
            return redirect("session", slug, session.pk)
    context = {"values": values, "refused": refused}
    return page(request, access, "pages/recorder/session_new.html", context, status=422 if refused else 200)


@require_POST
def add_table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One more table."""
    access = recorder_for(request.user, slug)
    session = get_object_or_404(Session, club=access.club, pk=pk)
    table = opening.add_table(session)
    messages.success(request, _("Table %(number)s stands there.") % {"number": table.number})
    return redirect("jiang-new", slug, table.pk)


@require_POST
def draw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """搬風 for the four of the last 將: the page of the next one with their seats drawn."""
    access = recorder_for(request.user, slug)
    table = _table(access, pk)
    last = opening.last_jiang(table)
    if last is None:
        return redirect("jiang-new", slug, pk)
    before = opening.seated_at_the_end(last)
    drawn = opening.draw_seats(before, before)
    query = "&".join(f"seat_{seat}={member}" for seat, member in enumerate(drawn))
    return HttpResponseRedirect(f"{reverse('jiang-new', args=[slug, pk])}?{query}", status=303)


@require_http_methods(["GET", "HEAD", "POST"])
def new_jiang(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Who sits where, under which sheet, for which stakes. `draw` draws the seats of the four that were entered."""
    access = recorder_for(request.user, slug)
    table = _table(access, pk)
    last = opening.last_jiang(table)
    if last is not None and last.state == Jiang.State.OPEN:
        return redirect("record", slug, last.pk)
    if request.method != "POST":
        return _form(request, access, table, first_values(access, last, _drawn(request, access)))
    values = {name: request.POST.get(name, "") for name in request.POST if name != "csrfmiddlewaretoken"}
    try:
        given = read_opening(access, values, last)
        if "draw" in values:
            return _form(request, access, table, values | _draw_again(given, last))
        jiang = opening.open_jiang(
            table,
            given.seats,
            given.first_dealer,
            given.terms,
            actor=Actor.user(request.user.pk or 0),
            leave_bets=given.leave_bets,
        )
    except (Refused, RuleError) as error:
        return _form(request, access, table, values, refused=explain(error))
    return HttpResponseRedirect(reverse("record", args=[slug, jiang.pk]), status=303)


def _draw_again(given: Opening, last: Jiang | None) -> dict[str, str]:
    by_id = {member.pk: member for member in given.seats}
    before = opening.seated_at_the_end(last) if last else None
    same = before if before and set(before) == set(by_id) else None
    drawn = opening.draw_seats(list(by_id), same)
    return {f"seat_{seat}": given.label(by_id[member]) for seat, member in enumerate(drawn)}


def _form(
    request: HttpRequest,
    access: Access,
    table: Table,
    values: dict[str, str],
    *,
    refused: dict[str, str] | None = None,
) -> HttpResponse:
    last = opening.last_jiang(table)
    context: dict[str, Any] = {
        "table": table,
        "values": values,
        "seats": [(seat, f"seat_{seat}", values.get(f"seat_{seat}", "")) for seat in range(4)],
        "people": labels(access.club),
        "recent": recently_seated(access.club),
        "stakes": [(f"{base}/{per_tai}", base, per_tai) for base, per_tai in opening.STAKES],
        "sheets": sheet_choices(access.club, last),
        "units": access.club.units.all(),
        "carried": carried_shown(last),
        "refused": refused,
    }
    status = 422 if refused else 200
    return page(request, access, "pages/recorder/jiang_new.html", context, status=status)


def carried_shown(last: Jiang | None) -> list[str]:
    """The bets that will stand there already, in words."""
    if last is None:
        return []
    four = opening.seated_at_the_end(last)
    names = Member.objects.in_bulk(four)
    return [
        _("%(name)s, %(units)s units") % {"name": names[four[bet.seat]].name, "units": bet.units}
        for bet in opening.carried_bets(last)
    ]


def _drawn(request: HttpRequest, access: Access) -> list[Member]:
    """The four of the address, where it names four of the club."""
    given = [request.GET.get(f"seat_{seat}", "") for seat in range(4)]
    if not all(one.isascii() and one.isdigit() and len(one) < 16 for one in given):
        return []
    found = access.club.members.in_bulk([int(one) for one in given])
    return [found[int(one)] for one in given] if len(found) == 4 else []


def _table(access: Access, pk: int) -> Table:
    return get_object_or_404(Table.objects.select_related("session__club"), session__club=access.club, pk=pk)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("bad_day", _("Enter a day."), where="played_on") from None


def _tables(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= 50):
        raise Refused("bad_number", _("A session has 1 to 50 tables."), where="tables")
    return int(text)
