"""Which ledger account stands for whom."""

from __future__ import annotations

from collections.abc import Iterable

from league.models import ClubUnit, MemberAccount
from league.services.facts import HOUSE, member_id, token
from settlement import ledger
from settlement.models import Account
from settlement.prepared import Prepared


def accounts_of(unit: ClubUnit, tokens: Iterable[str]) -> dict[str, Account]:
    """The account of each token (`m12`, `house`) in the unit's book; what is missing is opened."""
    wanted = set(tokens)
    members = sorted({member_id(one) for one in wanted if one != HOUSE})
    found: dict[str, Account] = {}
    for row in _kept(unit.pk, *members) if members else ():
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


_kept = Prepared(
    lambda unit, *members: (
        MemberAccount.objects.filter(unit_id=unit, member_id__in=members)
        .select_related("account")
        .order_by("pk")
    )
)


def _holder(token: str) -> str:
    return HOUSE if token == HOUSE else f"member:{member_id(token)}"
