"""One hand as a card shows it: the story, the 台 lines, the tiles, every payment and how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league import formulas, stories, words
from league.models import Hand, HandRevision
from league.selectors.sheets import JiangSheet, SheetHand, SheetPayment
from scoring.tiles import parse
from settlement.jiang.outcome import WinOutcome


@dataclass(frozen=True)
class LineCard:
    """A 台 line under the name that the sheet itself uses."""

    name: str
    count: int
    tai: int


@dataclass(frozen=True)
class WinCard:
    """One winner: `sets` are the groups of the reading, `won` the winning tile, all in `mpsz`."""

    name: str
    face: int
    lines: tuple[LineCard, ...]
    sets: tuple[str, ...] = ()
    won: str = ""
    flowers: str = ""
    waits: tuple[str, ...] = ()
    robbed: str = ""
    robbed_tai: int = 0


@dataclass(frozen=True)
class PaymentCard:
    """`note` says what else there is to know of a payment, `formula` how its amount came about."""

    src: str
    dst: str
    amount: int
    reason: str
    note: str
    formula: str


@dataclass(frozen=True)
class HandSum:
    """What a hand came to for one person, and his total after it."""

    name: str
    net: int
    total: int


@dataclass(frozen=True)
class Revision:
    """One state that a hand was recorded in, and the one before it."""

    when: datetime
    who: str
    what: str
    why: str
    before: str
    after: str
    now: bool


@dataclass(frozen=True)
class HandCard:
    """Everything that stands on the card of one hand."""

    number: int
    round_wind: str
    dealer: str
    streak: int
    story: str
    remarks: tuple[str, ...]
    overruled: str
    note: str
    wins: tuple[WinCard, ...]
    payments: tuple[PaymentCard, ...]
    sums: tuple[HandSum, ...]
    warnings: tuple[str, ...]
    revisions: tuple[Revision, ...]

    @property
    def corrected(self) -> bool:
        return len(self.revisions) > 1


def hand_card(
    sheet: JiangSheet, hand: SheetHand, warnings: tuple[str, ...], revisions: tuple[Revision, ...]
) -> HandCard:
    """The card of one standing hand."""
    facts, outcome = hand.hand.facts, hand.outcome
    seats = tuple(party.name for party in hand.players)
    ruleset = str(sheet.jiang.sheet.get("based_on", ""))
    return HandCard(
        number=hand.hand.number,
        round_wind=outcome.round_wind,
        dealer=hand.dealer.name,
        streak=outcome.streak,
        story=stories.story(facts, seats, [win.face for win in outcome.wins]),
        remarks=tuple(stories.remarks(facts, seats)),
        overruled=stories.overruled(facts),
        note=str(facts.get("note") or ""),
        wins=tuple(
            _win_card(win, facts["wins"][index], seats, ruleset) for index, win in enumerate(outcome.wins)
        ),
        payments=_payments(sheet, hand, seats),
        sums=tuple(
            HandSum(party.name, net, total)
            for (party, net), (_party, total) in zip(hand.net, hand.running, strict=True)
        ),
        warnings=warnings,
        revisions=revisions,
    )


def _payments(sheet: JiangSheet, hand: SheetHand, seats: tuple[str, ...]) -> tuple[PaymentCard, ...]:
    names = {party.token: party.name for party in sheet.parties}
    return tuple(_payment(one, names, seats) for one in hand.payments)


def _payment(one: SheetPayment, names: Mapping[str, str], seats: tuple[str, ...]) -> PaymentCard:
    return PaymentCard(
        src=one.payer.name,
        dst=one.payee.name,
        amount=one.amount,
        reason=words.word(words.REASONS, one.reason),
        note=_(" · ").join(formulas.remarks(one.detail, names, seats)),
        formula=formulas.formula(one.detail),
    )


def _win_card(win: WinOutcome, facts: Mapping[str, Any], seats: tuple[str, ...], ruleset: str) -> WinCard:
    laid = facts.get("tiles") or {}
    reading = win.reading
    return WinCard(
        name=seats[win.seat],
        face=win.face,
        lines=tuple(
            LineCard(words.pattern_name(line.code, ruleset), line.count, line.tai) for line in win.lines
        ),
        sets=tuple("".join(one.tiles) for one in reading.sets) if reading else (),
        won=_mpsz(laid.get("win_tile")),
        flowers=_mpsz(laid.get("flowers")),
        waits=win.waits,
        robbed="" if win.robbed is None else seats[win.robbed],
        robbed_tai=win.robbed_tai,
    )


def _mpsz(text: str | None) -> str:
    return "".join(parse(text)) if text else ""


def entry(facts: Mapping[str, Any] | None, seats: tuple[str, ...]) -> str:
    """A hand as it was recorded, on one line: what a revision shows before and after."""
    if facts is None:
        return str(_("struck"))
    parts = [stories.story(facts, seats)]
    parts += [_how(win) for win in facts.get("wins") or () if "face" not in win]
    parts += stories.remarks(facts, seats)
    if stories.overruled(facts):
        parts.append(stories.overruled(facts))
    if facts.get("note"):
        parts.append(str(facts["note"]))
    return _(" · ").join(parts)


def _how(win: Mapping[str, Any]) -> str:
    if "patterns" in win:
        return _("、").join(
            words.pattern_name(code) + (f" ×{count}" if count > 1 else "")
            for code, count in win["patterns"].items()
        )
    laid = win["tiles"]
    parts = [laid.get("concealed"), *(laid.get("melds") or ()), *(laid.get("concealed_kongs") or ())]
    parts += [laid.get("win_tile"), laid.get("flowers")]
    return " ".join(str(part) for part in parts if part)


def revisions_of(
    hand: Hand, rows: list[HandRevision], seats: tuple[str, ...], actors: Mapping[str, str]
) -> tuple[Revision, ...]:
    """Who changed a hand, when and why, the newest first."""
    revisions = []
    before = ""
    for row in rows:
        after = entry(row.facts, seats)
        revisions.append(
            Revision(
                when=row.made_at,
                who=actors.get(row.actor, row.actor),
                what=str(HandRevision.Change(row.change).label),
                why=row.why,
                before=before,
                after=after,
                now=row is rows[-1],
            )
        )
        before = after
    return tuple(reversed(revisions))
