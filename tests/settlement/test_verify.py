"""An inspection finds each kind of damage, names it, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.db import connection, transaction

from settlement import ledger
from settlement.ledger.chain import digest
from settlement.ledger.tallies import CHECKPOINT_EVERY
from settlement.models import Balance, Book, Checkpoint, Posting, Transfer
from settlement.models.limits import posting_id
from tests.settlement.flush import unguarded
from tests.settlement.story import EVENING, Story

Damage = Callable[[Story], object]


@pytest.fixture
def season(story: Story) -> Iterator[Story]:
    """Hands 1 to 4, then hand 2 corrected: reversed by posting 5 and posted anew as posting 6."""
    for number in range(1, 5):
        story.post(f"hand:{number}", f"a b {number} win\nc b {number} win")
    hand = ledger.live(story.book, ["hand:2"])["hand:2"]
    story.post_all(*ledger.reversals([hand]), story.draft("hand:2", "a b 9 win", revision=2, corrects=hand))
    yield story
    # Rows left without their parents would fail the check that ends a test.
    transaction.set_rollback(True)


def transfers(story: Story, seq: int) -> object:
    return Transfer.objects.filter(posting_id=posting_id(story.book.pk, seq))


def one(story: Story, seq: int, position: int = 1) -> object:
    return Transfer.objects.filter(posting_id=posting_id(story.book.pk, seq), position=position)


def line(story: Story, seq: int) -> object:
    return Posting.objects.filter(book=story.book, seq=seq)


def planted(story: Story, damage: Damage) -> list[tuple[str, object]]:
    with unguarded(connection):
        damage(story)
    found = ledger.verify(story.book)
    assert all(finding.message for finding in found)
    return [(f.code, f.params.get("seq", f.params.get("holder", f.params.get("reference")))) for f in found]


def test_a_sound_book_has_no_findings(season: Story) -> None:
    assert ledger.verify(season.book) == []
    assert ledger.verify(ledger.open_book("empty", "points")) == []


def copy(story: Story, seq: int, **changes: object) -> Posting:
    """Posting `seq` once more at the end of the book, well chained, balances and all."""
    original = Posting.objects.get(pk=posting_id(story.book.pk, seq))
    book = Book.objects.get(pk=story.book.pk)
    rows = list(Transfer.objects.filter(posting=original).select_related("src", "dst").order_by("position"))
    doubled = Posting.objects.get(pk=original.pk)
    doubled.seq = book.last_seq + 1
    doubled.pk = posting_id(book.pk, doubled.seq)
    doubled.prev_hash, doubled.recorded_at = book.head_hash, book.head_at
    for name, value in changes.items():
        setattr(doubled, name, value)
    doubled.hash = digest(
        doubled, book.unit, [(t.src.holder, t.dst.holder, t.amount, t.reason, t.detail) for t in rows]
    )
    doubled.save(force_insert=True)
    for row in rows:
        row.posting_id = doubled.pk
        for account, amount in ((row.src_id, -row.amount), (row.dst_id, row.amount)):
            kept = Balance.objects.get(pk=account)
            kept.amount += amount
            kept.entries += 1
            kept.last_seq = doubled.seq
            kept.save()
    Transfer.objects.bulk_create(rows)
    Book.objects.filter(pk=book.pk).update(
        last_seq=doubled.seq, head_hash=doubled.hash, head_at=doubled.recorded_at
    )
    return doubled


DAMAGES: dict[str, tuple[Damage, list[tuple[str, object]]]] = {
    "changed-amount": (
        lambda s: one(s, 3).update(amount=300),
        [("changed_posting", 3), ("wrong_balance", "a"), ("wrong_balance", "b")],
    ),
    "changed-payee": (
        lambda s: one(s, 3).update(dst=s["d"]),
        [("changed_posting", 3), ("wrong_balance", "b"), ("missing_balance", "d")],
    ),
    "changed-reason": (lambda s: one(s, 1).update(reason="gift"), [("changed_posting", 1)]),
    "changed-detail": (lambda s: one(s, 1).update(detail={"tai": 9}), [("changed_posting", 1)]),
    "moved-transfer": (
        lambda s: one(s, 3, 2).update(posting_id=posting_id(s.book.pk, 4), position=3),
        [("transfer_count", 3), ("changed_posting", 3), ("transfer_count", 4), ("changed_posting", 4)],
    ),
    "deleted-transfer": (
        lambda s: one(s, 3).delete(),
        [("transfer_count", 3), ("changed_posting", 3), ("wrong_balance", "a"), ("wrong_balance", "b")],
    ),
    "added-transfer": (
        lambda s: Transfer(
            posting_id=posting_id(s.book.pk, 4), position=3, src=s["a"], dst=s["c"], amount=1, reason="win"
        ).save(force_insert=True),
        [("transfer_count", 4), ("changed_posting", 4), ("wrong_balance", "a"), ("wrong_balance", "c")],
    ),
    "deleted-posting": (
        lambda s: (transfers(s, 3).delete(), delete(s, 3)),
        [("missing_posting", 3), ("broken_chain", 4), *(("wrong_balance", holder) for holder in "abc")],
    ),
    "deleted-posting-row": (
        lambda s: delete(s, 3),
        [("missing_posting", 3), ("stray_transfer", 3), ("broken_chain", 4)],
    ),
    "deleted-last-posting": (
        lambda s: delete(s, 6),
        [("missing_posting", 6), ("stray_transfer", 6), ("wrong_head", None)],
    ),
    "cut-off-end": (
        lambda s: Book.objects.filter(pk=s.book.pk).update(last_seq=5),
        [("wrong_head", None), ("beyond_head", 6), ("wrong_balance", "a"), ("wrong_balance", "b")],
    ),
    "wrong-head-hash": (
        lambda s: Book.objects.filter(pk=s.book.pk).update(head_hash="feed"),
        [("wrong_head", None)],
    ),
    "broken-chain": (
        lambda s: line(s, 4).update(prev_hash="feed"),
        [("broken_chain", 4), ("changed_posting", 4)],
    ),
    "changed-hash": (lambda s: line(s, 4).update(hash="feed"), [("changed_posting", 4), ("broken_chain", 5)]),
    "changed-memo": (lambda s: line(s, 4).update(memo="gift"), [("changed_posting", 4)]),
    "changed-actor": (lambda s: line(s, 4).update(actor="nobody"), [("changed_posting", 4)]),
    "changed-time": (
        lambda s: line(s, 4).update(recorded_at=EVENING),
        [("earlier_time", 4), ("changed_posting", 4)],
    ),
    "doubled-posting": (lambda s: copy(s, 4, revision=2), [("doubled_fact", "hand:4")]),
    "wrong-balance": (
        lambda s: Balance.objects.filter(account=s["a"]).update(amount=0),
        [("wrong_balance", "a"), ("not_zero", None)],
    ),
    "two-wrong-balances": (
        lambda s: [
            Balance.objects.filter(account=s["a"]).update(amount=-18),
            Balance.objects.filter(account=s["b"]).update(amount=26),
        ],
        [("wrong_balance", "a"), ("wrong_balance", "b")],
    ),
    "balance-gone": (
        lambda s: Balance.objects.filter(account=s["c"]).delete(),
        [("missing_balance", "c"), ("not_zero", None)],
    ),
    "wrong-count": (
        lambda s: Balance.objects.filter(account=s["c"]).update(entries=1),
        [("wrong_tally", "c")],
    ),
    "reversal-unlinked": (
        lambda s: line(s, 5).update(reverses=None, revision=7),
        [("changed_posting", 5), ("doubled_fact", "hand:2")],
    ),
    "reversal-relinked": (
        lambda s: line(s, 5).update(reverses=posting_id(s.book.pk, 1)),
        [("changed_posting", 5), ("not_a_mirror", 5), ("doubled_fact", "hand:2")],
    ),
    "not-a-mirror": (
        lambda s: copy(s, 4, kind="reversal", reverses_id=posting_id(s.book.pk, 4)),
        [("not_a_mirror", 7)],
    ),
    "renamed-holder": (
        lambda s: s["c"].__class__.objects.filter(pk=s["c"].pk).update(holder="z"),
        [("changed_posting", seq) for seq in (1, 2, 3, 4, 5)],
    ),
    "changed-unit": (
        lambda s: Book.objects.filter(pk=s.book.pk).update(unit="TWD"),
        [("changed_posting", seq) for seq in (1, 2, 3, 4, 5, 6)],
    ),
    "stray-checkpoint": (
        lambda s: Checkpoint(account=s["d"], posting_id=posting_id(s.book.pk, 2), amount=0).save(
            force_insert=True
        ),
        [("stray_checkpoint", 2)],
    ),
    "wrong-checkpoint": (
        lambda s: Checkpoint(account=s["a"], posting_id=posting_id(s.book.pk, 2), amount=7).save(
            force_insert=True
        ),
        [("wrong_checkpoint", 2)],
    ),
}


def delete(story: Story, seq: int) -> None:
    """By hand: the ORM would refuse what other rows point at."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM settlement_posting WHERE id = %s", [posting_id(story.book.pk, seq)])


@pytest.mark.parametrize(("damage", "expected"), DAMAGES.values(), ids=list(DAMAGES))
def test_damage_is_named(season: Story, damage: Damage, expected: list[tuple[str, object]]) -> None:
    assert planted(season, damage) == expected


def test_an_inspection_repairs_nothing(season: Story) -> None:
    assert planted(season, DAMAGES["changed-amount"][0]) == planted(season, lambda s: None)


def test_an_account_of_another_book(season: Story, other_book: Story) -> None:
    found = planted(season, lambda s: one(s, 3).update(src=other_book["a"]))
    assert found[:2] == [("changed_posting", 3), ("foreign_account", 3)]


@pytest.mark.postgres
def test_a_posting_reversed_twice(season: Story) -> None:
    """SQLite has no way to take the unique index away."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(
            "ALTER TABLE settlement_posting DROP CONSTRAINT settlement_posting_reverses_id_key CASCADE"
        )
    found = planted(season, lambda s: copy(s, 5))
    assert ("reversed_twice", 2) in found


def test_a_missing_checkpoint(season: Story) -> None:
    for start in range(0, CHECKPOINT_EVERY, 64):
        season.post_all(*(season.draft(f"more:{start + n}", "a b 1 win") for n in range(64)))
    assert ledger.verify(season.book) == []
    found = planted(season, lambda s: Checkpoint.objects.filter(account=s["a"]).delete())
    assert [code for code, _ in found] == ["missing_checkpoint"]


def test_a_guard_that_is_gone(season: Story) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE settlement_transfer DISABLE TRIGGER settlement_transfer_checked")
        else:
            cursor.execute("DROP TRIGGER settlement_transfer_checked")
    (finding,) = ledger.verify(season.book)
    assert (finding.code, finding.params) == ("guard_missing", {"name": "settlement_transfer_checked"})


def test_each_book_is_judged_by_itself(season: Story, other_book: Story) -> None:
    other_book.post("hand:1", "a b 5 win")
    assert planted(season, DAMAGES["changed-amount"][0])
    assert ledger.verify(other_book.book) == []
