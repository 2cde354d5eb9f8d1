"""The names behind `user:5` and `token:3`, for a page that says who did something."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from league.models import ApiToken, Club, Member


def actor_names(club: Club, labels: Iterable[str]) -> dict[str, str]:
    """What to call each actor in this club; two queries. One who is not of the club stays nameless."""
    wanted = set(labels)
    users, tokens = _ids(wanted, "user:"), _ids(wanted, "token:")
    names = dict.fromkeys(wanted, str(_("the site")))
    names |= dict.fromkeys(
        (label for label in wanted if label.startswith(("user:", "token:"))), str(_("someone"))
    )
    for user_id, name in Member.objects.filter(club=club, user_id__in=users).values_list("user_id", "name"):
        names[f"user:{user_id}"] = name
    for pk, name in ApiToken.objects.filter(club=club, pk__in=tokens).values_list("pk", "name"):
        names[f"token:{pk}"] = name
    return names


def _ids(labels: Iterable[str], kind: str) -> list[int]:
    found = (label.removeprefix(kind) for label in labels if label.startswith(kind))
    return [int(one) for one in found if one.isdigit()]
