"""The `tiles` of a win, read and checked: from the record's texts to bags and sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.catalogue import BY_CODE, FLOWER_REPLACEMENT
from scoring.errors import RuleError, gettext_noop
from scoring.rulesets import Ruleset
from scoring.ticks import not_in_ruleset
from scoring.tiles import (
    FLOWERS,
    KINDS,
    MOST_IN_BAG,
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
_KEYS = frozenset(_TEXTS + _LISTS)


class Meld(NamedTuple):
    """A set on the table: its tiles as a bag, how many, and 3 × the chow's or pung's form.

    `form`: `chow`, `pung`, `kong`, or nothing when the tiles are no set.
    """

    bag: int
    many: int
    form: str
    text: str


class Flowers(NamedTuple):
    """`mask`: bit n for flower n; `twice`: one of them stands twice."""

    mask: int
    many: int
    twice: bool


class Hand(NamedTuple):
    """A win's tiles. `win`: the winning tile's kind, None when it is not named."""

    concealed: int
    win: int | None
    melds: tuple[Meld, ...]
    kongs: tuple[Meld, ...]
    flowers: Flowers
    named: int

    @property
    def closed(self) -> bool:
        """No tiles in hand are shown, as with a win by flowers alone."""
        return not self.concealed and not self.named


def check_form(tiles: object) -> None:
    """The keys and types of `tiles`; raises `RuleError` (`bad_record`), `where` below `tiles`."""
    if not isinstance(tiles, Mapping):
        raise RuleError("bad_record", "", gettext_noop("The tiles of a win are an object."))
    for key, value in tiles.items():
        if key in _TEXTS:
            if not isinstance(value, str):
                raise RuleError("bad_record", key, gettext_noop("Tiles are a text."))
        elif key not in _LISTS:
            raise RuleError(
                "bad_record", key, gettext_noop("“%(key)s” is no key of a win's tiles."), {"key": key}
            )
        elif not isinstance(value, list | tuple):
            raise RuleError("bad_record", key, gettext_noop("This is a list of texts."))
        else:
            for place, text in enumerate(value):
                if not isinstance(text, str):
                    raise RuleError("bad_record", f"{key}[{place}]", gettext_noop("This is a text."))


def read_tiles(tiles: Mapping[str, Any]) -> Hand:
    """The tiles of a well-formed object; raises `RuleError` (`bad_tile`) below `tiles`."""
    text = tiles.get("concealed")
    concealed = bag_of(text, "concealed") if text else 0
    named = 0
    text = tiles.get("win_tile")
    if text is not None:
        named = _WIN_TILES.get(text) or bag_of(text, "win_tile") or -1
    texts = tiles.get("melds")
    melds = _read_melds(texts, "melds") if texts else ()
    texts = tiles.get("concealed_kongs")
    kongs = _read_melds(texts, "concealed_kongs") if texts else ()
    text = tiles.get("flowers")
    flowers = _read_flowers(text) if text else NO_FLOWERS
    win = _KIND_OF_UNIT.get(named)
    return Hand(concealed, win, melds, kongs, flowers, named)


_WIN_TILES = dict(zip(KINDS, UNITS, strict=True))
_KIND_OF_UNIT = {unit: kind for kind, unit in enumerate(UNITS)}
NO_FLOWERS = Flowers(0, 0, False)
_MOST_REMEMBERED = 20_000


class _Melds(dict[str, Meld]):
    """Sets by their text, read when first met."""

    def __missing__(self, text: str) -> Meld:
        meld = _make_meld(text)
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        self[text] = meld
        return meld


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
    return Meld(bag, many, form, text)


_melds = _Melds()


def _read_melds(texts: list[str], where: str) -> tuple[Meld, ...]:
    try:
        return tuple([_melds[text] for text in texts])
    except RuleError:
        for place, text in enumerate(texts):
            bag_of(text, f"{where}[{place}]")
        raise


_flower_sets: dict[str, Flowers] = {}


def _read_flowers(text: str) -> Flowers:
    found = _flower_sets.get(text)
    if found is None:
        names = parse(text, "flowers")
        for name in names:
            if name not in FLOWERS:
                raise bad_tile(text, "flowers")
        mask = sum(1 << FLOWERS.index(name) for name in set(names))
        found = Flowers(mask, len(names), len(set(names)) < len(names))
        if len(_flower_sets) >= _MOST_REMEMBERED:
            _flower_sets.clear()
        _flower_sets[text] = found
    return found


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
    many = over_four(total) if size(total) <= MOST_IN_BAG else _five_of_a_kind(tiles)
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
    return max(heap.values()) > 4


def check_counts(hand: Hand, dealt: bool, by_flowers: bool) -> None:
    """As many tiles as a win has; `dealt`: 天胡, all 17 may stand in hand without a winning tile;
    `by_flowers`: tiles may stay closed. Raises `RuleError` (`wrong_tile_count`) at the part that has too few or too many.
    """
    for place, meld in enumerate(hand.melds):
        if meld.many not in (3, 4):
            raise _wrong_count(f"melds[{place}]", gettext_noop("A set has three tiles, a kong four."))
    for place, kong in enumerate(hand.kongs):
        if kong.many != 4:
            raise _wrong_count(f"concealed_kongs[{place}]", gettext_noop("A kong has four tiles."))
    sets = len(hand.melds) + len(hand.kongs)
    if sets > 5:
        where = "melds" if len(hand.melds) > 5 else "concealed_kongs"
        raise _wrong_count(where, gettext_noop("A hand has five sets and a pair."))
    if by_flowers and hand.closed:
        return
    if hand.win is None and not (dealt and not hand.named):
        raise _wrong_count("win_tile", gettext_noop("A win has one winning tile."))
    if size(hand.concealed) != 16 - 3 * sets + (hand.win is None):
        raise _wrong_count(
            "concealed",
            gettext_noop("With its sets and the winning tile a hand has 17 tiles, kongs as three."),
        )


def _wrong_count(where: str, template: str) -> RuleError:
    return RuleError("wrong_tile_count", where, template)


def check_sets(hand: Hand) -> None:
    """Each meld a set, each concealed kong a kong; raises `RuleError` (`not_a_win`) at the first that is none."""
    for place, meld in enumerate(hand.melds):
        if not meld.form:
            raise _no_set(f"melds[{place}]", meld.text)
    for place, kong in enumerate(hand.kongs):
        if kong.form != "kong":
            raise _no_set(f"concealed_kongs[{place}]", kong.text)


def _no_set(where: str, text: str) -> RuleError:
    return RuleError("not_a_win", where, gettext_noop("“%(text)s” is no set."), {"text": text[:40]})
