"""The parts of `bench/pages` that measure: needs a configured Django on a PostgreSQL."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.pages_fill import Filler
from league.models import Member

BY_MODEL = "django.contrib.auth.backends.ModelBackend"
TEMPLATE = "migrated"


@dataclass
class Built:
    """A club in a database of its own, and a browser in which its organiser is signed in."""

    database: str
    browser: Client
    pages: dict[str, str]


def built(database: str, hands: int) -> Built:
    """A new database with a club that has played so many hands."""
    started = time.perf_counter()
    _create(database)
    filler = Filler(User.objects.create_user("organiser"))
    filler.play(hands)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    browser = Client()
    browser.force_login(User.objects.get(), backend=BY_MODEL)
    print(f"filled {database}: {hands:,} hands in {time.perf_counter() - started:.0f} s", flush=True)
    return Built(database, browser, _pages(filler))


def _create(database: str) -> None:
    """The first one is migrated in a template, of which each is a copy."""
    use("postgres")
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE])
        if cursor.fetchone() is None:
            cursor.execute(f"CREATE DATABASE {TEMPLATE}")
            use(TEMPLATE)
            call_command("migrate", verbosity=0)
            use("postgres")
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {database} TEMPLATE {TEMPLATE}")
    use(database)


def _pages(filler: Filler) -> dict[str, str]:
    """The pages, all of them for the season that is on and for what was played last."""
    club = f"/c/{filler.club.slug}"
    season = filler.club.seasons.latest("starts_on").pk
    member = Member.objects.get(club=filler.club, user__isnull=False).pk
    jiang = filler.club.jiang.order_by("pk").last()
    return {
        "club": f"{club}/",
        "standings": f"{club}/seasons/{season}/",
        "rank_sheet": f"{club}/seasons/{season}/ranks/",
        "balance": f"{club}/members/{member}/balance/",
        "statement": f"{club}/members/{member}/statement/",
        "jiang_sheet": f"{club}/jiang/{jiang.pk if jiang else 0}/",
    }


def use(database: str) -> None:
    """From now on the site's database is this one."""
    connection.close()
    connection.settings_dict["NAME"] = database


def measured(clubs: list[Built], rounds: int) -> tuple[dict[str, tuple[int, float]], bool]:
    """For each page the queries it runs in the large club, and its time there as a multiple of the small club's."""
    queries = {one.database: _queries(one) for one in clubs}
    times: dict[str, list[dict[str, float]]] = {one.database: [] for one in clubs}
    for _ in range(rounds):
        for one in clubs:
            use(one.database)
            # The first request after a change of databases pays for the new connection.
            one.browser.get(one.pages["club"])
            times[one.database].append({page: _time(one.browser, at) for page, at in one.pages.items()})
    small, large = (one.database for one in clubs)
    print(f"{'page':14}{'queries':>9}{'small ms':>10}{'large ms':>10}{'ratio':>8}")
    figures: dict[str, tuple[int, float]] = {}
    for page in clubs[0].pages:
        before, after = (statistics.median(one[page] for one in times[name]) for name in (small, large))
        figures[page] = (queries[large][page], round(after / before, 3))
        shown = f"{before * 1000:>10.1f}{after * 1000:>10.1f}{after / before:>8.2f}"
        print(f"{page:14}{queries[large][page]:>9}{shown}")
    whole = [sum(one.values()) for one in times[small]]
    return figures, min(whole) >= max(whole) / 2


def _queries(one: Built) -> dict[str, int]:
    """How many queries each page runs, once everything is loaded that a process loads once."""
    use(one.database)
    counts: dict[str, int] = {}
    for _ in range(2):
        for page, address in one.pages.items():
            with CaptureQueriesContext(connection) as captured:
                answer = one.browser.get(address)
            if answer.status_code != 200:
                raise RuntimeError(f"{address}: {answer.status_code}")
            counts[page] = len(captured)
    return counts


def _time(browser: Client, address: str) -> float:
    """Seconds that a whole request takes."""
    started = time.perf_counter()
    browser.get(address)
    return time.perf_counter() - started
