"""What an organiser changes of a member beside the name: role, account, leaving, coming back."""

from __future__ import annotations

import secrets
from datetime import date

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_noop

from league.errors import Refused
from league.models import Club, Member
from league.services.members import leave

MOST = 150


def _organisers(member: Member) -> int:
    """How many organisers the club has beside this member; counted under the club's lock."""
    Club.objects.select_for_update(no_key=True).get(pk=member.club_id)
    others = Member.objects.filter(club=member.club_id, role=Member.Role.ORGANISER, left_on=None)
    return others.exclude(pk=member.pk).exclude(user=None).count()


def _keep_one(member: Member) -> None:
    if member.role == Member.Role.ORGANISER and _organisers(member) == 0:
        raise Refused(
            "last_organiser",
            gettext_noop("A club keeps at least one organiser with an account. Name another one first."),
            status=409,
        )


@transaction.atomic
def change_role(member: Member, role: str, *, guest: bool) -> None:
    """Another role. Raises Refused where no organiser would be left."""
    if role != Member.Role.ORGANISER:
        _keep_one(member)
    member.role = Member.Role(role)
    member.is_guest = guest
    member.save(update_fields=["role", "is_guest"])


@transaction.atomic
def see_off(member: Member, on: date) -> None:
    """Marks a member as having left. Raises Refused where no organiser would be left."""
    _keep_one(member)
    leave(member, on)


def welcome_back(member: Member) -> None:
    """A member who had left is one again."""
    member.left_on = None
    member.save(update_fields=["left_on"])


@transaction.atomic
def link_account(member: Member, username: str) -> str | None:
    """Gives a member the account of this name. A new account's first password is returned, once; else None.

    Raises Refused for a name that cannot be one, and for an account that is another member's of this club.
    """
    username = User.normalize_username(username.strip())
    try:
        UnicodeUsernameValidator()(username)
    except ValidationError:
        raise _bad_username() from None
    if not 1 <= len(username) <= MOST:
        raise _bad_username()
    Club.objects.select_for_update(no_key=True).get(pk=member.club_id)
    user, password = User.objects.filter(username=username).first(), None
    if user is None:
        password = secrets.token_urlsafe(9)
        user = User.objects.create_user(username, password=password)
    elif Member.objects.filter(club=member.club_id, user=user).exclude(pk=member.pk).exists():
        raise Refused(
            "account_taken",
            gettext_noop("This account belongs to another member of the club already."),
            where="username",
            status=409,
        )
    member.user = user
    member.save(update_fields=["user"])
    return password


@transaction.atomic
def unlink_account(member: Member) -> None:
    """Takes the account away from a member; the account itself stays. Refused for the last organiser."""
    _keep_one(member)
    member.user = None
    member.save(update_fields=["user"])


def _bad_username() -> Refused:
    return Refused(
        "bad_username",
        gettext_noop("An account name has 1 to 150 letters, digits and @ . + - _ only."),
        where="username",
    )
