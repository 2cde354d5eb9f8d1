"""From opening the evening to the next 將 with the same four."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from league.models import HouseSheet, Jiang, Member, Session, SideBet, Table
from league.services import bets
from league.services.opening import draw_seats, same_order
from tests.recorder.table import ENGLISH, FOUR, ME, At, win

WHOLE = [win((deal + 1) % 4, deal % 4) for deal in range(16)]


def at(here: At, path: str) -> str:
    return f"/c/{here.club.slug}/{path}"


def send(here: At, path: str, who: str = "阿樹", **fields: Any) -> Any:
    return here.client(who).post(at(here, path), fields, headers=ENGLISH)


def seated(*names: str, **more: str) -> dict[str, str]:
    """The form of a new 將 for four names in 東南西北."""
    form = {f"seat_{seat}": name for seat, name in enumerate(names)}
    return form | {"first_dealer": "0", "stakes": "100/20", "sheet": "luohan-2005"} | more


@pytest.fixture
def table(here: At) -> Table:
    """A second table with nobody at it."""
    send(here, f"sessions/{here.table.session_id}/tables/")
    return Table.objects.get(number=2)


def test_the_scorer_opens_an_evening_with_one_table_and_seats_it_at_once(here: At) -> None:
    answer = send(here, "sessions/new/", played_on="2026-03-21", tables="1", name="週六")
    session = Session.objects.latest("pk")
    assert (session.name, session.season) == ("週六", here.season)
    assert answer["Location"] == at(here, f"tables/{session.tables.get().pk}/jiang/new/")


def test_an_evening_of_three_tables(here: At) -> None:
    send(here, "sessions/new/", played_on="2026-03-21", tables="3")
    assert [one.number for one in Session.objects.latest("pk").tables.order_by("number")] == [1, 2, 3]


@pytest.mark.parametrize(
    "fields",
    [{"played_on": "x", "tables": "1"}, {"played_on": "2026-03-21", "tables": "0"}],
    ids=["day", "tables"],
)
def test_an_evening_that_cannot_be_is_explained(here: At, fields: dict[str, str]) -> None:
    assert send(here, "sessions/new/", **fields).status_code == 422
    assert Session.objects.count() == 1


def test_four_are_seated_and_the_recorder_opens(here: At, table: Table) -> None:
    answer = send(here, f"tables/{table.pk}/jiang/new/", **seated(*FOUR, stakes="300/50", first_dealer="2"))
    jiang = table.jiang.get()
    assert answer["Location"] == at(here, f"jiang/{jiang.pk}/record/")
    assert (jiang.base, jiang.per_tai, jiang.first_dealer, jiang.ruleset) == (300, 50, 2, "luohan-2005")
    assert [sitting.member.name for sitting in jiang.sittings.order_by("seat")] == list(FOUR)


def test_free_stakes_a_house_sheet_and_a_table_fee(here: At, table: Table) -> None:
    spec = {"based_on": "basic", "tai": {"all_pungs": 5}}
    house = HouseSheet.objects.create(club=here.club, name="本社", spec=spec)
    form = seated(*FOUR, stakes="free", base="30", per_tai="7", sheet=f"house:{house.pk}")
    send(here, f"tables/{table.pk}/jiang/new/", **form, fee_self_draw="20", fee_cap="200", fee_per_player="")
    jiang = table.jiang.get()
    assert (jiang.base, jiang.per_tai, jiang.ruleset) == (30, 7, spec)
    assert jiang.table_fee == {"self_draw": 20, "cap": 200}


def test_who_is_not_known_is_asked_about_and_then_taken_in(here: At, table: Table) -> None:
    path = f"tables/{table.pk}/jiang/new/"
    asked = send(here, path, **seated("阿明", "小華", "美玲", "新來的"))
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "Nobody here is called 新來的" in page
    assert 'name="new_3" value="guest"' in page
    send(here, path, **seated("阿明", "小華", "美玲", "新來的", new_3="guest"))
    assert Member.objects.get(name="新來的").is_guest
    assert table.jiang.exists()


def test_two_of_a_name_are_told_apart_by_the_list(here: At, table: Table) -> None:
    twin = Member.objects.create(club=here.club, name="阿明")
    path = f"tables/{table.pk}/jiang/new/"
    assert f"阿明 #{twin.pk}" in here.client("阿樹").get(at(here, path)).content.decode()
    assert send(here, path, **seated(*FOUR)).status_code == 422
    send(here, path, **seated(f"阿明 #{twin.pk}", *FOUR[1:]))
    assert table.jiang.get().sittings.get(seat=0).member == twin


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (seated("阿明", "阿明", "美玲", "老王"), "Four different people"),
        (seated(*FOUR, stakes="free", base="x", per_tai="1"), "whole number"),
        (seated(*FOUR, sheet="house:99"), "Choose a rule sheet"),
        (seated(*FOUR, first_dealer=""), "Choose who deals first"),
        (seated("", "小華", "美玲", "老王"), "not blank"),
    ],
    ids=["twice", "stakes", "sheet", "dealer", "nobody"],
)
def test_what_cannot_be_is_explained_and_nobody_is_seated(
    here: At, table: Table, form: dict[str, str], said: str
) -> None:
    answer = send(here, f"tables/{table.pk}/jiang/new/", **form)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not table.jiang.exists()


def test_seats_are_drawn_for_the_four_that_were_entered(here: At, table: Table) -> None:
    page = send(here, f"tables/{table.pk}/jiang/new/", **seated(*FOUR, draw="1")).content.decode()
    drawn = [page.split(f'name="seat_{seat}" value="')[1].split('"')[0] for seat in range(4)]
    assert sorted(drawn) == sorted(FOUR)
    assert not table.jiang.exists()


def test_a_table_in_play_leads_to_its_recorder(here: At) -> None:
    answer = here.client("阿樹").get(at(here, f"tables/{here.table.pk}/jiang/new/"))
    assert answer["Location"] == here.at()


def next_drawn(here: At) -> tuple[str, dict[str, str]]:
    """The first tap: the page of the next 將, and the form as it stands there."""
    answer = send(here, f"tables/{here.table.pk}/jiang/draw/")
    assert answer.status_code == 303
    drawn = {name: values[0] for name, values in parse_qs(urlsplit(answer["Location"]).query).items()}
    names = {str(one.pk): one.name for one in here.people.values()}
    page = here.client("阿樹").get(answer["Location"], headers=ENGLISH).content.decode()
    for seat, pk in drawn.items():
        assert f'name="{seat}" value="{names[pk]}"' in page
    return page, seated(*(names[drawn[f"seat_{seat}"]] for seat in range(4)), sheet="last")


def test_the_next_jiang_in_two_taps_with_the_same_four(here: At) -> None:
    here.play(*WHOLE)
    assert "Next 將: same four, draw seats" in here.page()
    _page, form = next_drawn(here)
    before = here.jiang
    send(here, f"tables/{here.table.pk}/jiang/new/", **form)
    jiang = here.table.jiang.get(number=2)
    orders = [[one.member_id for one in one_jiang.sittings.order_by("seat")] for one_jiang in (before, jiang)]
    assert not same_order(*orders)
    assert (jiang.base, jiang.per_tai, jiang.ruleset) == (100, 20, "luohan-2005")


def test_the_same_order_as_before_is_refused(here: At) -> None:
    here.play(*WHOLE)
    turned = (*FOUR[1:], FOUR[0])
    answer = send(here, f"tables/{here.table.pk}/jiang/new/", **seated(*turned))
    assert answer.status_code == 422
    assert "draw seats again" in answer.content.decode()
    assert (
        send(here, f"tables/{here.table.pk}/jiang/new/", **seated("小華", "阿明", "美玲", "老王")).status_code
        == 303
    )


def test_bets_that_lost_nothing_stand_there_already(here: At) -> None:
    bets.set_inner(here.jiang, 1, 2, [0, 2], actor=ME)
    here.play(*WHOLE)
    page, form = next_drawn(here)
    assert "小華, 2 units" in page
    send(here, f"tables/{here.table.pk}/jiang/new/", **form)
    carried = SideBet.objects.get(jiang__number=2)
    seats = {one.seat: one.member.name for one in carried.jiang.sittings.select_related("member")}
    assert (seats[carried.seat], carried.units, carried.from_hand) == ("小華", 2, 1)
    assert {seats[seat] for seat in carried.accepted_by} == {"阿明", "美玲"}


def test_the_organiser_lets_them_be_left(here: At) -> None:
    bets.set_inner(here.jiang, 1, 1, [0, 2], actor=ME)
    here.play(*WHOLE)
    _page, form = next_drawn(here)
    send(here, f"tables/{here.table.pk}/jiang/new/", **form, leave_bets="1")
    assert not SideBet.objects.filter(jiang__number=2).exists()


def test_every_draw_but_the_order_before_comes_up() -> None:
    seen = {tuple(draw_seats([1, 2, 3, 4], [1, 2, 3, 4])) for _ in range(600)}
    assert len(seen) == 20
    assert not any(same_order(one, [1, 2, 3, 4]) for one in seen)


@pytest.mark.parametrize("who", ["小華", "", "春嬌"], ids=["player", "visitor", "outsider"])
def test_only_who_records_opens(here: At, who: str) -> None:
    paths = (
        "sessions/new/",
        f"sessions/{here.table.session_id}/tables/",
        f"tables/{here.table.pk}/jiang/new/",
    )
    for path in (*paths, f"tables/{here.table.pk}/jiang/draw/"):
        assert send(here, path, who, played_on="2026-03-21", tables="1", **seated(*FOUR)).status_code == 404
    assert (Session.objects.count(), Table.objects.count(), Jiang.objects.count()) == (1, 1, 1)
