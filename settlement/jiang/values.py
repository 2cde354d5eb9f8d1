"""Checks of single values of a record: each returns the value, or raises `bad_record` at its path."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from datetime import date
from typing import TypeVar

from settlement.jiang.errors import bad, gettext_noop

MOST_MONEY = 1_000_000_000
MOST_TAI = 10_000
MOST_HANDS = 10_000
MOST_UNITS = 100

T = TypeVar("T")


def below(where: str, key: str) -> str:
    """The path of `key` below the path `where`."""
    return f"{where}.{key}" if where else key


def keys(
    value: object, where: str, required: Iterable[str], optional: Collection[str] = ()
) -> dict[str, object]:
    """An object that has every required key and no other than the required and optional ones."""
    if not isinstance(value, dict):
        raise bad(where, gettext_noop("An object is expected."))
    required = tuple(required)
    for key in required:
        if key not in value:
            raise bad(below(where, key), gettext_noop("The key %(key)s is missing."), key=key)
    for key in value:
        if key not in required and key not in optional:
            raise bad(below(where, str(key)), gettext_noop("Unknown key %(key)s."), key=str(key))
    return value


def items(value: object, where: str) -> list[object]:
    """A list."""
    if not isinstance(value, list):
        raise bad(where, gettext_noop("A list is expected."))
    return value


def each(value: object, where: str, read: Callable[[object, str], T]) -> tuple[T, ...]:
    """A list, each entry read by `read`."""
    return tuple(read(entry, f"{where}[{index}]") for index, entry in enumerate(items(value, where)))


def whole(value: object, where: str, most: int, least: int = 0) -> int:
    """A whole number from `least` to `most`; neither a float nor a bool is one."""
    if type(value) is not int:
        raise bad(where, gettext_noop("A whole number is expected."))
    if not least <= value <= most:
        raise bad(
            where, gettext_noop("A number from %(least)d to %(most)d is expected."), least=least, most=most
        )
    return value


def money(value: object, where: str) -> int:
    """An amount in the club's unit."""
    return whole(value, where, MOST_MONEY)


def tai(value: object, where: str) -> int:
    """A number of 台."""
    return whole(value, where, MOST_TAI)


def hand_number(value: object, where: str) -> int:
    """A hand's number, counted from 1."""
    return whole(value, where, MOST_HANDS, least=1)


def seat(value: object, where: str) -> int:
    """A seat, 0 to 3."""
    if type(value) is not int or not 0 <= value <= 3:
        raise bad(where, gettext_noop("A seat from 0 to 3 is expected."))
    return value


def no_seat_twice(value: object, where: str) -> tuple[int, ...]:
    """A list of different seats."""
    return different(each(value, where, seat), where)


def different(values: tuple[int, ...], where: str) -> tuple[int, ...]:
    """The values, none of them twice."""
    for index, entry in enumerate(values):
        if entry in values[:index]:
            raise bad(f"{where}[{index}]", gettext_noop("%(value)d is named twice."), value=entry)
    return values


def text(value: object, where: str) -> str:
    """A text that can be written as UTF-8 and that every database keeps."""
    if not isinstance(value, str):
        raise bad(where, gettext_noop("A text is expected."))
    if "\x00" in value:
        raise bad(where, gettext_noop("The text holds a NUL."))
    try:
        value.encode()
    except UnicodeEncodeError:
        raise bad(where, gettext_noop("The text holds half a character.")) from None
    return value


def choice(value: object, where: str, allowed: Collection[str]) -> str:
    """One of the texts in `allowed`."""
    if not isinstance(value, str) or value not in allowed:
        raise bad(where, gettext_noop("One of %(allowed)s is expected."), allowed=", ".join(sorted(allowed)))
    return value


def flag(value: object, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise bad(where, gettext_noop("True or false is expected."))
    return value


def day(value: object, where: str) -> str:
    """A date as YYYY-MM-DD."""
    written = text(value, where)
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", written):
            raise ValueError(written)
        date.fromisoformat(written)
    except ValueError:
        raise bad(where, gettext_noop("A date as YYYY-MM-DD is expected.")) from None
    return written
