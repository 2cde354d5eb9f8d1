"""`{% load look %}`: every filter and tag of the site's look. docs/look.md shows them in use."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from league.look import charts, figures, words
from league.look.tiles import Face, groups

register = template.Library()

_FILTERS: dict[str, Callable[..., Any]] = {
    "money": figures.money,
    "signed": figures.signed,
    "direction": figures.direction,
    "percent": figures.percent,
    "decimal": figures.decimal,
    "tai": figures.tai,
    "workings": figures.workings,
    "wind": words.wind_name,
    "round_wind": words.round_name,
    "streak": words.streak_name,
    "reason": words.reason_name,
    "state_name": words.state_name,
    "party": words.party_name,
    "day": words.day,
    "short_day": words.short_day,
    "moment": words.moment,
}
for _name, _function in _FILTERS.items():
    register.filter(_name, _function)

register.simple_tag(figures.stakes, name="stakes")


@register.filter(name="sum")
def sum_(amount: figures.Number | None) -> SafeString:
    """A gain or loss with sign and colour: `{{ net|sum }}`."""
    return format_html('<span class="sum {}">{}</span>', figures.direction(amount), figures.signed(amount))


@register.filter
def pairs(value: Any) -> list[tuple[Any, Any]]:
    """(key, value) pairs of a mapping, or a list of pairs as it is."""
    return list(value.items()) if hasattr(value, "items") else list(value or ())


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A picture from the icon sprite: `{% icon "print" %}`; hidden from readers unless it has a label."""
    source = f"{static('icons.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}"/></svg>', label, source
        )
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}"/></svg>', source
    )


@register.simple_tag
def tile(notation: str) -> SafeString:
    """One tile alone: `{% tile "5p" %}`."""
    return format_html_join("", "{}", ((_tile(face),) for group in groups(notation) for face in group))


@register.simple_tag
def tiles(notation: str | Iterable[str] | None, size: str = "", won: str = "") -> SafeString:
    """A row of tiles: `{% tiles "123m 456p 77z" %}`. `size` is s, m or l; `won` is the winning tile, shown last."""
    if not notation and not won:
        return mark_safe("")
    shown = groups(notation or ())
    parts = [_group(group) for group in shown]
    if won:
        parts += [_tile(face, "won") for group in groups(won) for face in group]
    gap = mark_safe('<span class="gap"></span>')
    row = format_html_join(gap, "{}", ((part,) for part in parts))
    return format_html('<span class="tiles {}">{}</span>', size, row)


def _group(group: Sequence[Face]) -> SafeString:
    """A set stays together where the row breaks; a long run of tiles may break anywhere."""
    drawn = format_html_join("", "{}", ((_tile(face),) for face in group))
    return format_html('<span class="tile-group">{}</span>', drawn) if len(group) <= 5 else drawn


def _tile(face: Face, mark: str = "") -> SafeString:
    drawn = format_html(
        '<svg class="tile" viewBox="0 0 60 80" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
        face.name,
        static("tiles.svg"),
        face.symbol,
    )
    return format_html('<span class="{}">{}</span>', mark, drawn) if mark else drawn


@register.inclusion_tag("components/compass.html")
def compass(
    seats: Sequence[Any],
    bottom: int = 0,
    round_wind: object = "",
    note: str = "",
    unit: str = "",
) -> dict[str, Any]:
    """The four seats as they sit, `bottom` (0–3) nearest the reader; turn order runs counter-clockwise."""
    places = ("bottom", "right", "top", "left")
    placed = [(seat, places[(index - bottom) % 4]) for index, seat in enumerate(seats)]
    return {"placed": placed, "round_wind": round_wind, "note": note, "unit": unit}


@register.inclusion_tag("components/line_chart.html")
def line_chart(
    series: Any, title: str, desc: str = "", unit: str = "", ident: str = "chart"
) -> dict[str, Any]:
    """Lines: `series` is [(name, [(label, value), …]), …]; a chart's `ident` is its own on the page."""
    named = [(name, list(points)) for name, points in series]
    return {
        "chart": charts.line_chart(named),
        "series": named,
        "rows": _rows(named),
        "title": title,
        "desc": desc,
        "unit": unit,
        "ident": ident,
    }


def _rows(named: Sequence[tuple[str, Sequence[charts.Point]]]) -> list[tuple[object, list[object]]]:
    """The chart's figures as a table: one row a label of the longest series."""
    longest = max((points for _name, points in named), key=len, default=[])
    return [
        (label, [points[i][1] if i < len(points) else None for _name, points in named])
        for i, (label, _value) in enumerate(longest)
    ]


@register.inclusion_tag("components/bar_chart.html")
def bar_chart(
    points: Any, title: str, desc: str = "", unit: str = "", *, sums: bool = False, ident: str = "bars"
) -> dict[str, Any]:
    """Bars: `points` is [(label, value), …]; with `sums` they are coloured as gains and losses."""
    listed = list(points)
    return {
        "chart": charts.bar_chart(listed),
        "points": listed,
        "title": title,
        "desc": desc,
        "unit": unit,
        "sums": sums,
        "ident": ident,
    }


@register.simple_block_tag
def card(content: str, title: str = "", kind: str = "", level: int = 2) -> SafeString:
    """A sheet with an optional title: `{% card title=… %}…{% endcard %}`; `kind` may be `flush` for a table."""
    heading = format_html('<div class="card-head"><h{0}>{1}</h{0}></div>', level, title) if title else ""
    return format_html('<section class="card {}">{}{}</section>', kind, heading, content)


@register.simple_block_tag
def scroller(content: str, label: str, kind: str = "") -> SafeString:
    """A frame in which a wide table scrolls: `{% scroller label=… %}<table class="data">…{% endscroller %}`."""
    return format_html(
        '<div class="scroller {}" role="region" tabindex="0" aria-label="{}">{}</div>', kind, label, content
    )


@register.simple_block_tag
def disclose(content: str, summary: str) -> SafeString:
    """Something that opens on a tap: `{% disclose summary=… %}…{% enddisclose %}`."""
    turn = format_html(
        '<svg class="icon icon-turn" aria-hidden="true"><use href="{}#down"/></svg>', static("icons.svg")
    )
    return format_html(
        '<details class="disclose"><summary>{} {}</summary>{}</details>', turn, summary, content
    )
