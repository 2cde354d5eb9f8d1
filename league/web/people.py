"""A person typed at the table: a member or guest of the club by name, or a new guest."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from league.errors import Refused
from league.models import Club, Member
from league.services.clubs import add_member


def labels(club: Club) -> list[str]:
    """What may be typed for each member: the name, with the number of the record where two share it."""
    people = list(_people(club))
    names = [person.name for person in people]
    return [
        person.name if names.count(person.name) == 1 else f"{person.name} #{person.pk}" for person in people
    ]


def label_of(member: Member) -> str:
    """What may be typed for one."""
    shared = _people(member.club).filter(name=member.name).exclude(pk=member.pk).exists()
    return f"{member.name} #{member.pk}" if shared else member.name


def person_in(
    club: Club, text: str, *, guest: bool = False, make: bool = True, where: str = "member"
) -> Member:
    """Who is meant. Raises Refused: `no_name`, `unknown_name` where nobody is and none is to be made, `two_of_a_name`.

    `make`: an unknown name becomes a new member, or a guest.
    """
    text = " ".join(text.split())
    if not text or text.casefold() == "house":
        raise Refused("no_name", gettext_noop("A name is not blank and not “house”."), where=where)
    name, _mark, number = text.rpartition(" #")
    if name and number.isascii() and number.isdigit() and len(number) < 16:
        named = _people(club).filter(pk=int(number), name=name).first()
        if named is not None:
            return named
    found = list(_people(club).filter(name=text)[:2])
    if len(found) == 2:
        raise Refused(
            "two_of_a_name",
            gettext_noop("Two are called %(name)s: choose one from the list."),
            where=where,
            name=text,
        )
    if found:
        return found[0]
    if not make:
        raise Refused(
            "unknown_name",
            gettext_noop("Nobody here is called %(name)s: choose from the list, or take them in as a guest."),
            where=where,
            name=text,
        )
    return add_member(club, text[:60], guest=guest)


def _people(club: Club) -> QuerySet[Member]:
    return club.members.filter(left_on=None, merged_into=None).order_by("is_guest", "name", "pk")
