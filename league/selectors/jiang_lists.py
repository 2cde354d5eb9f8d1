"""將 in lists: who sat there, their places, and their sums where the reader may see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from league.access import Access
from league.models import Club, Jiang, JiangResult


@dataclass(frozen=True)
class Share:
    """One player of a 將 in a list; `net` is None where the reader may not see it."""

    name: str
    place: int | None
    net: int | None
    me: bool


@dataclass(frozen=True)
class JiangCard:
    """A 將 in a list. `opens` says whether its sheet is there for this reader."""

    jiang: Jiang
    shares: tuple[Share, ...]
    opens: bool
    played: bool


def jiang_of(club: Club) -> QuerySet[Jiang]:
    """The 將 of a club, latest first, with all that a list names."""
    players = JiangResult.objects.exclude(seat=None).select_related("member").order_by("place", "pk")
    return (
        Jiang.objects.filter(club=club)
        .select_related("table__session", "unit")
        .prefetch_related(Prefetch("results", queryset=players, to_attr="shown"))
        .order_by("-played_on", "-pk")
    )


def cards(access: Access, found: Iterable[Jiang]) -> list[JiangCard]:
    """The 將 as this reader may see them. `found` comes from `jiang_of`."""
    return [_card(access, jiang) for jiang in found]


def _card(access: Access, jiang: Jiang) -> JiangCard:
    results: list[JiangResult] = getattr(jiang, "shown", [])
    mine = access.member is not None and any(one.member_id == access.member.pk for one in results)
    opens = access.sees_all_money or mine
    done = jiang.state != Jiang.State.OPEN
    shares = tuple(
        Share(
            name=one.member.name,
            place=one.place if done else None,
            net=one.net if opens else None,
            me=access.member is not None and one.member_id == access.member.pk,
        )
        for one in results
    )
    return JiangCard(jiang, shares, opens, done)
