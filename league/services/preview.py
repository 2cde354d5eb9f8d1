"""What a correction would change, shown before it is confirmed: the real write, undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import transaction

from league.models import Hand, Jiang
from league.selectors.standings import standings
from league.services.facts import Facts
from settlement.jiang.outcome import HandOutcome, Outcome, Warned


@dataclass(frozen=True)
class HandDifference:
    """One hand whose course or payments change. `before` is None for an inserted one, `after` for a struck one."""

    hand: Hand
    before: HandOutcome | None
    after: HandOutcome | None

    @property
    def payments_change(self) -> bool:
        return _paid(self.before) != _paid(self.after)


@dataclass(frozen=True)
class Difference:
    """What changes: hands in order, sums by token and season ranks by member id (each before, after)."""

    hands: tuple[HandDifference, ...]
    nets: Mapping[str, tuple[int, int]]
    ranks: Mapping[int, tuple[int | None, int | None]]
    complete: tuple[bool, bool]
    warnings: tuple[Warned, ...]


def preview(jiang: Jiang, write: Callable[[], Outcome]) -> Difference:
    """Runs `write` (a correction, a strike, …), compares, and undoes it. Raises whatever `write` refuses."""
    with transaction.atomic():
        before = Facts.load(jiang)
        came_to = before.outcome()
        ranks = _ranks(jiang)
        comes_to = write()
        after = Facts.load(jiang)
        difference = Difference(
            hands=tuple(_hands(before, came_to, after, comes_to)),
            nets=_moved(came_to.net, comes_to.net),
            ranks=_moved_ranks(ranks, _ranks(jiang)),
            complete=(came_to.complete, comes_to.complete),
            warnings=comes_to.warnings,
        )
        transaction.set_rollback(True)
    return difference


def _hands(before: Facts, was: Outcome, after: Facts, now: Outcome) -> list[HandDifference]:
    old = {hand.pk: (hand, outcome) for hand, outcome in zip(before.hands, was.hands, strict=True)}
    new = {hand.pk: (hand, outcome) for hand, outcome in zip(after.hands, now.hands, strict=True)}
    rows = []
    for pk in [*old.keys() - new.keys(), *new]:
        hand = (new.get(pk) or old[pk])[0]
        row = HandDifference(hand, old[pk][1] if pk in old else None, new[pk][1] if pk in new else None)
        if row.before != row.after:
            rows.append(row)
    return sorted(rows, key=lambda row: row.hand.number)


def _paid(outcome: HandOutcome | None) -> str:
    return "" if outcome is None else outcome.fingerprint


def _moved(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    names = dict.fromkeys([*before, *after])
    pairs = {name: (before.get(name, 0), after.get(name, 0)) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _ranks(jiang: Jiang) -> dict[int, int]:
    if jiang.season is None:
        return {}
    return {row.total.member_id: row.rank for row in standings(jiang.season)}


def _moved_ranks(
    before: Mapping[int, int], after: Mapping[int, int]
) -> dict[int, tuple[int | None, int | None]]:
    pairs = {one: (before.get(one), after.get(one)) for one in [*before, *after]}
    return {one: pair for one, pair in pairs.items() if pair[0] != pair[1]}
