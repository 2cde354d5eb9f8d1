"""Keeping the members' list: renaming, roles, leaving, and two records that are one person."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils.translation import gettext_noop

from league.errors import Refused
from league.models import (
    Club,
    Hand,
    Jiang,
    JiangResult,
    Member,
    MemberAccount,
    Payment,
    PlanLine,
    PlanShare,
    SideBet,
    Sitting,
)
from league.services.facts import Facts
from league.services.posting import fingerprint
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


@transaction.atomic
def merge(gone: Member, kept: Member) -> None:
    """Two member records are one person: everything of `gone` is `kept`'s from now on; nothing is reposted.

    The ledger account stays as it is and is `kept`'s too. Raises Refused where both took part in one 將.
    """
    Club.objects.select_for_update(no_key=True).get(pk=kept.club_id)
    if gone.club_id != kept.club_id or gone.pk == kept.pk or gone.merged_into_id or kept.merged_into_id:
        raise Refused("cannot_merge", gettext_noop("These two records cannot be merged."), status=409)
    shared = _jiang_of(gone) & _jiang_of(kept)
    if shared:
        raise Refused(
            "played_each_other",
            gettext_noop("Both took part in %(count)s 將 together, so they are two people."),
            status=409,
            count=len(shared),
        )
    touched = _jiang_of(gone)
    Sitting.objects.filter(member=gone).update(member=kept)
    SideBet.objects.filter(backer=gone).update(backer=kept)
    MemberAccount.objects.filter(member=gone).update(member=kept)
    PlanShare.objects.filter(member=gone).update(member=kept)
    PlanLine.objects.filter(payer=gone).update(payer=kept)
    PlanLine.objects.filter(payee=gone).update(payee=kept)
    Payment.objects.filter(payer=gone).update(payer=kept)
    Payment.objects.filter(payee=gone).update(payee=kept)
    gone.merged_into = kept
    gone.save(update_fields=["merged_into"])
    if gone.user_id and not kept.user_id:
        account, gone.user = gone.user, None
        gone.save(update_fields=["user"])
        kept.user = account
        kept.save(update_fields=["user"])
    all_jiang = list(Jiang.objects.filter(pk__in=touched).select_related("club", "unit", "season"))
    _keep_postings(all_jiang)
    rebuild_results(all_jiang)


def _keep_postings(all_jiang: list[Jiang]) -> None:
    """The hands stand in the ledger as they did, under the other name: nothing is to be posted anew."""
    for jiang in all_jiang:
        facts = Facts.load(jiang)
        for hand, outcome in zip(facts.hands, facts.outcome().hands, strict=True):
            hand.fingerprint = fingerprint(outcome.transfers)
        Hand.objects.bulk_update(facts.hands, ["fingerprint"])


def _jiang_of(member: Member) -> set[int]:
    sat = Sitting.objects.filter(member=member).values_list("jiang_id", flat=True)
    backed = SideBet.objects.filter(backer=member).values_list("jiang_id", flat=True)
    shown = JiangResult.objects.filter(member=member).values_list("jiang_id", flat=True)
    return {*sat, *backed, *shown}
