"""What a win counts: the answer's values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the breakdown: `tai` is the whole line's, `count` times the value."""

    code: str
    name: str
    count: int
    tai: int
    written: dict[str, Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Write the line out once: a sheet has few of them, and answers take copies."""
        told = {"code": self.code, "name": self.name, "count": self.count, "tai": self.tai}
        object.__setattr__(self, "written", told)

    def as_json(self) -> dict[str, Any]:
        """`{"code", "name", "count", "tai"}`."""
        return self.written.copy()


@dataclass(frozen=True, slots=True)
class Set:
    """A set or the pair of a reading.

    `kind`: `chow`, `pung`, `kong` or `pair`; `tiles`: its tiles in `mpsz`; `called`: exposed by a call;
    `completed`: the winning tile went here.
    """

    kind: str
    tiles: tuple[str, ...]
    called: bool = False
    completed: bool = False

    def as_json(self) -> dict[str, Any]:
        """The same as a JSON object."""
        return {
            "kind": self.kind,
            "tiles": list(self.tiles),
            "called": self.called,
            "completed": self.completed,
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """How the hand was read: five sets and a pair, or (`eight_pairs`) a pung and seven pairs."""

    form: str
    sets: tuple[Set, ...]

    def as_json(self) -> dict[str, Any]:
        """`{"form", "sets"}`."""
        return {"form": self.form, "sets": [one.as_json() for one in self.sets]}


@dataclass(frozen=True, slots=True)
class Counted:
    """The lines of one set of patterns, shared by all wins that hold it.

    `rank` orders readings: 台 first, then the earlier patterns.
    """

    tai: int
    lines: tuple[Line, ...]
    replaced: tuple[tuple[str, str], ...]
    rank: tuple[int, int]

    def as_json(self, waits: tuple[str, ...]) -> dict[str, Any]:
        """`{"tai", "patterns", "waits"}` of a win with these waits."""
        return {
            "tai": self.tai,
            "patterns": [line.written.copy() for line in self.lines],
            "waits": list(waits),
        }


@dataclass(frozen=True, slots=True)
class Score:
    """A win's own value 牌面 and why.

    `waits`: kinds in `mpsz` that complete the hand; `read` makes the reading when it is asked for.
    """

    counted: Counted
    waits: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    read: Callable[[], Reading | None] | None = field(default=None, compare=False, repr=False)

    @property
    def tai(self) -> int:
        """台 in all: the sum of the lines."""
        return self.counted.tai

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines in their order."""
        return self.counted.lines

    @property
    def replaced(self) -> tuple[tuple[str, str], ...]:
        """Pairs of codes: what did not count, and what stands in its place."""
        return self.notes + self.counted.replaced

    @property
    def reading(self) -> Reading | None:
        """The reading that counts; None where no tiles were read."""
        return self.read() if self.read else None

    def as_json(self) -> dict[str, Any]:
        """`{"tai", "patterns", "waits"}` as the command `score` prints it."""
        return self.counted.as_json(self.waits)

    def explain(self) -> dict[str, Any]:
        """`as_json` with the reading and what was replaced by what."""
        reading = self.reading
        return {
            **self.as_json(),
            "reading": reading.as_json() if reading else None,
            "replaced": [{"code": code, "by": by} for code, by in self.replaced],
        }
