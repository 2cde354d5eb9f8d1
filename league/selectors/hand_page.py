"""The page of one hand: its card, its history, and what was disputed about it."""

from __future__ import annotations

from dataclasses import dataclass

from league.models import Hand, HandDispute, Member
from league.selectors.actors import actor_names
from league.selectors.hand_cards import HandCard, hand_card, revisions_of
from league.selectors.jiang_page import warnings_by_hand
from league.selectors.sheets import jiang_sheet
from league.services.disputes import at_the_table


@dataclass(frozen=True)
class DisputeRow:
    """A dispute and, once it is settled, the organiser's answer."""

    row: HandDispute
    settled_by: str


@dataclass(frozen=True)
class HandPage:
    """What the page of a hand shows. `may_dispute`: the reader was at the table and has no open dispute of it."""

    hand: Hand
    card: HandCard
    disputes: tuple[DisputeRow, ...]
    may_dispute: bool


def hand_page(hand: Hand, reader: Member | None) -> HandPage:
    """Replays the 將 and picks out the hand."""
    sheet = jiang_sheet(hand.jiang)
    found = sheet.hands[hand.number - 1]
    revisions = list(hand.revisions.order_by("number"))
    disputes = list(hand.disputes.select_related("member"))
    labels = {row.actor for row in revisions} | {one.settled_by for one in disputes if one.settled_by}
    actors = actor_names(hand.jiang.club, labels)
    placed, _general = warnings_by_hand(sheet.outcome.warnings)
    names = tuple(party.name for party in found.players)
    card = hand_card(
        sheet, found, tuple(placed.get(hand.number, ())), revisions_of(hand, revisions, names, actors)
    )
    disputing = {one.member_id for one in disputes if one.settled_at is None}
    return HandPage(
        hand=hand,
        card=card,
        disputes=tuple(DisputeRow(one, actors.get(one.settled_by, "")) for one in disputes),
        may_dispute=reader is not None and reader.pk not in disputing and at_the_table(hand, reader),
    )
