"""A page that was open while two records became one: what it sends with the old one is refused, all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from league.actors import SITE
from league.errors import Refused
from league.models import Member, SideBet
from league.services import bets, house, payments
from league.services.hands import record_hand
from league.services.members import merge
from league.services.opening import add_table
from league.services.records import import_record
from league.services.seats import take_over
from settlement.errors import LedgerError
from tests.api.world import record
from tests.faults.hall import DEALER_WINS, Hall, assert_sound, open_at
from tests.faults.rows import digest
from tests.settling.evening import DAY

Write = Callable[[Hall, Member], object]


def _seats(hall: Hall, gone: Member) -> object:
    hall.evening.people["gone"] = gone
    return open_at(hall.evening, add_table(hall.table.session), ("阿明", "小華", "美玲", "gone"))


def _import(hall: Hall, gone: Member) -> object:
    return import_record(hall.evening.club, record(), actor=SITE, names={"美玲": gone})


def _pay(hall: Hall, gone: Member) -> object:
    return payments.pay_freely(hall.evening.unit, gone, hall.evening["老王"], 5, actor=SITE, by=gone)


def _take_over(hall: Hall, gone: Member) -> object:
    hall.jiang.refresh_from_db()
    return take_over(hall.jiang, 3, gone, 2, version=hall.jiang.version, actor=SITE)


WRITES: dict[str, Write] = {
    "sit down": _seats,
    "take over": _take_over,
    "bet": lambda hall, gone: bets.set_outer(hall.jiang, gone, 1, 50, 10, [2], actor=SITE),
    "import": _import,
    "pay": _pay,
    "be paid": lambda hall, gone: payments.pay_freely(
        hall.evening.unit, hall.evening["老王"], gone, 5, actor=SITE, by=None, confirmed=True
    ),
    "pay a fee": lambda hall, gone: house.charge(hall.evening.unit, {gone: 5}, "room", on=DAY, actor=SITE),
}


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall.build()


@pytest.fixture
def gone(hall: Hall) -> Member:
    guest = Member.objects.create(club=hall.evening.club, name="王先生", is_guest=True)
    as_shown = Member.objects.get(pk=guest.pk)
    merge(guest, hall.evening["阿國"])
    return as_shown


@pytest.mark.parametrize("write", WRITES)
def test_nothing_new_names_a_record_that_is_gone(hall: Hall, gone: Member, write: str) -> None:
    if write == "sit down":
        add_table(hall.table.session)
    before = digest() if write != "sit down" else ""
    with pytest.raises(Refused, match="merged_away"):
        WRITES[write](hall, gone)
    assert not before or digest() == before
    assert_sound(hall.evening)


@pytest.mark.parametrize("state", ["marked", "disputed"])
def test_a_payment_between_the_two_waits_for_nobody(hall: Hall, state: str) -> None:
    """It would be a person's with himself: the merge takes it back, and says so."""
    evening = hall.evening
    guest = Member.objects.create(club=evening.club, name="王先生", is_guest=True)
    paid = payments.pay_freely(evening.unit, guest, evening["阿國"], 5, actor=SITE, by=guest)
    if state == "disputed":
        payments.dispute(paid, actor=SITE, by=None, organiser=True)
    merge(guest, evening["阿國"])
    paid.refresh_from_db()
    assert (paid.state, paid.posting) == ("withdrawn", None)
    assert paid.events.order_by("pk").last().state == "withdrawn"
    with pytest.raises(Refused, match="payment_answered"):
        payments.confirm(paid, actor=SITE, by=None, organiser=True)
    assert_sound(evening)


@pytest.mark.parametrize("verb", ["dispute", "confirm", "reverse"])
def test_a_payment_between_the_two_that_counted_can_still_be_answered(hall: Hall, verb: str) -> None:
    evening = hall.evening
    guest = Member.objects.create(club=evening.club, name="王先生", is_guest=True)
    paid = payments.pay_freely(evening.unit, guest, evening["阿國"], 5, actor=SITE, by=None, confirmed=True)
    if verb == "confirm":
        payments.dispute(paid, actor=SITE, by=None, organiser=True)
    merge(guest, evening["阿國"])
    more: dict[str, Any] = {"why": "not so"} if verb == "reverse" else {"by": None, "organiser": True}
    try:
        getattr(payments, verb)(paid, actor=SITE, **more)
    except LedgerError as error:
        pytest.fail(str(error))
    assert_sound(evening)


def test_one_hand_is_not_sent_to_two_tables(hall: Hall) -> None:
    """A phone that mixes up two tables is told so."""
    other, uid = open_at(hall.evening, add_table(hall.table.session)), uuid4()
    record_hand(hall.jiang, DEALER_WINS, number=2, actor=SITE, uid=uid)
    before = digest()
    with pytest.raises(Refused, match="hand_of_another"):
        record_hand(other, DEALER_WINS, number=1, actor=SITE, uid=uid)
    assert digest() == before
    assert not SideBet.objects.exists()
