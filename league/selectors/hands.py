"""The hands of a 將 as they stand: what was recorded, what it comes to, and what the ledger holds for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Hand, Jiang, Member, MemberAccount
from league.selectors.answers import Names
from league.services.facts import Facts
from settlement.jiang.outcome import HandOutcome
from settlement.models import Transfer


@dataclass(frozen=True)
class LedgerPayment:
    """A transfer of the ledger between members; the house is None."""

    payer: Member | None
    payee: Member | None
    amount: int
    reason: str


@dataclass(frozen=True)
class StandingHand:
    """A hand, its replay, and the payments posted for it."""

    hand: Hand
    outcome: HandOutcome
    names: Names
    payments: tuple[LedgerPayment, ...]


def standing_hands(jiang: Jiang, first: int = 1, most: int | None = None) -> list[StandingHand]:
    """The hands from number `first` on, at most `most`; one replay and a fixed number of queries."""
    facts = Facts.load(jiang)
    outcomes = facts.outcome().hands
    end = None if most is None else first - 1 + most
    pairs = list(zip(facts.hands, outcomes, strict=True))[first - 1 : end]
    names = Names.of(facts)
    paid = ledger_payments([hand for hand, _ in pairs])
    return [StandingHand(hand, outcome, names, tuple(paid[hand.pk])) for hand, outcome in pairs]


def written_hand(hand: Hand, outcomes: Sequence[HandOutcome], jiang: Jiang) -> StandingHand:
    """The same of a hand that was just written, without another replay: what was posted is what it came to."""
    outcome = outcomes[hand.number - 1]
    names = Names.of_jiang(jiang)
    posted = tuple(
        LedgerPayment(names.member(row.src), names.member(row.dst), row.amount, row.reason)
        for row in outcome.transfers
    )
    return StandingHand(hand, outcome, names, posted)


def ledger_payments(hands: Sequence[Hand]) -> dict[int, list[LedgerPayment]]:
    """What the ledger holds now for each hand, by the hand's id. Two queries."""
    paid: dict[int, list[LedgerPayment]] = {hand.pk: [] for hand in hands}
    postings = {hand.posting_id: hand.pk for hand in hands if hand.posting_id is not None}
    transfers = list(Transfer.objects.filter(posting_id__in=postings).order_by("posting_id", "position"))
    people = _holders({one for row in transfers for one in (row.src_id, row.dst_id)})
    for row in transfers:
        payment = LedgerPayment(people.get(row.src_id), people.get(row.dst_id), row.amount, row.reason)
        paid[postings[row.posting_id]].append(payment)
    return paid


def _holders(accounts: set[int]) -> dict[int, Member]:
    """The member of each account; the house's has none."""
    rows = MemberAccount.objects.filter(account_id__in=accounts).select_related("member")
    return {row.account_id: row.member for row in rows}
