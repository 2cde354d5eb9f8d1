"""Who may be seated: those who played last come first."""

from __future__ import annotations

from league.models import Club, Jiang, Member, Sitting

LAST_JIANG = 12


def recently_seated(club: Club, most: int = 16) -> list[Member]:
    """The members and guests who sat in the club's latest 將, the latest first. Three queries."""
    latest = list(
        Jiang.objects.filter(club=club)
        .order_by("-played_on", "-pk")
        .values_list("pk", flat=True)[:LAST_JIANG]
    )
    rows = Sitting.objects.filter(jiang__in=latest).order_by("-jiang__played_on", "-jiang_id", "seat")
    order = list(dict.fromkeys(rows.values_list("member_id", flat=True)))[:most]
    found = Member.objects.filter(left_on=None, merged_into=None).in_bulk(order)
    return [found[pk] for pk in order if pk in found]
