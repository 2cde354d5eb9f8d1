"""Queries that are compiled once, and rows that go in by statements built once: as Django itself would."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import F, Value
from django.test.utils import CaptureQueriesContext

from league.actors import Actor
from league.models import Hand, HandRevision, Jiang, JiangResult, Sitting
from league.services.hands import record_hand
from settlement.models import Account, Book
from settlement.prepared import SLOT, Prepared
from settlement.rows import insert, update, upsert
from tests.recorder.table import At, win

ME = Actor("user:1")


@pytest.fixture
def played(here: At) -> At:
    here.play(win(1, 3), win(0, None, 2))
    return here


def seen(row: Any) -> Any:
    """All that a row says, of those it brought along, too."""
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    known = row._state.fields_cache
    others = {one.name: known[one.name] for one in row._meta.concrete_fields if one.name in known}
    brought = {name: seen(other) for name, other in others.items() if other is not None}
    return type(row), fields, brought, row._state.adding, row._state.db


def sittings(jiang: int) -> Any:
    return (
        Sitting.objects.filter(jiang_id=jiang).select_related("member", "jiang__unit__book").order_by("-pk")
    )


def hands(jiang: int) -> Any:
    return Hand.objects.filter(jiang_id=jiang, struck_at=None).order_by("number")


def accounts(book: int, *wanted: int) -> Any:
    return Account.objects.filter(book_id=book, pk__in=wanted).select_related("book").order_by("pk")


def test_rows_come_as_from_the_queryset(played: At) -> None:
    for build in (sittings, hands):
        prepared = Prepared(build)
        for pk in (played.jiang.pk, played.jiang.pk, 0):
            assert [seen(row) for row in prepared(pk)] == [seen(row) for row in build(pk)]


def test_each_number_of_ids_is_compiled_for_itself(played: At) -> None:
    book = played.jiang.unit.book
    known = list(Account.objects.filter(book=book).order_by("pk"))
    prepared = Prepared(accounts)
    for count in (1, 3, 2, 3):
        wanted = [one.pk for one in known[:count]]
        assert prepared(book.pk, *wanted) == known[:count]


def test_it_is_compiled_once(played: At) -> None:
    made = []

    def build(jiang: int) -> Any:
        made.append(jiang)
        return hands(jiang)

    prepared = Prepared(build)
    with CaptureQueriesContext(connection) as asked:
        for _ in range(3):
            prepared(played.jiang.pk)
    assert made == [SLOT]
    assert len(asked) == 3


@pytest.mark.django_db(transaction=True)
def test_a_query_that_locks_is_for_a_transaction() -> None:
    book = Book.objects.create(name="帳", unit="TWD")
    prepared = Prepared(lambda pk: Book.objects.select_for_update().filter(pk=pk))
    with transaction.atomic():
        assert prepared(book.pk) == [book]
    with pytest.raises(transaction.TransactionManagementError):
        prepared(book.pk)


@pytest.mark.parametrize(
    "build",
    [
        lambda pk: Book.objects.filter(pk=7),
        lambda pk: Book.objects.filter(pk=pk + 1),
        lambda pk: Book.objects.filter(pk=pk).annotate(one=Value(1)),
        lambda pk: Book.objects.filter(pk=pk).annotate(next=F("last_seq") + 1),
    ],
    ids=["no id in it", "an id that was changed", "a value", "a sum"],
)
def test_what_cannot_be_asked_again_is_refused(db: None, build: Any) -> None:
    with pytest.raises(ValueError, match=r"each id|a query"):
        Prepared(build)(1)


def test_rows_go_in_with_every_kind_of_column(played: At) -> None:
    number = Jiang.objects.get(pk=played.jiang.pk).hand_count + 1
    facts = {"result": "draw", "note": "流局 %s '\""}
    uid = uuid.uuid4()
    hand = Hand(jiang=played.jiang, number=number, facts=facts, uid=uid)
    insert([hand])
    insert(
        [
            HandRevision(
                hand=hand, number=1, change=HandRevision.Change.STRUCK, facts=None, actor="site", why=""
            )
        ]
    )
    read = Hand.objects.get(uid=uid)
    assert (read.pk, read.facts, read.struck_at, read.fingerprint) == (hand.pk, facts, None, "")
    assert read.recorded_at == hand.recorded_at is not None
    revision = read.revisions.get()
    assert (revision.change, revision.facts) == ("struck", None)
    assert HandRevision.objects.filter(facts__isnull=True).exists()


def test_ids_come_back_in_the_order_of_the_rows(played: At) -> None:
    made = [Hand(jiang=played.jiang, number=number, facts={"n": number}) for number in range(50, 60)]
    insert(made)
    for hand in made:
        assert Hand.objects.get(pk=hand.pk).number == hand.number


def test_a_row_that_stands_is_set_and_a_new_one_goes_in(played: At) -> None:
    stands, *_, gone = JiangResult.objects.filter(jiang=played.jiang).order_by("pk")
    gone.delete()
    rows = [
        JiangResult(jiang=played.jiang, member_id=one.member_id, seat=one.seat, place=4, play_net=7, wins=3)
        for one in (stands, gone)
    ]
    upsert(rows, ("jiang_id", "member_id"), ("place", "play_net"))
    was = stands.wins
    stands.refresh_from_db()
    assert (stands.place, stands.play_net, stands.wins) == (4, 7, was)
    assert JiangResult.objects.get(jiang=played.jiang, member=gone.member_id).wins == 3


def test_one_row_is_set_and_no_other(played: At) -> None:
    first = played.jiang
    other = Jiang.objects.get(pk=first.pk)
    first.closed, first.played_on, first.version = True, date(2020, 2, 29), 77
    update(first, ("closed", "played_on"))
    other.refresh_from_db()
    assert (other.closed, other.played_on) == (True, date(2020, 2, 29))
    assert other.version != 77


def test_a_hand_is_recorded_in_few_statements(played: At, django_assert_max_num_queries: Any) -> None:
    """Lock, three reads, accounts, book, then one write for each table; two more for the savepoint of a test."""
    jiang = Jiang.objects.select_related("club", "unit__book").get(pk=played.jiang.pk)
    with django_assert_max_num_queries(15):
        record_hand(jiang, win(2, 1), number=jiang.hand_count + 1, actor=ME)
