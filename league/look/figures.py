"""Figures as a score book writes them: a true minus, thousands apart, the sign always shown on sums."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUS = "\u2212"
NOTHING = "–"

Number = int | float | Decimal


def money(amount: Number | None) -> str:
    """An amount without a plus: `1,200`, `−1,200`, `–` where there is none."""
    if amount is None:
        return NOTHING
    return f"{amount:,}".replace("-", MINUS)


def signed(amount: Number | None) -> str:
    """A gain or a loss with its sign: `+1,200`, `−1,200`, `0`."""
    if amount is None:
        return NOTHING
    return f"+{amount:,}" if amount > 0 else money(amount)


def direction(amount: Number | None) -> str:
    """The class of a sum: `gain`, `loss` or `even`."""
    if not amount:
        return "even"
    return "gain" if amount > 0 else "loss"


def percent(share: Number | None, places: int = 1) -> str:
    """A share of one as a percentage: 0.234 is `23.4%`."""
    if share is None:
        return NOTHING
    return f"{float(share) * 100:.{places}f}%".replace("-", MINUS)


def decimal(value: Number | None, places: int = 2) -> str:
    """An average with a fixed number of places: `2.35`, `−0.50`."""
    if value is None:
        return NOTHING
    return f"{float(value):,.{places}f}".replace("-", MINUS)


def tai(count: int | None) -> str:
    """A number of 台: `5 台`."""
    if count is None:
        return NOTHING
    return ngettext("%(count)s tai", "%(count)s tai", count) % {"count": money(count)}


def stakes(base: int, per_tai: int) -> str:
    """底 and 台 as players say them: `100/20`."""
    return f"{money(base)}/{money(per_tai)}"


@dataclass(frozen=True)
class Working:
    """One line of how a payment came about: what it is for, the sum written out, what it makes if it is one."""

    label: str
    sum: str
    amount: int | None


def workings(detail: object) -> tuple[Working, ...]:
    """The lines behind a payment, from a `Transfer.detail` of `settlement.jiang`; empty when it says nothing.

    底 is base × (1 + units); 台 is per_tai × (face + dealer + streak). A penalty or watcher has `tai` alone.
    """
    if not isinstance(detail, dict):
        return ()
    lines = (_base_line(detail), _tai_line(detail))
    return tuple(line for line in lines if line is not None)


def _number(detail: dict[str, object], key: str) -> int:
    value = detail.get(key)
    return value if isinstance(value, int) else 0


def _base_line(detail: dict[str, object]) -> Working | None:
    base, units = _number(detail, "base"), _number(detail, "units")
    if not base:
        return None
    if not units:
        return Working(_("Base"), money(base), None)
    return Working(_("Base"), f"{money(base)} × (1 + {units})", base * (1 + units))


def _tai_line(detail: dict[str, object]) -> Working | None:
    per_tai = _number(detail, "per_tai")
    parts = _tai_parts(detail)
    if not per_tai or not parts:
        return None
    total = sum(amount for _label, amount in parts)
    inside = " + ".join(f"{label} {money(amount)}" for label, amount in parts)
    written = f"{money(per_tai)} × ({inside})" if len(parts) > 1 else f"{money(per_tai)} × {inside}"
    return Working(_("Tai"), written, per_tai * total)


def _tai_parts(detail: dict[str, object]) -> list[tuple[str, int]]:
    streak = _number(detail, "streak")
    parts = [
        (_("hand"), _number(detail, "face")),
        (_("tai"), _number(detail, "tai")),
        (_("extra"), _number(detail, "extra")),
        (_("dealer"), _number(detail, "dealer")),
        (_("streak %(count)s") % {"count": streak}, _number(detail, "streak_tai")),
    ]
    shown = [part for part in parts if part[1]]
    return shown or [(_("hand"), 0)] * ("face" in detail)
