"""House options: how clubs differ, with the values that each option allows.

Every option is a field of `Options`; its permitted values stand in the field's metadata, so that the
reader of sheets, the page that edits one and the documentation all ask the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from scoring.errors import RuleError, gettext_noop

MOST_TAI = 10_000
ABORT_REASONS = ("west_parade", "four_winds", "nine_terminals", "four_kongs")
BET_CHECK_LEVELS = ("refuse", "warn", "off")

_NOT_AN_OPTION = gettext_noop("“%(name)s” is no option.")
_NOT_A_BOOL = gettext_noop("The option %(name)s is true or false.")
_NOT_A_CHOICE = gettext_noop("The option %(name)s is one of: %(choices)s.")
_NOT_A_NUMBER = gettext_noop("The option %(name)s is a whole number from 0 to %(most)s.")
_NOT_A_LIMIT = gettext_noop("The option %(name)s is a whole number from 0 to %(most)s, or null.")
_NOT_A_LIST = gettext_noop("The option %(name)s is a list of reasons.")
_NOT_A_REASON = gettext_noop("The option %(name)s lists reasons out of: %(choices)s; each once.")
_NOT_AN_OBJECT = gettext_noop("The option %(name)s is an object.")
_NOT_A_CHECK = gettext_noop("“%(name)s” is no check of side bets.")


@dataclass(frozen=True, slots=True)
class Kind:
    """What values an option takes: `form` is bool, choice, number, limit (number or null), reasons or checks."""

    form: str
    choices: tuple[Any, ...] = ()


def _bool() -> Any:
    return _of("bool")


def _choice(*choices: object) -> Any:
    return _of("choice", *choices)


def _of(form: str, *choices: object) -> Any:
    return field(metadata={"kind": Kind(form, choices)})


@dataclass(frozen=True, slots=True)
class BetChecks:
    """How strictly the times of side bets 插花 are checked; each `refuse`, `warn` or `off`."""

    inner_start: str = "refuse"
    inner_withdraw: str = "refuse"
    outer_start: str = "refuse"
    outer_withdraw: str = "refuse"
    outer_switch: str = "refuse"
    full_round_left: str = "refuse"


@dataclass(frozen=True)
class Options:
    """All house options of a sheet; what each decides is told in the club's guide to sheets."""

    seat_wind: str = _choice("door", "dealer")
    eight_pairs: bool = _bool()
    dragon_of_round: bool = _bool()
    concealed_kong_breaks_concealed: bool = _bool()
    all_chows_self_draw: bool = _bool()
    all_chows_flowers: bool = _bool()
    all_chows_honour_pair: bool = _bool()
    all_chows_concealed: bool = _bool()
    all_chows_wait: str = _choice("any", "not_single", "two_sided")
    all_chows_with_concealed: bool = _bool()
    single_wait_by: str = _choice("kinds", "shape")
    single_wait_concealed_only: bool = _bool()
    fully_melded_single_wait: bool = _bool()
    kong_draw_after_flower: bool = _bool()
    kong_draw_with_last_tile: bool = _bool()
    small_four_winds_wind_pungs: bool = _bool()
    small_three_dragons_dragon_pungs: bool = _bool()
    flower_kong_replaces: bool = _bool()
    all_honours_overlap: int = _choice(0, -4)
    face_minimum: int | None = _of("limit")
    face_cap: int | None = _of("limit")
    streak_cap: int | None = _of("limit")
    draw_keeps_deal: bool = _bool()
    draw_keeps_streak: bool = _bool()
    on_several_wins: str = _choice("nearest", "all", "nearest_unless_three")
    foul_payees: str = _choice("all", "dealer_only")
    foul_face: int | None = _of("limit")
    self_draw_extra: int = _of("number")
    aborts: tuple[str, ...] = _of("reasons", *ABORT_REASONS)
    bet_checks: BetChecks = _of("checks", *BET_CHECK_LEVELS)  # noqa: RUF009 - a field, as the others

    def as_json(self) -> dict[str, Any]:
        """Every option by name, as `read_options` takes them."""
        return {**asdict(self), "aborts": list(self.aborts)}


KINDS: dict[str, Kind] = {option.name: option.metadata["kind"] for option in fields(Options)}
BET_CHECKS: tuple[str, ...] = tuple(check.name for check in fields(BetChecks))


def read_options(given: object, below: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The options of `below` with those of the JSON object `given` over them.

    Raises `RuleError` (`bad_record`) at `where.NAME` for an unknown name or a value not allowed.
    """
    values = dict(below)
    if not isinstance(given, dict):
        raise _bad(where, gettext_noop("Options are an object."), "")
    for name, value in given.items():
        kind = KINDS.get(name)
        if kind is None:
            raise _bad(f"{where}.{name}", _NOT_AN_OPTION, name)
        values[name] = _READERS[kind.form](name, value, kind, f"{where}.{name}", values.get(name))
    return values


def _bad(where: str, template: str, name: str, **params: object) -> RuleError:
    return RuleError("bad_record", where, template, {"name": name, **params})


def _among(value: object, choices: tuple[Any, ...]) -> bool:
    """Equal and of the same type: 0.0 and false are not 0."""
    return any(type(value) is type(choice) and value == choice for choice in choices)


def _listed(choices: tuple[Any, ...]) -> str:
    return ", ".join(str(choice) for choice in choices)


def _read_bool(name: str, value: object, kind: Kind, where: str, below: object) -> bool:
    if not isinstance(value, bool):
        raise _bad(where, _NOT_A_BOOL, name)
    return value


def _read_choice(name: str, value: object, kind: Kind, where: str, below: object) -> object:
    if not _among(value, kind.choices):
        raise _bad(where, _NOT_A_CHOICE, name, choices=_listed(kind.choices))
    return value


def _read_number(name: str, value: object, kind: Kind, where: str, below: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST_TAI:
        raise _bad(where, _NOT_A_NUMBER, name, most=MOST_TAI)
    return value


def _read_limit(name: str, value: object, kind: Kind, where: str, below: object) -> int | None:
    if value is None or (type(value) is int and 0 <= value <= MOST_TAI):
        return value
    raise _bad(where, _NOT_A_LIMIT, name, most=MOST_TAI)


def _read_reasons(name: str, value: object, kind: Kind, where: str, below: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise _bad(where, _NOT_A_LIST, name)
    for place, reason in enumerate(value):
        if not _among(reason, kind.choices) or reason in value[:place]:
            raise _bad(f"{where}[{place}]", _NOT_A_REASON, name, choices=_listed(kind.choices))
    return tuple(reason for reason in kind.choices if reason in value)


def _read_checks(name: str, value: object, kind: Kind, where: str, below: object) -> BetChecks:
    if not isinstance(value, dict):
        raise _bad(where, _NOT_AN_OBJECT, name)
    checks = asdict(below) if isinstance(below, BetChecks) else {}
    for check, level in value.items():
        if check not in BET_CHECKS:
            raise _bad(f"{where}.{check}", _NOT_A_CHECK, check)
        if not _among(level, kind.choices):
            raise _bad(f"{where}.{check}", _NOT_A_CHOICE, check, choices=_listed(kind.choices))
        checks[check] = level
    return BetChecks(**checks)


_READERS: dict[str, Callable[[str, Any, Kind, str, Any], Any]] = {
    "bool": _read_bool,
    "choice": _read_choice,
    "number": _read_number,
    "limit": _read_limit,
    "reasons": _read_reasons,
    "checks": _read_checks,
}
