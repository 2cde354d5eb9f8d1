"""The five sheets side by side, as `docs/sheets.md` shows them.

`python -m scoring.table` prints the page; a test keeps the page and the data together.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

from scoring.catalogue import BY_CODE, PATTERNS, SHEET_NAMES
from scoring.conflicts import CONFLICTS, FACTS
from scoring.options import KINDS
from scoring.replacing import ALWAYS, BY_OPTION
from scoring.rulesets import SHEETS, Ruleset, sheet

_INTRODUCTION = """# The five rule sheets side by side

Made from the sheets' data by `python -m scoring.table`; do not edit by hand.

A row in which the sheets differ begins with ●, and what differs from the default sheet `luohan-2005` is
**bold**. `–`: the sheet does not have the pattern. `(8)`: it has it once the option of that name is on.
A club may copy a sheet and change every value, option and row.
"""


def page() -> str:
    """The whole page as Markdown.

    >>> page().splitlines()[0]
    '# The five rule sheets side by side'
    """
    parts = [
        _INTRODUCTION,
        "## 台\n",
        *_table(("", "台種", "code"), (_value_row(pattern.code) for pattern in PATTERNS)),
        "\nA sheet's own names: "
        + "; ".join(f"`{name}` {_names(own)}" for name, own in SHEET_NAMES.items())
        + ".\n",
        "\n## House options\n",
        *_table(("", "option", "values"), (_option_row(name) for name in KINDS)),
        "\n## What replaces what\n",
        *_table(
            ("", "台種", "code"),
            (_replaces_row(pattern.code) for pattern in PATTERNS if _replaces(pattern.code)),
        ),
        "\nWhile an option is off: "
        + "; ".join(f"`{row.name}`: {BY_CODE[row.code].name} → {_list(row.replaced)}" for row in BY_OPTION)
        + ".\n",
        "\nAlways, in every house sheet: "
        + "; ".join(f"{BY_CODE[code].name} → {_list(row)}" for code, row in ALWAYS.items())
        + ".\n",
        "\n## What cannot be together\n",
        *_conflicts(),
        f"""
Of 呖咕呖咕, a pung of dragons and a pung of winds only two go together: its one pung is either. Where
`single_wait_concealed_only` is on, a ticked {BY_CODE["single_wait"].name} needs a pattern beside it that shows a concealed or
a called-out hand.
""",
    ]
    return "\n".join(part.rstrip("\n") if part.startswith("|") else part for part in parts).rstrip() + "\n"


def _table(heads: tuple[str, ...], rows: Iterable[list[str]]) -> Iterator[str]:
    yield _line([*heads, *(f"`{name}`" for name in SHEETS)])
    yield _line(["---"] * (len(heads) + len(SHEETS)))
    for row in rows:
        yield _line(row)


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _marked(heads: list[str], show: Callable[[Ruleset], str]) -> list[str]:
    """A row: ● where the sheets differ, bold what differs from the first."""
    shown = [show(sheet(name)) for name in SHEETS]
    cells = [cell if cell == shown[0] else f"**{cell}**" for cell in shown]
    return ["●" if len(set(shown)) > 1 else "", *heads, *cells]


def _value_row(code: str) -> list[str]:
    return _marked([BY_CODE[code].name, f"`{code}`"], lambda ruleset: _value(ruleset, code))


def _value(ruleset: Ruleset, code: str) -> str:
    value = ruleset.values[code]
    if code == "dealer_streak":
        return f"{value}N"
    if not value:
        return "–"
    return str(value) if ruleset.has(code) else f"({value})"


def _option_row(name: str) -> list[str]:
    kind = KINDS[name]
    values = ", ".join(str(choice) for choice in kind.choices) or {"bool": "on, off"}.get(
        kind.form, kind.form
    )
    return _marked([f"`{name}`", values], lambda ruleset: _shown(ruleset.options.as_json()[name]))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ", ".join(value) or "–"
    if isinstance(value, dict):
        return ", ".join(sorted(set(value.values())))
    return "–" if value is None else str(value)


def _replaces_row(code: str) -> list[str]:
    return _marked(
        [BY_CODE[code].name, f"`{code}`"], lambda ruleset: _list(ruleset.replaces.get(code, ())) or "–"
    )


def _replaces(code: str) -> bool:
    return any(sheet(name).replaces.get(code) for name in SHEETS)


def _list(codes: Iterable[str]) -> str:
    return " ".join(FACTS[code] if code in FACTS else BY_CODE[code].name for code in codes)


def _names(own: dict[str, str]) -> str:
    return ", ".join(f"{name} for {BY_CODE[code].name}" for code, name in own.items())


def _conflicts() -> Iterator[str]:
    yield _line(["one of", "with one of", "in"])
    yield _line(["---"] * 3)
    for row in CONFLICTS:
        held = [name for name in SHEETS if row.when is None or row.when(sheet(name))]
        often = f" ({row.at_least} or more)" if row.at_least > 1 else ""
        where = "all" if len(held) == len(SHEETS) else ", ".join(f"`{name}`" for name in held) or "by option"
        yield _line([_sorted(row.first), _sorted(row.second) + often, where])


def _sorted(codes: frozenset[str]) -> str:
    order = [*BY_CODE, *FACTS]
    known = [code for code in codes if code in order]
    other = ["a flower's replacement tile"] * (len(known) < len(codes))
    return " ".join([_list(sorted(known, key=order.index)), *other]).strip()


if __name__ == "__main__":
    sys.stdout.write(page())
