"""The demo club opens with reports of its last weeks."""

from __future__ import annotations

from datetime import date

import pytest

from league.demo.build import build
from league.models import Job, Report
from league.services import jobs
from tests.reports.stories import at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_demo_has_letters_that_tell_of_its_evenings(clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "send", lambda task, *args: True)
    clock.move_to(at("2025-03-12 10:00"))
    build(date(2025, 3, 12), weeks=2)
    letters = Report.objects.filter(job__kind=Job.Kind.LEAGUE_LETTER).order_by("job__as_of")
    assert [len(letter.data["jiang"]) for letter in letters] == [6, 6, 6, 6]
    assert letters[3].data["seasons"][0]["rows"][0]["rank"] == 1
    assert Job.objects.filter(status=Job.Status.FAILED).count() == 0
    assert Job.objects.filter(kind=Job.Kind.SETTLEMENT_SHEET, jiang__played_on__lt="2025-02-26").count() == 0
