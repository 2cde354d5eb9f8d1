"""Patterns of the five sets, of the wait, and of what was called: one reading at a time."""

from __future__ import annotations

from collections.abc import Callable

from scoring.catalogue import bit
from scoring.patterns.facts import Shape
from scoring.rulesets import Ruleset
from scoring.shapes import CLOSED, NOWHERE, OPEN, PAIR


def drawn_or_concealed(shape: Shape, sheet: Ruleset) -> int:
    """自摸, 門清, 門清自摸: drawn by the winner; nothing called; both."""
    return (
        shape.drawn * bit("self_draw")
        + shape.concealed * bit("concealed_hand")
        + (shape.drawn and shape.concealed) * bit("concealed_self_draw")
    )


def melded(shape: Shape, sheet: Ruleset) -> int:
    """全求, 半求: all five sets called and the pair's other tile won, on a discard or drawn."""
    return shape.called * bit("half_melded" if shape.drawn else "fully_melded")


def all_chows(shape: Shape, sheet: Ruleset) -> int:
    """平胡: five chows; what else is asked, the sheet's options say."""
    options = sheet.options
    fits = (
        not shape.pungs
        and not shape.eight_pairs
        and (options.all_chows_self_draw or not shape.drawn)
        and (options.all_chows_flowers or not shape.flowers)
        and (options.all_chows_honour_pair or not shape.honour_pair)
        and (options.all_chows_concealed or not shape.concealed)
        and _wait_suits_chows(shape, sheet)
    )
    return fits * bit("all_chows")


def _wait_suits_chows(shape: Shape, sheet: Ruleset) -> bool:
    wait = sheet.options.all_chows_wait
    if wait == "two_sided":
        return shape.place in (OPEN, NOWHERE)
    return wait == "any" or not waits_singly(shape, sheet)


def waits_singly(shape: Shape, sheet: Ruleset) -> bool:
    """獨聽 as a fact: one kind completes the hand (or the winning tile filled a closed place).

    A dealt winning hand waited for nothing. Where the sheet wants a concealed hand, a called-out one with
    全求 or 半求 is as good.
    """
    by_kinds = sheet.options.single_wait_by == "kinds"
    single = shape.one_wait if by_kinds else shape.place in (CLOSED, PAIR)
    if shape.dealt or not single:
        return False
    called_out = shape.called and sheet.has("half_melded" if shape.drawn else "fully_melded")
    return shape.concealed or called_out or not sheet.options.single_wait_concealed_only


def single_wait(shape: Shape, sheet: Ruleset) -> int:
    """獨聽: one kind of tile, and only one, completes the hand."""
    return waits_singly(shape, sheet) * bit("single_wait")


def all_pungs(shape: Shape, sheet: Ruleset) -> int:
    """對對胡: every set a pung or a kong."""
    return (shape.pungs == 5) * bit("all_pungs")


_CONCEALED_PUNGS = {
    3: "three_concealed_pungs",
    4: "four_concealed_pungs",
    5: "five_concealed_pungs",
}


def concealed_pungs(shape: Shape, sheet: Ruleset) -> int:
    """三暗坎, 四暗坎, 五暗坎: pungs dealt or drawn; the largest that the sheet has."""
    for many in range(shape.concealed_pungs, 2, -1):
        if sheet.has(_CONCEALED_PUNGS[many]):
            return bit(_CONCEALED_PUNGS[many])
    return 0


def eight_pairs(shape: Shape, sheet: Ruleset) -> int:
    """呖咕呖咕: seven pairs and a pung, nothing called."""
    return shape.eight_pairs * bit("eight_pairs")


UNITS: tuple[Callable[[Shape, Ruleset], int], ...] = (
    drawn_or_concealed,
    melded,
    all_chows,
    all_pungs,
    single_wait,
    concealed_pungs,
    eight_pairs,
)


def of_shape(shape: Shape, sheet: Ruleset) -> int:
    """All of these for one reading."""
    return sum(unit(shape, sheet) for unit in UNITS)
