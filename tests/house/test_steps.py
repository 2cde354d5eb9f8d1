"""A run of steps: all of them are taken, and the worst of them is the run's."""

import sys

import pytest

from house.steps import Counts, Run, Step

GOOD, BAD = "print('fine')", "import sys; print('the reason'); sys.exit(3)"


@pytest.fixture
def run(tmp_path):
    return Run(tmp_path)


def step(name: str, code: str) -> Step:
    return Step(name, [sys.executable, "-c", code], {})


def test_a_failing_step_does_not_stop_those_after_it(run, capfd):
    for name, code in [("first", GOOD), ("second", BAD), ("third", GOOD)]:
        run.take(step(name, code))
    assert run.close() == 1
    assert [outcome.passed for outcome in run.outcomes] == [True, False, True]
    said = capfd.readouterr().out
    assert "the reason" in said
    assert "fine" not in said


def test_steps_taken_together_are_all_told_in_their_order(run, capfd):
    run.take_together([step("first", GOOD), step("second", BAD), step("third", GOOD)])
    assert run.close() == 1
    assert [(outcome.name, outcome.passed) for outcome in run.outcomes] == [
        ("first", True),
        ("second", False),
        ("third", True),
    ]
    said = capfd.readouterr().out
    assert "the reason" in said
    assert "fine" not in said


def test_steps_taken_together_run_side_by_side(run, tmp_path):
    meets = (
        "import pathlib, time; mine, other = pathlib.Path({mine!r}), pathlib.Path({other!r})\n"
        "mine.touch()\n"
        "while not other.exists(): time.sleep(0.01)"
    )
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    pair = [meets.format(mine=one, other=two), meets.format(mine=two, other=one)]
    run.take_together([step(f"step {number}", code) for number, code in enumerate(pair)])
    assert run.close() == 0


def test_a_run_without_failures_is_zero(run):
    run.take(step("first", GOOD))
    assert run.close() == 0


def test_the_last_line_adds_up_what_pytest_counted(run, capfd, tmp_path):
    for number in (1, 2):
        results = tmp_path / f"{number}.xml"
        results.write_text(
            '<testsuites><testsuite tests="7" failures="1" errors="1" skipped="2"/></testsuites>'
        )
        run.take(Step("tests", [sys.executable, "-c", ""], {}, results=results))
    run.close()
    assert capfd.readouterr().out.splitlines()[-1] == "6 passed, 4 failed, 4 skipped"


def test_nothing_counted_says_nothing(run, capfd):
    run.close()
    assert "passed" not in capfd.readouterr().out
    assert str(Counts(passed=3)) == "3 passed, 0 failed"
