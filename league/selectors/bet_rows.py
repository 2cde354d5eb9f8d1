"""插花 of a 將 as rows: who bets how much on whom, for which hands, who accepted, and what it came to."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.look.figures import money, stakes
from league.models import SideBet
from league.selectors.sheets import JiangSheet, Party


@dataclass(frozen=True)
class BetRow:
    """One side bet. `own` is its own sum over the 將 so far."""

    kind: str
    bettor: str
    principal: str
    stake: str
    hands: str
    accepted: str
    own: int
    overruled: str
    void_wins: str


def bet_rows(sheet: JiangSheet) -> tuple[BetRow, ...]:
    """Every bet in the order of the record, inner ones first."""
    backers = {party.member.pk: party for party in sheet.parties if party.member}
    inner = [bet for bet in sheet.bets if bet.kind == SideBet.Kind.INNER]
    outer = [bet for bet in sheet.bets if bet.kind == SideBet.Kind.OUTER]
    rows = [
        _row(sheet, bet, sheet.players[bet.seat], _inner_stake(sheet, bet), own)
        for bet, own in zip(inner, sheet.outcome.inner_sums, strict=True)
    ]
    rows += [
        _row(sheet, bet, backers[bet.backer_id or 0], stakes(bet.base or 0, bet.per_tai or 0), own)
        for bet, own in zip(outer, sheet.outcome.outer_sums, strict=True)
    ]
    return tuple(rows)


def _inner_stake(sheet: JiangSheet, bet: SideBet) -> str:
    return f"{money(sheet.jiang.base)} × {bet.units}"


def _row(sheet: JiangSheet, bet: SideBet, bettor: Party, stake: str, own: int) -> BetRow:
    return BetRow(
        kind=bet.kind,
        bettor=bettor.name,
        principal=sheet.players[bet.seat].name,
        stake=stake,
        hands=_hands(bet),
        accepted=_("、").join(sheet.players[seat].name for seat in bet.accepted_by),
        own=own,
        overruled=bet.overruled or "",
        void_wins=", ".join(str(number) for number in bet.void_wins or ()),
    )


def _hands(bet: SideBet) -> str:
    if bet.to_hand is None:
        return _("from hand %(first)s") % {"first": bet.from_hand}
    return _("hands %(first)s–%(last)s") % {"first": bet.from_hand, "last": bet.to_hand}
