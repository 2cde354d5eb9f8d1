"""Payments: who owes whom, one payment with its history, and money handed over outside of any settlement."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.access import Access, member_for
from league.errors import Refused
from league.models import ClubUnit, Member, Payment
from league.selectors.actors import actor_names
from league.selectors.open_payments import open_page
from league.selectors.plan_lines import is_mine, payment_row
from league.selectors.plans import plan_title
from league.services import payments as service
from league.web.pages import page
from league.web.settling import actor_of
from league.web.settling_forms import FreePaymentForm, OwnPaymentForm, ReasonForm
from league.web.settling_plans import back_to
from league.web.units import unit_in

FORM = ["GET", "HEAD", "POST"]


@require_safe
def payments(request: HttpRequest, slug: str) -> HttpResponse:
    """Whom I owe and who owes me; for who may see everyone's money, all that is open."""
    access = member_for(request.user, slug)
    unit, units = unit_in(request, access)
    context = {"unit": unit, "units": units, "shown": open_page(access, unit)}
    return page(request, access, "pages/settling/payments.html", context)


@require_http_methods(FORM)
def payment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One payment with all that was said about it; a POST is what one of the two, or an organiser, says now."""
    access = member_for(request.user, slug)
    found = Payment.objects.select_related(
        "unit", "payer", "payee", "posting", "line__plan__jiang__table", "line__plan__session"
    )
    shown = get_object_or_404(found, club=access.club, pk=pk)
    if not (access.sees_all_money or is_mine(access.member, shown.payer_id, shown.payee_id)):
        raise Http404
    if request.method == "POST":
        return _answer(request, access, shown)
    return _page(request, access, shown)


def _page(
    request: HttpRequest, access: Access, shown: Payment, *, refused: Refused | None = None, act: str = ""
) -> HttpResponse:
    events = list(shown.events.order_by("-pk"))
    names = actor_names(access.club, {event.actor for event in events})
    steps = [
        {
            "when": event.made_at,
            "who": names[event.actor],
            "what": event.get_state_display(),
            "why": event.why,
            "now": event is events[0],
        }
        for event in events
    ]
    context = {
        "row": payment_row(access, shown),
        "payment": shown,
        "unit": shown.unit,
        "events": steps,
        "plan": shown.line.plan if shown.line else None,
        "plan_title": plan_title(shown.line.plan) if shown.line else "",
        "refused": refused.message if refused else "",
        "act": act,
        "reason": ReasonForm(),
        "needed_reason": ReasonForm(required=True),
    }
    status = refused.status if refused else 200
    return page(request, access, "pages/settling/payment.html", context, status=status)


def _answer(request: HttpRequest, access: Access, shown: Payment) -> HttpResponse:
    act, why = request.POST.get("act", ""), request.POST.get("why", "").strip()[:200]
    if act not in ("confirm", "dispute", "withdraw", "reverse"):
        return _page(request, access, shown)
    if act == "reverse" and not access.organises:
        raise Http404
    try:
        _say(request, access, shown, act, why)
    except Refused as refused:
        shown.refresh_from_db()
        return _page(request, access, shown, refused=refused, act=act)
    told = {
        "confirm": _("Confirmed. It counts now."),
        "dispute": _("Disputed. The organiser sees it."),
        "withdraw": _("Withdrawn. The line is open again."),
        "reverse": _("Reversed. The line is open again."),
    }
    messages.success(request, told[act])
    if request.POST.get("back"):
        return back_to(request, access, shown.line)
    return redirect("payment", access.club.slug, shown.pk)


def _say(request: HttpRequest, access: Access, shown: Payment, act: str, why: str) -> None:
    actor, by, organiser = actor_of(request), access.member, access.organises
    if act == "confirm":
        service.confirm(shown, actor=actor, by=by, organiser=organiser)
    elif act == "dispute":
        service.dispute(shown, actor=actor, by=by, organiser=organiser, why=why)
    elif act == "withdraw":
        service.withdraw(shown, actor=actor, by=by, organiser=organiser, why=why)
    else:
        service.reverse(shown, actor=actor, why=why)


@require_http_methods(FORM)
def new_payment(request: HttpRequest, slug: str) -> HttpResponse:
    """Money handed over outside of any settlement: a member says so of himself, an organiser of any two."""
    access = member_for(request.user, slug)
    unit, units = unit_in(request, access)
    form = _form(request, access)
    if request.method == "POST" and form.is_valid():
        payer, payee = form.ends()
        try:
            made = _pay(request, access, unit=unit, ends=(payer, payee), form=form)
        except Refused as refused:
            form.add_error("amount" if refused.where == "amount" else None, refused.message)
        else:
            messages.success(request, _("Written down."))
            return redirect("payment", slug, made.pk)
    context = {"form": form, "unit": unit, "units": units}
    status = 422 if form.is_bound else 200
    return page(request, access, "pages/settling/new_payment.html", context, status=status)


def _form(request: HttpRequest, access: Access) -> FreePaymentForm | OwnPaymentForm:
    given = request.POST if request.method == "POST" else None
    if access.organises or access.member is None:
        return FreePaymentForm(access.club, given)
    return OwnPaymentForm(access.club, access.member, given)


def _pay(
    request: HttpRequest,
    access: Access,
    *,
    unit: ClubUnit,
    ends: tuple[Member | None, Member | None],
    form: FreePaymentForm | OwnPaymentForm,
) -> Payment:
    given = form.cleaned_data
    return service.pay_freely(
        unit,
        *ends,
        given["amount"],
        actor=actor_of(request),
        by=access.member,
        confirmed=access.organises,
        note=given["note"],
    )
