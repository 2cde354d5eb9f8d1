"""A club against a model of it in memory, step by step; a process that stops in a step leaves nothing behind.

The runs are few and the same each time. `FAULTS_RUNS=500 bin/test tests/faults/test_stateful.py` makes as many
new ones.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.faults.machine_money import MoneyMachine

MORE = int(os.environ.get("FAULTS_RUNS", "0"))
usual = settings(
    max_examples=MORE or 8,
    stateful_step_count=60 if MORE else 30,
    derandomize=not MORE,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=bool(MORE),
)


@pytest.mark.django_db
def test_a_club_is_what_its_model_says() -> None:
    MoneyMachine.done.clear()
    run_state_machine_as_test(MoneyMachine, settings=usual)
    if MORE:
        print("\n".join(f"{count:6} {name}" for name, count in sorted(MoneyMachine.done.items())))
    assert len(MoneyMachine.done) > 20
