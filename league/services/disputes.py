"""A player at the table says that a hand is not recorded as it was; an organiser settles it. Both stay."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Hand, HandDispute, Member


def dispute(hand: Hand, member: Member, why: str) -> HandDispute:
    """Raises Refused for one who was not at the table, without a reason, or with an open dispute of this hand."""
    why = why.strip()
    if not why:
        raise Refused("no_reason", gettext_noop("Say what is wrong with the hand."), where="why")
    if not at_the_table(hand, member):
        raise Refused(
            "not_at_the_table",
            gettext_noop("Only who played or backed in this 將 disputes its hands."),
            status=403,
        )
    try:
        with transaction.atomic():
            return HandDispute.objects.create(hand=hand, member=member, why=why[:300])
    except IntegrityError as twice:
        raise Refused(
            "disputed_already",
            gettext_noop("You dispute this hand already: it waits for the organiser."),
            status=409,
        ) from twice


def settle(one: HandDispute, answer: str, *, actor: Actor) -> HandDispute:
    """The organiser's answer. Raises Refused for an empty one, or where somebody answered before."""
    answer = answer.strip()
    if not answer:
        raise Refused("no_answer", gettext_noop("Say how it was settled."), where="answer")
    with transaction.atomic():
        locked = HandDispute.objects.select_for_update(of=("self",), no_key=True).get(pk=one.pk)
        if locked.settled_at is not None:
            raise Refused("settled_already", gettext_noop("This dispute is settled already."), status=409)
        locked.answer = answer[:300]
        locked.settled_by = actor.label
        locked.settled_at = timezone.now()
        locked.save(update_fields=["answer", "settled_by", "settled_at"])
    return locked


def at_the_table(hand: Hand, member: Member) -> bool:
    """Whether somebody sat or backed in the 將 of a hand."""
    jiang = hand.jiang
    return jiang.sittings.filter(member=member).exists() or jiang.side_bets.filter(backer=member).exists()
