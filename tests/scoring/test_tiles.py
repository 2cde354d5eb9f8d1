"""Notations in and out."""

from __future__ import annotations

import pytest

from scoring.errors import RuleError
from scoring.tiles import (
    FLOWERS,
    KINDS,
    NOTATIONS,
    bag_of,
    canonical,
    format_tiles,
    parse,
    show,
    size,
    without_fours,
)


@pytest.mark.parametrize(
    ("written", "tiles"),
    [
        ("123m55z", "1m 2m 3m 5z 5z"),
        (" 1 2 m", "1m 2m"),
        ("1m 1m", "1m 1m"),
        ("一二三萬", "1m 2m 3m"),
        ("一萬二万", "1m 2m"),
        ("三筒四餅五饼", "3p 4p 5p"),
        ("六條七条八索", "6s 7s 8s"),
        ("东東南西北", "1z 1z 2z 3z 4z"),
        ("白發发中", "5z 6z 6z 7z"),
        ("春夏秋冬梅蘭兰菊竹", "1f 2f 3f 4f 5f 6f 6f 7f 8f"),
        ("🀀🀁🀂🀃🀄\ufe0e🀅🀆", "1z 2z 3z 4z 7z 6z 5z"),
        ("🀇🀏\u3000🀙🀡🀐🀘\ufe0f", "1m 9m 1p 9p 1s 9s"),
        ("🀢🀣🀤🀥🀦🀧🀨🀩", "5f 6f 8f 7f 1f 2f 3f 4f"),
        ("", ""),
        ("0m", None),
        ("5M", None),
        ("\uff15m", None),
        ("8z", None),
        ("9f", None),
        ("一m", None),
        ("1萬", None),
        ("萬", None),
        ("p5", None),
        ("5", None),
        ("🀫", None),
        ("\ufe0f", None),
    ],
)
def test_reading(written: str, tiles: str | None) -> None:
    if tiles is None:
        with pytest.raises(RuleError) as caught:
            parse(written, "tiles.concealed")
        assert (caught.value.code, caught.value.where) == ("bad_tile", "tiles.concealed")
    else:
        assert parse(written) == tuple(tiles.split())


@pytest.mark.parametrize("notation", NOTATIONS)
def test_what_is_written_is_read_as_the_same(notation: str) -> None:
    names = (*KINDS, *FLOWERS)
    assert parse(format_tiles(names, notation)) == names
    assert parse("".join(show(name, notation) for name in names)) == names


def test_the_canonical_text_knows_no_order() -> None:
    assert canonical("竹 7z 3m1m 🀙") == "13m1p7z8f"


def test_bags() -> None:
    assert size(bag_of("1m")) == 1
    assert bag_of("🀇二萬") == bag_of("12m")
    assert without_fours(0b111, bag_of("1111m3333m")) == 0b010
    with pytest.raises(RuleError, match="no tile here"):
        bag_of("1f")
