"""The patterns of a sheet as chips to tick: by 台, the club's most used first, and why one may not be ticked now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from league import words
from league.errors import explain
from league.models import Club, Hand, Jiang
from scoring.catalogue import BY_CODE, CODES, DEALER_CODES
from scoring.errors import RuleError
from scoring.rulesets import Ruleset
from scoring.ticks import score_ticks

FOLLOWS = frozenset({"self_draw", "concealed_self_draw"})
"""What the winner's own draw brings by itself: no chip unless a record has it ticked."""

LOOKED_AT = 20


@dataclass(frozen=True)
class Chip:
    """One pattern: `count` is how often it is ticked, `barred` why it cannot be added (empty where it can)."""

    field: str
    code: str
    name: str
    tai: int
    count: int
    most: int
    barred: str

    @property
    def counts(self) -> list[int]:
        return list(range(1, self.most + 1))


@dataclass(frozen=True)
class ChipGroup:
    """The patterns of one value."""

    tai: int
    chips: tuple[Chip, ...]


def used_patterns(club: Club) -> Counter[str]:
    """How often each pattern was ticked in the club's latest 將."""
    latest = list(
        Jiang.objects.filter(club=club).order_by("-played_on", "-pk").values_list("pk", flat=True)[:LOOKED_AT]
    )
    used: Counter[str] = Counter()
    for facts in Hand.objects.filter(jiang__in=latest, struck_at=None).values_list("facts", flat=True):
        for win in facts.get("wins") or ():
            used.update((win.get("patterns") or {}).keys())
    return used


def chip_groups(
    sheet: Ruleset,
    used: Mapping[str, int],
    ticked: Mapping[str, int] | None = None,
    *,
    drawn: bool | None = None,
    prefix: str = "",
) -> tuple[ChipGroup, ...]:
    """Every pattern that the sheet has. `drawn`: self-drawn or not, None while that is open."""
    ticked = ticked or {}
    barred = barred_chips(sheet, ticked, drawn)
    codes = sorted(tickable(sheet, ticked), key=lambda code: (-used.get(code, 0), CODES.index(code)))
    chips = [
        Chip(
            field=f"{prefix}pattern.{code}",
            code=code,
            name=words.pattern_name(code, sheet.based_on),
            tai=sheet.value(code),
            count=ticked.get(code, 0),
            most=BY_CODE[code].most,
            barred=barred.get(code, ""),
        )
        for code in codes
    ]
    values = sorted({chip.tai for chip in chips})
    return tuple(ChipGroup(tai, tuple(chip for chip in chips if chip.tai == tai)) for tai in values)


def tickable(sheet: Ruleset, ticked: Mapping[str, int]) -> list[str]:
    return [
        code
        for code in CODES
        if code not in DEALER_CODES and ((sheet.has(code) and code not in FOLLOWS) or ticked.get(code))
    ]


def barred_chips(sheet: Ruleset, ticked: Mapping[str, int], drawn: bool | None) -> dict[str, str]:
    """Why each pattern that is not ticked cannot be added to those that are.

    Where these do not go together themselves nothing is barred: what is wrong is told, and any may be unticked.
    """
    moments = (True, False) if drawn is None else (drawn,)
    open_moments = [moment for moment in moments if not _fault(ticked, sheet, moment)]
    barred = {}
    for code in tickable(sheet, ticked):
        if ticked.get(code) or not open_moments:
            continue
        faults = [_fault({**ticked, code: 1}, sheet, moment) for moment in open_moments]
        if all(faults):
            barred[code] = faults[0]
    return barred


def _fault(patterns: Mapping[str, int], sheet: Ruleset, drawn: bool) -> str:
    try:
        score_ticks(patterns, sheet, self_draw=drawn)
    except RuleError as error:
        return explain(error)["message"]
    return ""
