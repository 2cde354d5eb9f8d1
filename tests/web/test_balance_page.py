"""A player reads what his balance is made of."""

from __future__ import annotations

import csv
import io

from django.utils import translation

from league.actors import SITE
from league.models import Hand, Member
from league.selectors.balances import statement_page, unit_balances
from league.services.clubs import add_unit
from league.services.hands import correct_hand
from league.services.records import Placing, import_record
from tests.web.people import World, record, won


def lines_of(world: World, who: str, **query: str) -> list[list[str]]:
    member = world.people["小華"]
    answer = world.as_(who).get(world.at(f"members/{member.pk}/balance.csv"), query)
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.content.decode().removeprefix("\ufeff"))))


def test_the_lines_add_up_to_the_balance(world: World) -> None:
    _header, *lines = lines_of(world, "player")
    running = 0
    for line in lines:
        running += int(line[6])
        assert int(line[7]) == running
    assert running == unit_balances(world.people["小華"])[0].amount


def test_each_line_leads_to_its_hand(world: World) -> None:
    page = world.get("player", f"members/{world.people['小華'].pk}/balance/")
    assert f'href="/c/zhufeng/jiang/{world.done.pk}/#hand-1"' in page
    assert "win: from 阿明 120" in page


def test_a_correction_takes_the_old_line_back_and_says_why(world: World) -> None:
    hand = Hand.objects.select_related("jiang").get(jiang=world.done, number=1)
    facts = hand.facts | {"wins": [{"seat": 1, "face": 3}]}
    correct_hand(hand, facts, version=hand.jiang.version, actor=SITE, why="少算三台")
    page = world.get("player", f"members/{world.people['小華'].pk}/balance/")
    assert "Taken back, as it was recorded before: 少算三台" in page
    assert "As corrected: 少算三台" in page
    assert "Corrected later" in page
    assert "win: from 阿明 180" in page


def test_units_are_never_added_together(world: World) -> None:
    money = add_unit(world.club, "twd", "元")
    before = unit_balances(world.people["小華"])[0].amount
    import_record(
        world.club, record(won(1, 0, 5), played_on="2026-04-01"), actor=SITE, placing=Placing(unit=money)
    )
    balances = {one.unit.code: one.amount for one in unit_balances(world.people["小華"])}
    assert balances == {"points": before, "twd": 220}
    page = world.get("player", f"members/{world.people['小華'].pk}/balance/?unit=twd")
    assert "+220" in page
    assert len(lines_of(world, "player", unit="twd")) == 2
    unknown = world.as_("player").get(world.at(f"members/{world.people['小華'].pk}/balance/?unit=xyz"))
    assert unknown.status_code == 404


def test_pages_by_seq_meet_without_a_gap_and_without_a_line_twice(world: World) -> None:
    unit = unit_balances(world.people["小華"])[0]
    with translation.override("en"):
        whole = statement_page(unit, limit=500)
        newest = statement_page(unit, limit=3)
        older = statement_page(unit, before=newest.older, limit=3)
        back = statement_page(unit, after=older.newer, limit=3)
    assert newest.lines + older.lines == whole.lines[:6]
    assert older.closing == newest.opening
    assert back.lines == newest.lines
    assert newest.newer is None
    assert whole.older is None


def test_a_merged_record_opens_the_one_it_went_into(world: World) -> None:
    kept = world.people["小華"]
    gone = Member.objects.create(club=world.club, name="小花", merged_into=kept)
    assert "小華" in world.get("player", f"members/{gone.pk}/balance/")


def test_the_organiser_reads_anyones_statement(world: World) -> None:
    page = world.get("organiser", f"members/{world.people['小華'].pk}/balance/")
    assert "Balance of 小華" in page


def test_a_made_up_place_in_the_statement_is_the_latest_page(world: World) -> None:
    path = f"members/{world.people['小華'].pk}/balance/"
    for query in ("?before=abc", "?before=-4", f"?before={'9' * 40}", "?after=１２"):
        assert "win: from 阿明 120" in world.get("player", path + query), query
