"""Posting: what goes in, what it comes to, and what is refused without a trace."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from settlement import errors, ledger
from settlement.ledger.tallies import CHECKPOINT_EVERY
from settlement.models import Account, Balance, Checkpoint, Posting, Transfer
from settlement.models.limits import MAX_AMOUNT, MAX_BALANCE
from tests.settlement.story import EVENING, Story

SELF_DRAW = """
    dong  nan  160  self_draw
    xi    nan  120  self_draw
    bei   nan  120  self_draw
"""


def test_a_hand_a_fee_and_a_payment(story: Story) -> None:
    story.post("hand:1", SELF_DRAW)
    assert story.balances() == {"dong": -160, "nan": 400, "xi": -120, "bei": -120}
    story.post("fee:1", "nan house 20 table_fee", kind="fee")
    assert story.balances() == {"dong": -160, "nan": 380, "xi": -120, "bei": -120, "house": 20}
    story.post("payment:1", "nan dong 160 cash", kind="payment")
    assert story.balances() == {"nan": 220, "xi": -120, "bei": -120, "house": 20}


def test_postings_are_numbered_without_a_gap_and_chained(story: Story) -> None:
    first = story.post("hand:1", SELF_DRAW)
    second, third = story.post_all(story.draft("hand:2", SELF_DRAW), story.draft("hand:3", "bei xi 5 win"))
    assert [first.seq, second.seq, third.seq] == [1, 2, 3]
    assert [first.prev_hash, second.prev_hash, third.prev_hash] == ["", first.hash, second.hash]
    story.book.refresh_from_db()
    assert (story.book.last_seq, story.book.head_hash) == (3, third.hash)


def test_a_drawn_hand_is_a_posting_that_moves_nothing(story: Story) -> None:
    assert story.post("hand:1").entries == 0
    assert story.balances() == {}


def test_what_is_read_back_is_what_was_posted(story: Story) -> None:
    detail = {"base": 100, "for": "阿明", "streak": [1, None, True], "tai": {"face": 5}}
    entry = ledger.Entry(story["a"], story["b"], 7, "win", detail)
    story.post("hand:1", transfers=[entry], memo="補記", revision=4)
    read = Transfer.objects.select_related("posting").get()
    assert (read.src, read.dst, read.amount, read.reason, read.detail) == (
        story["a"],
        story["b"],
        7,
        "win",
        detail,
    )
    posting = read.posting
    assert (posting.kind, posting.reference, posting.revision, posting.memo) == ("hand", "hand:1", 4, "補記")
    assert (posting.occurred_at, posting.actor) == (EVENING, "organiser")
    assert ledger.verify(story.book) == []


def test_posting_one_hand_takes_four_statements(story: Story, django_assert_num_queries: Any) -> None:
    draft = story.draft("hand:1", SELF_DRAW)
    with django_assert_num_queries(4):
        ledger.post(story.book, [draft], actor="x")


def test_accounts_are_opened_once_and_found_in_one_query(
    story: Story, django_assert_num_queries: Any
) -> None:
    opened = ledger.accounts(story.book, ["member:2", "house", "member:1"])
    assert {holder: account.kind for holder, account in opened.items()} == {
        "member:1": "party",
        "member:2": "party",
        "house": "house",
    }
    with django_assert_num_queries(1):
        assert ledger.accounts(story.book, ["member:1", "member:2", "house"]) == opened
    assert ledger.account(story.book, "member:1") == opened["member:1"]


def test_two_units_are_two_books(story: Story, other_book: Story) -> None:
    story.post("hand:1", "a b 5 win")
    other_book.post("hand:1", "b a 700 win")
    assert story.balances() == {"a": -5, "b": 5}
    assert other_book.balances() == {"a": 700, "b": -700}


@pytest.mark.parametrize(
    "amount",
    [0, -1, True, 1.0, "5", None, MAX_AMOUNT + 1, float("nan")],
    ids=["zero", "negative", "bool", "float", "text", "none", "too-large", "nan"],
)
def test_only_whole_positive_amounts_in_range(story: Story, amount: Any) -> None:
    entry = ledger.Entry(story["a"], story["b"], amount, "win")
    with pytest.raises(errors.BadAmountError) as refused:
        story.post("hand:1", transfers=[entry])
    assert refused.value.where == "drafts[0].transfers[0]"
    assert not Posting.objects.exists()


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"kind": ""}, errors.BadTextError),
        ({"kind": "k" * 21}, errors.BadTextError),
        ({"memo": "a\x00b"}, errors.BadTextError),
        ({"memo": "\ud800"}, errors.BadTextError),
        ({"revision": -1}, errors.BadRevisionError),
        ({"revision": True}, errors.BadRevisionError),
        ({"revision": 2**31}, errors.BadRevisionError),
        ({"occurred_at": datetime(2026, 1, 1)}, errors.BadTimeError),  # noqa: DTZ001
    ],
    ids=["no-kind", "long-kind", "nul", "surrogate", "negative", "bool", "too-large", "no-zone"],
)
def test_what_a_draft_may_not_say(
    story: Story, more: dict[str, Any], refusal: type[errors.LedgerError]
) -> None:
    with pytest.raises(refusal):
        story.post("hand:1", "a b 5 win", **more)
    assert not Posting.objects.exists()


@pytest.mark.parametrize(
    "detail",
    [{"x": 1.5}, {"x": "\x00"}, {1: 2}, [1], {"x": 2**63}, {"x": "y" * 9000}, {"x": [[[[[[[[[1]]]]]]]]]}],
    ids=["float", "nul", "number-key", "list", "huge", "long", "deep"],
)
def test_a_detail_is_small_and_exact(story: Story, detail: Any) -> None:
    with pytest.raises(errors.BadDetailError):
        story.post("hand:1", transfers=[ledger.Entry(story["a"], story["b"], 5, "win", detail)])


def test_nobody_pays_himself_or_someone_in_another_book(story: Story, other_book: Story) -> None:
    with pytest.raises(errors.SameAccountError):
        story.post("hand:1", "a a 5 win")
    with pytest.raises(errors.ForeignAccountError):
        story.post("hand:1", transfers=[ledger.Entry(story["a"], other_book["b"], 5, "win")])


def test_a_fact_is_posted_once(story: Story) -> None:
    story.post("hand:1", "a b 5 win")
    with pytest.raises(errors.AlreadyPostedError):
        story.post("hand:1", "a b 5 win")
    with pytest.raises(errors.AlreadyPostedError):
        story.post_all(story.draft("hand:2", "a b 1 win"), story.draft("hand:2", "a b 1 win"))
    with pytest.raises(errors.FactIsLiveError):
        story.post("hand:1", "a b 6 win", revision=2)
    assert story.balances() == {"a": -5, "b": 5}
    assert ledger.verify(story.book) == []


def test_a_refusal_cannot_be_swallowed_half_way(story: Story) -> None:
    story.post("hand:1", "a b 5 win")
    with transaction.atomic(), pytest.raises(errors.AlreadyPostedError):
        ledger.post(story.book, [story.draft("hand:1", "a b 5 win")], actor="x")
    assert story.balances() == {"a": -5, "b": 5}
    assert ledger.verify(story.book) == []


def test_a_balance_has_bounds(story: Story) -> None:
    story.post("opening:1", "bank rich 5 opening", kind="opening")
    Balance.objects.filter(account=story["rich"]).update(amount=MAX_BALANCE - 7)
    story.post("opening:2", "bank rich 7 opening", kind="opening")
    with pytest.raises(errors.BalanceOverflowError):
        story.post("opening:3", "bank rich 1 opening", kind="opening")
    assert story.balances() == {"rich": MAX_BALANCE, "bank": -12}


@pytest.mark.django_db(transaction=True)
def test_posting_needs_a_transaction() -> None:
    story = Story(ledger.open_book("Tuesday club", "points"))
    with pytest.raises(errors.NoTransactionError):
        ledger.post(story.book, [story.draft("hand:1", "a b 5 win")], actor="x")


def test_the_book_must_be_there(story: Story) -> None:
    ghost = (
        Account(pk=1, book_id=story.book.pk + 1, holder="a"),
        Account(pk=2, book_id=story.book.pk + 1, holder="b"),
    )
    draft = story.draft("hand:1", transfers=[ledger.Entry(*ghost, 5, "win")])
    with pytest.raises(errors.NoSuchBookError), transaction.atomic():
        ledger.post(type(story.book)(pk=story.book.pk + 1), [draft], actor="x")


def test_a_clock_that_goes_back_leaves_the_order_of_records(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = story.post("hand:1", "a b 5 win")
    monkeypatch.setattr(timezone, "now", lambda: first.recorded_at - timedelta(hours=3))
    assert story.post("hand:2", "a b 5 win").recorded_at == first.recorded_at
    assert ledger.verify(story.book) == []


def test_an_old_book_is_carried_over_in_order(story: Story) -> None:
    def carry(reference: str, at: datetime) -> Posting:
        with transaction.atomic():
            draft = story.draft(reference, "a b 5 win")
            return ledger.post(story.book, [draft], actor="x", recorded_at=at)[0]

    assert carry("hand:1", EVENING).recorded_at == EVENING
    for wrong in (EVENING - timedelta(seconds=1), timezone.now() + timedelta(days=1)):
        with pytest.raises(errors.BadTimeError):
            carry("hand:2", wrong)


def test_earlier_balances_come_from_checkpoints(story: Story) -> None:
    """Balances as of every posting, over three checkpoints, some passed inside one call."""
    drafts = [story.draft(f"hand:{n}", f"a b {n} win\nc b {n} win") for n in range(1, 350)]
    for start in range(0, len(drafts), 50):
        story.post_all(*drafts[start : start + 50])
    points = Checkpoint.objects.filter(account=story["b"]).count()
    assert points == 2 * len(drafts) // CHECKPOINT_EVERY
    for seq in (0, 1, 127, 128, 129, 256, 300, 349, 350, 10**9):
        upto = min(seq, 349)
        assert ledger.balance(story["b"], as_of_seq=seq) == upto * (upto + 1)
        assert ledger.balances_at([story["a"], story["c"]], seq) == {
            story["a"].pk: -upto * (upto + 1) // 2,
            story["c"].pk: -upto * (upto + 1) // 2,
        }
    assert ledger.balance(story["b"]) == 349 * 350
    assert ledger.balance(story["nobody"]) == 0
    assert ledger.verify(story.book) == []
