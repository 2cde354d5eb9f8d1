"""Who sees which report: the organiser, the player, the outsider."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import transaction
from django.test import Client
from django.utils import timezone

from league.models import Club, Job, OutboxMail
from league.reports.due import order_due
from league.reports.run import run
from league.services import jobs
from tests.reports.stories import FOUR, Story, at, tell

BASE = "/c/bamboo/reports/"
SignIn = Callable[[str | None], Client]


NOW = at("2025-03-09 16:05")


@dataclass
class Kept:
    """The club, its reports, and the cookies of who is signed in; `outsider` organises another club."""

    story: Story
    told: dict[str, Job]
    sessions: dict[str, str]


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: Any) -> Iterator[Kept]:
    """Told once for the tests of the module and gone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        with time_machine.travel(at("2025-01-01 00:00"), tick=False) as clock:
            story = tell()
            told = reports(story, clock)
            users = {name: story.user(name) for name in ("阿珠", "阿明")}
            users["outsider"] = tell(slug="other").user("阿珠")
            sessions = {name: signed_in(user) for name, user in users.items()}
        yield Kept(story, told, sessions)
        transaction.set_rollback(True)


def reports(story: Story, clock: time_machine.Traveller) -> dict[str, Job]:
    """Every kind of report: two sheets (阿明 sat at one), a snapshot, a letter."""
    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5)
    story.jiang(7, four=("甲", "乙", "丙", "丁"))
    clock.move_to(NOW)
    order_due(timezone.now())
    for job_id in jobs.waiting():
        run(job_id)
    sheets = Job.objects.filter(kind="settlement_sheet").order_by("pk")
    return {
        "own sheet": sheets[0],
        "another's sheet": sheets[1],
        "snapshot": Job.objects.get(kind="standings_snapshot"),
        "letter": Job.objects.get(kind="league_letter"),
    }


def signed_in(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture
def told(kept: Kept, db: None, clock: time_machine.Traveller) -> dict[str, Job]:
    """The reports at the moment after they were made; what a test does is undone after it."""
    clock.move_to(NOW)
    return copy.deepcopy(kept.told)


@pytest.fixture
def story(kept: Kept, db: None, clock: time_machine.Traveller) -> Story:
    return copy.deepcopy(kept.story)


@pytest.fixture
def as_(kept: Kept, client: Client) -> SignIn:
    """Signs in: a member by name, "outsider" for the organiser of another club, None for nobody."""

    def sign_in(name: str | None) -> Client:
        if name is not None:
            client.cookies[settings.SESSION_COOKIE_NAME] = kept.sessions[name]
        return client

    return sign_in


EVERY = ("own sheet", "another's sheet", "snapshot", "letter")


@pytest.mark.parametrize(
    ("who", "money", "sees"),
    [
        pytest.param("阿珠", "own", EVERY, id="organiser"),
        pytest.param("阿明", "own", ("own sheet", "snapshot", "letter"), id="player"),
        pytest.param("阿明", "members", EVERY, id="player of an open club"),
        pytest.param("outsider", "own", (), id="outsider"),
        pytest.param("outsider", "everyone", (), id="outsider of a club that hides nothing"),
        pytest.param(None, "everyone", (), id="visitor"),
    ],
)
def test_who_sees_which_report(story: Story, told, as_, client, who, money, sees) -> None:
    Club.objects.filter(pk=story.club.pk).update(money_shown=money)
    as_(who)
    for name, job in told.items():
        for address in (f"{BASE}{job.pk}/", f"{BASE}{job.pk}/download/"):
            assert client.get(address).status_code == (200 if name in sees else 404), (name, address)
    listed = client.get(BASE)
    if sees:
        titles = [job.report.title for name, job in told.items() if name in sees]
        assert sorted(job.report.title for job in listed.context["shown"]) == sorted(titles)
    else:
        assert listed.status_code == 404


@pytest.mark.parametrize(("who", "status"), [("阿珠", 200), ("阿明", 404), ("outsider", 404), (None, 404)])
def test_the_outbox_is_the_organisers(told, as_, who, status) -> None:
    assert as_(who).get(f"{BASE}outbox/").status_code == status


@pytest.mark.parametrize(("who", "status"), [("阿珠", 302), ("阿明", 404), ("outsider", 404), (None, 404)])
def test_running_again_is_the_organisers(told, as_, client, who, status) -> None:
    job = told["letter"]
    address = f"{BASE}{job.pk}/again/"
    assert as_(who).get(address).status_code == 405
    assert client.post(address).status_code == status
    job.refresh_from_db()
    assert job.status == ("waiting" if status == 302 else "done")


@pytest.mark.parametrize(("who", "status"), [("阿珠", 302), ("阿明", 404), ("outsider", 404), (None, 404)])
def test_sending_again_is_the_organisers(told, as_, who, status) -> None:
    mail = OutboxMail.objects.latest("pk")
    OutboxMail.objects.filter(pk=mail.pk).update(failed_at=timezone.now())
    assert as_(who).post(f"{BASE}outbox/{mail.pk}/again/").status_code == status
    mail.refresh_from_db()
    assert (mail.failed_at is None) == (status == 302)


def test_a_player_sees_ranks_but_no_sums_where_the_club_shows_none(told, as_, client) -> None:
    as_("阿明")
    for name in ("snapshot", "letter"):
        for page in (client.get(f"{BASE}{told[name].pk}/"), client.get(f"{BASE}{told[name].pk}/download/")):
            said = page.content.decode()
            assert "小華" in said
            assert "+80" not in said
    as_("阿珠")
    assert "+80" in client.get(f"{BASE}{told['snapshot'].pk}/").content.decode()


def test_a_failed_report_says_why_and_runs_again(story: Story, told, as_, client) -> None:
    job = jobs.order(story.club, Job.Kind.LEAGUE_LETTER, "2025-W99", timezone.now(), {"since": "never"})
    for _ in range(jobs.MOST_ATTEMPTS):
        run(job.pk)
        Job.objects.filter(pk=job.pk).update(not_before=None)
    as_("阿珠")
    said = client.get(f"{BASE}{job.pk}/").content.decode()
    assert "ValueError" in said
    assert client.get(f"{BASE}{job.pk}/download/").status_code == 404
    client.post(f"{BASE}{job.pk}/again/")
    job.refresh_from_db()
    assert (job.status, job.error) == ("waiting", "")


def test_a_player_does_not_see_jobs_that_have_made_nothing(story: Story, told, as_) -> None:
    job = jobs.order(story.club, Job.Kind.LEAGUE_LETTER, "2025-W99", timezone.now())
    assert as_("阿明").get(f"{BASE}{job.pk}/").status_code == 404


def test_running_again_what_is_under_way_is_refused_kindly(told, as_, client) -> None:
    job = told["letter"]
    Job.objects.filter(pk=job.pk).update(status="running", claimed_at=timezone.now())
    as_("阿珠")
    answer = client.post(f"{BASE}{job.pk}/again/", follow=True)
    assert [message.level_tag for message in answer.context["messages"]] == ["error"]


def test_a_download_is_a_file_named_after_the_report(told, as_, client) -> None:
    as_("阿珠")
    answer = client.get(f"{BASE}{told['letter'].pk}/download/")
    assert answer["Content-Disposition"].startswith("attachment; filename*=utf-8''")
    assert answer["Cache-Control"] == "private, no-cache"
    assert ContentFile(answer.content).size > 1000


def test_the_list_takes_the_same_queries_however_long_it_is(
    story: Story, told, as_, client, django_assert_max_num_queries
) -> None:
    as_("阿珠")
    for number in range(40):
        jobs.order(story.club, Job.Kind.LEAGUE_LETTER, f"extra {number}", timezone.now())
    with django_assert_max_num_queries(9):
        assert client.get(BASE).context["shown"].paginator.count == 44
    assert len(client.get(f"{BASE}?page=2").context["shown"]) == 14
    assert client.get(f"{BASE}?kind=league_letter&page=nonsense").status_code == 200


def test_what_is_no_report_is_not_found(as_, client) -> None:
    as_("阿珠")
    assert [client.get(f"{BASE}{pk}/").status_code for pk in ("0", "999999", "9" * 30, "x")] == [404] * 4


def test_a_member_who_left_sees_nothing(story: Story, told, as_, client) -> None:
    story.club.members.filter(name__in=FOUR).update(left_on="2025-03-08")
    as_("阿明")
    assert client.get(BASE).status_code == 404
