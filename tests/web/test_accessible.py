"""Every page of a club by axe, on a phone: nothing serious, nothing wider than the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.conf import settings

from league.actors import SITE
from league.models import Job
from league.reports.run import run
from league.services import payments, plans
from tests.accessibility import faults
from tests.web.people import World, build_world

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

EVERYBODYS = ["/", "/sign-in/", "/password/reset/", "/look/", "/c/{club}/", "/c/{club}/seasons/{season}/"]
IN_THE_DARK = ("/look/", "/sign-in/")
"""Every component of the site stands on the first of them."""
PLACES = [
    "",
    "sessions/",
    "sessions/{session}/",
    "sessions/new/",
    "sessions/{session}/wall/",
    "tables/{table}/",
    "tables/{table}/wall/",
    "tables/{table}/passes/",
    "tables/{table}/jiang/new/",
    "jiang/{done}/",
    "jiang/{done}/ranks/",
    "jiang/{done}/of/{member}/",
    "jiang/{done}/corrections/",
    "jiang/{done}/hands/2/",
    "jiang/{playing}/record/",
    "seasons/",
    "seasons/{season}/",
    "seasons/{season}/ranks/",
    "members/",
    "members/{member}/",
    "members/{member}/balance/",
    "members/{member}/statement/",
    "members/{member}/met/",
    "members/{member}/met/{other}/",
    "head-to-head/",
    "settle/",
    "settle/jiang/{done}/",
    "settle/session/{session}/",
    "settlements/",
    "settlements/{plan}/",
    "payments/",
    "payments/new/",
    "books/",
    "books/spend/",
    "books/charge/",
    "books/statement/",
    "integrity/",
    "reports/",
    "reports/outbox/",
    "reports/{report}/",
    "import/",
    "sheets/",
    "settings/",
    "settings/members/",
    "settings/members/{member}/",
    "settings/members/{member}/merge/",
    "settings/seasons/",
    "settings/keys/",
]


@pytest.fixture
def furnished(transactional_db: None) -> tuple[World, dict[str, object]]:
    """The club of the page tests with an accepted plan, a payment and a report."""
    world = build_world()
    unit = world.club.units.get()
    plan = plans.accept(plans.Scope(unit, jiang=world.done), actor=SITE)
    line = plan.lines.first()
    assert line is not None
    payments.pay_line(line, 1, actor=SITE, by=None, confirmed=True)
    job = Job.objects.filter(club=world.club, kind=Job.Kind.SETTLEMENT_SHEET).latest("pk")
    run(job.pk)
    keys: dict[str, object] = {
        "club": world.club.slug,
        "season": world.season.pk,
        "session": world.session.pk,
        "table": world.done.table_id,
        "done": world.done.pk,
        "playing": world.open.pk,
        "member": world.people["小華"].pk,
        "other": world.people["老王"].pk,
        "plan": plan.pk,
        "report": job.pk,
    }
    return world, keys


def test_no_page_keeps_anybody_out(
    furnished: tuple[World, dict[str, object]], phone: Page, live_server: LiveServer
) -> None:
    world, keys = furnished
    found: dict[str, list[str]] = {}
    for address in EVERYBODYS:
        found[address] = _look(phone, address.format(**keys))
    name, value = settings.SESSION_COOKIE_NAME, world.sessions["organiser"]
    phone.context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    for place in PLACES:
        found[place] = _look(phone, world.at(place.format(**keys)))
    assert {place: rows for place, rows in found.items() if rows} == {}


def _look(phone: Page, address: str) -> list[str]:
    answer = phone.goto(address)
    if answer is None or answer.status != 200:
        return [f"answers {answer.status if answer else 'nothing'}"]
    return faults(phone, dark=address in IN_THE_DARK)
