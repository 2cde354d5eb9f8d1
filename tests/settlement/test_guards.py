"""The database itself refuses what would falsify a book, whoever asks: here hand-written SQL."""

# ruff: noqa: S608

from __future__ import annotations

from importlib import import_module

import pytest
from django.db import IntegrityError, connection, transaction

from settlement import ledger
from settlement.ledger import guards
from settlement.models.limits import MAX_AMOUNT, posting_id
from tests.settlement.story import Story

POSTING = (
    "INSERT INTO settlement_posting (id, book_id, seq, kind, reference, revision, occurred_at, recorded_at,"
    " actor, memo, entries, reverses_id, corrects_id, prev_hash, hash) VALUES"
    " ({id}, {book}, {seq}, 'hand', '{reference}', {revision}, '2099-01-01 00:00:00+00:00',"
    " '{at}', 'x', '', {entries}, {reverses}, NULL, '{prev}', 'feed')"
)
TRANSFER = (
    "INSERT INTO settlement_transfer (posting_id, position, src_id, dst_id, amount, reason, detail)"
    " VALUES ({posting}, {position}, {src}, {dst}, {amount}, 'win', '{{}}')"
)


@pytest.fixture
def played(story: Story) -> Story:
    """Two hands in the book, the first reversed."""
    hand = story.post("hand:1", "a b 300 win\nc b 100 win")
    story.post("hand:2", "a b 50 win")
    story.reverse(hand)
    story.book.refresh_from_db()
    return story


def run(*statements: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def refused(*statements: str) -> str:
    with pytest.raises(IntegrityError) as refusal:
        run(*statements)
    return str(refusal.value)


def posting(story: Story, **more: object) -> str:
    """An honest next posting without transfers, except for what is given."""
    seq = more.get("seq", story.book.last_seq + 1)
    assert isinstance(seq, int)
    given = {
        "id": posting_id(story.book.pk, seq),
        "book": story.book.pk,
        "seq": seq,
        "reference": "hand:9",
        "revision": 1,
        "at": "2099-01-01 00:00:00+00:00",
        "entries": 0,
        "reverses": "NULL",
        "prev": story.book.head_hash,
    }
    return POSTING.format(**(given | more))


def transfer(story: Story, seq: int, **more: object) -> str:
    given = {
        "posting": posting_id(story.book.pk, seq),
        "position": 1,
        "src": story["a"].pk,
        "dst": story["b"].pk,
        "amount": 5,
    }
    return TRANSFER.format(**(given | more))


def test_an_honest_posting_goes_in_and_moves_the_head(played: Story) -> None:
    run(transfer(played, 4), posting(played, entries=1))
    played.book.refresh_from_db()
    assert (played.book.last_seq, played.book.head_hash) == (4, "feed")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE settlement_transfer SET amount = amount + 1",
        "UPDATE settlement_transfer SET posting_id = posting_id + 1 WHERE position = 2",
        "UPDATE settlement_transfer SET dst_id = src_id + 1",
        "UPDATE settlement_transfer SET detail = '[]'",
        "DELETE FROM settlement_transfer",
        "UPDATE settlement_posting SET memo = 'never mind'",
        "UPDATE settlement_posting SET reverses_id = NULL",
        "DELETE FROM settlement_posting WHERE seq = 3",
        "UPDATE settlement_account SET holder = 'z' WHERE holder = 'a'",
        "DELETE FROM settlement_account",
        "DELETE FROM settlement_book",
    ],
    ids=[
        "amount", "moved", "payee", "detail", "transfer-gone", "memo", "unreversed", "posting-gone", "holder",
        "account-gone", "book-gone",
    ],
)  # fmt: skip
def test_nothing_is_edited_or_deleted(played: Story, statement: str) -> None:
    assert "ledger:append_only" in refused(statement)
    assert ledger.verify(played.book) == []


def test_a_checkpoint_stays(played: Story) -> None:
    at = posting_id(played.book.pk, 2)
    run(
        "INSERT INTO settlement_checkpoint (account_id, posting_id, amount)"
        f" VALUES ({played['a'].pk}, {at}, -350)"
    )
    assert "ledger:append_only" in refused("UPDATE settlement_checkpoint SET amount = 0")
    assert "ledger:append_only" in refused("DELETE FROM settlement_checkpoint")


@pytest.mark.postgres
@pytest.mark.parametrize("table", guards.TABLES)
def test_nothing_is_truncated(played: Story, table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert "ledger:append_only" in refused(f"TRUNCATE settlement_{table} CASCADE")


@pytest.mark.parametrize("seq", [1, 2, 3], ids=["reversed", "standing", "last"])
def test_a_posting_is_sealed(played: Story, seq: int) -> None:
    assert "ledger:posting_sealed" in refused(transfer(played, seq, position=9))


def test_transfers_need_their_posting(played: Story) -> None:
    with connection.cursor() as cursor:
        cursor.execute(transfer(played, 4))
    with pytest.raises(IntegrityError):
        connection.check_constraints()
    transaction.set_rollback(True)


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"seq": 5}, "ledger:out_of_sequence"),
        ({"prev": "feed"}, "ledger:out_of_sequence"),
        ({"prev": ""}, "ledger:out_of_sequence"),
        ({"at": "2001-01-01 00:00:00+00:00"}, "ledger:out_of_sequence"),
        ({"entries": 1}, "ledger:incomplete_posting"),
        ({"reference": "hand:2", "revision": 2}, "ledger:fact_is_live"),
        ({"reference": "hand:1", "revision": 0}, "ledger:fact_is_live"),
        ({"id": 77}, "settlement_posting_id_is_book_and_seq"),
    ],
    ids=["gap", "other-chain", "no-chain", "earlier", "transfers-missing", "live", "older-revision", "id"],
)
def test_a_posting_follows_the_last_one(played: Story, more: dict[str, object], refusal: str) -> None:
    assert refusal in refused(posting(played, **more))
    assert ledger.verify(played.book) == []


def test_a_transfer_stays_in_its_book(played: Story, other_book: Story) -> None:
    stranger = other_book["z"].pk
    assert "ledger:foreign_account" in refused(transfer(played, 4, dst=stranger), posting(played, entries=1))
    assert "ledger:foreign_account" in refused(transfer(played, 4, src=stranger), posting(played, entries=1))


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"amount": 0}, "amount_range"),
        ({"amount": -5}, "amount_range"),
        ({"amount": MAX_AMOUNT + 1}, "amount_range"),
    ],
    ids=["zero", "negative", "too-large"],
)
def test_an_amount_is_checked(played: Story, more: dict[str, object], refusal: str) -> None:
    assert refusal in refused(transfer(played, 4, **more))


def test_src_is_not_dst(played: Story) -> None:
    assert "two_accounts" in refused(transfer(played, 4, dst=played["a"].pk))


@pytest.mark.parametrize(
    "change",
    [
        "last_seq = 2",
        "last_seq = 4",
        "last_seq = 0, head_hash = ''",
        "head_hash = 'feed'",
        "head_at = NULL",
        "unit = 'TWD'",
    ],
)
def test_the_head_of_a_book_is_not_moved_by_hand(played: Story, change: str) -> None:
    assert "ledger:book" in refused(f"UPDATE settlement_book SET {change} WHERE id = {played.book.pk}")


def test_a_book_may_be_renamed(played: Story) -> None:
    played.book.name = "Wednesday club"
    played.book.save()
    assert ledger.verify(played.book) == []


def test_a_second_reversal_is_refused(played: Story) -> None:
    mirrored = [
        transfer(played, 4, src=played["b"].pk, dst=played["a"].pk, amount=300),
        transfer(played, 4, src=played["b"].pk, dst=played["c"].pk, amount=100, position=2),
    ]
    again = posting(played, entries=2, reference="hand:1", reverses=posting_id(played.book.pk, 1))
    assert "reverse" in refused(*mirrored, again)


def test_replacing_is_no_way_round(played: Story) -> None:
    """`INSERT OR REPLACE` deletes without firing delete triggers."""
    if connection.vendor == "postgresql":
        clash = f"{transfer(played, 1)} ON CONFLICT (posting_id, position) DO UPDATE SET amount = 1"
        assert "ledger:" in refused(clash)
        return
    first = posting_id(played.book.pk, 1)
    for statement in (
        transfer(played, 1),
        posting(played, seq=1, prev=""),
        posting(played, reference="hand:2"),
        posting(played, reference="hand:1", reverses=first),
        f"INSERT INTO settlement_account (id, book_id, holder, kind, opened_at) VALUES"
        f" ({played['a'].pk}, {played.book.pk}, 'z', 'party', '2026-01-01')",
        f"INSERT INTO settlement_book (id, name, unit, last_seq, head_hash, created_at) VALUES"
        f" ({played.book.pk}, 'x', 'x', 0, '', '2026-01-01')",
    ):
        assert "ledger:" in refused(statement.replace("INSERT", "INSERT OR REPLACE", 1))
    assert ledger.verify(played.book) == []


def test_columns_hold_whole_numbers_only(played: Story) -> None:
    """SQLite keeps whatever it is given unless told; PostgreSQL makes a whole number of it."""
    if connection.vendor == "sqlite":
        for amount in ("1.5", "'x'"):
            assert "ledger:not_whole" in refused(transfer(played, 4, amount=amount))
    else:
        run(transfer(played, 4, amount="1.5"), posting(played, entries=1))
        assert ledger.nets(played.book, after_seq=3) == {played["a"].pk: -2, played["b"].pk: 2}


@pytest.mark.django_db(transaction=True)
def test_every_guard_stands_and_can_be_taken_down() -> None:
    migration = import_module("settlement.migrations.0002_guards")
    assert guards.missing() == []
    with connection.schema_editor() as editor:
        migration.take_down(None, editor)
    assert set(guards.missing()) == guards.expected()
    with connection.schema_editor() as editor:
        migration.put_up(None, editor)
    assert guards.missing() == []
