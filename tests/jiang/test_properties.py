"""What holds for every 將, over random records."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from settlement.jiang import read_record, settle_line, start, step
from settlement.jiang.canonical import canonical, digest
from settlement.jiang.forms import TableFee
from settlement.jiang.replay import replay
from tests.jiang.cases import settles
from tests.jiang.records import Doc, records, turned

many = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


@many
@given(records())
def test_every_hand_sums_to_zero(document: Doc) -> None:
    outcome = replay(read_record(document))
    for hand in outcome.hands:
        assert sum(hand.net.values()) == 0
        assert sum(hand.play_net.values()) == 0
        assert all(transfer.amount > 0 and transfer.src != transfer.dst for transfer in hand.transfers)
    assert sum(outcome.net.values()) == 0


@many
@given(records())
def test_every_amount_is_explained(document: Doc) -> None:
    for hand in replay(read_record(document)).hands:
        for transfer in hand.transfers:
            if "base" in transfer.detail:
                assert _explained(transfer.detail) == transfer.detail.get("whole", transfer.amount)


def _explained(detail: Any) -> int:
    tai = detail["paid_face"] + detail["dealer"] + detail["streak_tai"]
    return int(detail["base"] * (1 + detail["units"]) + detail["per_tai"] * tai)


@many
@given(records())
def test_play_is_the_hand_without_bets_and_fees(document: Doc) -> None:
    record = read_record(document)
    plain = replace(record, inner_bets=(), outer_bets=(), table_fee=TableFee())
    for hand, bare in zip(replay(record).hands, replay(plain).hands, strict=True):
        assert hand.play_net == {name: bare.net[name] for name in bare.seated}


@many
@given(records(), st.integers(1, 3))
def test_the_numbering_of_seats_does_not_matter(document: Doc, by: int) -> None:
    outcome, again = replay(read_record(document)), replay(read_record(turned(document, by)))
    assert [hand.net for hand in again.hands] == [hand.net for hand in outcome.hands]
    assert again.settle_up == outcome.settle_up
    assert again.complete == outcome.complete


@many
@given(records())
def test_names_do_not_matter(document: Doc) -> None:
    tokens = {
        name: f"m{10 + index}" for index, name in enumerate([*document["players"], "X", "Y", "Z", "代打"])
    }
    renamed = copy.deepcopy(document)
    renamed["players"] = [tokens[name] for name in document["players"]]
    for bet in renamed["outer_bets"]:
        bet["backer"] = tokens[bet["backer"]]
    for change in renamed.get("substitutions", ()):
        change["by"] = tokens[change["by"]]
    plain, other = replay(read_record(document)), replay(read_record(renamed))
    assert {tokens.get(name, name): net for name, net in plain.net.items()} == dict(other.net)
    assert len(plain.settle_up) == len(other.settle_up)


@many
@given(records(), st.integers(0, 22))
def test_a_prefix_replays_as_the_prefix(document: Doc, length: int) -> None:
    record = read_record(document)
    whole = replay(record)
    prefix = replay(replace(record, hands=record.hands[:length]))
    assert prefix.hands == whole.hands[:length]


@many
@given(records())
def test_playing_on_a_kept_state_is_replaying(document: Doc) -> None:
    record = read_record(document)
    state, outcomes = start(record), []
    for hand in record.hands:
        state, outcome = step(state, hand)
        outcomes.append(outcome)
    assert tuple(outcomes) == replay(record).hands


@many
@given(records())
def test_answers_are_plain_json_and_settle(document: Doc) -> None:
    answer = settle_line(document)
    assert json.loads(json.dumps(answer)) == answer
    assert settles(answer)


@many
@given(records(), st.randoms(use_true_random=False))
def test_the_canonical_form_is_stable(document: Doc, dice: random.Random) -> None:
    record = read_record(document)
    written_out = _shuffled(_with_defaults(document), dice)
    assert digest(read_record(written_out)) == digest(record)
    form = canonical(record)
    assert canonical(read_record(form)) == form
    assert replay(read_record(form)).net == replay(record).net


def _with_defaults(document: Doc) -> Doc:
    full = {
        "inner_bets": [],
        "outer_bets": [],
        "table_fee": {},
        "substitutions": [],
        "closed": False,
        **copy.deepcopy(document),
    }
    full["ruleset"] = {"based_on": document["ruleset"], "tai": {}}
    for hand in full["hands"]:
        hand.setdefault("note", "")
        hand.setdefault("watchers", [])
    return full


def _shuffled(value: Any, dice: random.Random) -> Any:
    """The value with the keys of every object, and every list of seats, in another order."""
    if isinstance(value, dict):
        entries = list(value.items())
        dice.shuffle(entries)
        return {key: _shuffled(entry, dice) for key, entry in entries}
    if isinstance(value, list):
        entries = [_shuffled(entry, dice) for entry in value]
        if all(type(entry) is int for entry in entries):
            dice.shuffle(entries)
        return entries
    return value
