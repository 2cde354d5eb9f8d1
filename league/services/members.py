"""Keeping the members' list: renaming, roles, leaving, and two records that are one person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Model, Q
from django.utils.translation import gettext_noop

from league.actors import SITE
from league.errors import Refused
from league.models import (
    Club,
    Hand,
    Jiang,
    JiangResult,
    Member,
    Payment,
    PlanLine,
    PlanShare,
    SeasonTotal,
    SideBet,
    Sitting,
)
from league.services.facts import Facts
from league.services.payments import withdraw
from league.services.rebuild import rebuild_results


def rename(member: Member, name: str) -> None:
    """Another name; no sum depends on it. Raises Refused for a blank one."""
    name = name.strip()
    if not name or name.casefold() == "house":
        raise Refused("bad_name", gettext_noop("A name is not blank and not “house”."), where="name")
    member.name = name[:60]
    member.save(update_fields=["name"])


def leave(member: Member, on: date) -> None:
    """Marks a member as having left; history and balance stay."""
    member.left_on = on
    member.save(update_fields=["left_on"])


@dataclass(frozen=True)
class Merging:
    """What a merge would move: how many 將 and payments, whether an account on the site, and to which role."""

    jiang: int
    payments: int
    lines: int
    account: bool
    role: Member.Role


def merging(gone: Member, kept: Member) -> Merging:
    """What `merge` would move. Raises Refused where the two cannot be one person."""
    if gone.club_id != kept.club_id or gone.pk == kept.pk or gone.merged_into_id or kept.merged_into_id:
        raise Refused("cannot_merge", gettext_noop("These two records cannot be merged."), status=409)
    shared = _jiang_of(gone) & _jiang_of(kept) | _covered(gone) & _covered(kept)
    if shared:
        raise Refused(
            "played_each_other",
            gettext_noop("Both took part in %(count)s 將 together, so they are two people."),
            status=409,
            count=len(shared),
        )
    return Merging(
        jiang=len(_jiang_of(gone)),
        payments=Payment.objects.filter(Q(payer=gone) | Q(payee=gone)).count(),
        lines=PlanLine.objects.filter(Q(payer=gone) | Q(payee=gone)).count(),
        account=gone.user_id is not None and kept.user_id is None,
        role=_higher(gone, kept),
    )


@transaction.atomic
def merge(gone: Member, kept: Member) -> None:
    """Two member records are one person: everything of `gone` is `kept`'s from now on; nothing is reposted.

    The ledger account stays as it is and is `kept`'s too. Raises Refused where both took part in one 將.
    """
    Club.objects.select_for_update(no_key=True).get(pk=kept.club_id)
    touched = sorted(_jiang_of(gone))
    list(Jiang.objects.select_for_update(no_key=True).filter(pk__in=touched).order_by("pk"))
    gone.refresh_from_db()
    kept.refresh_from_db()
    role = merging(gone, kept).role
    _take_back_between(gone, kept)
    for model, field in belongings():
        model._default_manager.filter(**{field: gone}).update(**{field: kept})
    _merge_people(gone, kept, role)
    all_jiang = list(Jiang.objects.filter(pk__in=touched).select_related("club", "unit", "season"))
    _keep_postings(all_jiang)
    rebuild_results(all_jiang)


def _take_back_between(gone: Member, kept: Member) -> None:
    """A payment of one to the other that does not count yet would be a person's with himself: it is taken back."""
    both = (gone, kept)
    waiting = Payment.objects.filter(posting=None, payer__in=both, payee__in=both)
    for payment in waiting.exclude(state=Payment.State.WITHDRAWN):
        withdraw(payment, actor=SITE, by=None, organiser=True)


COMPUTED: tuple[type[Model], ...] = (JiangResult, SeasonTotal, Member)
"""What points at a member and is not moved: results and totals are computed anew, a merged record points on."""


def belongings() -> list[tuple[type[Model], str]]:
    """Every (model, field) that a member's record has: all that points at one, as far as it is not computed."""
    return [
        (relation.related_model, relation.field.name)
        for relation in Member._meta.related_objects
        if relation.related_model not in COMPUTED
    ]


def _merge_people(gone: Member, kept: Member, role: Member.Role) -> None:
    """One account on the site, the higher role, the earlier day of joining. The other record signs in no more."""
    account, gone.user = gone.user, None
    gone.merged_into, gone.role = kept, Member.Role.PLAYER
    gone.save(update_fields=["merged_into", "user", "role"])
    kept.user = kept.user or account
    kept.role = role
    kept.is_guest = kept.is_guest and gone.is_guest
    kept.joined_on = min((day for day in (gone.joined_on, kept.joined_on) if day), default=None)
    kept.save(update_fields=["user", "role", "is_guest", "joined_on"])


def _higher(one: Member, other: Member) -> Member.Role:
    ranks = [Member.Role.ORGANISER, Member.Role.SCORER, Member.Role.PLAYER]
    return min((Member.Role(one.role), Member.Role(other.role)), key=ranks.index)


def _keep_postings(all_jiang: list[Jiang]) -> None:
    """The hands stand in the ledger as they did, under the other name: nothing is to be posted anew."""
    for jiang in all_jiang:
        facts = Facts.load(jiang)
        for hand, outcome in zip(facts.hands, facts.outcome().hands, strict=True):
            hand.fingerprint = outcome.fingerprint
        Hand.objects.bulk_update(facts.hands, ["fingerprint"])


def _jiang_of(member: Member) -> set[int]:
    sat = Sitting.objects.filter(member=member).values_list("jiang_id", flat=True)
    backed = SideBet.objects.filter(backer=member).values_list("jiang_id", flat=True)
    shown = JiangResult.objects.filter(member=member).values_list("jiang_id", flat=True)
    return {*sat, *backed, *shown}


def _covered(member: Member) -> set[int]:
    """The 將 in which an accepted plan knows him, whoever sits there now."""
    return set(PlanShare.objects.filter(member=member).values_list("jiang_id", flat=True))
