"""The recorder's form as its template draws it: every choice with its words, and what is chosen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league import words
from league.selectors.chips import ChipGroup, chip_groups
from league.selectors.jiang_page import Seat
from league.web.entry import FURTHER, ROWS, SEATS
from scoring.catalogue import FLOWER_REPLACEMENT, PATTERNS
from scoring.rulesets import Ruleset
from settlement.jiang.read_hand import FOULS, PENALTIES

Label = str | Promise
FACES = range(16)
"""台 that have a key of their own; more are typed."""


@dataclass(frozen=True)
class Choice:
    """One of several to choose from."""

    name: str
    value: str
    label: Label
    chosen: bool
    dealer: bool = False
    streak: int = 0


@dataclass(frozen=True)
class Text:
    """A field to type into."""

    name: str
    value: str


@dataclass(frozen=True)
class WinnerForm:
    """How one winner's hand is entered; `prefix` is empty for the first."""

    prefix: str
    seats: tuple[Choice, ...]
    ways: tuple[Choice, ...]
    groups: tuple[ChipGroup, ...]
    plain: Choice
    faces: tuple[Choice, ...]
    face_more: Text
    tiles: Mapping[str, Text]
    declared: tuple[Choice, ...]
    robbed: tuple[Choice, ...]


@dataclass(frozen=True)
class RowForm:
    """A foul or a penalty."""

    choices: Mapping[str, tuple[Choice, ...]]
    texts: Mapping[str, Text]
    filled: bool


@dataclass(frozen=True)
class EntryForm:
    """Everything the form of a hand asks."""

    winners: tuple[Choice, ...]
    endings: tuple[Choice, ...]
    sources: tuple[Choice, ...]
    first: WinnerForm
    further: tuple[WinnerForm, ...]
    several: bool
    discard: tuple[Choice, ...]
    fouls: tuple[RowForm, ...]
    penalties: tuple[RowForm, ...]
    watchers: tuple[Choice, ...]
    stand_ins: tuple[Choice, ...]
    dead_hands: tuple[Choice, ...]
    door: tuple[Choice, ...]
    after: tuple[Choice, ...]
    shown_streak: Text
    dealer_reason: Text
    note: Text

    @property
    def is_foul(self) -> bool:
        return any(one.chosen and one.value == "foul" for one in self.endings)

    @property
    def opened(self) -> Mapping[str, bool]:
        """Which parts under “more” have something in them."""
        return {
            "further": any(one.chosen and one.value for row in self.further for one in row.seats)
            or any(one.chosen and one.value for one in self.discard),
            "fouls": self.is_foul or any(row.filled for row in self.fouls),
            "penalties": any(row.filled for row in self.penalties),
            "people": any(one.chosen for one in (*self.watchers, *self.stand_ins, *self.dead_hands)),
            "deal": any(one.chosen and one.value for one in (*self.door, *self.after))
            or bool(self.shown_streak.value),
        }


def entry_form(form: QueryDict, seats: Sequence[Seat], sheet: Ruleset, used: Mapping[str, int]) -> EntryForm:
    """The form with `form` filled in, for a table of these four under this sheet."""
    people = list(zip(SEATS, seats, strict=True))
    named = [(value, seat.name) for value, seat in people]
    endings = [("draw", _("Drawn hand")), ("foul", _("Foul"))]
    endings += [(code, words.word(words.ABORTS, code)) for code in sheet.options.aborts]
    given = form.get("ending", "")
    return EntryForm(
        winners=tuple(
            Choice("ending", value, seat.name, given == value, seat.dealer, seat.streak)
            for value, seat in people
        ),
        endings=_choices(form, "ending", endings),
        sources=_choices(form, "from", [*named, ("self", _("Self-draw"))]),
        first=_winner(form, "", named, sheet, used),
        further=tuple(_winner(form, prefix, named, sheet, used) for prefix in FURTHER),
        several=sheet.options.on_several_wins != "nearest",
        discard=_choices(
            form,
            "discard",
            [
                ("", _("Ordinary discard")),
                ("wrong_exposed_discard", words.PENALTIES["wrong_exposed_discard"]),
                ("misnamed_discard", words.PENALTIES["misnamed_discard"]),
            ],
        ),
        fouls=tuple(_foul(form, row, named) for row in range(ROWS)),
        penalties=tuple(_penalty(form, row, named) for row in range(ROWS)),
        watchers=_several(form, "watchers", named),
        stand_ins=_several(form, "stand_ins", named),
        dead_hands=_several(form, "dead_hands", named),
        door=_choices(form, "door_seat", [("", _("the dealer")), *named])
        if sheet.options.seat_wind == "door"
        else (),
        after=_choices(
            form,
            "dealer_after",
            [("", _("By the rules")), ("stay", _("The deal stays")), ("pass", _("The deal passes"))],
        ),
        shown_streak=_text(form, "shown_streak"),
        dealer_reason=_text(form, "dealer_reason"),
        note=_text(form, "note"),
    )


def ticked(form: QueryDict, prefix: str = "") -> dict[str, int]:
    """The patterns ticked in the form, as far as they are numbers."""
    start = f"{prefix}pattern."
    given = {name.removeprefix(start): form.get(name, "") for name in form if name.startswith(start)}
    counts = {code: int(text) for code, text in given.items() if re.fullmatch("[0-9]{1,4}", text)}
    return {code: count for code, count in counts.items() if count}


def drawn(form: QueryDict) -> bool | None:
    """Self-drawn or not; None while that is not chosen."""
    given = form.get("from", "")
    return None if not given else given == "self"


def _winner(
    form: QueryDict, prefix: str, named: list[tuple[str, str]], sheet: Ruleset, used: Mapping[str, int]
) -> WinnerForm:
    ways = [("patterns", _("Patterns")), ("face", _("Number")), ("tiles", _("Tiles"))]
    way = form.get(f"{prefix}way", "patterns")
    declared = [
        (one.code, words.pattern_name(one.code, sheet.based_on))
        for one in PATTERNS
        if one.declared and sheet.has(one.code)
    ]
    declared.append((FLOWER_REPLACEMENT, _("On a flower's replacement tile")))
    codes = form.getlist(f"{prefix}declared")
    robs = not prefix and sheet.has("seven_robs_one")
    return WinnerForm(
        prefix=prefix,
        seats=_choices(form, f"{prefix}seat", [("", _("nobody")), *named]),
        ways=tuple(Choice(f"{prefix}way", value, label, value == way) for value, label in ways),
        groups=chip_groups(
            sheet, used, ticked(form, prefix), drawn=drawn(form) if not prefix else False, prefix=prefix
        ),
        plain=Choice(f"{prefix}plain", "1", _("Plain win"), bool(form.get(f"{prefix}plain"))),
        faces=_choices(form, f"{prefix}face", [(str(face), str(face)) for face in FACES]),
        face_more=_text(form, f"{prefix}face_more"),
        tiles={
            name: _text(form, f"{prefix}tiles.{name}")
            for name in ("concealed", "melds", "kongs", "flowers", "win")
        },
        declared=tuple(Choice(f"{prefix}declared", code, label, code in codes) for code, label in declared),
        robbed=_choices(form, "robbed", [("", _("nobody")), *named]) if robs else (),
    )


def _foul(form: QueryDict, row: int, named: list[tuple[str, str]]) -> RowForm:
    name = f"foul.{row}"
    reasons = [(code, words.FOULS[code]) for code in FOULS]
    return RowForm(
        {
            "seat": _choices(form, f"{name}.seat", [("", _("nobody")), *named]),
            "reason": _choices(form, f"{name}.reason", reasons),
        },
        {key: _text(form, f"{name}.{key}") for key in ("face", "text")},
        bool(form.get(f"{name}.seat")),
    )


def _penalty(form: QueryDict, row: int, named: list[tuple[str, str]]) -> RowForm:
    name = f"penalty.{row}"
    reasons = [(code, words.PENALTIES[code]) for code in PENALTIES]
    return RowForm(
        {
            "from": _choices(form, f"{name}.from", [("", _("nobody")), *named]),
            "to": _choices(form, f"{name}.to", [("", _("nobody")), *named]),
            "reason": _choices(form, f"{name}.reason", reasons),
        },
        {key: _text(form, f"{name}.{key}") for key in ("tai", "amount", "text")},
        bool(form.get(f"{name}.from")),
    )


def _choices(form: QueryDict, name: str, options: Iterable[tuple[str, Label]]) -> tuple[Choice, ...]:
    given = form.get(name, "")
    return tuple(Choice(name, value, label, value == given) for value, label in options)


def _several(form: QueryDict, name: str, options: Iterable[tuple[str, Label]]) -> tuple[Choice, ...]:
    given = form.getlist(name)
    return tuple(Choice(name, value, label, value in given) for value, label in options)


def _text(form: QueryDict, name: str) -> Text:
    return Text(name, form.get(name, ""))
