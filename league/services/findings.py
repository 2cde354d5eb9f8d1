"""What an integrity check names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it must be: a stable code, where it is, and a sentence with its values.

    `jiang_id` and `hand` (its number) are there where a page can lead to the place.
    """

    code: str
    where: str
    template: str
    params: dict[str, object]
    jiang_id: int | None = None
    hand: int | None = None
