"""Reading one winner of a hand: how the win was entered, and the robbed seat of 七搶一."""

from __future__ import annotations

from settlement.jiang import values
from settlement.jiang.errors import bad, gettext_noop
from settlement.jiang.forms import (
    DEALT_FLOWER_WIN,
    EIGHT_IMMORTALS,
    FOUR_KONGS,
    SEVEN_ROBS_ONE,
    Seat,
    TileValue,
    Win,
)

WAYS = ("face", "patterns", "tiles")
TILE_TEXTS = ("concealed", "win_tile", "flowers")
TILE_LISTS = ("melds", "concealed_kongs", "declared")


def read_win(value: object, where: str, discarder: Seat | None) -> Win:
    """A win of a hand whose discarder is `discarder` (None: self-drawn). Raises `bad_record`."""
    given = values.keys(value, where, ("seat",), (*WAYS, "robbed"))
    seat = values.seat(given["seat"], f"{where}.seat")
    if sum(way in given for way in WAYS) != 1:
        raise bad(where, gettext_noop("A win has exactly one of face, patterns and tiles."))
    win = Win(
        seat=seat,
        face=values.tai(given["face"], f"{where}.face") if "face" in given else None,
        patterns=_patterns(given["patterns"], f"{where}.patterns") if "patterns" in given else None,
        tiles=_tiles(given["tiles"], f"{where}.tiles") if "tiles" in given else None,
        robbed=values.seat(given["robbed"], f"{where}.robbed") if "robbed" in given else None,
    )
    if win.seat == discarder:
        raise bad(f"{where}.seat", gettext_noop("Nobody wins on his own discard."))
    _check_robbed(win, where, discarder)
    return win


def check_four_kongs(win: Win, where: str, discarder: Seat | None) -> None:
    """四槓牌 is paid by all three, so it has no discarder; `where` is the hand's path."""
    if discarder is not None and win.shows(FOUR_KONGS):
        raise bad(f"{where}.from", gettext_noop("Four kongs are paid by all three and have no discarder."))


def _patterns(value: object, where: str) -> dict[str, int]:
    if not isinstance(value, dict):
        raise bad(where, gettext_noop("An object is expected."))
    return {code: values.tai(count, values.below(where, code)) for code, count in value.items()}


def _tiles(value: object, where: str) -> dict[str, TileValue]:
    given = values.keys(value, where, (), (*TILE_TEXTS, *TILE_LISTS))
    tiles: dict[str, TileValue] = {}
    for key, entry in given.items():
        if key in TILE_TEXTS:
            tiles[key] = values.text(entry, f"{where}.{key}")
        else:
            tiles[key] = values.each(entry, f"{where}.{key}", values.text)
    return tiles


def _check_robbed(win: Win, where: str, discarder: Seat | None) -> None:
    where = f"{where}.robbed"
    if win.robbed is None:
        if discarder is None and win.shows(SEVEN_ROBS_ONE):
            raise bad(where, gettext_noop("Seven robs one: the robbed seat is missing."))
        return
    if discarder is not None:
        raise bad(where, gettext_noop("A robbed seat goes with a self-draw only."))
    if win.robbed == win.seat:
        raise bad(where, gettext_noop("Nobody robs himself."))
    flowers = win.shows(SEVEN_ROBS_ONE) or (win.shows(DEALT_FLOWER_WIN) and not win.shows(EIGHT_IMMORTALS))
    if win.face is None and not flowers:
        raise bad(where, gettext_noop("A robbed seat goes with seven robs one only."))
