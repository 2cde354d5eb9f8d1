"""Going on from a kept replay answers what replaying everything answers, refusals included."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from settlement.jiang import continuing, read_record
from settlement.jiang.continuing import continued
from settlement.jiang.errors import RuleError
from settlement.jiang.replay import replay
from tests.jiang.cases import load
from tests.jiang.documents import DRAW, Doc, document
from tests.jiang.records import records

many = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    continuing.forget()
    yield
    continuing.forget()


def told(work: Any, *given: Any) -> Any:
    """The answer, or the refusal as it is told."""
    try:
        return work(*given)
    except RuleError as error:
        return error.code, error.where, str(error), dict(error.params)


def from_the_start(record: Doc) -> Any:
    return replay(read_record(record))


@st.composite
def later_states(draw: st.DrawFn) -> list[Doc]:
    """A 將 as it is written hand by hand, then corrected, struck, closed, played under other stakes."""
    whole, other = draw(records()), draw(records())
    states = [{**whole, "hands": whole["hands"][: count + 1]} for count in range(len(whole["hands"]))]
    for _ in range(draw(st.integers(1, 5))):
        now = copy.deepcopy(states[-1] if states else whole)
        change = draw(st.sampled_from(["correct", "strike", "insert", "close", "stakes", "spoil"]))
        at = draw(st.integers(0, max(0, len(now["hands"]) - 1)))
        taken = draw(st.sampled_from(other["hands"])) if other["hands"] else {"result": "draw"}
        if change == "correct" and now["hands"]:
            now["hands"][at] = taken
        elif change == "strike" and now["hands"]:
            del now["hands"][at]
        elif change == "insert":
            now["hands"].insert(at, taken)
        elif change == "close":
            now["closed"] = not now.get("closed", False)
        elif change == "stakes":
            now["stakes"]["base"] += 1
        elif now["hands"]:
            now["hands"][at] = draw(st.sampled_from([None, {}, {"result": "win"}, {"result": "abort"}]))
        states.append(now)
    return states


@many
@given(later_states())
def test_every_later_state_is_as_replayed(states: list[Doc]) -> None:
    continuing.forget()
    for state in states:
        assert told(continued, "one", state) == told(from_the_start, state)


def test_every_broken_record_is_refused_alike_after_a_good_one() -> None:
    for case in load("broken"):
        bad = case["record"]
        if isinstance(bad.get("hands"), list):
            told(continued, "one", {**bad, "hands": bad["hands"][:-1]})
        assert told(continued, "one", bad) == told(from_the_start, bad), case["id"]


def ordinary(**winner: Any) -> Doc:
    return document([DRAW, {"result": "win", "from": 0, "wins": [{"seat": 1, "face": 1, **winner}]}])


@pytest.mark.parametrize("twin", [{"seat": True}, {"seat": 1.0}, {"face": True}, {"face": 1.0}], ids=str)
def test_what_is_equal_in_python_alone_is_not_taken_for_the_same(twin: Doc) -> None:
    continued("one", ordinary())
    with pytest.raises(RuleError):
        continued("one", ordinary(**twin))


def test_hands_that_were_replayed_are_not_replayed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    step = continuing.step

    def counted(state: Any, hand: Any) -> Any:
        played.append(state.number)
        return step(state, hand)

    monkeypatch.setattr(continuing, "step", counted)
    whole = ordinary()
    for count in (1, 2, 2):
        continued("one", {**whole, "hands": whole["hands"][:count]})
    assert played == [1, 2]


def test_no_more_is_kept_than_an_evenings_tables() -> None:
    for name in range(continuing.MOST + 5):
        continued(str(name), ordinary())
    assert list(continuing._kept) == [str(name) for name in range(5, continuing.MOST + 5)]
