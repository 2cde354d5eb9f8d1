"""Small charts as numbers: where lines, bars and labels stand, in per cent of the plot."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.look.figures import direction, money

Point = tuple[object, int | float]


@dataclass(frozen=True)
class Tick:
    """A label on an axis and its place, 0–100 from the top or the left."""

    place: str
    label: str
    zero: bool = False
    anchor: str = "middle"


@dataclass(frozen=True)
class Curve:
    """One series: `path` for the line, `end` for the dot at its last point."""

    name: str
    path: str
    end: str


@dataclass(frozen=True)
class Bar:
    """One bar, in per cent of the plot."""

    x: str
    y: str
    width: str
    height: str
    way: str


@dataclass(frozen=True)
class Chart:
    """Everything a chart's template draws."""

    ticks: tuple[Tick, ...]
    labels: tuple[Tick, ...]
    curves: tuple[Curve, ...] = ()
    bars: tuple[Bar, ...] = ()


def place(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def scale(low: float, high: float, lines: int = 5) -> list[int]:
    """Round values from at or below `low` to at or above `high`, about `lines` of them, 0 among them."""
    low, high = min(low, 0), max(high, 0)
    rough = max((high - low) / (lines - 1), 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(int(power * size) for size in (1, 2, 5, 10) if power * size >= rough)
    return list(range(math.floor(low / step) * step, math.ceil(high / step) * step + step, step))


def _ticks(values: Sequence[int]) -> tuple[Tick, ...]:
    low, high = values[0], values[-1]
    return tuple(Tick(place(_height(v, low, high)), money(v), v == 0) for v in values)


def _height(value: float, low: float, high: float) -> float:
    return 100 * (high - value) / ((high - low) or 1)


def _labels(names: Sequence[object], at: Sequence[float], most: int = 5) -> tuple[Tick, ...]:
    """At most `most` labels, evenly apart, from the first on."""
    stride = max(math.ceil((len(names) - 1) / (most - 1)), 1)
    return tuple(
        Tick(place(at[i]), str(names[i]), anchor=_anchor(at[i])) for i in range(0, len(names), stride)
    )


def _anchor(at: float) -> str:
    if at < 4:
        return "start"
    return "end" if at > 96 else "middle"


def line_chart(series: Iterable[tuple[str, Sequence[Point]]]) -> Chart:
    """Lines over the same labels: `series` is (name, [(label, value), …]) each; the longest gives the axis."""
    named = [(name, list(points)) for name, points in series]
    values = [value for _name, points in named for _label, value in points]
    if not values:
        return Chart((), ())
    lines = scale(min(values), max(values))
    longest = max((points for _name, points in named), key=len)
    step = 100 / max(len(longest) - 1, 1)
    curves = tuple(_curve(name, points, step, lines) for name, points in named if points)
    labels = _labels([label for label, _value in longest], [i * step for i in range(len(longest))])
    return Chart(_ticks(lines), labels, curves)


def _curve(name: str, points: Sequence[Point], step: float, lines: Sequence[int]) -> Curve:
    spots = [
        f"{place(i * step)} {place(_height(value, lines[0], lines[-1]))}"
        for i, (_label, value) in enumerate(points)
    ]
    return Curve(name, "M" + "L".join(spots), f"M{spots[-1]}h0")


def bar_chart(points: Sequence[Point]) -> Chart:
    """Bars from the zero line, one for each (label, value)."""
    if not points:
        return Chart((), ())
    values = [value for _label, value in points]
    lines = scale(min(values), max(values))
    slot = 100 / len(points)
    zero = _height(0, lines[0], lines[-1])
    bars = tuple(_bar(i, value, slot, zero, lines) for i, value in enumerate(values))
    centres = [(i + 0.5) * slot for i in range(len(points))]
    names = [label for label, _value in points]
    most = 8 if max(len(str(name)) for name in names) <= 3 else 4
    return Chart(_ticks(lines), _labels(names, centres, most), bars=bars)


def _bar(index: int, value: float, slot: float, zero: float, lines: Sequence[int]) -> Bar:
    top = _height(value, lines[0], lines[-1])
    return Bar(
        x=place(index * slot + slot * 0.18),
        y=place(min(top, zero)),
        width=place(slot * 0.64),
        height=place(abs(zero - top)),
        way=direction(value),
    )
