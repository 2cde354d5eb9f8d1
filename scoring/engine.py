"""Counting a win from its tiles: every reading, every place of the winning tile, the best counts.

What depends on few facts is worked out once for those facts and remembered with the sheet (`Rules`), so that
a fresh hand costs its parsing, four look-ups of suits and a handful of additions.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from scoring.catalogue import FLOWER_WINS, bit
from scoring.conflicts import check
from scoring.errors import RuleError, gettext_noop
from scoring.hand import Hand, check_counts, check_form, check_fours, no_set, read_tiles
from scoring.parts import lay_together
from scoring.patterns.flowers import kind_of_win
from scoring.reading import read
from scoring.rules import Best, Rules, names_of, rules_of
from scoring.rulesets import Ruleset
from scoring.score import Reading, Score
from scoring.shapes import NOWHERE, PAIR, PUNG, pairs_pung
from scoring.short import short_way

_NONE: frozenset[str] = frozenset()


class Win(NamedTuple):
    """What is known of a win beside its hand. `total`: all tiles as a bag; `drawn`: counts as self-drawn."""

    total: int
    declared: frozenset[str]
    by_flowers: str | None
    drawn: bool
    seat_wind: str
    round_wind: str


def score_tiles(
    tiles: Mapping[str, Any],
    ruleset: Ruleset,
    *,
    self_draw: bool,
    seat_wind: str,
    round_wind: str,
    where: str = "tiles",
) -> Score:
    """What a win counts, from its tiles.

    `tiles`: as in a record (`concealed`, `win_tile`, `melds`, `concealed_kongs`, `flowers`, `declared`);
    `seat_wind`, `round_wind`: one of `E S W N`. Raises `RuleError` with `where` below the given one.

    >>> from scoring.rulesets import sheet
    >>> tiles = {"concealed": "22255p88s", "win_tile": "8s", "melds": ["111m", "999p", "333s"]}
    >>> score = score_tiles(tiles, sheet("basic"), self_draw=False, seat_wind="E", round_wind="E")
    >>> score.tai, score.waits, [line.code for line in score.lines]
    (4, ('5p', '8s'), ['all_pungs'])
    """
    try:
        check_form(tiles)
        return score_checked(tiles, rules_of(ruleset), self_draw, seat_wind, round_wind)
    except RuleError as error:
        raise error.below(where) from None


def score_checked(
    tiles: Mapping[str, Any], rules: Rules, self_draw: bool, seat_wind: str, round_wind: str
) -> Score:
    """`score_tiles` of an object whose form has been checked; errors stand relative to it."""
    answer = short_way(tiles, rules, self_draw, seat_wind, round_wind)
    if answer is None:
        return score_at_length(tiles, rules, self_draw, seat_wind, round_wind)
    kept = {key: value[:] for key, value in tiles.items()}
    return Score(*answer, partial(_read_again, kept, rules, self_draw, seat_wind, round_wind))


def _read_again(
    tiles: Mapping[str, Any], rules: Rules, self_draw: bool, seat_wind: str, round_wind: str
) -> Reading | None:
    return score_at_length(tiles, rules, self_draw, seat_wind, round_wind).reading


def score_at_length(
    tiles: Mapping[str, Any], rules: Rules, self_draw: bool, seat_wind: str, round_wind: str
) -> Score:
    """`score_checked` of any win whatever: the way that tells every fault and lays out the reading."""
    hand = read_tiles(tiles)
    codes = tiles.get("declared")
    declared = rules.declared(tuple(codes)) if codes else _NONE
    total = hand.total
    check_fours(hand, total, "robbing_kong" in declared, tiles)
    if "four_kongs" in declared:
        check(dict.fromkeys(declared, 1), _NONE, rules.ruleset, "declared")
        return _without_tiles(rules, declared)
    by_flowers = kind_of_win(declared, hand.flowers.mask) if declared else None
    check_counts(hand, "heavenly_win" in declared, by_flowers is not None)
    if declared:
        _check_flowers(hand, by_flowers)
        rules.check_declared(declared, by_flowers, hand, self_draw)
    if hand.flawed:
        raise no_set(hand)
    if by_flowers and hand.closed:
        return _without_tiles(rules, declared & FLOWER_WINS)
    win = Win(total, declared, by_flowers, self_draw or by_flowers is not None, seat_wind, round_wind)
    return _score_hand(rules, hand, win)


def _check_flowers(hand: Hand, by_flowers: str | None) -> None:
    if by_flowers and hand.flowers.many != (8 if by_flowers == "eight_immortals" else 7):
        raise RuleError(
            "not_a_win", "flowers", gettext_noop("A win by flowers shows the winner's own: eight, or seven.")
        )


def _without_tiles(rules: Rules, declared: frozenset[str]) -> Score:
    return Score(rules.count(sum(map(bit, declared))))


def _score_hand(rules: Rules, hand: Hand, win: Win) -> Score:
    """The best of all readings; raises `RuleError` (`not_a_win`) where there is none."""
    total, declared, by_flowers, drawn, seat_wind, round_wind = win
    together = lay_together(hand.parts, hand.win)
    waits = rules.waits(together, hand)
    same, notes = rules.of_flowers(hand.flowers.mask, seat_wind, by_flowers, declared)
    if declared:
        same += rules.of_declared(declared)
    facts = (
        drawn
        | (not hand.melds and not (rules.kong_breaks and hand.kongs)) << 1
        | (len(hand.melds) == 5) << 2
        | (hand.flowers.mask > 0) << 3
        | (waits > 0 and not waits & waits - 1) << 4
        | ("heavenly_win" in declared) << 5
    )
    best: Best | None = None
    if together is not None:
        patterns = same + rules.of_tiles(total, seat_wind, round_wind, False)
        best = rules.best_sets(together, patterns, facts, len(hand.kongs), hand.table_pungs)
    if rules.pairs and not hand.on_table:
        best = _or_pairs(rules, hand, same + rules.of_tiles(total, seat_wind, round_wind, True), facts, best)
    if best is None:
        raise RuleError("not_a_win", "concealed", gettext_noop("These tiles are no five sets and a pair."))
    return Score(best.counted, names_of(waits), notes, partial(read, hand, best.pungs, best.place))


def _or_pairs(rules: Rules, hand: Hand, patterns: int, facts: int, best: Best | None) -> Best | None:
    """呖咕呖咕, where the tiles are that and it counts more."""
    pung = pairs_pung(hand.complete)
    if pung is None:
        return best
    place = NOWHERE if hand.win is None else PUNG if hand.win == pung else PAIR
    pairs = rules.best_pairs(place, patterns, facts)
    return pairs if best is None or pairs.counted.rank > best.counted.rank else best
