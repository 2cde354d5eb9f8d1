"""The short way for ordinary wins: a hand is a sum, and what it counts is looked up.

An ordinary win has five sets, a pair and a named winning tile, its tiles written in `mpsz` with each suit once
and in that order; that is nearly all of them. Whatever else there is (other ways to write tiles, 呖咕呖咕, wins by
flowers, 天胡, every fault) is left to `engine.score_at_length`, which knows all wins; the tests hold the two
against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.errors import RuleError
from scoring.forms import forms
from scoring.memo import Remembered
from scoring.rules import PLAIN_FACTS, Note, Rules, names_of
from scoring.score import Counted
from scoring.shapes import ODD
from scoring.summands import (
    BUILD,
    WinTile,
    held_honours,
    held_numbers,
    kongs,
    melds,
    pair_waits,
    suits_of,
    win_tiles,
)
from scoring.tiles import WIDTH, over_four, without_fours

Answer = tuple[Counted, tuple[str, ...], Note]
"""What counts; the waits; what of the flowers was replaced."""


class Waits(NamedTuple):
    """Kinds waited for: their names; whether it is one alone; the bits that a bag with four of one has."""

    names: tuple[str, ...]
    single: bool
    fours: int


def _work_out_waits(kinds: int) -> Waits:
    fours = sum([4 << WIDTH * kind for kind in range(34) if kinds >> kind & 1])
    return Waits(names_of(kinds), kinds > 0 and not kinds & kinds - 1, fours)


_waits = Remembered(_work_out_waits)
_NO_NOTES: Note = ()


def short_way(
    tiles: Mapping[str, Any], rules: Rules, self_draw: bool, seat_wind: str, round_wind: str
) -> Answer | None:
    """What an ordinary win counts; None where the long way has to be gone. `tiles`: its form checked."""
    try:
        tile = win_tiles[tiles["win_tile"]]
        held, (names, single, _) = _held(tiles, tile)
        total = held + tile.unit
        form = forms[total >> BUILD]
        if over_four(total) or (rules.pairs and _nearly_pairs(tiles, held)):
            return None
        patterns = rules.of_tiles(total, seat_wind, round_wind, False)
        flowers, notes = tiles.get("flowers"), _NO_NOTES
        if flowers:
            more, notes = rules.plain_flowers[flowers, seat_wind]
            patterns += more
        if "declared" in tiles:
            patterns += _declared(tiles, rules, self_draw, total >> tile.kind * WIDTH & 63)
        facts = self_draw << 2 | single << 1 | (1 if flowers else 0)
        return rules.best[rules.plain_readings[form << PLAIN_FACTS | facts], patterns], names, notes
    except (LookupError, RuleError):
        return None


def _declared(tiles: Mapping[str, Any], rules: Rules, self_draw: bool, alike: int) -> int:
    """The declared patterns; `alike`: tiles like the winning one, which a robbed kong leaves alone."""
    codes = tuple(tiles["declared"])
    key = codes, bool(tiles.get("melds")), bool(tiles.get("concealed_kongs")), self_draw
    patterns, robbing = rules.plain_declared[key]
    if robbing and alike > 1:
        raise LookupError(codes)
    return patterns


def _held(tiles: Mapping[str, Any], tile: WinTile) -> tuple[int, Waits]:
    """The sum of the tiles without the winning one, and what they waited for."""
    suits = suits_of(tiles["concealed"])
    _, suit, _, bits, first, won = tile
    key, build, waiting, joins = won[suits[suit]]
    held = (key << bits) + build
    kinds = waiting << first
    suits[suit] = ""
    characters, dots, bamboos, honours = suits
    held += held_numbers[characters][0] + held_numbers[dots][1] + held_numbers[bamboos][2]
    if honours:
        held += held_honours[honours]
    get = tiles.get
    for text in get("melds", ()):
        held += melds(text)
    for text in get("concealed_kongs", ()):
        held += kongs(text)
    if joins:
        kinds |= _of_pair(suits)
    waits = _waits[kinds]
    if held & waits.fours:
        waits = _waits[without_fours(kinds, held)]
    return held, waits


def _of_pair(suits: list[str]) -> int:
    """What the suit waits for that has the pair."""
    waits = [pair_waits(digits, suit) for suit, digits in enumerate(suits) if len(digits) % 3 == 2]
    return sum(waits)


def _nearly_pairs(tiles: Mapping[str, Any], held: int) -> bool:
    """Whether the tiles may be pairs but for two or less, nothing on the table."""
    return (held & ODD).bit_count() <= 2 and not tiles.get("melds") and not tiles.get("concealed_kongs")
