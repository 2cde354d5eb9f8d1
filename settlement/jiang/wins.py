"""What each winner of a hand shows: the face by tiles, by ticked patterns, or as entered."""

from __future__ import annotations

from functools import lru_cache

from scoring.engine import score_tiles
from scoring.rulesets import Ruleset
from scoring.score import Score
from scoring.ticks import score_ticks
from settlement.jiang.errors import RuleError, error, gettext_noop
from settlement.jiang.flow import Flow
from settlement.jiang.forms import (
    DEALT_FLOWER_WIN,
    FOUR_KONGS,
    SEVEN_ROBS_ONE,
    WINDS,
    Hand,
    Seat,
    TileItems,
    Win,
)
from settlement.jiang.outcome import WinOutcome

FLOWER_LINES = frozenset(
    {
        "seat_flower",
        "flower_kong",
        "eight_flowers_held",
        "eight_immortals",
        SEVEN_ROBS_ONE,
        DEALT_FLOWER_WIN,
    }
)


WINDS_BY_EAST = tuple(tuple(WINDS[(seat - east) % 4] for seat in range(4)) for east in range(4))
REMEMBERED = 8192


def door_seat(hand: Hand, flow: Flow) -> Seat:
    """Where the wall was opened; left out: the dealer's seat."""
    return flow.dealer if hand.door_seat is None else hand.door_seat


def seat_winds(hand: Hand, flow: Flow, ruleset: Ruleset) -> tuple[str, ...]:
    """Each seat's wind, counted from the dealer or from the opened wall as the sheet says."""
    east = flow.dealer if ruleset.options.seat_wind == "dealer" else door_seat(hand, flow)
    return WINDS_BY_EAST[east]


def win_outcomes(hand: Hand, flow: Flow, ruleset: Ruleset, where: str) -> tuple[WinOutcome, ...]:
    """All winners of the hand at the path `where`, in the order recorded. Raises RuleError below its win."""
    return tuple(
        _win_outcome(win, hand, flow, ruleset, f"{where}.wins[{index}]")
        for index, win in enumerate(hand.wins)
    )


def _win_outcome(win: Win, hand: Hand, flow: Flow, ruleset: Ruleset, where: str) -> WinOutcome:
    if win.seat in hand.dead_hands:
        raise error("dead_hand_cannot_win", f"{where}.seat", gettext_noop("A dead hand cannot win."))
    outcome = _scored(win, hand, flow, ruleset, where)
    least = ruleset.options.face_minimum
    if least is not None and outcome.face + outcome.robbed_tai < least:
        raise error(
            "not_a_win",
            where,
            gettext_noop("The hand has %(face)d tai, fewer than the %(least)d needed to win."),
            face=outcome.face + outcome.robbed_tai,
            least=least,
        )
    return outcome


def _scored(win: Win, hand: Hand, flow: Flow, ruleset: Ruleset, where: str) -> WinOutcome:
    if win.face is not None:
        return _entered(win, win.face, ruleset, where)
    drawn = hand.discarder is None
    try:
        if win.patterns is not None:
            score = ticked(tuple(win.patterns.items()), ruleset, drawn)
        else:
            wind = seat_winds(hand, flow, ruleset)[win.seat]
            score = counted(tuple((win.tiles or {}).items()), ruleset, drawn, wind, flow.round_wind)
    except RuleError as found:
        raise found.below(where) from None
    codes = {line.code for line in score.lines}
    robbed_tai = 0
    if win.robbed is not None:
        robbed_tai = sum(line.tai for line in score.lines if line.code in (SEVEN_ROBS_ONE, DEALT_FLOWER_WIN))
    return WinOutcome(
        seat=win.seat,
        face=score.tai - robbed_tai,
        lines=score.lines,
        waits=score.waits,
        reading=score.reading,
        replaced=score.replaced,
        robbed=win.robbed,
        robbed_tai=robbed_tai,
        robbed_alone=win.robbed is not None and score.reading is None and codes <= FLOWER_LINES,
        four_kongs=FOUR_KONGS in codes,
    )


def _entered(win: Win, face: int, ruleset: Ruleset, where: str) -> WinOutcome:
    if win.robbed is None:
        return WinOutcome(seat=win.seat, face=face)
    if not ruleset.has(SEVEN_ROBS_ONE):
        raise error(
            "pattern_not_in_ruleset",
            f"{where}.robbed",
            gettext_noop("The sheet does not have %(pattern)s."),
            pattern=SEVEN_ROBS_ONE,
        )
    return WinOutcome(seat=win.seat, face=face, robbed=win.robbed, robbed_tai=ruleset.value(SEVEN_ROBS_ONE))


@lru_cache(REMEMBERED)
def ticked(patterns: tuple[tuple[str, int], ...], ruleset: Ruleset, drawn: bool) -> Score:
    """The score of ticked patterns; remembered, as one 將 is replayed again with every hand and correction."""
    return score_ticks(dict(patterns), ruleset, self_draw=drawn)


@lru_cache(REMEMBERED)
def counted(tiles: TileItems, ruleset: Ruleset, drawn: bool, seat_wind: str, round_wind: str) -> Score:
    """The score of tiles, remembered likewise."""
    given = {key: value if isinstance(value, str) else list(value) for key, value in tiles}
    return score_tiles(given, ruleset, self_draw=drawn, seat_wind=seat_wind, round_wind=round_wind)
