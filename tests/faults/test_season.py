"""A season in which nearly every hand was wrong at first.

`FAULTS_HANDS=10000 bin/test tests/faults/test_season.py` plays a whole one.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from league.actors import SITE
from league.models import Hand, Jiang
from league.selectors.standings import standings
from league.services import hands
from league.services.facts import Facts, member_id
from league.services.records import import_record
from scoring.errors import RuleError
from tests.faults.hall import assert_sound
from tests.jiang.dice import roll_hand, roll_record
from tests.settling.evening import gather

HANDS = int(os.environ.get("FAULTS_HANDS", "96"))
A_JIANG = 16


@pytest.mark.slow
@pytest.mark.django_db
def test_a_season_of_corrected_hands() -> None:
    evening, dice = gather(), Random(20260314)
    for _ in range(HANDS // A_JIANG):
        document = roll_record(dice, A_JIANG) | {"played_on": f"2026-03-{dice.randrange(10, 29)}"}
        jiang = import_record(evening.club, document, actor=SITE).jiang
        for _ in range(A_JIANG):
            _put_right(jiang, dice)
    assert_sound(evening)
    season = evening.club.seasons.get()
    shown = {row.total.member_id: row.total.play_net for row in standings(season)}
    assert shown == _replayed(season.jiang.filter(state=Jiang.State.COMPLETE))


def _put_right(jiang: Jiang, dice: Random) -> None:
    """One hand corrected, or one struck and another put in somewhere else."""
    jiang.refresh_from_db()
    one = dice.choice(list(Hand.objects.filter(jiang=jiang, struck_at=None)))
    try:
        if dice.random() < 0.7:
            hands.correct_hand(one, roll_hand(dice), version=jiang.version, actor=SITE, why="misread")
            return
        hands.strike_hand(one, version=jiang.version, actor=SITE, why="twice")
        jiang.refresh_from_db()
        number = dice.randrange(1, jiang.hand_count + 2)
        hands.insert_hand(jiang, roll_hand(dice), number=number, version=jiang.version, actor=SITE)
    except RuleError:
        # A correction that would leave hands after the end is refused, and changes nothing.
        return


def _replayed(played: Iterable[Jiang]) -> dict[int, int]:
    sums: Counter[int] = Counter()
    for jiang in played:
        sums.update({member_id(name): net for name, net in Facts.load(jiang).outcome().play_net.items()})
    return dict(sums)
