"""Corrections: nothing is edited; what was wrong is reversed and posted anew."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from settlement import errors, ledger
from settlement.models import Transfer
from tests.settlement.story import Story


def test_a_reversal_mirrors_and_both_stay(story: Story) -> None:
    hand = story.post("hand:1", "a b 300 win\nc b 20 watcher")
    (reversal,) = story.reverse(hand)
    assert story.balances() == {}
    assert (reversal.kind, reversal.reference, reversal.revision) == ("reversal", "hand:1", 1)
    assert (reversal.reverses_id, reversal.occurred_at, reversal.memo) == (
        hand.pk,
        hand.occurred_at,
        "scored twice",
    )
    rows = Transfer.objects.order_by("posting_id", "position").values_list(
        "posting__seq", "src__holder", "dst__holder", "amount", "reason"
    )
    assert list(rows) == [
        (1, "a", "b", 300, "win"),
        (1, "c", "b", 20, "watcher"),
        (2, "b", "a", 300, "win"),
        (2, "b", "c", 20, "watcher"),
    ]
    assert ledger.verify(story.book) == []


def test_a_correction_is_one_call(story: Story) -> None:
    """Hand 1 was 2 台 too much, which changes hand 2 as well."""
    hands = story.post_all(story.draft("hand:1", "a b 300 win"), story.draft("hand:2", "b c 100 win"))
    story.post_all(
        *ledger.reversals(hands, memo="two tai less"),
        story.draft("hand:1", "a b 260 win", revision=2, corrects=hands[0]),
        story.draft("hand:2", "b c 80 win", revision=2, corrects=hands[1]),
    )
    assert story.balances() == {"a": -260, "b": 180, "c": 80}
    live = ledger.live(story.book, ["hand:1", "hand:2", "hand:3"])
    assert {reference: posting.seq for reference, posting in live.items()} == {"hand:1": 5, "hand:2": 6}
    assert live["hand:1"].corrects_id == hands[0].pk
    assert ledger.verify(story.book) == []


def test_a_struck_fact_may_come_back_with_a_new_revision(story: Story) -> None:
    hand = story.post("hand:1", "a b 300 win")
    story.reverse(hand)
    with pytest.raises(errors.AlreadyPostedError):
        story.post("hand:1", "a b 300 win")
    story.post("hand:1", "a b 300 win", revision=2)
    assert story.balances() == {"a": -300, "b": 300}


def test_a_posting_is_reversed_once_and_a_reversal_never(story: Story) -> None:
    hand = story.post("hand:1", "a b 300 win")
    (reversal,) = story.reverse(hand)
    with pytest.raises(errors.AlreadyReversedError):
        story.reverse(hand)
    with pytest.raises(errors.NotAMirrorError):
        story.reverse(reversal)
    assert story.balances() == {}


@pytest.mark.parametrize(
    ("table", "more"),
    [
        ("b a 299 win", {}),
        ("a b 300 win", {}),
        ("b a 300 fee", {}),
        ("b a 300 win\nb a 1 win", {}),
        ("", {}),
        ("b a 300 win", {"reference": "hand:2"}),
        ("b a 300 win", {"revision": 2}),
    ],
    ids=["amount", "direction", "reason", "more", "nothing", "reference", "revision"],
)
def test_what_does_not_mirror_is_no_reversal(story: Story, table: str, more: dict[str, Any]) -> None:
    hand = story.post("hand:1", "a b 300 win")
    reference = more.pop("reference", "hand:1")
    with pytest.raises(errors.NotAMirrorError):
        story.post(reference, table, reverses=hand, **more)
    assert story.balances() == {"a": -300, "b": 300}


def test_links_stay_within_the_book(story: Story, other_book: Story) -> None:
    hand = other_book.post("hand:1", "a b 300 win")
    with pytest.raises(errors.ForeignAccountError):
        story.post("hand:1", "a b 300 win", corrects=hand)
    with pytest.raises(errors.ForeignAccountError), transaction.atomic():
        ledger.post(story.book, ledger.reversals([hand]), actor="x")


def test_reversing_many_takes_as_many_queries_as_one(story: Story, django_assert_num_queries: Any) -> None:
    hands = [story.post(f"hand:{n}", "a b 300 win") for n in range(20)]
    with django_assert_num_queries(5):
        ledger.reverse(hands, actor="x")
    assert story.reverse() == []
