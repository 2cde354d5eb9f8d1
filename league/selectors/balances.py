"""A member's balance and the lines it is made of. Units are never added together."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from league import words
from league.look.figures import money
from league.models import ClubUnit, Hand, Member, MemberAccount
from league.services.posting import HAND
from settlement import ledger
from settlement.models import Account, Transfer

PAGE = 50


@dataclass(frozen=True)
class UnitBalance:
    """What a member stands at in one unit, and the accounts that it is made of."""

    unit: ClubUnit
    amount: int
    accounts: tuple[Account, ...]


@dataclass(frozen=True)
class Line:
    """One line of a statement in words. `hand` is the hand it came from, where it came from one."""

    seq: int
    day: date
    recorded_at: datetime
    text: str
    note: str
    amount: int
    balance: int
    hand: Hand | None
    reversed: bool


@dataclass(frozen=True)
class Page:
    """A page of a statement, the latest line first, and where the next pages begin."""

    lines: tuple[Line, ...]
    opening: int
    closing: int
    older: int | None
    newer: int | None


def unit_balances(member: Member) -> list[UnitBalance]:
    """A member's balance in each unit of the club, the usual one first. One query."""
    rows = (
        MemberAccount.objects.filter(member=member)
        .select_related("unit", "account", "account__balance")
        .order_by("-unit__is_default", "unit__code", "pk")
    )
    held: dict[ClubUnit, list[Account]] = {}
    for row in rows:
        row.unit.club = member.club
        held.setdefault(row.unit, []).append(row.account)
    return [
        UnitBalance(unit, sum(_kept(account) for account in accounts), tuple(accounts))
        for unit, accounts in held.items()
    ]


def _kept(account: Account) -> int:
    kept = getattr(account, "balance", None)
    return 0 if kept is None else int(kept.amount)


def statement_page(
    unit: UnitBalance, *, before: int | None = None, after: int | None = None, limit: int = PAGE
) -> Page:
    """The lines before `before` (the latest where nothing is said) or after `after`, in words."""
    if after is not None:
        found = ledger.statement(unit.accounts, after_seq=after, limit=limit)
        older, newer = after > 0, found.later
    else:
        found = ledger.statement(unit.accounts, before_seq=before, limit=limit, newest=True)
        older, newer = found.earlier, before is not None
    lines = told(unit, found.lines)
    return Page(
        lines=tuple(reversed(lines)),
        opening=found.opening,
        closing=found.closing,
        older=lines[0].seq if older and lines else None,
        newer=lines[-1].seq if newer and lines else None,
    )


def all_lines(unit: UnitBalance, chunk: int = 500) -> Iterator[Line]:
    """Every line, oldest first, a stretch of the book at a time."""
    after = 0
    while True:
        found = ledger.statement(unit.accounts, after_seq=after, limit=chunk)
        yield from told(unit, found.lines)
        if not found.later:
            return
        after = found.lines[-1].seq


def told(unit: UnitBalance, lines: Sequence[ledger.StatementLine]) -> list[Line]:
    """Lines with the hand they came from and the names of whom was paid; two queries."""
    hands = _hands(line.posting.reference for line in lines)
    own = {account.pk for account in unit.accounts}
    others = {end for line in lines for one in line.transfers for end in (one.src_id, one.dst_id)} - own
    names = dict(MemberAccount.objects.filter(account__in=others).values_list("account_id", "member__name"))
    zone = ZoneInfo(unit.unit.club.time_zone)
    return [_line(line, hands, _Ends(own, names), zone) for line in lines]


@dataclass(frozen=True)
class _Ends:
    """Whose accounts a transfer touches."""

    own: set[int]
    names: Mapping[int, str] = field(default_factory=dict)

    def other(self, one: Transfer) -> str:
        end = one.dst_id if one.src_id in self.own else one.src_id
        return self.names.get(end) or str(_("the house"))

    def sign(self, one: Transfer) -> int:
        return (one.dst_id in self.own) - (one.src_id in self.own)


def _hands(references: Iterable[str]) -> dict[str, Hand]:
    uids = [uuid.UUID(one.removeprefix(f"{HAND}:")) for one in set(references) if one.startswith(f"{HAND}:")]
    found = Hand.objects.filter(uid__in=uids).select_related("jiang__table")
    return {f"{HAND}:{hand.uid}": hand for hand in found}


def _line(line: ledger.StatementLine, hands: Mapping[str, Hand], ends: _Ends, zone: ZoneInfo) -> Line:
    posting = line.posting
    hand = hands.get(posting.reference)
    return Line(
        seq=line.seq,
        day=timezone.localdate(posting.occurred_at, zone),
        recorded_at=posting.recorded_at,
        text=_flows(line.transfers, ends),
        note=_note(line),
        amount=line.amount,
        balance=line.balance,
        hand=hand,
        reversed=line.reversed_by_seq is not None,
    )


def _flows(transfers: Iterable[Transfer], ends: _Ends) -> str:
    """Who paid or was paid what for what: `to 老王 300 (win)`; what is for one reason stands together."""
    flows: dict[tuple[int, str], list[str]] = {}
    for one in transfers:
        flows.setdefault((ends.sign(one), one.reason), []).append(f"{ends.other(one)} {money(one.amount)}")
    return _("; ").join(_flow(sign, reason, told) for (sign, reason), told in flows.items())


def _flow(sign: int, reason: str, told: list[str]) -> str:
    said = {"reason": words.word(words.REASONS, reason), "whom": _("、").join(told)}
    if sign > 0:
        return _("%(reason)s: from %(whom)s") % said
    return _("%(reason)s: to %(whom)s") % said


def _note(line: ledger.StatementLine) -> str:
    posting = line.posting
    if posting.kind == ledger.REVERSAL:
        said = _("Taken back, as it was recorded before")
    elif posting.corrects_id is not None:
        said = _("As corrected")
    elif line.reversed_by_seq is not None:
        said = _("Corrected later")
    else:
        return posting.memo
    return _("%(what)s: %(why)s") % {"what": said, "why": posting.memo} if posting.memo else said
