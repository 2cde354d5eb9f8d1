"""The names behind `user:5`, `token:3` and `pass:7`, for a page that says who did something."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from league.models import ApiToken, Club, Member, RecordingPass


def actor_names(club: Club, labels: Iterable[str]) -> dict[str, str]:
    """What to call each actor in this club; a query for each kind. One who is not of the club stays nameless."""
    wanted = set(labels)
    users, tokens, passes = _ids(wanted, "user:"), _ids(wanted, "token:"), _ids(wanted, "pass:")
    names = dict.fromkeys(wanted, str(_("the site")))
    names |= dict.fromkeys(
        (label for label in wanted if label.startswith(("user:", "token:", "pass:"))), str(_("someone"))
    )
    for user_id, name in Member.objects.filter(club=club, user_id__in=users).values_list("user_id", "name"):
        names[f"user:{user_id}"] = name
    for pk, name in ApiToken.objects.filter(club=club, pk__in=tokens).values_list("pk", "name"):
        names[f"token:{pk}"] = name
    if passes:
        names |= _holders(club, passes)
    return names


def _holders(club: Club, passes: list[int]) -> dict[str, str]:
    """A pass is called by who holds it, else by the table it is for."""
    found = RecordingPass.objects.filter(table__session__club=club, pk__in=passes)
    return {
        f"pass:{held.pk}": held.member.name
        if held.member
        else _("a phone at table %(number)s") % {"number": held.table.number}
        for held in found.select_related("member", "table")
    }


def _ids(labels: Iterable[str], kind: str) -> list[int]:
    found = (label.removeprefix(kind) for label in labels if label.startswith(kind))
    return [int(one) for one in found if one.isdigit()]
