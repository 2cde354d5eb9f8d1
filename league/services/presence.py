"""Who may come into something new: a 將, a bet, a payment. A record that was merged into another is nobody's."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_noop

from league.errors import Refused
from league.models import Club, Member


def let_in(club_id: int, members: Iterable[Member | None]) -> None:
    """Takes the club's lock, so that nobody is merged meanwhile, and looks each member up again.

    Call it before any other lock of a write that names members. Raises Refused `merged_away` for a record that was
    merged into another since its page was shown.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club_id)
    ids = [member.pk for member in members if member is not None]
    gone = Member.objects.filter(pk__in=ids).exclude(merged_into=None).select_related("merged_into").first()
    if gone is not None and gone.merged_into is not None:
        raise Refused(
            "merged_away",
            gettext_noop("%(name)s and %(other)s are one person by now: choose %(other)s."),
            status=409,
            name=gone.name,
            other=gone.merged_into.name,
        )
