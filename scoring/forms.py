"""A hand as sets, in the few ways that patterns can tell apart."""

from __future__ import annotations

from typing import NamedTuple

from scoring.memo import Remembered
from scoring.shapes import PUNG
from scoring.summands import Build, build_of


class Form(NamedTuple):
    """Alike hands: `melds`, `kongs` (concealed): whether there are any; `called`: all five sets are;
    `drawn`, `discard`: the readings of a win that was drawn or not, see `reading_key`."""

    melds: bool
    kongs: bool
    called: bool
    honour_pair: bool
    drawn: tuple[int, ...]
    discard: tuple[int, ...]


def reading_key(place: int, pungs: int, kongs: int, table_pungs: int, drawn: int) -> int:
    """One reading in a number: `place` of the winning tile, concealed pungs, all pungs; three bits each.

    Of concealed pungs three and more are told, of all pungs none, some (1) and five: nobody asks for more.
    """
    mine = pungs + kongs - (place == PUNG and not drawn)
    every = pungs + table_pungs
    return place | (mine if mine > 2 else 0) << 3 | (every if every in (0, 5) else 1) << 6


FORMS: list[Form] = []
"""All forms that were met, some hundreds; see `forms`."""
_numbers: dict[Form, int] = {}


def _number_of(build: int) -> int:
    form = _form_of(build_of(build))
    if form not in _numbers:
        _numbers[form] = len(FORMS)
        FORMS.append(form)
    return _numbers[form]


def _form_of(build: Build) -> Form:
    shapes, more, table_pungs, kongs, melds, honour_pair = build
    drawn, discard = (
        tuple(sorted({reading_key(place, pungs + more, kongs, table_pungs, way) for pungs, place in shapes}))
        for way in (1, 0)
    )
    return Form(melds > 0, kongs > 0, melds == 5, honour_pair, drawn, discard)


forms = Remembered(_number_of)
"""The place in `FORMS` of a build; LookupError where it is that of no ordinary win."""
