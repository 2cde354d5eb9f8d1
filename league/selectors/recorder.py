"""What the recorder of a 將 shows: the table as it stands, and what a hand would come to before it is saved."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.errors import explain
from league.look.words import WINDS
from league.models import Hand, HandDispute, Jiang, Member
from league.selectors.bet_rows import BetRow, bet_rows
from league.selectors.hand_cards import HandCard, hand_card
from league.selectors.jiang_page import Seat, disputes_of, round_of, warnings_by_hand
from league.selectors.sheets import JiangSheet, sheet_of
from league.services.facts import Facts
from league.services.settling import state_of
from scoring.errors import RuleError
from settlement.jiang.outcome import NextHand

LAST_HANDS = 3
HAND = re.compile(r"^hands\[\d+\]\.?")


@dataclass(frozen=True)
class RecorderPage:
    """The table between two hands. `coming` is None when no hand follows; `last` are the latest hands, newest first."""

    sheet: JiangSheet
    seats: tuple[Seat, ...]
    bottom: int
    round_wind: str
    coming: NextHand | None
    last: tuple[HandCard, ...]
    bets: tuple[BetRow, ...]
    warnings: tuple[str, ...]
    disputes: tuple[HandDispute, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def number(self) -> int:
        return self.sheet.jiang.hand_count + 1


def recorder_page(jiang: Jiang, reader: Member | None, last: int = LAST_HANDS) -> RecorderPage:
    """Replays the 將 and gathers what its recorder shows, of the hands the `last` ones."""
    facts = Facts.load(jiang)
    sheet = sheet_of(facts)
    seats = seats_now(facts, sheet, reader)
    placed, general = warnings_by_hand(sheet.outcome.warnings)
    latest = [
        hand_card(sheet, hand, tuple(placed.get(hand.hand.number, ())), ())
        for hand in reversed(sheet.hands[-last:])
    ]
    return RecorderPage(
        sheet=sheet,
        seats=seats,
        bottom=next((index for index, seat in enumerate(seats) if seat.you), 0),
        round_wind=round_of(sheet),
        coming=sheet.outcome.next,
        last=tuple(latest),
        bets=bet_rows(sheet),
        warnings=tuple(general),
        disputes=disputes_of(jiang),
    )


def seats_at(jiang: Jiang, number: int) -> tuple[Seat, ...]:
    """Who sat where and dealt when hand `number` began, with the totals then."""
    facts = Facts.load(jiang)
    facts.hands = facts.hands[: number - 1]
    facts.bets = [bet for bet in facts.bets if bet.from_hand <= number]
    return seats_now(facts, sheet_of(facts))


def seats_now(facts: Facts, sheet: JiangSheet, reader: Member | None = None) -> tuple[Seat, ...]:
    """Who sits where for the hand that comes next, with everyone's total so far."""
    sitting: dict[int, Member] = {}
    for one in facts.sittings:
        if one.from_hand <= len(facts.hands) + 1:
            sitting[one.seat] = one.member
    parties = {party.member: party for party in sheet.parties if party.member}
    totals = dict(sheet.net)
    coming = sheet.outcome.next
    return tuple(
        Seat(
            wind=WINDS[seat],
            name=parties[sitting[seat]].name,
            total=totals[parties[sitting[seat]]],
            dealer=coming is not None and coming.dealer == seat,
            streak=coming.streak if coming is not None and coming.dealer == seat else 0,
            you=reader is not None and sitting[seat] == reader,
        )
        for seat in range(4)
    )


@dataclass(frozen=True)
class Preview:
    """What a hand would come to. `card` is None where it cannot be told yet: `hint` or `error` says why.

    `hint` asks for what is still to be entered, `error` says what the rules refuse, `where` its place in the
    hand (`wins[0].patterns`) or the field of the form.
    """

    card: HandCard | None = None
    coming: NextHand | None = None
    ends: str = ""
    hint: str = ""
    error: str = ""
    where: str = ""
    seats: tuple[Seat, ...] = ()

    @property
    def face(self) -> int | None:
        return self.card.wins[0].face if self.card and self.card.wins else None


def preview_hand(jiang: Jiang, entered: Mapping[str, Any], number: int | None = None) -> Preview:
    """The hand as number `number` (the next one) of the 將, replayed and not written."""
    facts = Facts.load(jiang)
    number = number or len(facts.hands) + 1
    facts.hands = [*facts.hands[: number - 1], Hand(jiang=jiang, number=number, facts=dict(entered))]
    facts.bets = [bet for bet in facts.bets if bet.from_hand <= number + 1]
    try:
        sheet = sheet_of(facts)
    except RuleError as error:
        told = explain(error)
        return Preview(error=told["message"], where=HAND.sub("", told["where"]))
    placed, _general = warnings_by_hand(sheet.outcome.warnings)
    state = state_of(sheet.outcome)
    return Preview(
        card=hand_card(sheet, sheet.hands[-1], tuple(placed.get(number, ())), ()),
        coming=sheet.outcome.next,
        ends=state.value if state != Jiang.State.OPEN else "",
        seats=seats_now(facts, sheet),
    )
