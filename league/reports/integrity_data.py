"""What a check of the whole club found: everything that is kept against a fresh replay."""

from __future__ import annotations

from itertools import islice
from typing import Any

from league.models import Job
from league.services.findings import Finding
from league.services.verify import verify_club

MOST = 500
"""Findings that a report keeps; it counts no further than one more."""


def gather(job: Job) -> dict[str, Any]:
    """What differs in the club now. Stored untranslated: words and names are put in when it is read."""
    found = [_row(one) for one in islice(verify_club(job.club), MOST + 1)]
    return {
        "findings": found[:MOST],
        "more": len(found) > MOST,
        "checked": {
            "jiang": job.club.jiang.count(),
            "members": job.club.members.count(),
            "units": [unit.label for unit in job.club.units.all()],
        },
    }


def _row(found: Finding) -> dict[str, Any]:
    return {
        "code": found.code,
        "where": found.where,
        "template": found.template,
        "params": {
            key: value if isinstance(value, int) else str(value) for key, value in found.params.items()
        },
        "jiang": found.jiang_id,
        "hand": found.hand,
    }
