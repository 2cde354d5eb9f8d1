"""Mails: at least once, to whom they are for, and with nothing that their reader may not see."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from league.errors import Refused
from league.models import Club, Job, OutboxMail
from league.reports.due import order_due
from league.reports.run import run
from league.services import outbox
from tests.reports.stories import Story, at, tell


def sheet_of(story: Story) -> Job:
    story.jiang(5)
    job = Job.objects.filter(club=story.club).latest("pk")
    assert run(job.pk)
    return job


def letter_of(story: Story, clock) -> Job:
    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5)
    clock.move_to(at("2025-03-09 16:05"))
    order_due(timezone.now())
    job = Job.objects.get(club=story.club, kind=Job.Kind.LEAGUE_LETTER)
    assert run(job.pk)
    return job


class Server(EmailBackend):
    """A mail server with a will of its own: `refuses` maps an address to the error it answers."""

    refuses: dict[str, Exception] = {}

    def send_messages(self, messages):
        for message in messages:
            for address, error in self.refuses.items():
                if address in message.to or address == "*":
                    raise error
        return super().send_messages(messages)


@pytest.fixture
def server() -> type[Server]:
    return type("OneServer", (Server,), {"refuses": {}})


def test_each_of_the_four_gets_the_sheet_as_text_and_as_html(story: Story) -> None:
    sheet_of(story)
    assert outbox.send_waiting() == 4
    first = mail.outbox[0]
    assert first.to == ["bamboo-0@club.example"]
    assert first.subject.startswith("竹風社: ")
    assert "阿明 → 小華" in first.body
    assert first.alternatives[0][1] == "text/html"
    assert outbox.send_waiting() == 0
    assert len(mail.outbox) == 4


def test_who_has_no_address_or_no_account_or_has_left_is_sent_nothing(story: Story, clock) -> None:
    User.objects.filter(pk=story.user("阿明").pk).update(email="")
    User.objects.filter(pk=story.user("小華").pk).update(is_active=False)
    story.club.members.filter(name="老王").update(left_on="2025-01-02")
    sheet_of(story)
    assert list(OutboxMail.objects.values_list("to", flat=True)) == ["bamboo-3@club.example"]


def test_a_letter_goes_to_all_members_of_this_club_alone(story: Story, clock) -> None:
    tell(slug="other")
    letter_of(story, clock)
    assert sorted(OutboxMail.objects.values_list("to", flat=True)) == [
        f"bamboo-{n}@club.example" for n in range(5)
    ]


def test_a_snapshot_is_sent_to_nobody(story: Story, clock) -> None:
    letter_of(story, clock)
    run(Job.objects.get(kind=Job.Kind.STANDINGS_SNAPSHOT).pk)
    assert not OutboxMail.objects.filter(report__job__kind=Job.Kind.STANDINGS_SNAPSHOT).exists()


@pytest.mark.parametrize(
    ("money_shown", "reader", "sums"),
    [
        pytest.param("own", 1, ["+80"], id="a player sees his own sum"),
        pytest.param("own", 0, ["−80"], id="and nobody else's"),
        pytest.param("own", 4, ["+80", "−80"], id="the organiser sees all"),
        pytest.param("members", 0, ["+80", "−80"], id="where members see everyone's, all do"),
    ],
)
def test_a_letter_shows_sums_to_those_who_may_see_them(
    story: Story, clock, money_shown: str, reader: int, sums: list[str]
) -> None:
    Club.objects.filter(pk=story.club.pk).update(money_shown=money_shown)
    letter_of(story, clock)
    one = OutboxMail.objects.get(to=f"bamboo-{reader}@club.example")
    for text in (one.body, one.html):
        assert [amount for amount in ("+80", "−80") if amount in text] == sums


def test_two_members_with_one_address_get_one_mail_that_is_personal_to_neither(story: Story, clock) -> None:
    User.objects.filter(pk=story.user("小華").pk).update(email="Bamboo-0@club.example")
    letter_of(story, clock)
    one = OutboxMail.objects.get(to="bamboo-0@club.example")
    assert "80" not in one.body


def test_a_mail_that_the_server_refuses_holds_up_no_other_and_is_given_up_in_the_end(
    story: Story, clock, server: type[Server]
) -> None:
    sheet_of(story)
    server.refuses["bamboo-1@club.example"] = smtplib.SMTPRecipientsRefused({})
    assert outbox.send_waiting(connect=server) == 3
    refused = OutboxMail.objects.get(sent_at=None)
    for _ in range(outbox.MOST_ATTEMPTS - 1):
        refused.refresh_from_db()
        assert refused.failed_at is None
        clock.move_to(refused.not_before)
        assert outbox.send_waiting(connect=server) == 0
    refused.refresh_from_db()
    assert refused.failed_at is not None
    assert refused.error.startswith("SMTPRecipientsRefused")
    assert outbox.waiting() == []
    outbox.send_again(refused)
    assert outbox.send_waiting() == 1
    with pytest.raises(Refused, match="mail_not_failed"):
        outbox.send_again(refused)


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(ConnectionRefusedError("nobody there"), id="no connection"),
        pytest.param(smtplib.SMTPServerDisconnected("gone"), id="gone in the middle"),
        pytest.param(smtplib.SMTPConnectError(421, b"busy"), id="busy"),
        pytest.param(TimeoutError("slow"), id="slow"),
    ],
)
def test_a_server_that_is_away_ends_the_round_and_all_mails_go_out_when_it_is_back(
    story: Story, clock, server: type[Server], error: Exception
) -> None:
    sheet_of(story)
    server.refuses["*"] = error
    assert outbox.send_waiting(connect=server) == 0
    assert OutboxMail.objects.filter(attempts=0).count() == 3
    clock.shift(outbox.RESTS[0])
    assert outbox.send_waiting() == 4


def test_a_worker_killed_after_sending_sends_again_under_the_same_id(
    story: Story, clock, monkeypatch
) -> None:
    sheet_of(story)

    def shot(self: OutboxMail, **kwargs: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killing:
        killing.setattr(outbox, "_mine", shot)
        with pytest.raises(KeyboardInterrupt):
            outbox.send_waiting()
    assert outbox.send_waiting() == 3
    clock.shift(outbox.STALE_AFTER + timedelta(seconds=1))
    assert outbox.send_waiting() == 1
    ids = [one.extra_headers["Message-ID"] for one in mail.outbox]
    assert (len(ids), len(set(ids))) == (5, 4)


def test_a_mail_has_one_line_for_its_subject(story: Story) -> None:
    Club.objects.filter(pk=story.club.pk).update(name="竹\r\nBcc: x@evil.example")
    story.club.refresh_from_db()
    sheet_of(story)
    assert outbox.send_waiting() == 4
    assert "\n" not in mail.outbox[0].subject
    assert mail.outbox[0].recipients() == ["bamboo-0@club.example"]


def test_where_the_site_knows_its_address_a_mail_has_a_link(story: Story, settings) -> None:
    settings.SITE_URL = "https://club.example.org/"
    job = sheet_of(story)
    link = f"https://club.example.org/c/bamboo/reports/{job.pk}/"
    one = OutboxMail.objects.first()
    assert one is not None
    assert link in one.body
    assert link in one.html
