"""Statements: every line of a balance, with opening and closing sums."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from settlement import errors, ledger
from tests.settlement.story import EVENING, Story


@pytest.fixture
def week(story: Story) -> Story:
    """Five evenings, one posting each, recorded day by day; the third does not touch `a`."""
    tables = ["a b 100 win", "b a 40 win\nc a 60 win", "b c 7 win", "a c 30 win\na house 2 fee", "c a 5 win"]
    for day, table in enumerate(tables):
        with transaction.atomic():
            draft = story.draft(f"hand:{day + 1}", table, occurred_at=EVENING)
            ledger.post(story.book, [draft], actor="x", recorded_at=EVENING + timedelta(days=day))
    return story


def shown(statement: ledger.Statement) -> list[tuple[int, int, int]]:
    return [(line.seq, line.amount, line.balance) for line in statement.lines]


def sums(statement: ledger.Statement) -> tuple[int, int, int, int]:
    return statement.opening, statement.closing, statement.window_opening, statement.window_closing


WHOLE = [(1, -100, -100), (2, 100, 0), (4, -32, -32), (5, 5, -27)]


@pytest.mark.parametrize(
    ("asked", "lines", "expected_sums", "earlier", "later"),
    [
        ({}, WHOLE, (0, -27, 0, -27), False, False),
        ({"newest": True}, WHOLE, (0, -27, 0, -27), False, False),
        ({"limit": 2}, WHOLE[:2], (0, 0, 0, -27), False, True),
        ({"limit": 2, "newest": True}, WHOLE[2:], (0, -27, 0, -27), True, False),
        ({"after_seq": 2}, WHOLE[2:], (0, -27, 0, -27), False, False),
        ({"after_seq": 1, "before_seq": 5}, WHOLE[1:3], (-100, -32, -100, -32), False, False),
        ({"before_seq": 4, "limit": 1, "newest": True}, WHOLE[1:2], (-100, 0, 0, 0), True, False),
        ({"after_seq": 5}, [], (-27, -27, -27, -27), False, False),
        ({"before_seq": 1}, [], (0, 0, 0, 0), False, False),
        ({"since": EVENING + timedelta(days=1)}, WHOLE[1:], (-100, -27, -100, -27), False, False),
        ({"until": EVENING + timedelta(days=1)}, WHOLE[:1], (0, -100, 0, -100), False, False),
        (
            {"since": EVENING + timedelta(hours=1), "until": EVENING + timedelta(days=3, hours=1)},
            WHOLE[1:3],
            (-100, -32, -100, -32),
            False,
            False,
        ),
        ({"since": EVENING + timedelta(days=9)}, [], (-27, -27, -27, -27), False, False),
    ],
    ids=[
        "whole", "whole-newest", "first-page", "last-page", "after", "between", "page-back", "past-the-end",
        "before-the-start", "since", "until", "span", "later-than-all",
    ],
)  # fmt: skip
def test_a_window_and_a_page_of_it(
    week: Story,
    asked: dict[str, Any],
    lines: list[tuple[int, int, int]],
    expected_sums: tuple[int, int, int, int],
    earlier: bool,
    later: bool,
) -> None:
    statement = ledger.statement([week["a"]], **asked)
    assert shown(statement) == lines
    assert sums(statement) == expected_sums
    assert (statement.earlier, statement.later) == (earlier, later)


def test_paging_both_ways_shows_every_line_once(week: Story) -> None:
    forward: list[tuple[int, int, int]] = []
    page = ledger.statement([week["a"]], limit=1)
    forward += shown(page)
    while page.later:
        page = ledger.statement([week["a"]], limit=1, after_seq=page.lines[-1].seq)
        forward += shown(page)
    backward: list[tuple[int, int, int]] = []
    page = ledger.statement([week["a"]], limit=1, newest=True)
    backward = shown(page)
    while page.earlier:
        page = ledger.statement([week["a"]], limit=1, newest=True, before_seq=page.lines[0].seq)
        backward = shown(page) + backward
    assert forward == backward == WHOLE


def test_two_accounts_of_one_person_are_one_statement(week: Story) -> None:
    """What they paid each other is shown and comes to nothing."""
    statement = ledger.statement([week["a"], week["b"]])
    assert shown(statement) == [(1, 0, 0), (2, 60, 60), (3, -7, 53), (4, -32, 21), (5, 5, 26)]
    assert [len(line.transfers) for line in statement.lines] == [1, 2, 1, 2, 1]


def test_a_line_says_whether_it_was_reversed(week: Story) -> None:
    hand = ledger.live(week.book, ["hand:4"])["hand:4"]
    (reversal,) = week.reverse(hand)
    lines = ledger.statement([week["a"]], after_seq=3).lines
    assert [(line.seq, line.amount, line.reversed_by_seq) for line in lines] == [
        (4, -32, reversal.seq),
        (5, 5, None),
        (6, 32, None),
    ]


@pytest.mark.parametrize(
    ("asked", "queries"), [({}, 4), ({"since": EVENING, "until": EVENING + timedelta(days=9)}, 6)], ids=str
)
def test_the_number_of_queries_is_fixed(
    week: Story, django_assert_num_queries: Any, asked: dict[str, Any], queries: int
) -> None:
    accounts = [week["a"], week["b"]]
    with django_assert_num_queries(queries):
        statement = ledger.statement(accounts, **asked)
        names = {t.src.holder for line in statement.lines for t in line.transfers}
    assert names <= {"a", "b", "c"}


def test_a_statement_is_of_one_unit(week: Story, other_book: Story) -> None:
    with pytest.raises(errors.ForeignAccountError):
        ledger.statement([week["a"], other_book["a"]])


def test_nets_of_a_stretch(week: Story) -> None:
    def by_holder(found: dict[int, int]) -> dict[str, int]:
        return {holder: found[account.pk] for holder, account in week.people.items() if account.pk in found}

    assert by_holder(ledger.nets(week.book)) == week.balances()
    assert by_holder(ledger.nets(week.book, after_seq=3)) == {"a": -27, "c": 25, "house": 2}
    assert by_holder(ledger.nets(week.book, upto_seq=1)) == {"a": -100, "b": 100}


def test_sums_by_reason(week: Story) -> None:
    assert ledger.by_reason([week["a"]]) == {"win": -25, "fee": -2}
    assert ledger.by_reason([week["house"]], upto_seq=3) == {}


def test_head_to_head_forgets_what_was_reversed(week: Story) -> None:
    week.reverse(ledger.live(week.book, ["hand:1"])["hand:1"])
    meetings = ledger.head_to_head([week["a"]])
    assert [(m.other.holder, m.net, dict(m.by_reason)) for m in meetings] == [
        ("b", 40, {"win": 40}),
        ("c", 35, {"win": 35}),
        ("house", -2, {"fee": -2}),
    ]
    (only,) = ledger.head_to_head([week["a"]], week["c"])
    assert only.net == 35
