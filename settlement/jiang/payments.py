"""Who pays for a hand: wins, fouls, watchers, penalties and the table fee (every row of payments.md)."""

from __future__ import annotations

from settlement.jiang.forms import HOUSE, Foul, Hand, Seat, TableFee
from settlement.jiang.outcome import FOUL, PENALTY, TABLE_FEE, WATCHER, WIN, WinOutcome
from settlement.jiang.sheet import Detail, Sheet, stand_in_order
from settlement.jiang.terms import turn_order


def pay_hand(sheet: Sheet, hand: Hand, wins: tuple[WinOutcome, ...]) -> None:
    """Write down everything but the table fee."""
    for index, win in enumerate(wins):
        stand_ins = stand_in_order(win.seat, hand.stand_ins) if hand.stand_ins else ()
        _pay_win(sheet, hand, win, index, stand_ins)
        for watcher in hand.watchers:
            if watcher != win.seat:
                per_tai = sheet.terms.stakes.per_tai
                detail = {"win": index, "tai": 1, "per_tai": per_tai}
                sheet.small(watcher, win.seat, per_tai, WATCHER, detail, stand_ins)
    for index, foul in enumerate(hand.fouls):
        _pay_foul(sheet, foul, index)
    _pay_penalties(sheet, hand)


def payers(hand: Hand, win: WinOutcome) -> tuple[Seat, ...]:
    """Who owes for a win: the discarder; self-drawn the other three; 七搶一 without a hand the robbed seat."""
    if hand.discarder is not None:
        return (hand.discarder,)
    if win.robbed_alone and win.robbed is not None:
        return (win.robbed,)
    return turn_order(win.seat)


def _pay_win(sheet: Sheet, hand: Hand, win: WinOutcome, index: int, stand_ins: tuple[Seat, ...]) -> None:
    extra = sheet.terms.ruleset.options.self_draw_extra if hand.discarder is None else 0
    for payer in payers(hand, win):
        robbed = win.robbed_tai if payer == win.robbed else 0
        paid_face = sheet.terms.capped(win.face + extra + robbed)
        cause: Detail = {"win": index, "extra": extra, "robbed": robbed}
        sheet.settle(payer, win.seat, win.face, paid_face, WIN, cause, stand_ins)


def _pay_foul(sheet: Sheet, foul: Foul, index: int) -> None:
    """包賠: the offender pays each of the three, or by house rule the dealer alone."""
    terms = sheet.terms
    options = terms.ruleset.options
    face = foul.face if options.foul_face is None else options.foul_face
    paid_face = terms.capped(face)
    payees: tuple[Seat, ...] = turn_order(foul.seat)
    if options.foul_payees == "dealer_only" and foul.seat != terms.dealer:
        payees = (terms.dealer,)
    for payee in payees:
        sheet.settle(foul.seat, payee, face, paid_face, FOUL, {"foul": index, "why": foul.reason})


def _pay_penalties(sheet: Sheet, hand: Hand) -> None:
    per_tai = sheet.terms.stakes.per_tai
    for index, penalty in enumerate(hand.penalties):
        detail: Detail = {"penalty": index, "why": penalty.reason}
        if penalty.amount is not None:
            amount = detail["amount"] = penalty.amount
        else:
            tai = penalty.tai or 0
            detail.update(tai=tai, per_tai=per_tai)
            amount = per_tai * tai
        sheet.small(penalty.src, penalty.dst, amount, PENALTY, detail)


def take_fee(sheet: Sheet, fee: TableFee, hand: Hand, wins: tuple[WinOutcome, ...], taken: int) -> int:
    """東錢: `per_player` with the first hand, `self_draw` from a self-draw winner until `cap` is met.

    `taken` is what self-draws have left so far; returned with this hand's added.
    """
    if fee.per_player and sheet.terms.number == 1:
        for name in sheet.terms.seated:
            sheet.pay(name, HOUSE, fee.per_player, TABLE_FEE, {"fee": "per_player"})
    if not fee.self_draw or not hand.self_drawn:
        return taken
    amount = min(fee.self_draw, fee.cap - taken) if fee.cap else fee.self_draw
    winner = sheet.terms.seated[wins[0].seat]
    sheet.pay(winner, HOUSE, amount, TABLE_FEE, {"fee": "self_draw", "full": fee.self_draw})
    return taken + amount
