"""The reading that counts, laid out as sets: made only when someone asks."""

from __future__ import annotations

from scoring.hand import Hand
from scoring.score import Reading, Set
from scoring.shapes import NOWHERE, Sets, keys_of, pairs_pung, places, set_readings
from scoring.tiles import KINDS, kinds_of


def read(hand: Hand, pungs: int, place: int) -> Reading:
    """The reading with that many pungs in hand (below 0: pairs) and the winning tile at that place."""
    return read_pairs(hand.complete, hand.win) if pungs < 0 else read_sets(hand, pungs, place)


def read_sets(hand: Hand, pungs: int, place: int) -> Reading:
    """Five sets and a pair with that many pungs in hand and the winning tile at that place."""
    laid = (
        _lay(reading, hand.win, place)
        for reading in set_readings(keys_of(hand.complete))
        if sum(one >= 7 for _, sets in reading for one in sets) == pungs
    )
    called = [Set(meld.form, _tiles(meld.bag), called=True) for meld in hand.melds]
    kongs = [Set("kong", _tiles(kong.bag)) for kong in hand.kongs]
    return Reading("sets", (*called, *kongs, *next(filter(None, laid))))


def read_pairs(complete: int, win: int | None) -> Reading:
    """呖咕呖咕: the pung and the seven pairs."""
    kinds = kinds_of(complete)
    pung = pairs_pung(complete)
    sets = [Set("pung", (KINDS[kind],) * 3, completed=win == kind) for kind in kinds if kind == pung][:1]
    pairs = [kind for kind in kinds if kind != pung][::2]
    for place, kind in enumerate(pairs):
        completed = kind == win and kind not in pairs[:place]
        sets.append(Set("pair", (KINDS[kind],) * 2, completed=completed))
    return Reading("pairs", tuple(sets))


def _tiles(bag: int) -> tuple[str, ...]:
    return tuple(KINDS[kind] for kind in kinds_of(bag))


def _lay(reading: tuple[tuple[int, Sets], ...], win: int | None, place: int) -> list[Set] | None:
    """The sets in hand, the pair last; None if the winning tile cannot have gone to `place`."""
    laid: list[Set] = []
    pairs: list[Set] = []
    done = place == NOWHERE
    for suit, (pair, sets) in enumerate(reading):
        number = win - 9 * suit if win is not None and win // 9 == suit else -99
        for one in sets:
            here = not done and place in places(-1, (one,), number)
            done = done or here
            laid.append(_set(9 * suit, one, here))
        if pair >= 0:
            here = not done and place in places(pair, (), number)
            done = done or here
            pairs.append(Set("pair", (KINDS[9 * suit + pair],) * 2, completed=here))
    return laid + pairs if done else None


def _set(first: int, one: int, completed: bool) -> Set:
    if one >= 7:
        return Set("pung", (KINDS[first + one - 7],) * 3, completed=completed)
    return Set("chow", tuple(KINDS[first + one : first + one + 3]), completed=completed)
