"""The `tiles` of a win, read and checked: from the record's texts to bags and sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.catalogue import BY_CODE, FLOWER_REPLACEMENT
from scoring.errors import RuleError, gettext_noop
from scoring.memo import Remembered
from scoring.parts import Part, parts_of
from scoring.rulesets import Ruleset
from scoring.ticks import not_in_ruleset
from scoring.tiles import (
    BAG_IS_FULL,
    FLOWERS,
    KINDS,
    UNITS,
    WIDTH,
    bad_tile,
    bag_of,
    kinds_of,
    over_four,
    parse,
    size,
)

_TEXTS = ("concealed", "win_tile", "flowers")
_LISTS = ("melds", "concealed_kongs", "declared")
_FORMS: dict[str, Any] = {**dict.fromkeys(_TEXTS, str), **dict.fromkeys(_LISTS, list)}


class Meld(NamedTuple):
    """A set on the table: its tiles as a bag and their number.

    `form`: `chow`, `pung`, `kong`, or nothing when the tiles are no set; `pungs`: 1 for pung and kong.
    """

    bag: int
    many: int
    form: str
    pungs: int
    text: str


class Flowers(NamedTuple):
    """`mask`: bit n for flower n; `twice`: one of them stands twice."""

    mask: int
    many: int
    twice: bool


class Hand(NamedTuple):
    """A win's tiles as they were written.

    `parts`, `held`: the tiles in hand by suit and as a bag; `named`: the winning tile's text as a bag, 0
    without one; `win`: its kind, None unless it is one tile; `on_table`: melds and concealed kongs as a bag, `total`: all tiles,
    `table_pungs`: the pungs and kongs among them; `flawed`: some are no sets.
    """

    parts: list[Part]
    held: int
    named: int
    win: int | None
    melds: list[Meld]
    kongs: list[Meld]
    on_table: int
    total: int
    table_pungs: int
    flawed: bool
    flowers: Flowers

    @property
    def closed(self) -> bool:
        """No tiles in hand are shown, as with a win by flowers alone."""
        return not self.parts and not self.named

    @property
    def complete(self) -> int:
        """The tiles in hand with the winning one, as a bag."""
        return self.held if self.win is None else self.held + UNITS[self.win]


def check_form(tiles: object) -> None:
    """The keys and types of `tiles`; raises `RuleError` (`bad_record`), `where` below `tiles`."""
    if type(tiles) is not dict and not isinstance(tiles, Mapping):
        raise RuleError("bad_record", "", gettext_noop("The tiles of a win are an object."))
    for key in _lists_of[(*tiles, *map(type, tiles.values()))]:
        for place, text in enumerate(tiles[key]):
            if type(text) is not str:
                raise RuleError("bad_record", f"{key}[{place}]", gettext_noop("This is a text."))


def _lists_in(form: tuple[Any, ...]) -> tuple[str, ...]:
    """Which keys hold lists; `form`: the keys, then the types of their values."""
    many = len(form) // 2
    for key, kind in zip(form[:many], form[many:], strict=True):
        if kind is not _FORMS.get(key):
            raise _bad_form(key)
    return tuple([key for key in form[:many] if key in _LISTS])


_lists_of = Remembered(_lists_in)


def _bad_form(key: str) -> RuleError:
    if key not in _FORMS:
        return RuleError(
            "bad_record", key, gettext_noop("“%(key)s” is no key of a win's tiles."), {"key": key}
        )
    if key in _TEXTS:
        return RuleError("bad_record", key, gettext_noop("Tiles are a text."))
    return RuleError("bad_record", key, gettext_noop("This is a list of texts."))


_NOTHING: list[Any] = []
_NO_FLOWERS = Flowers(0, 0, False)


def read_tiles(tiles: Mapping[str, Any]) -> Hand:
    """The tiles of a well-formed object; raises `RuleError` (`bad_tile`) below `tiles`."""
    get = tiles.get
    text = get("concealed")
    parts = parts_of(text, "concealed") if text else _NOTHING
    text = get("win_tile")
    named = 0 if text is None else _WIN_TILES.get(text) or bag_of(text, "win_tile") or EMPTY
    texts = get("melds")
    melds = _read_melds(texts, "melds") if texts else _NOTHING
    texts = get("concealed_kongs")
    kongs = _read_melds(texts, "concealed_kongs") if texts else _NOTHING
    text = get("flowers")
    flowers = flowers_of(text) if text else _NO_FLOWERS
    held = on_table = pungs = 0
    flawed = False
    for part in parts:
        held += part.bag
    for meld in melds:
        on_table += meld.bag
        pungs += meld.pungs
        if not meld.form:
            flawed = True
    for kong in kongs:
        on_table += kong.bag
        pungs += 1
        if kong.form != "kong":
            flawed = True
    total = held + on_table + (named if named != EMPTY else 0)
    return Hand(
        parts, held, named, _KIND_OF.get(named), melds, kongs, on_table, total, pungs, flawed, flowers
    )


EMPTY = 1 << 300
"""In place of a winning tile that was named and is none."""
_WIN_TILES = dict(zip(KINDS, UNITS, strict=True))
_KIND_OF = {unit: kind for kind, unit in enumerate(UNITS)}


def _make_meld(text: str) -> Meld:
    bag = bag_of(text)
    many = size(bag)
    form = ""
    if many in (3, 4):
        kinds = kinds_of(bag)
        low = kinds[0]
        if kinds == (low,) * many:
            form = "pung" if many == 3 else "kong"
        elif kinds == (low, low + 1, low + 2) and low < 27 and low % 9 < 7:
            form = "chow"
    return Meld(bag, many, form, int(form in ("pung", "kong")), text)


read_meld = Remembered(_make_meld).__getitem__
"""A set on the table by its text; raises `RuleError` (`bad_tile`) at no place."""


def _read_melds(texts: list[str], where: str) -> list[Meld]:
    melds: list[Meld] = []
    try:
        for text in texts:
            melds.append(read_meld(text))  # noqa: PERF401 - how many were read tells which was not
    except RuleError as error:
        raise error.below(f"{where}[{len(melds)}]") from None
    return melds


def _read_flowers(text: str) -> Flowers:
    names = parse(text, "flowers")
    for name in names:
        if name not in FLOWERS:
            raise bad_tile(text, "flowers")
    mask = sum(1 << FLOWERS.index(name) for name in set(names))
    return Flowers(mask, len(names), len(set(names)) < len(names))


flowers_of = Remembered(_read_flowers).__getitem__
"""The flowers of a text; raises `RuleError` (`bad_tile`) at `flowers`."""


def read_declared(declared: tuple[str, ...], sheet: Ruleset) -> frozenset[str]:
    """The declared codes; raises `RuleError` at `declared[i]` for what the sheet or the tiles must say."""
    for place, code in enumerate(declared):
        where = f"declared[{place}]"
        if code == FLOWER_REPLACEMENT:
            pass
        elif code not in BY_CODE:
            raise RuleError(
                "unknown_pattern", where, gettext_noop("“%(code)s” is no pattern."), {"code": code}
            )
        elif not BY_CODE[code].declared:
            raise RuleError(
                "bad_record",
                where,
                gettext_noop("%(name)s is seen from the tiles and not declared."),
                {"name": BY_CODE[code].name},
            )
        if code in declared[:place]:
            raise RuleError(
                "bad_record", where, gettext_noop("“%(code)s” is declared twice."), {"code": code}
            )
        if code != FLOWER_REPLACEMENT and not sheet.has(code):
            raise not_in_ruleset(code, where)
    return frozenset(declared)


def check_fours(hand: Hand, total: int, robbing: bool, tiles: Mapping[str, Any]) -> None:
    """No kind more than four times, no flower twice; a robbed kong's other three lie with their owner.

    `total`: all tiles as one bag. Raises `RuleError` (`too_many_of_a_tile`) at `tiles` or its flowers.
    """
    many = over_four(total) if total < BAG_IS_FULL else _five_of_a_kind(tiles)
    if robbing and hand.win is not None and not many:
        many = total >> hand.win * WIDTH & 63 > 1
    if many:
        raise RuleError("too_many_of_a_tile", "", gettext_noop("There are only four of each tile."))
    if hand.flowers.twice:
        raise RuleError("too_many_of_a_tile", "flowers", gettext_noop("Each flower is there once."))


def _five_of_a_kind(tiles: Mapping[str, Any]) -> bool:
    """The same for heaps of tiles that no bag holds."""
    texts = [tiles.get("concealed", ""), tiles.get("win_tile", "")]
    texts += [*tiles.get("melds", ()), *tiles.get("concealed_kongs", ())]
    heap = Counter(name for text in texts for name in parse(text))
    return max(heap.values(), default=0) > 4


def check_counts(hand: Hand, dealt: bool, by_flowers: bool) -> None:
    """As many tiles as a win has; `dealt`: 天胡, all 17 may stand in hand without a winning tile;
    `by_flowers`: tiles may stay closed. Raises `RuleError` (`wrong_tile_count`) at the part that has too few or too many.
    """
    sets = len(hand.melds) + len(hand.kongs)
    if not hand.flawed and hand.win is not None and size(hand.held) == 16 - 3 * sets >= 0:
        return
    for place, meld in enumerate(hand.melds):
        if meld.many not in (3, 4):
            raise _wrong_count(f"melds[{place}]", gettext_noop("A set has three tiles, a kong four."))
    for place, kong in enumerate(hand.kongs):
        if kong.many != 4:
            raise _wrong_count(f"concealed_kongs[{place}]", gettext_noop("A kong has four tiles."))
    if sets > 5:
        where = "melds" if len(hand.melds) > 5 else "concealed_kongs"
        raise _wrong_count(where, gettext_noop("A hand has five sets and a pair."))
    if by_flowers and hand.closed:
        return
    if hand.win is None and not (dealt and not hand.named):
        raise _wrong_count("win_tile", gettext_noop("A win has one winning tile."))
    if size(hand.held) != 16 - 3 * sets + (hand.win is None):
        raise _wrong_count(
            "concealed",
            gettext_noop("With its sets and the winning tile a hand has 17 tiles, kongs as three."),
        )


def _wrong_count(where: str, template: str) -> RuleError:
    return RuleError("wrong_tile_count", where, template)


def no_set(hand: Hand) -> RuleError:
    """The error (`not_a_win`) for the first meld of a flawed hand that is no set, or kong that is none."""
    flawed = [(f"melds[{place}]", meld) for place, meld in enumerate(hand.melds) if not meld.form]
    flawed += [
        (f"concealed_kongs[{place}]", kong) for place, kong in enumerate(hand.kongs) if kong.form != "kong"
    ]
    where, meld = flawed[0]
    return RuleError("not_a_win", where, gettext_noop("“%(text)s” is no set."), {"text": meld.text[:40]})
