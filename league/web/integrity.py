"""The integrity page: does everything that is kept agree with a fresh replay? For organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.access import Access, organiser_for
from league.models import Hand, Job
from league.reports.integrity_view import named, summary
from league.reports.run import run
from league.services import jobs
from league.web.pages import page

FORM = ["GET", "HEAD", "POST"]
AT_ONCE = 3000
"""So many hands are checked while the organiser waits; more are left to a worker."""
KEPT = 12


@require_http_methods(FORM)
def integrity(request: HttpRequest, slug: str) -> HttpResponse:
    """The last check with all that it found, and those before it; a POST checks now."""
    access = organiser_for(request.user, slug)
    if request.method == "POST":
        return _check(request, access)
    found = Job.objects.filter(club=access.club, kind=Job.Kind.INTEGRITY_CHECK).select_related("report")
    checks = list(found.order_by("-as_of", "-pk")[:KEPT])
    last = next((one for one in checks if hasattr(one, "report")), None)
    context = {
        "checks": [(one, summary(one.report.data) if hasattr(one, "report") else "") for one in checks],
        "last": last,
        "said": summary(last.report.data) if last else "",
        "rows": named(access.club, last.report.data["findings"]) if last else [],
        "more": last is not None and last.report.data["more"],
        "checked": last.report.data["checked"] if last else {},
        "pending": bool(checks) and checks[0].status in (Job.Status.WAITING, Job.Status.RUNNING),
    }
    return page(request, access, "pages/settling/integrity.html", context)


def _check(request: HttpRequest, access: Access) -> HttpResponse:
    """Orders a check as of now; a small club has it at once."""
    now = timezone.now()
    job = jobs.order(access.club, Job.Kind.INTEGRITY_CHECK, f"asked:{now:%Y-%m-%dT%H:%M}", now)
    if Hand.objects.filter(jiang__club=access.club)[:AT_ONCE].count() < AT_ONCE:
        run(job.pk)
    else:
        messages.success(request, _("It is in the queue. Look again in a moment."))
    return redirect("integrity", access.club.slug)
