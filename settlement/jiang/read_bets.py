"""Reading what stands beside the hands: side bets, the table fee, and who took over a seat."""

from __future__ import annotations

from settlement.jiang import values
from settlement.jiang.errors import bad, gettext_noop
from settlement.jiang.forms import InnerBet, OuterBet, Seat, Substitution, TableFee


def read_inner_bet(value: object, where: str) -> InnerBet:
    """A 內插 at the path `where`."""
    given = values.keys(value, where, ("seat", "units", "from_hand", "accepted_by"), ("to_hand", "overruled"))
    seat = values.seat(given["seat"], f"{where}.seat")
    units = values.whole(given["units"], f"{where}.units", values.MOST_UNITS, least=1)
    first, last = _span(given, where)
    return InnerBet(seat, units, first, _accepted_by(given, where, seat), last, _overruled(given, where))


def read_outer_bet(value: object, where: str) -> OuterBet:
    """A 外插 at the path `where`; its backer's name is checked with the other names."""
    required = ("backer", "seat", "base", "per_tai", "from_hand", "accepted_by")
    given = values.keys(value, where, required, ("to_hand", "void_wins", "overruled"))
    backer = values.text(given["backer"], f"{where}.backer")
    seat = values.seat(given["seat"], f"{where}.seat")
    base = values.money(given["base"], f"{where}.base")
    per_tai = values.money(given["per_tai"], f"{where}.per_tai")
    first, last = _span(given, where)
    void = values.each(given.get("void_wins", []), f"{where}.void_wins", values.hand_number)
    return OuterBet(
        backer=backer,
        seat=seat,
        base=base,
        per_tai=per_tai,
        from_hand=first,
        accepted_by=_accepted_by(given, where, seat),
        to_hand=last,
        void_wins=values.different(void, f"{where}.void_wins"),
        overruled=_overruled(given, where),
    )


def read_table_fee(value: object, where: str) -> TableFee:
    """東錢; every key may be left out."""
    given = values.keys(value, where, (), ("self_draw", "cap", "per_player"))
    return TableFee(**{key: values.money(amount, f"{where}.{key}") for key, amount in given.items()})


def read_substitution(value: object, where: str) -> Substitution:
    """One taking over of a seat."""
    given = values.keys(value, where, ("seat", "by", "from_hand"))
    return Substitution(
        seat=values.seat(given["seat"], f"{where}.seat"),
        by=values.text(given["by"], f"{where}.by"),
        from_hand=values.hand_number(given["from_hand"], f"{where}.from_hand"),
    )


def read_substitutions(value: object, where: str) -> tuple[Substitution, ...]:
    """All of them, in the order of hands."""
    changes = values.each(value, where, read_substitution)
    for index in range(1, len(changes)):
        if changes[index].from_hand < changes[index - 1].from_hand:
            raise bad(
                f"{where}[{index}].from_hand", gettext_noop("Substitutions stand in the order of hands.")
            )
    return changes


def _span(given: dict[str, object], where: str) -> tuple[int, int | None]:
    first = values.hand_number(given["from_hand"], f"{where}.from_hand")
    if "to_hand" not in given:
        return first, None
    last = values.hand_number(given["to_hand"], f"{where}.to_hand")
    if last < first:
        raise bad(f"{where}.to_hand", gettext_noop("The bet ends before it starts."))
    return first, last


def _accepted_by(given: dict[str, object], where: str, seat: Seat) -> tuple[Seat, ...]:
    where = f"{where}.accepted_by"
    accepted = values.no_seat_twice(given["accepted_by"], where)
    if seat in accepted:
        raise bad(f"{where}[{accepted.index(seat)}]", gettext_noop("A seat does not accept its own bet."))
    return accepted


def _overruled(given: dict[str, object], where: str) -> str | None:
    return values.text(given["overruled"], f"{where}.overruled") if "overruled" in given else None
