"""Why a sum in a 將 is what it is: one person's hands, each with its payments and how they came about."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from league import formulas, stories, words
from league.models import Jiang
from league.selectors.sheets import JiangSheet, SheetHand, SheetPayment, jiang_sheet


@dataclass(frozen=True)
class SharePayment:
    """A payment as this person sees it: what it adds to his sum, with whom, what for, and how it came about."""

    other: str
    amount: int
    reason: str
    note: str
    formula: str


@dataclass(frozen=True)
class ShareHand:
    """A hand that moved his sum. `running` is what he stood at after it."""

    number: int
    story: str
    payments: tuple[SharePayment, ...]
    amount: int
    running: int


@dataclass(frozen=True)
class JiangShare:
    """One person's part in a 將; `quiet` counts the hands that cost and brought him nothing."""

    name: str
    hands: tuple[ShareHand, ...]
    net: int
    quiet: int


def jiang_share(jiang: Jiang, token: str) -> JiangShare | None:
    """The part of a member (by his token) or of the house; None for one who took no part. One replay."""
    sheet = jiang_sheet(jiang)
    party = next((one for one in sheet.parties if one.token == token), None)
    if party is None:
        return None
    running, hands = 0, []
    for hand in sheet.hands:
        payments = tuple(
            _payment(one, token, sheet, hand)
            for one in hand.payments
            if token in (one.payer.token, one.payee.token)
        )
        amount = sum(one.amount for one in payments)
        running += amount
        if payments:
            hands.append(ShareHand(hand.hand.number, _story(hand), payments, amount, running))
    return JiangShare(party.name, tuple(hands), running, len(sheet.hands) - len(hands))


def _story(hand: SheetHand) -> str:
    names = tuple(party.name for party in hand.players)
    return stories.story(hand.hand.facts, names, [win.face for win in hand.outcome.wins])


def _payment(one: SheetPayment, token: str, sheet: JiangSheet, hand: SheetHand) -> SharePayment:
    paid = one.payer.token == token
    names = {party.token: party.name for party in sheet.parties}
    seats = tuple(party.name for party in hand.players)
    other = one.payee.name if paid else one.payer.name
    return SharePayment(
        other=(_("to %(name)s") if paid else _("from %(name)s")) % {"name": other},
        amount=-one.amount if paid else one.amount,
        reason=words.word(words.REASONS, one.reason),
        note=_(" · ").join(formulas.remarks(one.detail, names, seats)),
        formula=formulas.formula(one.detail),
    )
