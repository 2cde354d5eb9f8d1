"""Who is sent a report, and what each one's mail says: nothing that its reader may not see on the site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from league.access import Access
from league.models import Club, Jiang, Job, Member
from league.reports.documents import KINDS, Data

SUBJECT, ADDRESS = 150, 254


@dataclass(frozen=True)
class Mail:
    """A mail to be written to the outbox: the text, and the same as HTML."""

    to: str
    subject: str
    body: str
    html: str


def mails(job: Job, data: Data) -> list[Mail]:
    """The mails that go out with a report: a sheet to who sat, a letter to all members, a snapshot to nobody."""
    if job.kind == Job.Kind.SETTLEMENT_SHEET and _stands(job):
        return list(_write(job, data, _seated(job, data)))
    if job.kind == Job.Kind.LEAGUE_LETTER and data["jiang"]:
        return list(_write(job, data, _members(job.club)))
    return []


def _stands(job: Job) -> bool:
    """Whether the 將 is still as on the sheet: one that was corrected meanwhile sends another."""
    if job.jiang is None:
        return False
    standing = Jiang.objects.filter(pk=job.jiang.pk, state=Jiang.State.COMPLETE)
    return standing.filter(version=job.arguments["version"]).exists()


def _members(club: Club) -> list[Member]:
    """The members who have an account with an address, and may sign in to the club with it."""
    found = club.members.filter(user__is_active=True, left_on=None, merged_into=None).exclude(user__email="")
    return list(found.select_related("user").order_by("pk"))


def _seated(job: Job, data: Data) -> list[Member]:
    seated = {token for hand in data["hands"] for token in hand["seated"]} | set(data["players"])
    return [member for member in _members(job.club) if f"m{member.pk}" in seated]


def _write(job: Job, data: Data, members: Iterable[Member]) -> Iterator[Mail]:
    """A mail to each address. One that two members share says nothing that is for one of them alone."""
    kind = KINDS[job.kind]
    context = kind.context(job, data) | _frame(job, kind.title(job, data))
    for address, readers in _by_address(members).items():
        own = context | _seen(job, context, readers)
        yield Mail(
            to=address,
            subject=_one_line(f"{job.club.name}: {kind.title(job, data)}")[:SUBJECT],
            body=render_to_string(f"mail/{job.kind}.txt", own).strip() + "\n",
            html=render_to_string(f"mail/{job.kind}.html", own),
        )


def _frame(job: Job, title: str) -> dict[str, Any]:
    site = str(getattr(settings, "SITE_URL", "") or "").rstrip("/")
    url = f"{site}{reverse('report', args=[job.club.slug, job.pk])}" if site else ""
    return {
        "club": job.club,
        "title": title,
        "as_of": job.as_of,
        "url": url,
        "language": "zh-Hant" if get_language() == "zh-hant" else get_language(),
    }


def _by_address(members: Iterable[Member]) -> dict[str, list[Member]]:
    found: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        if member.user is not None and len(member.user.email) <= ADDRESS:
            found[member.user.email.strip().lower()].append(member)
    return found


def _seen(job: Job, context: dict[str, Any], readers: Sequence[Member]) -> dict[str, Any]:
    """`sums`: whether all who read this mail see everyone's; `own`: the reader's own lines in the standings."""
    sums = all(Access(job.club, reader).sees_all_money for reader in readers)
    alone = readers[0].pk if len(readers) == 1 else None
    own = [
        {"season": season["name"], "unit": season["unit"], "row": row}
        for season in context.get("seasons", ())
        for row in season["all"]
        if row.member == alone
    ]
    return {"sums": sums, "own": own, "reader": readers[0] if len(readers) == 1 else None}


def _one_line(text: str) -> str:
    return " ".join(text.split())
