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
from scoring.counting import Counted
from scoring.errors import RuleError, gettext_noop
from scoring.hand import Hand, check_counts, check_form, check_fours, check_sets, read_tiles
from scoring.patterns.flowers import kind_of_win
from scoring.reading import read_pairs, read_sets
from scoring.rules import Rules, names_of, rules_of
from scoring.rulesets import Ruleset
from scoring.score import Score
from scoring.shapes import NOWHERE, PAIR, PUNG, keys_of, pairs_pung, set_shapes
from scoring.tiles import UNITS


class Win(NamedTuple):
    """A win whose tiles were checked.

    `on_table`: melds and concealed kongs as one bag; `complete`: the tiles in hand with the winning one.
    `by_flowers`: the win by flowers that it is, if any.
    """

    hand: Hand
    declared: frozenset[str]
    by_flowers: str | None
    on_table: int
    complete: int
    drawn: bool
    seat_wind: str
    round_wind: str


class Best(NamedTuple):
    """The reading that counts so far: its lines, its pungs in hand (-1: pairs), its winning tile's place."""

    counted: Counted
    pungs: int
    place: int


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
        return score_checked(tiles, ruleset, self_draw, seat_wind, round_wind)
    except RuleError as error:
        raise error.below(where) from None


def score_checked(
    tiles: Mapping[str, Any], ruleset: Ruleset, self_draw: bool, seat_wind: str, round_wind: str
) -> Score:
    """`score_tiles` of an object whose form has been checked; errors stand relative to it."""
    rules = rules_of(ruleset)
    hand = read_tiles(tiles)
    declared = rules.declared(tuple(tiles.get("declared", ())))
    on_table = sum([meld[0] for meld in hand.melds]) + sum([kong[0] for kong in hand.kongs])
    check_fours(hand, hand.concealed + max(hand.named, 0) + on_table, "robbing_kong" in declared, tiles)
    if "four_kongs" in declared:
        check(dict.fromkeys(declared, 1), frozenset(), ruleset, "declared")
        return _without_tiles(rules, declared)
    by_flowers = kind_of_win(declared, hand.flowers.mask) if declared else None
    dealt = "heavenly_win" in declared
    check_counts(hand, dealt, by_flowers is not None)
    if declared:
        _check_flowers(hand, by_flowers)
        rules.check_declared(declared, by_flowers, hand, self_draw)
    check_sets(hand)
    if by_flowers and hand.closed:
        return _without_tiles(rules, declared & FLOWER_WINS)
    complete = hand.concealed if hand.win is None else hand.concealed + UNITS[hand.win]
    drawn = self_draw or by_flowers is not None
    win = Win(hand, declared, by_flowers, on_table, complete, drawn, seat_wind, round_wind)
    return _score_hand(rules, win)


def _check_flowers(hand: Hand, by_flowers: str | None) -> None:
    if by_flowers and hand.flowers.many != (8 if by_flowers == "eight_immortals" else 7):
        raise RuleError(
            "not_a_win", "flowers", gettext_noop("A win by flowers shows the winner's own: eight, or seven.")
        )


def _without_tiles(rules: Rules, declared: frozenset[str]) -> Score:
    counted = rules.count(sum(map(bit, declared)))
    return Score(counted.tai, counted.lines, (), counted.replaced)


def _score_hand(rules: Rules, win: Win) -> Score:
    hand = win.hand
    waits = rules.waits(hand.concealed, win.on_table) if hand.win is not None else 0
    same, notes = rules.of_flowers(hand.flowers.mask, win.seat_wind, win.by_flowers, win.declared)
    if win.declared:
        same += rules.of_declared(win.declared)
    facts = (
        win.drawn,
        not hand.melds and not (rules.kong_breaks and hand.kongs),
        len(hand.melds) == 5,
        hand.flowers.mask > 0,
        waits > 0 and not waits & waits - 1,
        "heavenly_win" in win.declared,
    )
    best = _best_sets(rules, win, same, facts)
    if rules.pairs and not win.on_table:
        best = _best_pairs(rules, win, same, facts, best)
    if best is None:
        raise RuleError("not_a_win", "concealed", gettext_noop("These tiles are no five sets and a pair."))
    counted, pungs, place = best
    read = (
        partial(read_pairs, win.complete, hand.win) if pungs < 0 else partial(read_sets, hand, pungs, place)
    )
    return Score(counted.tai, counted.lines, names_of(waits), notes + counted.replaced, read)


def _best_sets(rules: Rules, win: Win, same: int, facts: tuple[bool, ...]) -> Best | None:
    """The best reading as five sets and a pair."""
    shapes, honour_pair = set_shapes(keys_of(win.complete), win.hand.win)
    if not shapes:
        return None
    _, _, melds, kongs, _, _ = win.hand
    same += rules.of_tiles(win.complete + win.on_table, win.seat_wind, win.round_wind, False)
    kept = len(kongs)
    called = sum([meld[2] != "chow" for meld in melds])
    best: Best | None = None
    for pungs, place in shapes:
        mine = pungs + kept - (place == PUNG and not win.drawn)
        shape = (False, pungs + kept + called, mine, place, honour_pair, *facts)
        counted = rules.count(same + rules.of_shape(shape))
        if best is None or counted.rank > best.counted.rank:
            best = Best(counted, pungs, place)
    return best


def _best_pairs(rules: Rules, win: Win, same: int, facts: tuple[bool, ...], best: Best | None) -> Best | None:
    """呖咕呖咕, where its reading counts more."""
    pung = pairs_pung(win.complete)
    if pung is None:
        return best
    same += rules.of_tiles(win.complete, win.seat_wind, win.round_wind, True)
    place = NOWHERE if win.hand.win is None else PUNG if win.hand.win == pung else PAIR
    counted = rules.count(same + rules.of_shape((True, 0, 0, place, False, *facts)))
    return Best(counted, -1, place) if best is None or counted.rank > best.counted.rank else best
