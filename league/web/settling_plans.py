"""Accepted settlements: the list, one with its lines to tick off, and the same as files."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.access import Access, member_for, plan_reader_for
from league.errors import Refused
from league.look.figures import money
from league.models import PlanLine
from league.selectors.actors import actor_names
from league.selectors.plan_lines import is_mine
from league.selectors.plans import PlanPage, plan_page, plan_title, plans_of
from league.services.payments import pay_line
from league.web.files import file_answer
from league.web.pages import number_in, page
from league.web.settling import actor_of
from league.web.settling_forms import PayForm
from league.web.settling_tables import plan_tables

A_PAGE = 30


@require_safe
def plans(request: HttpRequest, slug: str) -> HttpResponse:
    """The settlements that this reader may see, the latest first."""
    access = plan_reader_for(request.user, slug)
    shown = Paginator(plans_of(access), A_PAGE).get_page(number_in(request, "page") or 1)
    rows = [(plan, plan_title(plan)) for plan in shown]
    return page(request, access, "pages/settling/plans.html", {"shown": shown, "rows": rows})


def _plan(access: Access, pk: int) -> PlanPage:
    return plan_page(get_object_or_404(plans_of(access), pk=pk), access)


@require_safe
def plan(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One settlement: its lines and how it stands with each, and what each sum is made of."""
    access = plan_reader_for(request.user, slug)
    shown = _plan(access, pk)
    accepted_by = shown.plan.accepted_by
    context = {
        "shown": shown,
        "plan": shown.plan,
        "unit": shown.plan.unit,
        "accepted_by": actor_names(access.club, [accepted_by])[accepted_by],
        "copied": _as_text(shown),
        "print": {"date": shown.plan.accepted_at, "unit": shown.plan.unit.label, "note": shown.title},
    }
    return page(request, access, "pages/settling/plan.html", context)


def _as_text(shown: PlanPage) -> str:
    """The lines to send to friends."""
    unit = shown.plan.unit.label
    lines = [
        f"{row.payer} → {row.payee} {money(row.line.amount)} {unit}"
        + (f" ({row.told})" if row.state != "open" else "")
        for row in shown.lines
    ]
    return "\n".join([shown.title, *lines])


@require_safe
def plan_file(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponse:
    """The lines and the sums as CSV, XLSX or PDF."""
    access = plan_reader_for(request.user, slug)
    shown = _plan(access, pk)
    name = f"{_('Settlement')} {shown.plan.pk}"
    with timezone.override(ZoneInfo(access.club.time_zone)):
        tables = plan_tables(shown)
    return file_answer(request, access, tables, form, name)


@require_POST
def pay(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ticks off a line, wholly or in part: by one of its two sides, or by an organiser, whose word counts at once."""
    access = member_for(request.user, slug)
    line = get_object_or_404(PlanLine.objects.select_related("plan"), plan__club=access.club, pk=pk)
    if not access.organises and not is_mine(access.member, line.payer_id, line.payee_id):
        raise Http404
    form = PayForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a whole amount of at least 1. Nothing was written."))
        return back_to(request, access, line)
    given = form.cleaned_data
    try:
        pay_line(
            line,
            given["amount"],
            actor=actor_of(request),
            by=access.member,
            confirmed=access.organises,
            note=given["note"],
        )
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _said(access))
    return back_to(request, access, line)


def _said(access: Access) -> str:
    if access.organises:
        return _("Written down as paid.")
    return _("Marked. It counts once the other side or an organiser has confirmed it.")


def back_to(request: HttpRequest, access: Access, line: PlanLine | None) -> HttpResponseRedirect:
    """Back to where the button stood: the settlement, or the list of open payments."""
    if line is None or request.POST.get("back") == "payments":
        return HttpResponseRedirect(reverse("payments", args=[access.club.slug]))
    address = reverse("plan", args=[access.club.slug, line.plan_id])
    return HttpResponseRedirect(f"{address}#line-{line.pk}")
