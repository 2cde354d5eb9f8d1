"""The reports that the site makes by itself, and the mails that go out with them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.access import Access, member_for, organiser_for
from league.errors import Refused
from league.models import Job, OutboxMail, Report
from league.reports.documents import inside
from league.selectors.reports import mails_of, reports_of
from league.services import outbox
from league.services.jobs import run_again
from league.web.pages import number_in, page, private

A_PAGE = 30


@require_safe
def reports(request: HttpRequest, slug: str) -> HttpResponse:
    """Every report that this reader may see, the newest first; an organiser sees how each job fares."""
    access = member_for(request.user, slug)
    kind = request.GET.get("kind", "")
    found = reports_of(access)
    if kind in Job.Kind.values:
        found = found.filter(kind=kind)
    else:
        # The nightly checks have a page of their own, and would bury everything else.
        found = found.exclude(kind=Job.Kind.INTEGRITY_CHECK)
    shown = Paginator(found, A_PAGE).get_page(number_in(request, "page") or 1)
    context: dict[str, Any] = {"shown": shown, "kind": kind, "kinds": Job.Kind.choices}
    if access.organises:
        context["unsent"] = mails_of(access).filter(sent_at=None).count()
    return page(request, access, "pages/reports/list.html", context)


@require_safe
def report(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One report within the site's frame; an organiser's page of a job that has made none yet says why."""
    access = member_for(request.user, slug)
    job = get_object_or_404(reports_of(access), pk=pk)
    made = Report.objects.filter(job=job).first()
    context: dict[str, Any] = {
        "job": job,
        "report": made,
        "content": inside(_html(made, access)) if made else "",
    }
    if access.organises:
        context["mails"] = mails_of(access).filter(report__job=job)[:200]
    return page(request, access, "pages/reports/report.html", context)


@require_safe
def download(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The report as a file that needs nothing beside itself."""
    access = member_for(request.user, slug)
    job = get_object_or_404(reports_of(access), pk=pk)
    made = Report.objects.filter(job=job).first()
    if made is None:
        raise Http404
    answer = HttpResponse(_html(made, access), content_type="text/html; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, f"{made.title}.html")
    return private(answer)


def _html(made: Report, access: Access) -> str:
    """What this reader may see of it."""
    if access.sees_all_money or not made.html_without_sums:
        return made.html
    return made.html_without_sums


@require_POST
def again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Puts a failed job back, or a done one to be made again and compared."""
    access = organiser_for(request.user, slug)
    job = get_object_or_404(Job, club=access.club, pk=pk)
    try:
        run_again(job)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("It is in the queue. Look again in a moment."))
    return redirect("report", slug, pk)


@require_safe
def mails(request: HttpRequest, slug: str) -> HttpResponse:
    """The outbox: what waits, what went out, what was given up and why."""
    access = organiser_for(request.user, slug)
    found = mails_of(access)
    state = request.GET.get("state", "")
    if state == "waiting":
        found = found.filter(sent_at=None, failed_at=None)
    elif state == "failed":
        found = found.exclude(failed_at=None)
    elif state == "sent":
        found = found.exclude(sent_at=None)
    shown = Paginator(found, A_PAGE).get_page(number_in(request, "page") or 1)
    return page(request, access, "pages/reports/outbox.html", {"shown": shown, "state": state})


@require_POST
def send_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Puts a mail that was given up back in the queue."""
    access = organiser_for(request.user, slug)
    mail = get_object_or_404(OutboxMail, report__job__club=access.club, pk=pk)
    try:
        outbox.send_again(mail)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("The mail is in the queue."))
    return redirect("report-outbox", slug)
