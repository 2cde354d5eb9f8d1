"""Who may open and send what of settling, payments, statements and books: a test for each cell of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction

from league.models import Club, Expense, Payment, PlanLine, SettlementPlan
from league.services import payments
from league.services.house import spend
from league.web.urls import of_a_club
from tests.settling.evening import DAY, Evening, gather

# The database is set up for those who ask for it.
pytestmark = pytest.mark.django_db

PEOPLE = {"player": "老王", "other": "阿國", "scorer": "小華", "organiser": "阿明"}
WHO = ("visitor", "outsider", *PEOPLE)
#         visitor, outsider, player who takes part, another player, scorer, organiser; `-` is 404
MEMBERS = "--yyyy"
HIS_OWN = "--y-yy"
ALL_MONEY = "----yy"
ORGANISER = "-----y"
ANYONE = "yyyyyy"

READ: dict[str, str] = {
    "settle": ORGANISER,
    "settle-jiang": ORGANISER,
    "settle-session": ORGANISER,
    "settle-span": ORGANISER,
    "plans": MEMBERS,
    "plan": HIS_OWN,
    "plan-file": HIS_OWN,
    "payments": MEMBERS,
    "payment-new": MEMBERS,
    "payment": HIS_OWN,
    "jiang-of-house": HIS_OWN,
    "jiang-of-member": HIS_OWN,
    "statement": HIS_OWN,
    "statement-file": HIS_OWN,
    "meetings": HIS_OWN,
    "meeting": HIS_OWN,
    "head-to-head": ALL_MONEY,
    "books": ALL_MONEY,
    "books-file": ALL_MONEY,
    "house-statement": ALL_MONEY,
    "house-statement-file": ALL_MONEY,
    "books-spend": ORGANISER,
    "books-charge": ORGANISER,
    "books-take-back": ORGANISER,
    "member-merge": ORGANISER,
    "integrity": ORGANISER,
    "jiang-ranks-file": ANYONE,
    "season-ranks-file": ANYONE,
}
SEND: dict[str, str] = {
    "settle-jiang": ORGANISER,
    "settle-session": ORGANISER,
    "settle-span": ORGANISER,
    "plan-line-pay": "--y--y",
    "payment-new": MEMBERS,
    "payment": HIS_OWN,
    "books-spend": ORGANISER,
    "books-charge": ORGANISER,
    "books-take-back": ORGANISER,
    "member-merge": ORGANISER,
    "integrity": ORGANISER,
}
FOR_MEMBERS_ONLY = ("payments", "payment-new", "payment")
SUMS = tuple(name for name, row in READ.items() if row in (HIS_OWN, ALL_MONEY, MEMBERS))
TO_MEMBERS = dict.fromkeys(SUMS, MEMBERS)
TO_EVERYONE = {name: MEMBERS if name in FOR_MEMBERS_ONLY else "yyyyyy" for name in SUMS}


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: Any) -> Iterator[Evening]:
    """Made once for all cells: what one of them does is undone."""
    with django_db_blocker.unblock(), transaction.atomic():
        evening = settled(gather())
        evening.sign_in("outsider", *PEOPLE.values())
        yield evening
        transaction.set_rollback(True)


@pytest.fixture
def club(kept: Evening) -> Iterator[Evening]:
    with transaction.atomic():
        yield kept
        transaction.set_rollback(True)


def settled(evening: Evening) -> Evening:
    """老王 owes 美玲 and has marked a part of it as paid; another 將 is not settled yet."""
    evening.jiang("美玲 > * 1", table_fee={"self_draw": 50})
    evening.accept()
    line = PlanLine.objects.get(payer=evening["老王"], payee=evening["美玲"])
    payments.pay_line(line, 10, actor=evening.actor("老王"), by=evening["老王"])
    spend(evening.unit, 40, "茶水", on=DAY, actor=evening.actor("阿明"))
    evening.jiang("小華 > 老王 3")
    return evening


@pytest.fixture(scope="module")
def at(kept: Evening) -> dict[str, str]:
    """The address of each page, found once."""
    arguments = numbers(kept)
    span = {"first": "2026-03-01", "last": "2026-03-31"}
    return {
        name: kept.at(name, *arguments.get(name, ()), **(span if name == "settle-span" else {}))
        for name in READ.keys() | SEND.keys()
    }


def numbers(club: Evening) -> dict[str, tuple[object, ...]]:
    """What the addresses name."""
    first, last = club.club.jiang.order_by("pk")
    player = club["老王"].pk
    line = PlanLine.objects.get(payer=player, payee=club["美玲"])
    return {
        "settle-jiang": (last.pk,),
        "settle-session": (last.table.session_id,),
        "plan": (SettlementPlan.objects.get().pk,),
        "plan-file": (SettlementPlan.objects.get().pk, "csv"),
        "plan-line-pay": (line.pk,),
        "payment": (Payment.objects.get().pk,),
        "jiang-of-house": (first.pk,),
        "jiang-of-member": (first.pk, player),
        "statement": (player,),
        "statement-file": (player, "csv"),
        "meetings": (player,),
        "meeting": (player, club["美玲"].pk),
        "books-file": ("csv",),
        "jiang-ranks-file": (first.pk, "xlsx"),
        "season-ranks-file": (club.club.seasons.get().pk, "xlsx"),
        "house-statement-file": ("csv",),
        "books-take-back": (Expense.objects.get().pk,),
        "member-merge": (club["阿國"].pk,),
    }


def cells(table: dict[str, str]) -> list[Any]:
    return [
        pytest.param(name, who, may, id=f"{name}-{who}")
        for name, row in table.items()
        for who, may in zip(WHO, row, strict=True)
    ]


Ask = Callable[[str, str, str], int]


@pytest.fixture
def status(club: Evening, at: dict[str, str]) -> Ask:
    """What `status(page, who, method)` is answered."""

    def ask(name: str, who: str, method: str) -> int:
        browser = club.browser(PEOPLE.get(who, who))
        code: int = getattr(browser, method)(at[name]).status_code
        return code

    return ask


@pytest.mark.parametrize(("name", "who", "may"), cells(READ))
def test_a_page_opens_to_whom_it_may(status: Ask, name: str, who: str, may: str) -> None:
    assert status(name, who, "get") == (404 if may == "-" else 200)


@pytest.mark.parametrize(("name", "who", "may"), cells(SEND))
def test_a_form_is_taken_from_whom_it_may(status: Ask, name: str, who: str, may: str) -> None:
    """An empty form changes nothing: it comes back, or leads back, with a word about it."""
    code = status(name, who, "post")
    assert code == 404 if may == "-" else code in (200, 302, 409, 422)


@pytest.mark.parametrize("name", sorted(READ.keys() - SEND.keys()))
def test_what_is_read_only_takes_no_form(status: Ask, name: str) -> None:
    assert status(name, "organiser", "post") == 405


@pytest.mark.parametrize("who", WHO)
def test_a_button_is_no_page(status: Ask, who: str) -> None:
    assert status("plan-line-pay", who, "get") == 405


@pytest.mark.parametrize(("name", "who", "may"), cells(TO_MEMBERS))
def test_money_shown_to_members(club: Evening, status: Ask, name: str, who: str, may: str) -> None:
    Club.objects.filter(pk=club.club.pk).update(money_shown=Club.MoneyShown.MEMBERS)
    assert status(name, who, "get") == (404 if may == "-" else 200)


@pytest.mark.parametrize(("name", "who", "may"), cells(TO_EVERYONE))
def test_money_shown_to_everyone(club: Evening, status: Ask, name: str, who: str, may: str) -> None:
    Club.objects.filter(pk=club.club.pk).update(money_shown=Club.MoneyShown.EVERYONE)
    assert status(name, who, "get") == (404 if may == "-" else 200)


@pytest.mark.parametrize("who", ["visitor", "outsider"])
@pytest.mark.parametrize("name", [*READ, "plan-line-pay"])
def test_a_private_club_is_not_there_for_others(club: Evening, status: Ask, name: str, who: str) -> None:
    Club.objects.filter(pk=club.club.pk).update(public=False, money_shown=Club.MoneyShown.EVERYONE)
    method = "post" if name == "plan-line-pay" else "get"
    assert status(name, who, method) == 404


@pytest.mark.parametrize("name", [name for name in READ if name not in ("settle", "plans")])
def test_one_club_is_closed_to_the_other(club: Evening, at: dict[str, str], name: str) -> None:
    """Whatever number an address names, the other club's organiser finds nothing of this one's."""
    from league.services.clubs import found_club

    other = found_club("西風會", "west", organiser=club.users["阿國"])
    here = at[name]
    there = here.replace(f"/c/{club.club.slug}/", f"/c/{other.slug}/")
    numbered = any(part.isdigit() for part in here.split("/"))
    code = club.browser("阿國").get(there).status_code
    assert code == (404 if numbered else 200)


def test_the_table_knows_every_address() -> None:
    """A page that nobody put into the table would be a page that nobody thought about."""
    assert {one.name for one in of_a_club if _of_these_pages(one)} == READ.keys() | SEND.keys()


def _of_these_pages(one: Any) -> bool:
    topics = {"books", "head_to_head", "integrity", "merging", "rank_files", "settling", "statements"}
    topics |= {"settling_payments", "settling_plans"}
    callback = getattr(one, "callback", None)
    return callback is not None and callback.__module__.removeprefix("league.web.") in topics
