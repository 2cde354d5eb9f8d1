"""Reading one hand of a record: which keys its result allows, and their values."""

from __future__ import annotations

from settlement.jiang import values
from settlement.jiang.errors import bad, gettext_noop
from settlement.jiang.forms import (
    MISNAMED_DISCARD,
    OTHER,
    WRONG_EXPOSED_DISCARD,
    Foul,
    Hand,
    Penalty,
    Seat,
    Win,
)
from settlement.jiang.read_win import check_four_kongs, read_win

RESULTS = ("win", "draw", "abort", "foul")
ABORTS = ("west_parade", "four_winds", "nine_terminals", "four_kongs")
FOULS = (
    "false_win",
    "second_dead_hand",
    "second_watch_offence",
    "false_kong_in_last_eight",
    "wall_disturbed",
    "priority_violation",
    OTHER,
)
PENALTIES = ("unfulfilled_call", "wrong_exposed_discard", OTHER)
DISCARD_REASONS = (WRONG_EXPOSED_DISCARD, MISNAMED_DISCARD)

REQUIRED = {
    "win": ("result", "from", "wins"),
    "draw": ("result",),
    "abort": ("result", "reason"),
    "foul": ("result", "fouls"),
}
COMMON = (
    "penalties",
    "watchers",
    "dead_hands",
    "shown_streak",
    "door_seat",
    "dealer_after",
    "reason",
    "note",
)
OPTIONAL = {
    "win": (*COMMON, "fouls", "stand_ins"),
    "draw": (*COMMON, "fouls"),
    "abort": COMMON,
    "foul": COMMON,
}


def read_hand(value: object, where: str) -> Hand:
    """The form of one hand at the path `where`; what needs the sheet is checked with the record."""
    if not isinstance(value, dict):
        raise bad(where, gettext_noop("An object is expected."))
    if "result" not in value:
        raise bad(f"{where}.result", gettext_noop("The key %(key)s is missing."), key="result")
    result = values.choice(value["result"], f"{where}.result", RESULTS)
    given = values.keys(value, where, REQUIRED[result], OPTIONAL[result])
    discarder = _discarder(given, where)
    hand = Hand(
        result=result,
        discarder=discarder,
        wins=_wins(given, where, discarder),
        fouls=_fouls(given, where, result),
        penalties=values.each(given.get("penalties", []), f"{where}.penalties", _penalty),
        watchers=_seats(given, where, "watchers"),
        stand_ins=_seats(given, where, "stand_ins"),
        dead_hands=_seats(given, where, "dead_hands"),
        shown_streak=values.tai(given["shown_streak"], f"{where}.shown_streak")
        if "shown_streak" in given
        else None,
        door_seat=values.seat(given["door_seat"], f"{where}.door_seat") if "door_seat" in given else None,
        dealer_after=values.choice(given["dealer_after"], f"{where}.dealer_after", ("stay", "pass"))
        if "dealer_after" in given
        else None,
        reason=values.text(given["reason"], f"{where}.reason") if "reason" in given else None,
        note=values.text(given["note"], f"{where}.note") if "note" in given else None,
    )
    _check_stand_ins(hand, where)
    _check_reason(hand, where)
    _check_winners(hand, where)
    return hand


def _discarder(given: dict[str, object], where: str) -> Seat | None:
    if given.get("from") is None:
        return None
    return values.seat(given["from"], f"{where}.from")


def _seats(given: dict[str, object], where: str, key: str) -> tuple[Seat, ...]:
    return values.no_seat_twice(given[key], f"{where}.{key}") if key in given else ()


def _wins(given: dict[str, object], where: str, discarder: Seat | None) -> tuple[Win, ...]:
    if given["result"] != "win":
        return ()
    wins = values.each(given["wins"], f"{where}.wins", lambda win, place: read_win(win, place, discarder))
    for win in wins:
        check_four_kongs(win, where, discarder)
    if not wins:
        raise bad(f"{where}.wins", gettext_noop("A win has a winner."))
    if discarder is None and len(wins) > 1:
        raise bad(f"{where}.wins", gettext_noop("A self-draw has one winner."))
    return wins


def _fouls(given: dict[str, object], where: str, result: str) -> tuple[Foul, ...]:
    fouls = values.each(given.get("fouls", []), f"{where}.fouls", _foul)
    if result == "foul" and not fouls:
        raise bad(f"{where}.fouls", gettext_noop("A foul has an offender."))
    return fouls


def _foul(value: object, where: str) -> Foul:
    given = values.keys(value, where, ("seat", "reason", "face"), ("text",))
    foul = Foul(
        seat=values.seat(given["seat"], f"{where}.seat"),
        reason=values.choice(given["reason"], f"{where}.reason", FOULS),
        face=values.tai(given["face"], f"{where}.face"),
        text=values.text(given["text"], f"{where}.text") if "text" in given else None,
    )
    if foul.reason == OTHER and not (foul.text and foul.text.strip()):
        raise bad(f"{where}.text", gettext_noop("Another foul is told in a text."))
    return foul


def _penalty(value: object, where: str) -> Penalty:
    given = values.keys(value, where, ("from", "to", "reason"), ("tai", "amount", "text"))
    penalty = Penalty(
        src=values.seat(given["from"], f"{where}.from"),
        dst=values.seat(given["to"], f"{where}.to"),
        reason=values.choice(given["reason"], f"{where}.reason", PENALTIES),
        tai=values.tai(given["tai"], f"{where}.tai") if "tai" in given else None,
        amount=values.money(given["amount"], f"{where}.amount") if "amount" in given else None,
        text=values.text(given["text"], f"{where}.text") if "text" in given else None,
    )
    if ("tai" in given) == ("amount" in given):
        raise bad(where, gettext_noop("A penalty has exactly one of tai and amount."))
    if penalty.src == penalty.dst:
        raise bad(f"{where}.to", gettext_noop("Nobody pays himself."))
    if penalty.reason == "unfulfilled_call" and penalty.dst == (penalty.src - 1) % 4:
        raise bad(f"{where}.to", gettext_noop("The discarder sits directly before the caller."))
    return penalty


def _check_stand_ins(hand: Hand, where: str) -> None:
    winners = [win.seat for win in hand.wins]
    for index, seat in enumerate(hand.stand_ins):
        if seat in winners:
            raise bad(f"{where}.stand_ins[{index}]", gettext_noop("A winner cannot stand in."))


def _check_reason(hand: Hand, where: str) -> None:
    where = f"{where}.reason"
    if hand.result == "abort":
        values.choice(hand.reason, where, ABORTS)
    elif hand.reason is None:
        if hand.dealer_after is not None:
            raise bad(where, gettext_noop("An overruled deal has a reason."))
    elif hand.result == "win" and hand.reason in DISCARD_REASONS:
        if hand.discarder is None:
            raise bad(where, gettext_noop("This reason goes with a discard."))
    elif hand.dealer_after is None:
        raise bad(where, gettext_noop("This hand has no reason."))


def _check_winners(hand: Hand, where: str) -> None:
    """One seat wins once, save that 錯打明牌 and 嗆牌 are up to two wins, of one seat or two."""
    if hand.result == "win" and hand.reason in DISCARD_REASONS:
        if len(hand.wins) > 2:
            raise bad(f"{where}.wins", gettext_noop("This reason goes with two wins at most."))
        return
    seats = [win.seat for win in hand.wins]
    for index, seat in enumerate(seats):
        if seat in seats[:index]:
            raise bad(f"{where}.wins[{index}].seat", gettext_noop("This seat has won already."))
