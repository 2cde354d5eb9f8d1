"""What everyone's balance is, and the lines it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import IntegerField, Q, QuerySet, Sum

from league.models import ClubUnit, Hand, Member, MemberAccount
from league.services.posting import HAND
from settlement import ledger
from settlement.ledger import Statement, StatementLine
from settlement.models import Account, Transfer


def balances(unit: ClubUnit) -> QuerySet[Member]:
    """The members with an account in a unit, each with `balance`: received minus paid, in whole units."""
    of_unit = Q(accounts__unit=unit)
    amount = Sum("accounts__account__balance__amount", filter=of_unit, default=0, output_field=IntegerField())
    return Member.objects.filter(of_unit).annotate(balance=amount)


def house_balance(unit: ClubUnit) -> int:
    """What the house has received minus paid in a unit."""
    account = Account.objects.filter(book=unit.book_id, holder=ledger.HOUSE).first()
    return 0 if account is None else ledger.balance(account)


@dataclass(frozen=True)
class Line:
    """A line of a statement, the hand it came from, and who is on the other side of each of its transfers."""

    line: StatementLine
    hand: Hand | None
    people: dict[int, Member]

    def member(self, account: Account) -> Member | None:
        """Whose account it is; None for the house."""
        return self.people.get(account.pk)


@dataclass(frozen=True)
class MemberStatement:
    """A page of a member's statement. `statement` is None where he has no account in the unit yet."""

    statement: Statement | None
    lines: tuple[Line, ...]


def member_statement(
    member: Member,
    unit: ClubUnit,
    *,
    after_seq: int = 0,
    before_seq: int | None = None,
    newest: bool = False,
    limit: int = 50,
) -> MemberStatement:
    """A page of what a member's balance in a unit is made of, oldest first within the page."""
    rows = MemberAccount.objects.filter(member=member, unit=unit).select_related("account")
    accounts = [row.account for row in rows]
    if not accounts:
        return MemberStatement(None, ())
    found = ledger.statement(accounts, after_seq=after_seq, before_seq=before_seq, newest=newest, limit=limit)
    hands = _hands(found.lines)
    people = _people(row for line in found.lines for row in line.transfers)
    lines = tuple(Line(line, hands.get(line.posting.reference), people) for line in found.lines)
    return MemberStatement(found, lines)


def _hands(lines: Sequence[StatementLine]) -> dict[str, Hand]:
    """The hand behind each reference."""
    mark = f"{HAND}:"
    uids = {
        UUID(line.posting.reference.removeprefix(mark))
        for line in lines
        if line.posting.reference.startswith(mark)
    }
    rows = Hand.objects.filter(uid__in=uids).select_related("jiang")
    return {f"{mark}{hand.uid}": hand for hand in rows}


def _people(transfers: Iterable[Transfer]) -> dict[int, Member]:
    accounts = {one for row in transfers for one in (row.src_id, row.dst_id)}
    rows = MemberAccount.objects.filter(account_id__in=accounts).select_related("member")
    return {row.account_id: row.member for row in rows}
