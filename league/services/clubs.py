"""Founding a club, taking in members, opening seasons."""

from __future__ import annotations

from datetime import date

from django.contrib.auth.models import User
from django.db import transaction

from league.models import Club, ClubUnit, Member, Season
from settlement import ledger


@transaction.atomic
def found_club(
    name: str, slug: str, *, unit_code: str = "points", unit_label: str = "點", organiser: User | None = None
) -> Club:
    """A new club with its usual unit, the book of that unit, and its first organiser."""
    club = Club.objects.create(name=name, slug=slug)
    add_unit(club, unit_code, unit_label, is_default=True)
    if organiser is not None:
        add_member(
            club, organiser.get_full_name() or organiser.username, user=organiser, role=Member.Role.ORGANISER
        )
    return club


def add_unit(club: Club, code: str, label: str, *, is_default: bool = False) -> ClubUnit:
    """Another unit the club keeps accounts in, with a book of its own."""
    book = ledger.open_book(club.name, code)
    return ClubUnit.objects.create(club=club, code=code, label=label, book=book, is_default=is_default)


def add_member(
    club: Club,
    name: str,
    *,
    user: User | None = None,
    role: Member.Role = Member.Role.PLAYER,
    guest: bool = False,
    joined_on: date | None = None,
) -> Member:
    """A new member or guest."""
    return Member.objects.create(
        club=club, name=name, user=user, role=role, is_guest=guest, joined_on=joined_on
    )


def open_season(
    club: Club, name: str, starts_on: date, ends_on: date | None = None, unit: ClubUnit | None = None
) -> Season:
    """A season in one unit of the club."""
    return Season.objects.create(
        club=club,
        unit=unit or club.units.get(is_default=True),
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
    )
