"""The sheet of one 將: every hand with its payments and running totals, the net, and what settles it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from league.models import Hand, Jiang, JiangResult, Member, SideBet
from league.services.facts import HOUSE, Facts, member_id
from settlement.jiang.replay import HandOutcome, Outcome, replay


@dataclass(frozen=True)
class Party:
    """Somebody who takes part in payments: a member, or the house (no member)."""

    token: str
    name: str
    member: Member | None = None


@dataclass(frozen=True)
class SheetPayment:
    """`payer` gives `payee` `amount`; `reason` and `detail` are the replay's."""

    payer: Party
    payee: Party
    amount: int
    reason: str
    detail: dict[str, object]


@dataclass(frozen=True)
class SheetHand:
    """One hand: what was recorded, what it came to, and everyone's total after it."""

    hand: Hand
    outcome: HandOutcome
    players: tuple[Party, ...]
    payments: tuple[SheetPayment, ...]
    net: tuple[tuple[Party, int], ...]
    running: tuple[tuple[Party, int], ...]

    @property
    def dealer(self) -> Party:
        return self.players[self.outcome.dealer]


@dataclass(frozen=True)
class JiangSheet:
    """Everything a reader of a 將 wants; made by one replay and a fixed number of queries."""

    jiang: Jiang
    outcome: Outcome
    parties: tuple[Party, ...]
    players: tuple[Party, ...]
    hands: tuple[SheetHand, ...]
    net: tuple[tuple[Party, int], ...]
    settle_up: tuple[SheetPayment, ...]
    results: tuple[JiangResult, ...]
    bets: tuple[SideBet, ...]


def jiang_sheet(jiang: Jiang) -> JiangSheet:
    """Replays a 將 and names everyone in it."""
    return sheet_of(Facts.load(jiang))


def sheet_of(facts: Facts) -> JiangSheet:
    """The same from rows at hand, among which a hand may stand that is not written."""
    jiang = facts.jiang
    record = facts.record()
    outcome = replay(record)
    parties = _parties(facts, outcome)
    running = dict.fromkeys(parties, 0)
    hands = []
    for hand, result in zip(facts.hands, outcome.hands, strict=True):
        for name, amount in result.net.items():
            running[name] += amount
        hands.append(_hand(hand, result, parties, running))
    return JiangSheet(
        jiang=jiang,
        outcome=outcome,
        parties=tuple(parties.values()),
        players=tuple(parties[name] for name in record.players),
        hands=tuple(hands),
        net=tuple((parties[name], amount) for name, amount in outcome.net.items()),
        settle_up=tuple(
            SheetPayment(parties[one.src], parties[one.dst], one.amount, "settle_up", {})
            for one in outcome.settle_up
        ),
        results=tuple(jiang.results.select_related("member").order_by(F("place").asc(nulls_last=True), "pk")),
        bets=tuple(facts.bets),
    )


def _parties(facts: Facts, outcome: Outcome) -> dict[str, Party]:
    members = facts.members()
    named = facts.names()
    parties: dict[str, Party] = {}
    for name in outcome.net:
        if name == HOUSE:
            parties[name] = Party(name, str(_("the house")))
        else:
            member = members[member_id(name)]
            parties[name] = Party(name, named[member], member)
    return parties


def _hand(hand: Hand, outcome: HandOutcome, parties: dict[str, Party], running: dict[str, int]) -> SheetHand:
    return SheetHand(
        hand=hand,
        outcome=outcome,
        players=tuple(parties[name] for name in outcome.seated),
        payments=tuple(
            SheetPayment(parties[one.src], parties[one.dst], one.amount, one.reason, dict(one.detail))
            for one in outcome.transfers
        ),
        net=tuple((parties[name], amount) for name, amount in outcome.net.items()),
        running=tuple((parties[name], amount) for name, amount in running.items()),
    )
