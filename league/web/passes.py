"""Passes for players' phones: a code is shown at the table, a phone exchanges it, and it can be taken back."""

from __future__ import annotations

from datetime import timedelta

from axes.helpers import get_client_ip_address
from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.access import Access, access_to, pass_cookie, pass_held, table_for
from league.actors import Actor
from league.errors import Refused
from league.models import Club, Member, RecordingPass, Table
from league.selectors.actors import actor_names
from league.selectors.live import latest_jiang
from league.services.opening import seated_at_the_end
from league.services.passes import CODE_LASTS, exchange, make_pass, revoke_pass, spent_pass, waiting_pass
from league.web.live_qr import is_loopback, qr_of
from league.web.pages import page

METHODS = ["GET", "HEAD", "POST"]
WRONG_CODES = 20
"""Codes that were none, from one address in a window; then it is not even looked whether one is."""
WINDOW = timedelta(minutes=10)


def _at_table(request: HttpRequest, slug: str, pk: int) -> tuple[Access, Table]:
    """The table, for organiser and scorers; who records by a pass makes none for others."""
    access, table = table_for(request, slug, pk)
    if not access.records:
        raise Http404
    return access, table


@require_http_methods(METHODS)
def passes(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The phones that may record this table; POST shows a code for one more, this once."""
    access, table = _at_table(request, slug, pk)
    context = {"table": table, "loopback": is_loopback(request), "minutes": CODE_LASTS.seconds // 60}
    if request.method == "POST":
        held, code = make_pass(table, actor=Actor.user(request.user.pk or 0))
        context |= {"qr": qr_of(request, reverse("pass-code", args=[code])), "made": held}
    context["rows"] = _rows(access.club, table)
    answer = page(request, access, "pages/live/passes.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


def _rows(club: Club, table: Table) -> list[dict[str, object]]:
    """Passes that were taken, and codes that can still be; the latest first."""
    now = timezone.now()
    held = [
        one
        for one in table.passes.select_related("member")
        if one.exchanged_at is not None or (one.expires_at > now and one.revoked_at is None)
    ]
    names = actor_names(club, {one.made_by for one in held})
    return [{"held": one, "state": _state(one), "made_by": names[one.made_by]} for one in held]


def _state(held: RecordingPass) -> str:
    if held.revoked_at is not None:
        return "revoked"
    if held.expires_at <= timezone.now():
        return "over"
    return "waiting" if held.exchanged_at is None else "live"


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int, held: int) -> HttpResponse:
    """Takes a phone's right back."""
    access, table = _at_table(request, slug, pk)
    revoke_pass(get_object_or_404(table.passes, pk=held))
    messages.success(request, _("This phone records here no more."))
    return redirect("table-passes", access.club.slug, table.pk)


@never_cache
@require_http_methods(METHODS)
def code(request: HttpRequest, code: str) -> HttpResponse:
    """What a scanned code opens: a question, so that a preview of the link burns nothing. POST takes the pass."""
    held = None if _shut_out(request) else waiting_pass(code)
    if held is None:
        return _own_again(request, code) or _no_such_code(request)
    club = held.table.session.club
    people = _people(request, held.table)
    if request.method != "POST":
        context = {"held": held, "table": held.table, "of_club": club, "people": people}
        return _unlinked(render(request, "pages/live/code.html", context))
    try:
        taken, secret = exchange(code, _who(request, people))
    except Refused:
        return _no_such_code(request)
    answer = redirect(_leads_to(club, taken.table))
    answer.set_cookie(
        pass_cookie(taken.table_id),
        secret,
        expires=taken.expires_at,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    messages.success(request, _("This phone records table %(number)s now.") % {"number": taken.table.number})
    return _unlinked(answer)


def _own_again(request: HttpRequest, code: str) -> HttpResponse | None:
    """The phone that took this very code is led on: it went back, or its answer was lost."""
    spent = spent_pass(code)
    own = None if spent is None else pass_held(request, spent.table)
    if spent is None or own is None or own.pk != spent.pk:
        return None
    return _unlinked(redirect(_leads_to(spent.table.session.club, spent.table)))


def _people(request: HttpRequest, table: Table) -> list[Member]:
    """Who the phone's owner may be: himself where he is signed in, else one of those who sit here."""
    own = access_to(request.user, table.session.club).member
    if own is not None:
        return [own]
    jiang = latest_jiang(table)
    seated = seated_at_the_end(jiang) if jiang is not None else []
    members = Member.objects.in_bulk(seated)
    return [members[pk] for pk in seated if pk in members]


def _who(request: HttpRequest, people: list[Member]) -> Member | None:
    given = request.POST.get("who", "")
    return next((one for one in people if str(one.pk) == given), None)


def _leads_to(club: Club, table: Table) -> str:
    """The recorder of the 將 in play; the table's view where none is."""
    jiang = latest_jiang(table)
    if jiang is not None and jiang.state == jiang.State.OPEN:
        return reverse("record", args=[club.slug, jiang.pk])
    return reverse("table", args=[club.slug, table.pk])


def _no_such_code(request: HttpRequest) -> HttpResponse:
    """The same for a code that never was, has run out, was used or revoked; each counts against the asker."""
    key = _counter(request)
    cache.add(key, 0, timeout=int(WINDOW.total_seconds()))
    try:
        cache.incr(key)
    except ValueError:
        cache.set(key, 1, timeout=int(WINDOW.total_seconds()))
    return _unlinked(render(request, "pages/live/no_code.html", status=404))


def _shut_out(request: HttpRequest) -> bool:
    return int(cache.get(_counter(request), 0)) >= WRONG_CODES


def _counter(request: HttpRequest) -> str:
    asker = str(get_client_ip_address(request) or "")
    return "codes:" + "".join(one if one.isalnum() else "." for one in asker)[:64]


def _unlinked(answer: HttpResponse) -> HttpResponse:
    """The code stands in the address: no other site and no search engine is to learn it.

    `no-referrer` would take the form's Origin away too, and its answer would be refused.
    """
    answer["Referrer-Policy"] = "same-origin"
    answer["X-Robots-Tag"] = "noindex"
    return answer
