"""The part of the check that looks at whose each ledger account is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext_noop

from league.models import ClubUnit, Member, MemberAccount
from league.services.facts import HOUSE, token
from league.services.findings import Finding
from league.services.house import SPENT
from settlement.models import Account

OF_MEMBER = "member:"


def owners(unit: ClubUnit) -> dict[int, str]:
    """The token of who has each account of a unit; the house's own are `house` and `spent`."""
    owned = MemberAccount.objects.filter(unit=unit).values_list("account_id", "member_id")
    of_house = Account.objects.filter(book=unit.book_id, holder__in=(HOUSE, SPENT))
    return {account: token(member) for account, member in owned} | dict(of_house.values_list("pk", "holder"))


def account_findings(unit: ClubUnit, owned: Mapping[int, str]) -> Iterator[Finding]:
    """An account is its holder's, or his whose record that holder's was merged into."""
    into = dict(Member.objects.filter(club=unit.club_id).values_list("pk", "merged_into_id"))
    accounts = Account.objects.filter(book=unit.book_id).order_by("holder").values_list("pk", "holder")
    for pk, holder in accounts:
        wanted = _owner(holder, into)
        if owned.get(pk) != wanted:
            yield Finding(
                "account_of_another",
                f"{unit.code} {holder}",
                gettext_noop("the account is kept as %(kept)s's and is %(wanted)s's"),
                {"kept": owned.get(pk, "—"), "wanted": wanted},
            )


def _owner(holder: str, into: Mapping[int, int | None]) -> str:
    """Who has the account of a holder, today."""
    number = holder.removeprefix(OF_MEMBER)
    if number == holder or not number.isdigit():
        return holder
    member, seen = int(number), set[int]()
    while (further := into.get(member)) is not None and member not in seen:
        seen.add(member)
        member = further
    return token(member)
