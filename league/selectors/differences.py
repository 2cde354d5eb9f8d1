"""What a correction changes, in words that can be read before it is confirmed: hands, payments, sums, ranks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league import words
from league.look.words import round_name, streak_name
from league.models import Jiang, Member
from league.services.facts import HOUSE, Facts, member_id
from league.services.preview import Difference, HandDifference
from settlement.jiang.outcome import HandOutcome


@dataclass(frozen=True)
class Row:
    """Something named, before and after; None where there was or is nothing."""

    label: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class HandRow:
    """One hand that changes. `course` is who deals with what streak, empty where that stays as it is."""

    number: int
    what: str
    course: tuple[str, str] | None
    payments: tuple[Row, ...]


@dataclass(frozen=True)
class DifferenceShown:
    """Everything that changes; `ending` says that the 將 becomes complete or is in play again."""

    hands: tuple[HandRow, ...]
    sums: tuple[Row, ...]
    ranks: tuple[Row, ...]
    ending: str
    warnings: tuple[str, ...]

    @property
    def nothing(self) -> bool:
        return not (self.hands or self.sums or self.ranks or self.ending)


def shown(jiang: Jiang, found: Difference) -> DifferenceShown:
    """`found` with names in place of tokens."""
    names = _names(jiang, found)
    return DifferenceShown(
        hands=tuple(_hand(one, names) for one in found.hands),
        sums=tuple(Row(names[token], *pair) for token, pair in found.nets.items()),
        ranks=tuple(Row(names[f"m{pk}"], *pair) for pk, pair in found.ranks.items()),
        ending=_ending(*found.complete),
        warnings=tuple(_(warning.template) % dict(warning.params) for warning in found.warnings),
    )


def _names(jiang: Jiang, found: Difference) -> Mapping[str, str]:
    tokens = {*found.nets, *(f"m{pk}" for pk in found.ranks)}
    for one in found.hands:
        for outcome in (one.before, one.after):
            if outcome is not None:
                tokens |= {*outcome.net, *outcome.seated}
    names = {f"m{member.pk}": name for member, name in Facts.load(jiang).names().items()}
    missing = [member_id(token) for token in tokens - names.keys() - {HOUSE}]
    for member in Member.objects.filter(pk__in=missing):
        names[f"m{member.pk}"] = member.name
    return names | {HOUSE: str(_("the house"))}


def _hand(one: HandDifference, names: Mapping[str, str]) -> HandRow:
    if one.before is None:
        what = _("new")
    elif one.after is None:
        what = _("struck")
    elif one.before.number != one.after.number:
        what = _("hand %(before)s becomes hand %(after)s") % {
            "before": one.before.number,
            "after": one.after.number,
        }
    else:
        what = ""
    was, now = _course(one.before, names), _course(one.after, names)
    course = (was, now) if was != now and was and now else None
    return HandRow(one.hand.number, what, course, _payments(one, names))


def _course(outcome: HandOutcome | None, names: Mapping[str, str]) -> str:
    if outcome is None:
        return ""
    parts = [round_name(outcome.round_wind), _("dealer"), names[outcome.seated[outcome.dealer]]]
    return " ".join([*map(str, parts), str(streak_name(outcome.streak))]).strip()


def _payments(one: HandDifference, names: Mapping[str, str]) -> tuple[Row, ...]:
    was, now = _paid(one.before), _paid(one.after)
    rows = []
    for key in dict.fromkeys([*was, *now]):
        if was.get(key) != now.get(key):
            src, dst, reason = key
            said = {"src": names[src], "dst": names[dst], "why": words.word(words.REASONS, reason)}
            rows.append(Row(_("%(src)s → %(dst)s, %(why)s") % said, was.get(key), now.get(key)))
    return tuple(rows)


def _paid(outcome: HandOutcome | None) -> Mapping[tuple[str, str, str], int]:
    sums: dict[tuple[str, str, str], int] = defaultdict(int)
    for one in outcome.transfers if outcome else ():
        sums[one.src, one.dst, one.reason] += one.amount
    return dict(sums)


def _ending(was: bool, now: bool) -> str:
    if was == now:
        return ""
    return _("The 將 is complete with this.") if now else _("The 將 is in play again.")
