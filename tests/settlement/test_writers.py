"""Several writers at once on one book."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction

from settlement import errors, ledger
from settlement.models import Account, Posting
from tests.settlement.story import Story

WRITERS = 8
EACH = 12

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(work: Callable[[int], object]) -> list[object]:
    """Run `work(0)` to `work(7)` in threads of their own, each with its own connection."""

    def alone(number: int) -> object:
        try:
            return work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as threads:
        return list(threads.map(alone, range(WRITERS)))


@pytest.fixture
def shared(transactional_db: None) -> Story:
    story = Story(ledger.open_book("Tuesday club", "points"))
    story.entries("\n".join(f"w{number} house 1 win" for number in range(WRITERS)))
    return story


def test_many_writers_leave_no_gap(shared: Story) -> None:
    """Each pays both neighbours, so that all of them want the same balances, in different order."""

    def write(number: int) -> None:
        left, right = f"w{(number - 1) % WRITERS}", f"w{(number + 1) % WRITERS}"
        table = f"w{number} {right} 2 win\nw{number} {left} 1 win\nw{number} house 1 fee"
        for turn in range(EACH):
            shared.post(f"hand:{number}-{turn}", table)

    at_once(write)
    seqs = Posting.objects.filter(book=shared.book).order_by("seq").values_list("seq", flat=True)
    assert list(seqs) == list(range(1, WRITERS * EACH + 1))
    assert shared.balances() == {"house": WRITERS * EACH} | {f"w{n}": -EACH for n in range(WRITERS)}
    assert ledger.verify(shared.book) == []


def test_the_same_fact_from_all_of_them_is_posted_once(shared: Story) -> None:
    def write(number: int) -> bool:
        try:
            shared.post("hand:1", "w1 w2 5 win")
        except errors.AlreadyPostedError:
            return False
        return True

    assert sorted(at_once(write)) == [False] * (WRITERS - 1) + [True]
    assert shared.balances() == {"w1": -5, "w2": 5}


def test_the_same_posting_is_reversed_once(shared: Story) -> None:
    hand = shared.post("hand:1", "w1 w2 5 win")

    def reverse(number: int) -> bool:
        try:
            shared.reverse(hand)
        except errors.AlreadyReversedError:
            return False
        return True

    assert sorted(at_once(reverse)) == [False] * (WRITERS - 1) + [True]
    assert shared.balances() == {}


def test_an_account_is_opened_once(shared: Story) -> None:
    def open_all(number: int) -> set[int]:
        holders = [f"new:{(number + step) % 5}" for step in range(5)]
        return {account.pk for account in ledger.accounts(shared.book, holders).values()}

    assert len({frozenset(found) for found in at_once(open_all)}) == 1
    assert Account.objects.filter(book=shared.book, holder__startswith="new:").count() == 5


def test_a_reader_pages_by_seq_and_misses_nothing(shared: Story) -> None:
    """While seven write, the eighth follows the house's statement from its last line on."""
    total = (WRITERS - 1) * EACH

    def work(number: int) -> list[int]:
        if number:
            for turn in range(EACH):
                shared.post(f"hand:{number}-{turn}", f"w{number} house 1 fee")
            return []
        seen: list[int] = []
        while len(seen) < total:
            page = ledger.statement([shared["house"]], after_seq=seen[-1] if seen else 0, limit=5)
            seen += [line.seq for line in page.lines]
        return seen

    assert at_once(work)[0] == list(range(1, total + 1))


def test_a_writer_that_fails_leaves_nothing(shared: Story) -> None:
    def write(number: int) -> None:
        with transaction.atomic():
            ledger.post(shared.book, [shared.draft(f"hand:{number}", "w1 w2 5 win")], actor="x")
            if number % 2:
                transaction.set_rollback(True)

    at_once(write)
    shared.book.refresh_from_db()
    assert shared.book.last_seq == WRITERS // 2
    assert ledger.verify(shared.book) == []
