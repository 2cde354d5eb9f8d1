"""Ranking: equal is equal, and shares a rank (1, 1, 3). Plain functions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


def shared_ranks(scores: Mapping[Key, int]) -> dict[Key, int]:
    """The rank of each key by falling score; equal scores share the better rank.

    >>> shared_ranks({"a": 5, "b": 5, "c": 1})
    {'a': 1, 'b': 1, 'c': 3}
    """
    ordered = sorted(scores.values(), reverse=True)
    first: dict[int, int] = {}
    for place, score in enumerate(ordered, start=1):
        first.setdefault(score, place)
    return {key: first[score] for key, score in scores.items()}
