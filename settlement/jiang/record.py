"""Reading a whole 將 record: its form in the order record.md gives, without replaying a hand."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.rulesets import Ruleset, read_ruleset
from settlement.jiang import values
from settlement.jiang.errors import RuleError, bad, error, gettext_noop
from settlement.jiang.forms import HOUSE, Hand, Record, Stakes, Win
from settlement.jiang.read_bets import (
    read_inner_bet,
    read_outer_bet,
    read_substitutions,
    read_table_fee,
)
from settlement.jiang.read_hand import DISCARD_REASONS, read_hand

__all__ = ["FORMAT", "VERSION", "Record", "check_hand", "read_record"]

FORMAT = "jiang-record"
VERSION = 1
REQUIRED = ("format", "version", "ruleset", "stakes", "players", "first_dealer", "hands")
OPTIONAL = (
    "options",
    "played_on",
    "inner_bets",
    "outer_bets",
    "table_fee",
    "substitutions",
    "closed",
)


def read_record(value: object) -> Record:
    """The record that the JSON value `value` holds.

    Everything is checked that can be told without replaying: keys, types, seats and numbers first, then
    the sheet and its options, names, and the nearest winner. Raises RuleError with the path at fault.
    """
    given = values.keys(value, "", REQUIRED, OPTIONAL)
    _check_format(given)
    options = _object(given.get("options", {}), "options")
    stakes = _stakes(given["stakes"], "stakes")
    players = _players(given["players"], "players")
    first_dealer = values.seat(given["first_dealer"], "first_dealer")
    played_on = values.day(given["played_on"], "played_on") if "played_on" in given else None
    inner_bets = values.each(given.get("inner_bets", []), "inner_bets", read_inner_bet)
    outer_bets = values.each(given.get("outer_bets", []), "outer_bets", read_outer_bet)
    table_fee = read_table_fee(given.get("table_fee", {}), "table_fee")
    substitutions = read_substitutions(given.get("substitutions", []), "substitutions")
    closed = values.flag(given.get("closed", False), "closed")
    hands = values.each(given["hands"], "hands", read_hand)
    record = Record(
        ruleset=read_ruleset(given["ruleset"], options or None),
        stakes=stakes,
        players=players,
        first_dealer=first_dealer,
        hands=hands,
        spec=given["ruleset"],
        options=options,
        played_on=played_on,
        inner_bets=inner_bets,
        outer_bets=outer_bets,
        table_fee=table_fee,
        substitutions=substitutions,
        closed=closed,
    )
    for index, hand in enumerate(hands):
        _check_abort(hand, record.ruleset, f"hands[{index}]")
    check_names(record)
    for index, hand in enumerate(hands):
        _check_nearest(hand, record.ruleset, f"hands[{index}]")
    return record


def check_hand(value: object, ruleset: Ruleset, where: str = "") -> Hand:
    """The form of one more hand under the sheet `ruleset`, as `read_record` checks each of its hands."""
    hand = read_hand(value, where)
    _check_abort(hand, ruleset, where)
    _check_nearest(hand, ruleset, where)
    return hand


def _check_format(given: Mapping[str, object]) -> None:
    if given["format"] != FORMAT:
        raise bad("format", gettext_noop("The format is %(format)s."), format=FORMAT)
    if type(given["version"]) is not int or given["version"] != VERSION:
        raise bad("version", gettext_noop("The version is %(version)d."), version=VERSION)


def _object(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise bad(where, gettext_noop("An object is expected."))
    return value


def _stakes(value: object, where: str) -> Stakes:
    given = values.keys(value, where, ("base", "per_tai"))
    return Stakes(
        base=values.money(given["base"], f"{where}.base"),
        per_tai=values.money(given["per_tai"], f"{where}.per_tai"),
    )


def _players(value: object, where: str) -> tuple[str, str, str, str]:
    players = values.items(value, where)
    if len(players) != 4:
        raise bad(where, gettext_noop("Four players are expected."))
    east, south, west, north = values.each(players, where, values.text)
    return east, south, west, north


def _check_abort(hand: Hand, ruleset: Ruleset, where: str) -> None:
    if hand.result == "abort" and hand.reason not in ruleset.options.aborts:
        raise bad(f"{where}.reason", gettext_noop("The sheet does not know this abortive draw."))


def _check_nearest(hand: Hand, ruleset: Ruleset, where: str) -> None:
    """攔胡: of several winners on one discard only the nearest after the discarder, unless the sheet pays all."""
    rule = ruleset.options.on_several_wins
    if rule == "all" or len(hand.wins) < 2 or hand.discarder is None or hand.reason in DISCARD_REASONS:
        return
    if rule == "nearest_unless_three" and len(hand.wins) == 3:
        return
    discarder = hand.discarder

    def distance(win: Win) -> int:
        return (win.seat - discarder) % 4

    nearest = min(hand.wins, key=distance)
    index = next(index for index, win in enumerate(hand.wins) if win is not nearest)
    raise error(
        "not_nearest_winner",
        f"{where}.wins[{index}]",
        gettext_noop("Only the winner nearest after the discarder is paid."),
    )


def check_names(record: Record) -> None:
    """The four, the backers and who takes over a seat: none blank, none the house, each one person.

    Raises `bad_record` at the name (or, of two bets of one backer at a time, at the second's `from_hand`).
    """
    for index, name in enumerate(record.players):
        _check_name(name, f"players[{index}]")
        if name in record.players[:index]:
            raise _taken(name, f"players[{index}]")
    for index, bet in enumerate(record.outer_bets):
        where = f"outer_bets[{index}]"
        _check_name(bet.backer, f"{where}.backer")
        if bet.backer in record.players:
            raise _taken(bet.backer, f"{where}.backer")
        _check_one_at_a_time(record, index, where)
    _check_substitutes(record)


def _check_name(name: str, where: str) -> None:
    if not name.strip():
        raise bad(where, gettext_noop("The name is blank."))
    if name == HOUSE:
        raise bad(where, gettext_noop("This name is the house's own."))


def _taken(name: str, where: str) -> RuleError:
    return bad(where, gettext_noop("%(name)s is named already."), name=name)


def _check_one_at_a_time(record: Record, index: int, where: str) -> None:
    bet = record.outer_bets[index]
    for other in record.outer_bets[:index]:
        if other.backer == bet.backer and (other.runs(bet.from_hand) or bet.runs(other.from_hand)):
            raise bad(f"{where}.from_hand", gettext_noop("A backer has one bet at a time."))


def _check_substitutes(record: Record) -> None:
    seated = list(record.players)
    backers = {bet.backer for bet in record.outer_bets}
    for index, change in enumerate(record.substitutions):
        where = f"substitutions[{index}].by"
        _check_name(change.by, where)
        if change.by in seated or change.by in backers:
            raise _taken(change.by, where)
        seated[change.seat] = change.by
