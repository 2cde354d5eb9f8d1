"""Bringing the ledger to what the hands now come to: reverse and post anew each hand that changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import datetime, time
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Hand, Jiang
from league.services.accounts import accounts_of
from settlement import errors, ledger
from settlement.jiang.replay import HandOutcome, Transfer
from settlement.models import Account, Posting

HAND = "hand"


def sync(
    jiang: Jiang,
    hands: Sequence[Hand],
    outcomes: Sequence[HandOutcome],
    *,
    actor: Actor,
    struck: Iterable[Hand] = (),
    why: str = "",
    recorded_at: datetime | None = None,
) -> list[Hand]:
    """Posts what differs and returns the hands whose payments changed, in order.

    `hands` and `outcomes` run side by side; `struck` are hands that count no more; `recorded_at` is for
    carrying old books over. Call it with the 將 locked.
    """
    changed: list[tuple[Hand, Sequence[Transfer], str]] = [
        (hand, outcome.transfers, outcome.fingerprint)
        for hand, outcome in zip(hands, outcomes, strict=True)
        if outcome.fingerprint != hand.fingerprint
    ]
    changed += [(hand, (), "") for hand in struck if hand.fingerprint]
    drafts = [] if jiang.version else [_opening(jiang)]
    if not changed and not drafts:
        return []
    tokens = {name for _, rows, _ in changed for row in rows for name in (row.src, row.dst)}
    accounts = accounts_of(jiang.unit, tokens) if tokens else {}
    drafts += ledger.reversals([hand.posting for hand, _, _ in changed if hand.posting is not None], memo=why)
    standing: list[Hand] = []
    for hand, rows, _ in changed:
        if rows:
            hand.postings_made += 1
            standing.append(hand)
            drafts.append(_draft(jiang, hand, rows, accounts, why))
    posted = _post(jiang, drafts, actor, recorded_at)
    for hand, _, fingerprint in changed:
        hand.fingerprint = fingerprint
        hand.posting = None
    for hand, posting in zip(standing, posted[len(posted) - len(standing) :], strict=True):
        hand.posting = posting
    return [hand for hand, _, _ in changed]


def _post(
    jiang: Jiang, drafts: Sequence[ledger.Draft], actor: Actor, recorded_at: datetime | None
) -> list[Posting]:
    try:
        return ledger.post(jiang.unit.book, drafts, actor=actor.label, recorded_at=recorded_at)
    except (errors.BadAmountError, errors.BalanceOverflowError) as too_large:
        raise Refused(
            too_large.code, gettext_noop("A sum is larger than the ledger keeps."), where="stakes"
        ) from too_large


def reference(hand: Hand) -> str:
    """How the ledger names the business fact that a hand is."""
    return f"{HAND}:{hand.uid}"


def _draft(
    jiang: Jiang, hand: Hand, rows: Sequence[Transfer], accounts: dict[str, Account], why: str
) -> ledger.Draft:
    return ledger.Draft(
        kind=HAND,
        reference=reference(hand),
        revision=hand.postings_made,
        occurred_at=occurred_at(jiang),
        memo=why,
        transfers=[
            ledger.Entry(accounts[row.src], accounts[row.dst], row.amount, row.reason, dict(row.detail))
            for row in rows
        ],
        corrects=hand.posting,
    )


def opening_reference(jiang: Jiang) -> str:
    """How the ledger names the opening of a 將."""
    return f"jiang:{jiang.uid}"


def opening_memo(jiang: Jiang) -> str:
    """Seals what the 將 is played under: sheet, stakes and first dealer, so that a later change shows."""
    terms = [jiang.sheet, jiang.base, jiang.per_tai, jiang.first_dealer, jiang.table_fee]
    text = json.dumps(terms, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _opening(jiang: Jiang) -> ledger.Draft:
    return ledger.Draft(
        kind="jiang",
        reference=opening_reference(jiang),
        occurred_at=occurred_at(jiang),
        transfers=(),
        memo=opening_memo(jiang),
    )


def occurred_at(jiang: Jiang) -> datetime:
    """The day a 將 was played on, at noon by the club's clock: the day is what a statement groups by."""
    return datetime.combine(jiang.played_on, time(12), ZoneInfo(jiang.club.time_zone))
