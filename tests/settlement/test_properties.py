"""What holds after any sequence of postings, reversals and refusals."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from settlement import errors, ledger
from settlement.ledger import tallies
from settlement.models import Posting
from tests.settlement.story import EVENING, Story

HOLDERS = ["a", "b", "c", "house"]
entries = st.lists(
    st.tuples(st.sampled_from(HOLDERS), st.sampled_from(HOLDERS), st.integers(1, 10**12)).filter(
        lambda entry: entry[0] != entry[1]
    ),
    max_size=5,
)
posts = st.tuples(st.just("post"), st.integers(1, 6), entries)
reversals = st.tuples(st.just("reverse"), st.integers(1, 6), st.none())
corrections = st.tuples(st.just("correct"), st.integers(1, 6), entries)
steps = st.lists(posts | reversals | corrections, max_size=25)


@dataclass
class Model:
    """The ledger as plain dictionaries: what each fact moves now, and how often it was posted."""

    live: dict[str, list[tuple[str, str, int]]] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)

    def balances(self) -> dict[str, int]:
        sums: Counter[str] = Counter()
        for moved in self.live.values():
            for src, dst, amount in moved:
                sums[src] -= amount
                sums[dst] += amount
        return {holder: amount for holder, amount in sums.items() if amount}


def draft(
    story: Story, model: Model, reference: str, moved: list[tuple[str, str, int]], **more: Posting
) -> ledger.Draft:
    return ledger.Draft(
        kind="hand",
        reference=reference,
        occurred_at=EVENING,
        revision=model.times[reference] + 1,
        transfers=[ledger.Entry(story[src], story[dst], amount, "win") for src, dst, amount in moved],
        **more,
    )


def take(story: Story, model: Model, step: tuple[str, int, list[tuple[str, str, int]] | None]) -> None:
    """One step in the ledger, then in the model; a step that cannot be is refused by the ledger."""
    what, number, moved = step
    reference = f"hand:{number}"
    standing = ledger.live(story.book, [reference]).get(reference)
    if what == "post":
        story.post_all(draft(story, model, reference, moved or []))
    elif standing is None:
        return
    elif what == "reverse":
        story.reverse(standing)
    else:
        story.post_all(
            *ledger.reversals([standing]), draft(story, model, reference, moved or [], corrects=standing)
        )
    if what == "reverse":
        del model.live[reference]
    else:
        model.live[reference] = moved or []
        model.times[reference] += 1


@given(steps)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_balances_are_the_fold_of_what_stands(
    db: None,
    monkeypatch: pytest.MonkeyPatch,
    sequence: list[tuple[str, int, list[tuple[str, str, int]] | None]],
) -> None:
    monkeypatch.setattr(tallies, "CHECKPOINT_EVERY", 4)
    with transaction.atomic():
        story, model = Story(ledger.open_book("Tuesday club", "points")), Model()
        earlier: dict[int, dict[str, int]] = {0: {}}
        for step in sequence:
            with suppress(errors.FactIsLiveError):
                take(story, model, step)
            story.book.refresh_from_db()
            earlier[story.book.last_seq] = story.balances()
        assert story.balances() == model.balances()
        assert sum(story.balances().values()) == 0
        assert ledger.verify(story.book) == []
        for seq, balances in earlier.items():
            people = list(story.people.values())
            found = ledger.balances_at(people, seq)
            assert {one.holder: found[one.pk] for one in people if found[one.pk]} == balances
        for person in story.people.values():
            statement = ledger.statement([person], limit=1000)
            assert statement.closing == ledger.balance(person) == sum(line.amount for line in statement.lines)
        transaction.set_rollback(True)
