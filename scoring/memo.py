"""Remembering answers without growing for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST = 5_000
"""Answers kept of each question; a full store is emptied, and fills again with what is asked now.

Far more than a season's hands ask. A million different hands empty the fullest stores a few times, which costs a few
hundredths of the speed, and the process stays as large as it was after four hundred thousand.
"""


def keep(known: dict[K, V], key: K, answer: V) -> V:
    """Remember an answer and give it back.

    >>> known = {}
    >>> keep(known, "2+2", 4), known
    (4, {'2+2': 4})
    """
    if len(known) >= MOST:
        known.clear()
    known[key] = answer
    return answer


class Remembered(dict[K, V]):
    """Answers by key, worked out when first asked for.

    >>> squares = Remembered(lambda number: number * number)
    >>> squares[3], dict(squares)
    (9, {3: 9})
    """

    def __init__(self, work_out: Callable[[K], V]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, key: K) -> V:
        return keep(self, key, self.work_out(key))
