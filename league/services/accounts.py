"""Which ledger account stands for whom."""

from __future__ import annotations

from collections.abc import Iterable

from league.models import ClubUnit, MemberAccount
from league.services.facts import HOUSE, member_id, token
from settlement import ledger
from settlement.models import Account


def accounts_of(unit: ClubUnit, tokens: Iterable[str]) -> dict[str, Account]:
    """The account of each token (`m12`, `house`) in the unit's book; what is missing is opened."""
    wanted = set(tokens)
    members = {member_id(one) for one in wanted if one != HOUSE}
    rows = (
        MemberAccount.objects.filter(unit=unit, member__in=members).select_related("account").order_by("pk")
    )
    found: dict[str, Account] = {}
    for row in rows:
        found.setdefault(token(row.member_id), row.account)
    missing = wanted - found.keys()
    if missing:
        opened = ledger.accounts(unit.book, sorted(_holder(one) for one in missing))
        found |= {one: opened[_holder(one)] for one in missing}
        MemberAccount.objects.bulk_create(
            [
                MemberAccount(member_id=member_id(one), unit=unit, account=found[one])
                for one in sorted(missing - {HOUSE})
            ],
            ignore_conflicts=True,
        )
    return found


def _holder(token: str) -> str:
    return HOUSE if token == HOUSE else f"member:{member_id(token)}"
