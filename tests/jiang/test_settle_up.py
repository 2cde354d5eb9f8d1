"""The fewest transfers: as few as there can be, and the same for equal nets."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from settlement.jiang.settle_up import settle_up


def most_groups(nets: tuple[int, ...]) -> int:
    """By trying every group that the first person can be in."""
    if not nets:
        return 0
    first, rest = nets[0], nets[1:]
    best = 0
    for members in range(1 << len(rest)):
        group = [net for index, net in enumerate(rest) if members >> index & 1]
        if first + sum(group) == 0:
            others = tuple(net for index, net in enumerate(rest) if not members >> index & 1)
            best = max(best, 1 + most_groups(others))
    return best


def check(nets: Mapping[str, int]) -> int:
    left = dict(nets)
    payments = settle_up(nets)
    for payment in payments:
        assert payment.amount > 0
        assert nets[payment.src] < 0 < nets[payment.dst]
        left[payment.src] += payment.amount
        left[payment.dst] -= payment.amount
    assert not any(left.values())
    return len(payments)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(-6, 6), max_size=7))
def test_as_few_as_there_can_be(amounts: list[int]) -> None:
    nets = {f"p{index}": amount for index, amount in enumerate([*amounts, -sum(amounts)])}
    open_nets = tuple(net for net in nets.values() if net)
    assert check(nets) == len(open_nets) - most_groups(open_nets)


def test_sixteen_people_in_groups_that_cannot_be_paired() -> None:
    nets = {f"p{index}": amount for index, amount in enumerate([2, 2, 2, 2, 2, *[-1] * 10, 3, -3])}
    assert check(nets) == 11


@pytest.mark.parametrize("people", [17, 40])
def test_beyond_sixteen_one_less_than_people_at_most(people: int) -> None:
    dice = random.Random(people)
    amounts = [dice.randrange(1, 10**6) for _ in range(people - 1)]
    nets = {f"p{index}": amount for index, amount in enumerate([*amounts, -sum(amounts)])}
    assert check(nets) <= people - 1


def test_the_order_of_names_does_not_matter() -> None:
    nets = {"A": -30, "B": 20, "C": 10, "D": -7, "E": 7}
    assert settle_up(nets) == settle_up(dict(reversed(nets.items())))


def test_nothing_to_settle() -> None:
    assert settle_up({"A": 0, "B": 0}) == ()


def test_nets_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to zero"):
        settle_up({"A": 1})
