"""What the reports say, in the club's language, and what stands in the kept pages."""

from __future__ import annotations

import re

from django.utils import timezone

from league.models import Job
from league.reports.documents import inside, same
from league.reports.due import order_due
from league.reports.run import run
from league.services.members import merge, rename
from tests.reports.stories import FOUR, Story, at, only_report

LAID = {"concealed": "123m456m789m1115p", "melds": ["777z"], "win_tile": "5p", "flowers": "1f6f"}


def due_at(clock, moment: str) -> list[Job]:
    """The worker's night: what is due is ordered and made."""
    clock.move_to(at(moment))
    made = order_due(timezone.now())
    for job in made:
        assert run(job.pk), Job.objects.get(pk=job.pk).error
    return made


def rows_of(job: Job) -> list[tuple[object, ...]]:
    names = job.report.data["names"]
    return [
        (row["rank"], names[str(row["member"])], row["was"], row["net"]) for row in job.report.data["rows"]
    ]


def test_a_sheet_has_the_nets_the_hands_and_the_fewest_payments(story: Story) -> None:
    story.jiang(5)
    run(Job.objects.get().pk)
    report = only_report(Job.Kind.SETTLEMENT_SHEET)
    ids = {name: f"m{story.people[name].pk}" for name in FOUR}
    assert report.data["net"] == {ids["阿明"]: -80, ids["小華"]: 80, ids["老王"]: 0, ids["美玲"]: 0}
    assert report.data["settle_up"] == [[ids["阿明"], ids["小華"], 80]]
    text = re.sub(r"<[^>]+>", "", report.html)
    assert "+80" in text
    assert "−80" in text
    assert report.html.count("<tr") == 1 + 16 + 1
    assert "2025/3/7" in report.title


def test_a_kept_page_stands_alone(story: Story) -> None:
    story.jiang(5)
    run(Job.objects.get().pk)
    html = only_report(Job.Kind.SETTLEMENT_SHEET).html
    assert html.startswith("<!doctype html>")
    assert "<script" not in html
    assert not re.search(r'(?:src|href)="(?!#)', html)
    assert "@page" in html
    assert inside(html) in html
    assert "<style" not in inside(html)


def test_names_cannot_write_into_a_page(story: Story) -> None:
    rename(story.people["小華"], "<b>華</b>")
    story.jiang(5, four=("阿明", "<b>華</b>", "老王", "美玲"))
    run(Job.objects.get().pk)
    html = only_report(Job.Kind.SETTLEMENT_SHEET).html
    assert "<b>華" not in html
    assert "&lt;b&gt;華" in html


def test_a_snapshot_ranks_and_tells_who_moved(story: Story, clock) -> None:
    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5)
    [first] = [job for job in due_at(clock, "2025-03-07 16:05") if job.kind == Job.Kind.STANDINGS_SNAPSHOT]
    assert rows_of(first) == [
        (1, "小華", None, 80),
        (2, "老王", None, 0),
        (2, "美玲", None, 0),
        (4, "阿明", None, -80),
    ]
    clock.move_to(at("2025-03-08 12:00"))
    story.jiang(1, 1, 9)
    [second] = [job for job in due_at(clock, "2025-03-08 16:05") if job.kind == Job.Kind.STANDINGS_SNAPSHOT]
    assert rows_of(second) == [
        (1, "美玲", 2, 160),
        (2, "小華", 1, 80),
        (3, "阿明", 4, -80),
        (4, "老王", 2, -160),
    ]
    text = re.sub(r"<[^>]+>", " ", second.report.html)
    assert re.search(r"1\s+▲\s+1\s+美玲", text)
    assert re.search(r"4\s+▼\s+2\s+老王", text)


def test_a_snapshot_agrees_with_the_standings_of_the_moment(story: Story, clock) -> None:
    from league.selectors.standings import standings

    clock.move_to(at("2025-03-07 12:00"))
    for faces in ((5,), (1, 7), (2, 2, 8, 1)):
        story.jiang(*faces)
    [job] = [job for job in due_at(clock, "2025-03-07 16:05") if job.kind == Job.Kind.STANDINGS_SNAPSHOT]
    now = [(row.rank, row.total.member_id, row.total.play_net) for row in standings(story.season)]
    assert [(row["rank"], row["member"], row["net"]) for row in job.report.data["rows"]] == sorted(
        now, key=lambda row: (row[0], row[1])
    )


def letter(clock, moment: str = "2025-03-09 16:05") -> Job:
    [job] = [job for job in due_at(clock, moment) if job.kind == Job.Kind.LEAGUE_LETTER]
    return job


def test_a_letter_tells_of_the_week(story: Story, clock) -> None:
    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5, 3)
    said = letter(clock).report
    data, names = said.data, said.data["names"]
    assert [len(data[key]) for key in ("jiang", "winners", "seasons")] == [1, 1, 1]
    assert names[str(data["biggest"]["member"])] == "小華"
    assert data["biggest"]["face"] == 5
    assert data["streak"] is None
    assert "聯賽" in said.title


def test_a_letter_leaves_out_the_weeks_before_and_after(story: Story, clock) -> None:
    clock.move_to(at("2025-03-02 15:00"))
    story.jiang(9)
    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5)
    clock.move_to(at("2025-03-09 16:01"))
    story.jiang(20)
    data = letter(clock).report.data
    assert (len(data["jiang"]), data["biggest"]["face"]) == (1, 5)


def test_the_biggest_hand_is_drawn_when_its_tiles_were_laid(story: Story, clock) -> None:
    clock.move_to(at("2025-03-07 12:00"))
    document = {"result": "win", "from": 0, "wins": [{"seat": 1, "tiles": LAID}]}
    from tests.reports.stories import whole_jiang

    hands = whole_jiang(())["hands"]
    story.jiang(hands=[document, *hands[1:]])
    job = letter(clock)
    html = job.report.html
    assert html.count('<symbol id="m1"') == 1
    assert html.count('<use href="#p5"') == 2
    body = job.report.mails.get(to="bamboo-4@club.example").body
    assert "一萬二萬三萬" in body


def test_a_week_without_play_makes_a_letter_that_nobody_is_sent(story: Story, clock) -> None:
    job = letter(clock)
    assert job.report.mails.count() == 0
    assert job.report.data["jiang"] == []


def test_made_again_in_another_year_a_letter_says_the_same(story: Story, clock) -> None:
    from league.services import jobs

    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5, 3)
    job = letter(clock)
    clock.move_to(at("2026-02-01 12:00"))
    story.jiang(30)
    rename(story.people["小華"], "華仔")
    jobs.run_again(job)
    assert run(job.pk)
    job.refresh_from_db()
    assert job.repeated_same


def test_a_merged_member_stands_under_his_one_name(story: Story, clock) -> None:
    clock.move_to(at("2025-03-07 12:00"))
    story.jiang(5, four=("阿明", "小華 2", "老王", "美玲"))
    guest = story.club.members.get(name="小華 2")
    merge(guest, story.people["小華"])
    [job] = [job for job in due_at(clock, "2025-03-07 16:05") if job.kind == Job.Kind.STANDINGS_SNAPSHOT]
    assert rows_of(job)[0] == (1, "小華", None, 80)


def test_what_is_compared_of_two_reports() -> None:
    assert same({"rows": [1], "names": {"1": "a"}}, {"rows": [1], "names": {"1": "b"}})
    assert not same({"rows": [1]}, {"rows": [2]})
    assert not same({"rows": [{"net": 1, "name": "a"}]}, {"rows": [{"net": 2, "name": "a"}]})
