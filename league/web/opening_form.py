"""The form of a new 將: what stands in it first, and what is read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league import words
from league.access import Access
from league.errors import Refused
from league.models import Club, HouseSheet, Jiang, Member
from league.services.opening import Terms
from league.web.people import label_of, person_in
from scoring.rulesets import SHEETS

LAST, USUAL = "last", "club"
FEE = ("self_draw", "cap", "per_player")


@dataclass(frozen=True)
class Opening:
    """A new 將 as it was entered."""

    seats: list[Member]
    first_dealer: int
    terms: Terms
    leave_bets: bool

    def label(self, member: Member) -> str:
        return label_of(member)


def sheet_choices(club: Club, last: Jiang | None) -> list[tuple[str, str]]:
    """The sheets to choose from: as in the 將 before, the club's usual, its house sheets, the five."""
    found: list[tuple[str, str]] = []
    if last is not None:
        found.append((LAST, _("As in the 將 before: %(sheet)s") % {"sheet": _name(last.ruleset, club)}))
    if not isinstance(club.ruleset, str):
        found.append((USUAL, _("The club's usual sheet")))
    found += [(f"house:{one.pk}", one.name) for one in HouseSheet.objects.filter(club=club, retired=False)]
    usual = club.ruleset if isinstance(club.ruleset, str) else ""
    ids = sorted(SHEETS, key=lambda one: one != usual)
    return found + [(one, words.word(words.SHEETS, one)) for one in ids]


def _name(ruleset: Any, club: Club) -> str:
    if isinstance(ruleset, str):
        return words.word(words.SHEETS, ruleset)
    house = HouseSheet.objects.filter(club=club, spec=ruleset).first()
    based = words.word(words.SHEETS, str(ruleset.get("based_on", "")))
    return house.name if house else _("%(sheet)s, with the club's changes") % {"sheet": based}


def first_values(access: Access, last: Jiang | None, drawn: list[Member]) -> dict[str, str]:
    """What the form holds at first: as in the 將 before where there is one."""
    values = {"first_dealer": "0", "base": "100", "per_tai": "20"}
    values["unit"] = str(access.club.units.get(is_default=True).pk)
    if last is not None:
        values |= {"base": str(last.base), "per_tai": str(last.per_tai), "unit": str(last.unit_id)}
        values |= {f"fee_{name}": str(value) for name, value in (last.table_fee or {}).items() if value}
    for seat, member in enumerate(drawn):
        values[f"seat_{seat}"] = label_of(member)
    values["sheet"] = sheet_choices(access.club, last)[0][0]
    return values


def read_opening(access: Access, values: Mapping[str, str], last: Jiang | None) -> Opening:
    """Raises Refused at the field at fault. Who is not known is taken in where `guest_N` or `new_N` is ticked."""
    seats = [_person(access.club, values, seat) for seat in range(4)]
    dealer = values.get("first_dealer", "")
    ruleset, options = _sheet(access.club, values.get("sheet", ""), last)
    preset = values.get("stakes", "")
    base, per_tai = preset.split("/") if preset.count("/") == 1 else ("", "")
    terms = Terms(
        unit=_unit(access.club, values.get("unit", "")),
        ruleset=ruleset,
        options=options,
        base=_amount({"base": base or values.get("base", "")}, "base"),
        per_tai=_amount({"per_tai": per_tai or values.get("per_tai", "")}, "per_tai"),
        table_fee=_fee(values),
    )
    return Opening(
        seats=seats,
        first_dealer=int(dealer) if dealer in ("0", "1", "2", "3") else -1,
        terms=terms,
        leave_bets="leave_bets" in values,
    )


def _person(club: Club, values: Mapping[str, str], seat: int) -> Member:
    kind = values.get(f"new_{seat}", "")
    return person_in(
        club,
        values.get(f"seat_{seat}", ""),
        guest=kind == "guest",
        make=kind in ("guest", "member"),
        where=f"seat_{seat}",
    )


def _sheet(club: Club, given: str, last: Jiang | None) -> tuple[Any, Mapping[str, Any]]:
    if given == LAST and last is not None:
        return last.ruleset, last.options
    if given == USUAL:
        return club.ruleset, {}
    if given in SHEETS:
        return given, {}
    pk = given.removeprefix("house:")
    if given != pk and pk.isascii() and pk.isdigit() and len(pk) < 16:
        house = HouseSheet.objects.filter(club=club, pk=int(pk), retired=False).first()
        if house is not None:
            return house.spec, {}
    raise Refused("no_sheet", gettext_noop("Choose a rule sheet."), where="sheet")


def _unit(club: Club, given: str) -> Any:
    units = {str(unit.pk): unit for unit in club.units.all()}
    found = units.get(given) or next((unit for unit in units.values() if unit.is_default), None)
    if found is None:
        raise Refused("no_unit", gettext_noop("Choose a unit."), where="unit")
    return found


def _fee(values: Mapping[str, str]) -> dict[str, int] | None:
    fee = {name: _amount(values, f"fee_{name}") for name in FEE if values.get(f"fee_{name}", "").strip()}
    return {name: amount for name, amount in fee.items() if amount} or None


def _amount(values: Mapping[str, str], name: str) -> int:
    text = values.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= 1_000_000_000):
        raise Refused("bad_number", gettext_noop("A whole number is expected."), where=name)
    return int(text)
