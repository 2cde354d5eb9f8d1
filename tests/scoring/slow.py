"""A second, slow way to count a win, written from the rules and not from `scoring`.

It lays out every reading tile by tile, asks every pattern of it in plain sentences, and tries all 34 kinds for
the waits. Of the code under test it uses only a sheet's values and options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

KINDS = [f"{n}{suit}" for suit in "mpsz" for n in range(1, 8 if suit == "z" else 10)]
WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
DRAGONS = ["5z", "6z", "7z"]
Reading = tuple[tuple[str, ...], ...]


def spread(text: str) -> list[str]:
    """`123m5z` → the single tiles."""
    found: list[str] = []
    digits = ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            found += [digit + sign for digit in digits]
            digits = ""
    return found


@lru_cache(maxsize=50_000)
def readings(tiles: tuple[str, ...]) -> frozenset[Reading]:
    """All ways to read sorted tiles as sets and one pair, the groups in order."""
    return frozenset(tuple(sorted(groups)) for groups in _read(tiles, False))


def _read(tiles: tuple[str, ...], paired: bool) -> Iterator[list[tuple[str, ...]]]:
    if not tiles:
        if paired:
            yield []
        return
    first = tiles[0]
    groups = [(first,) * 3]
    if not paired:
        groups.append((first,) * 2)
    if first[1] != "z" and first[0] <= "7":
        groups.append(tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3)))
    for group in groups:
        left = Counter(tiles)
        left.subtract(group)
        if min(left.values()) >= 0:
            rest = tuple(sorted(left.elements(), key=_order))
            for more in _read(rest, paired or len(group) == 2):
                yield [group, *more]


def _order(tile: str) -> tuple[str, str]:
    return tile[1], tile[0]


def pairs_reading(tiles: list[str]) -> Reading | None:
    """Seven pairs and a pung."""
    many = Counter(tiles)
    pungs = [tile for tile, n in many.items() if n == 3]
    if len(tiles) != 17 or len(pungs) != 1 or any(n not in (2, 3, 4) for n in many.values()):
        return None
    pairs = [(tile,) * 2 for tile, n in many.items() for _ in range(n // 2) if n != 3]
    return ((pungs[0],) * 3, *pairs)


def is_complete(tiles: list[str], with_pairs: bool) -> bool:
    if with_pairs and pairs_reading(tiles):
        return True
    return bool(readings(tuple(sorted(tiles, key=_order))))


class Slow:
    """One request under one sheet."""

    def __init__(self, request: dict[str, Any], sheet: Any) -> None:
        tiles = request["tiles"]
        self.sheet, self.options = sheet, sheet.options
        self.hand = spread(tiles["concealed"])
        self.win = tiles.get("win_tile")
        self.melds = [spread(text) for text in tiles.get("melds", [])]
        self.kongs = [spread(text) for text in tiles.get("concealed_kongs", [])]
        self.flowers = [int(tile[0]) for tile in spread(tiles.get("flowers", ""))]
        self.declared = tiles.get("declared", [])
        self.seat, self.round = request["seat_wind"], request["round_wind"]
        self.by_flowers = bool({"eight_immortals", "seven_robs_one", "dealt_flower_win"} & set(self.declared))
        self.drawn = request["self_draw"] or self.by_flowers
        broken = self.options.concealed_kong_breaks_concealed and self.kongs
        self.concealed = not self.melds and not broken
        self.may_pairs = self.has("eight_pairs") and not self.melds and not self.kongs
        self.luohan = sheet.based_on.startswith("luohan")
        self.stacking = self.luohan or sheet.based_on == "high"

    def has(self, code: str) -> bool:
        if code == "eight_pairs" and not self.options.eight_pairs:
            return False
        return bool(self.sheet.values[code])

    def waits(self) -> list[str]:
        if self.win is None:
            return []
        held = Counter(self.hand + [tile for group in self.melds + self.kongs for tile in group])
        return [kind for kind in KINDS if held[kind] < 4 and is_complete([*self.hand, kind], self.may_pairs)]

    def best(self) -> tuple[int, dict[str, int]]:
        """The sum, and how often each line stands, of the reading that counts."""
        found = []
        complete = self.hand + ([self.win] if self.win else [])
        for groups in readings(tuple(sorted(complete, key=_order))):
            found += [self._count(groups, place, pairs=False) for place in self._places(groups)]
        pairs = pairs_reading(complete) if self.may_pairs else None
        if pairs:
            found.append(self._count(pairs, next(self._places(pairs)), pairs=True))
        return max(found, key=lambda one: (one[0], [one[1].get(code, 0) for code in self.sheet.values]))

    def _places(self, groups: Reading) -> Iterator[int | None]:
        if self.win is None:
            yield None
        for place, group in enumerate(groups):
            if self.win in group:
                yield place

    def _count(self, groups: Reading, place: int | None, *, pairs: bool) -> tuple[int, dict[str, int]]:
        fits = {
            **self._moment(),
            **self._flowers(),
            **self._sets(groups, place, pairs),
            **self._honours_and_suits(groups, pairs),
        }
        counts = {code: n for code, n in fits.items() if n and (code == "dragon_of_round" or self.has(code))}
        counts = self._after_replacing(counts)
        tai = sum(n * self.sheet.values.get(code, 1) for code, n in counts.items())
        grand = {"big_four_winds", "small_four_winds", "big_three_dragons", "small_three_dragons"}
        if self.options.all_honours_overlap and "all_honours" in counts and grand & set(counts):
            counts["all_honours_overlap"] = 1
            tai -= 4
        return tai, counts

    def _moment(self) -> dict[str, int]:
        fits = {code: 1 for code in self.declared if code != "flower_replacement"}
        if "flower_replacement" in self.declared and self.options.kong_draw_after_flower:
            fits["kong_draw"] = "heavenly_win" not in self.declared
        return fits

    def _flowers(self) -> dict[str, int]:
        eight_win = self.by_flowers and len(self.flowers) == 8
        if eight_win:
            return {}
        numbers = {"E": (1, 5), "S": (2, 6), "W": (3, 7), "N": (4, 8)}[self.seat]
        kongs = [colour for colour in ({1, 2, 3, 4}, {5, 6, 7, 8}) if colour <= set(self.flowers)]
        mine = [number for number in self.flowers if number in numbers]
        if self.options.flower_kong_replaces and self.has("flower_kong"):
            mine = [number for number in mine if not any(number in colour for colour in kongs)]
        return {
            "seat_flower": len(mine),
            "flower_kong": len(kongs),
            "eight_flowers_held": len(self.flowers) == 8,
        }

    def _sets(self, groups: Reading, place: int | None, pairs: bool) -> dict[str, int]:
        chows = [group for group in groups if len(set(group)) == 3]
        melded_chows = [meld for meld in self.melds if len(set(meld)) == 3]
        pungs = [number for number, group in enumerate(groups) if len(group) == 3 and group not in chows]
        concealed = [number for number in pungs if self.drawn or number != place]
        called = len(self.melds) == 5
        single = self._waits_singly(groups, place, called)
        concealed_count = 0 if pairs else len(concealed) + len(self.kongs)
        pair = next(group for group in groups if len(group) == 2)
        all_chows = (
            not pairs
            and len(chows) + len(melded_chows) == 5
            and (self.options.all_chows_self_draw or not self.drawn)
            and (self.options.all_chows_flowers or not self.flowers)
            and (self.options.all_chows_honour_pair or pair[0][1] != "z")
            and (self.options.all_chows_concealed or not self.concealed)
            and self._chow_wait(groups, place, single)
        )
        return {
            "self_draw": self.drawn,
            "concealed_hand": self.concealed,
            "concealed_self_draw": self.drawn and self.concealed,
            "fully_melded": called and not self.drawn,
            "half_melded": called and self.drawn,
            "all_chows": all_chows,
            "all_pungs": not pairs and not chows and not melded_chows,
            "single_wait": single,
            "three_concealed_pungs": concealed_count == 3,
            "four_concealed_pungs": concealed_count == 4,
            "five_concealed_pungs": concealed_count == 5,
            "eight_pairs": pairs,
        }

    def _waits_singly(self, groups: Reading, place: int | None, called: bool) -> bool:
        if "heavenly_win" in self.declared or place is None:
            return False
        if self.options.single_wait_by == "kinds":
            single = len(self.waits()) == 1
        else:
            single = self._closed(groups[place])
        called_out = called and self.has("half_melded" if self.drawn else "fully_melded")
        return single and (self.concealed or called_out or not self.options.single_wait_concealed_only)

    def _closed(self, group: tuple[str, ...]) -> bool:
        """The pair, a middle, the 3 of 123, the 7 of 789."""
        if len(group) == 2:
            return True
        if len(set(group)) == 1:
            return False
        middle = group[1] == self.win
        return (
            middle
            or (group[0][0] == "1" and group[2] == self.win)
            or (group[0][0] == "7" and group[0] == self.win)
        )

    def _chow_wait(self, groups: Reading, place: int | None, single: bool) -> bool:
        wait = self.options.all_chows_wait
        if wait == "two_sided" and place is not None:
            return len(set(groups[place])) == 3 and not self._closed(groups[place])
        return wait != "not_single" or not single

    def _honours_and_suits(self, groups: Reading, pairs: bool) -> dict[str, int]:
        table = [tuple(group) for group in self.melds + self.kongs]
        everything = [*groups, *table]
        pungs = {group[0] for group in everything if len(group) >= 3 and len(set(group)) == 1}
        pair = "" if pairs else next(group[0] for group in groups if len(group) == 2)
        winds = sum(wind in pungs for wind in WINDS.values())
        dragons = sum(dragon in pungs for dragon in DRAGONS)
        of_round = {"E": "7z", "S": "6z", "W": "5z"}.get(self.round)
        suits = {tile[1] for group in everything for tile in group}
        plain = suits - {"z"}
        alone = suits == {"z"}
        flush_of_honours = alone and self.sheet.based_on == "basic" and not self.has("all_honours")
        return {
            "big_four_winds": winds == 4,
            "small_four_winds": winds == 3 and pair in WINDS.values(),
            "big_three_dragons": dragons == 3,
            "small_three_dragons": dragons == 2 and pair in DRAGONS,
            "seat_wind_pung": WINDS[self.seat] in pungs,
            "round_wind_pung": WINDS[self.round] in pungs,
            "dragon_pung": dragons,
            "dragon_of_round": self.options.dragon_of_round and of_round in pungs,
            "all_honours": alone and not flush_of_honours,
            "full_flush": flush_of_honours or (len(plain) == 1 and "z" not in suits),
            "half_flush": len(plain) == 1 and "z" in suits,
        }

    def _after_replacing(self, counts: dict[str, int]) -> dict[str, int]:
        gone: set[str] = set()
        for code in counts:
            gone |= self._replaced_by(code)
        if "concealed_self_draw" in counts:
            if not self.stacking and "concealed_hand" in gone:
                gone.add("concealed_self_draw")
            else:
                gone |= {"self_draw"} if self.stacking else {"self_draw", "concealed_hand"}
        return {code: n for code, n in counts.items() if code not in gone}

    def _replaced_by(self, code: str) -> set[str]:  # noqa: C901 - one sentence of the rules after the other
        options = self.options
        gone: set[str] = set()
        if code in ("heavenly_wait", "earthly_wait", "earthly_wait_first_turn", "human_win", "earthly_win"):
            gone = {"concealed_hand"}
        if code == "earthly_wait_first_turn":
            gone |= {"earthly_wait"}
        if code in ("human_win", "earthly_win"):
            gone |= {"heavenly_wait"}
        if code == "earthly_win" and self.sheet.based_on == "zhengzong":
            gone |= {"self_draw", "concealed_self_draw"}
        if code == "heavenly_win":
            gone = {"concealed_hand", "self_draw", "concealed_self_draw"}
        if code == "five_concealed_pungs" and self.stacking:
            gone = {"all_pungs", "concealed_hand"}
        if code == "all_honours":
            gone = {"all_pungs"}
        if code == "big_four_winds" or (
            code == "small_four_winds" and not options.small_four_winds_wind_pungs
        ):
            gone = {"seat_wind_pung", "round_wind_pung"}
        if code == "big_three_dragons" or (
            code == "small_three_dragons" and not options.small_three_dragons_dragon_pungs
        ):
            gone = {"dragon_pung"}
        if code == "eight_flowers_held":
            gone = {"seat_flower", "flower_kong"}
        if code == "eight_pairs":
            gone = {"concealed_hand"}
            if self.sheet.based_on != "luohan-2005":
                gone |= {"single_wait", "all_honours"}
        if code == "dealt_flower_win":
            gone = {"eight_immortals", "seven_robs_one"}
        if code == "shown_wait":
            gone = {"declared_wait"}
        if code == "all_chows" and not options.all_chows_with_concealed:
            gone = {"concealed_hand"}
        if code in ("fully_melded", "half_melded") and not options.fully_melded_single_wait:
            gone = {"single_wait"}
        if code == "kong_draw" and not options.kong_draw_with_last_tile:
            gone = {"last_tile_draw"}
        return gone
