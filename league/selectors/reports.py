"""Which reports a reader may see, and the mails that went out with them."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from league.access import Access
from league.models import JiangResult, Job, OutboxMail


def reports_of(access: Access) -> QuerySet[Job]:
    """An organiser sees every job; a member the reports that are made: letters, snapshots, sheets of his own 將.

    What an integrity check found is for organisers.
    Who sees everyone's money sees every sheet. A visitor sees none.
    """
    jobs = Job.objects.filter(club=access.club).select_related("report", "jiang")
    jobs = jobs.defer("report__html", "report__html_without_sums", "report__data")
    jobs = jobs.order_by("-created_at", "-pk")
    if access.organises:
        return jobs
    if access.member is None:
        return jobs.none()
    return jobs.exclude(kind=Job.Kind.INTEGRITY_CHECK).filter(_shown(access), report__isnull=False)


def _shown(access: Access) -> Q:
    if access.sees_all_money:
        return Q()
    own = JiangResult.objects.filter(member=access.member).values("jiang")
    return ~Q(kind=Job.Kind.SETTLEMENT_SHEET) | Q(jiang__in=own)


def mails_of(access: Access) -> QuerySet[OutboxMail]:
    """The club's outbox, the newest first: for organisers, who see the addresses."""
    mails = OutboxMail.objects.filter(report__job__club=access.club).select_related("report__job")
    return mails.defer("body", "html", "report__html", "report__html_without_sums", "report__data").order_by(
        "-pk"
    )
