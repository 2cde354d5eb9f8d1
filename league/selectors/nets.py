"""What each one's sum in a settlement is made of: 將 by 將, and what was carried on from before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.models import Jiang, Member, PlanLine


@dataclass(frozen=True)
class Source:
    """One part of a sum: a 將, or a line of an earlier settlement. `later`: a correction of a settled 將."""

    amount: int
    jiang: Jiang | None = None
    line: PlanLine | None = None
    later: bool = False


@dataclass(frozen=True)
class NetRow:
    """One person's sum and what it is made of; `member` is None for the house."""

    member: Member | None
    name: str
    net: int
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class Part:
    """A member's part (None: the house) in one 將."""

    jiang_id: int
    member_id: int | None
    amount: int


def net_rows(
    parts: Iterable[Part], carried: Sequence[tuple[PlanLine, int]], later: Iterable[int] = ()
) -> list[NetRow]:
    """The sums, the greatest gain first, the house last. `later` are the 將 that were settled before. Two queries."""
    found: dict[int | None, list[Source]] = defaultdict(list)
    rows, again = list(parts), set(later)
    jiang = all_jiang(one.jiang_id for one in rows)
    for one in sorted(rows, key=lambda one: (jiang[one.jiang_id].played_on, one.jiang_id)):
        source = Source(one.amount, jiang=jiang[one.jiang_id], later=one.jiang_id in again)
        found[one.member_id].append(source)
    for line, amount in carried:
        found[line.payer_id].append(Source(-amount, line=line))
        found[line.payee_id].append(Source(amount, line=line))
    people = Member.objects.in_bulk([pk for pk in found if pk is not None])
    named = [_row(people.get(pk) if pk else None, sources) for pk, sources in found.items()]
    return sorted(named, key=lambda row: (row.member is None, -row.net, row.name))


def all_jiang(ids: Iterable[int]) -> dict[int, Jiang]:
    """The 將 with the table each was played at. One query."""
    return Jiang.objects.select_related("table").in_bulk(set(ids))


def _row(member: Member | None, sources: Sequence[Source]) -> NetRow:
    total = sum(one.amount for one in sources)
    return NetRow(member, party(member), total, tuple(sources))


def party(member: Member | None) -> str:
    """A member's name; the house by its own."""
    return str(_("the house")) if member is None else member.name
