"""Random 將 records for property tests: every ending, every way to enter a win but tiles, every side payment."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from settlement.jiang import read_record, start, step

Doc = dict[str, Any]

SEATS = st.integers(0, 3)
FACES = st.integers(0, 40)
SHEETS = ("luohan-2005", "luohan-early", "basic", "zhengzong", "high")
TICKS = ({"all_pungs": 1, "dragon_pung": 2}, {"half_flush": 1}, {"all_chows": 1}, {"concealed_hand": 1})
FOULS = ("false_win", "second_dead_hand", "wall_disturbed", "priority_violation")
CHECKS = ("inner_start", "inner_withdraw", "outer_start", "outer_withdraw", "outer_switch", "full_round_left")


def others(seat: int) -> st.SearchStrategy[int]:
    return st.integers(1, 3).map(lambda step: (seat + step) % 4)


def some_seats(without: tuple[int, ...] = ()) -> st.SearchStrategy[list[int]]:
    seats = [seat for seat in range(4) if seat not in without]
    return st.lists(st.sampled_from(seats), unique=True, max_size=3)


@st.composite
def options(draw: st.DrawFn) -> Doc:
    limit = st.none() | st.integers(0, 12)
    chosen = {
        "face_cap": limit,
        "streak_cap": limit,
        "foul_face": limit,
        "self_draw_extra": st.integers(0, 2),
        "draw_keeps_deal": st.booleans(),
        "draw_keeps_streak": st.booleans(),
        "foul_payees": st.sampled_from(["all", "dealer_only"]),
        "seat_wind": st.sampled_from(["door", "dealer"]),
    }
    names = draw(st.lists(st.sampled_from(sorted(chosen)), unique=True, max_size=4))
    given: Doc = {name: draw(chosen[name]) for name in names}
    mode = draw(st.sampled_from(["off", "warn"]))
    given.update(
        on_several_wins="all",
        aborts=["west_parade", "four_winds"],
        bet_checks=dict.fromkeys(CHECKS, mode),
    )
    return given


@st.composite
def wins(draw: st.DrawFn, seat: int, sheet: str) -> Doc:
    if draw(st.booleans()):
        return {"seat": seat, "face": draw(FACES)}
    ticks = draw(st.sampled_from(TICKS))
    return {"seat": seat, "patterns": dict(ticks)}


@st.composite
def discards(draw: st.DrawFn, sheet: str) -> Doc:
    discarder = draw(SEATS)
    hand: Doc = {"result": "win", "from": discarder}
    kind = draw(st.sampled_from(["plain", "plain", "wrong_exposed_discard", "misnamed_discard"]))
    if kind == "plain":
        seats = draw(st.lists(others(discarder), unique=True, min_size=1, max_size=3))
    else:
        seats = draw(st.lists(others(discarder), min_size=1, max_size=2))
        hand["reason"] = kind
    hand["wins"] = [draw(wins(seat, sheet)) for seat in seats]
    return hand


@st.composite
def self_draws(draw: st.DrawFn, sheet: str) -> Doc:
    seat = draw(SEATS)
    kind = draw(st.sampled_from(["face", "robbed", "robbed_alone", "immortals", "kongs"]))
    win: Doc = {"seat": seat, "face": draw(FACES)}
    if kind == "robbed":
        win["robbed"] = draw(others(seat))
    elif kind == "robbed_alone":
        win = {"seat": seat, "patterns": {"seven_robs_one": 1}, "robbed": draw(others(seat))}
    elif kind == "immortals":
        win = {"seat": seat, "patterns": {"eight_immortals": 1}}
    elif kind == "kongs" and sheet == "basic":
        win = {"seat": seat, "patterns": {"four_kongs": 1}}
    return {"result": "win", "from": None, "wins": [win]}


@st.composite
def fouls(draw: st.DrawFn) -> Doc:
    foul: Doc = {"seat": draw(SEATS), "face": draw(FACES)}
    if draw(st.booleans()):
        return {**foul, "reason": draw(st.sampled_from(FOULS))}
    return {**foul, "reason": "other", "text": "翻倒別家的牌"}


@st.composite
def penalties(draw: st.DrawFn) -> Doc:
    src = draw(SEATS)
    unit = draw(st.sampled_from(["tai", "amount"]))
    return {"from": src, "to": draw(others(src)), "reason": "other", unit: draw(st.integers(0, 300))}


@st.composite
def hands(draw: st.DrawFn, sheet: str) -> Doc:
    ending = draw(st.sampled_from(["discard", "discard", "self_draw", "draw", "abort", "foul"]))
    if ending == "discard":
        hand = draw(discards(sheet))
    elif ending == "self_draw":
        hand = draw(self_draws(sheet))
    elif ending == "foul":
        hand = {"result": "foul", "fouls": draw(st.lists(fouls(), min_size=1, max_size=2))}
    elif ending == "abort":
        hand = {"result": "abort", "reason": draw(st.sampled_from(["west_parade", "four_winds"]))}
    else:
        hand = {"result": "draw"}
    _besides(draw, hand)
    return hand


def _besides(draw: st.DrawFn, hand: Doc) -> None:
    """What may stand beside an ending."""
    extras = draw(
        st.sets(
            st.sampled_from(
                ["fouls", "stand_ins", "watchers", "penalties", "shown", "door", "dealer_after", "note"]
            ),
            max_size=3,
        )
    )
    winners = tuple(win["seat"] for win in hand.get("wins", ()))
    if "fouls" in extras and hand["result"] in ("win", "draw"):
        hand["fouls"] = [draw(fouls())]
    if "stand_ins" in extras and winners:
        hand["stand_ins"] = draw(some_seats(winners)) if len(set(winners)) < 4 else []
    if "watchers" in extras:
        hand["watchers"] = draw(some_seats())
    if "penalties" in extras:
        hand["penalties"] = draw(st.lists(penalties(), max_size=2))
    if "shown" in extras:
        hand["shown_streak"] = draw(st.integers(0, 4))
    if "door" in extras:
        hand["door_seat"] = draw(SEATS)
    if "dealer_after" in extras:
        hand["dealer_after"] = draw(st.sampled_from(["stay", "pass"]))
        hand.setdefault("reason", "桌上說好")
    if "note" in extras:
        hand["note"] = draw(st.sampled_from(["", "重算一次"]))


@st.composite
def inner_bets(draw: st.DrawFn) -> Doc:
    seat = draw(SEATS)
    bet = {"seat": seat, "units": draw(st.integers(1, 3)), **draw(spans())}
    return {**bet, "accepted_by": draw(some_seats((seat,)))}


@st.composite
def outer_bets(draw: st.DrawFn, backer: str) -> Doc:
    seat = draw(SEATS)
    bet: Doc = {"backer": backer, "seat": seat, **draw(spans()), "accepted_by": draw(some_seats((seat,)))}
    bet.update(base=draw(st.integers(0, 200)), per_tai=draw(st.sampled_from([0, 10])))
    if draw(st.booleans()):
        bet["void_wins"] = draw(st.lists(st.integers(1, 12), unique=True, max_size=3))
    return bet


@st.composite
def spans(draw: st.DrawFn) -> Doc:
    first = draw(st.integers(1, 8))
    if draw(st.booleans()):
        return {"from_hand": first}
    return {"from_hand": first, "to_hand": first + draw(st.integers(0, 8))}


@st.composite
def records(draw: st.DrawFn) -> Doc:
    """A record that replays without an error; cut off where the 將 is complete."""
    sheet = draw(st.sampled_from(SHEETS))
    document: Doc = {
        "format": "jiang-record",
        "version": 1,
        "ruleset": sheet,
        "options": draw(options()),
        "stakes": {"base": draw(st.integers(0, 300)), "per_tai": draw(st.integers(0, 100))},
        "players": ["阿明", "小華", "美玲", "老王"],
        "first_dealer": draw(SEATS),
        "hands": draw(st.lists(hands(sheet), max_size=22)),
        "inner_bets": draw(st.lists(inner_bets(), max_size=3)),
        "outer_bets": [
            draw(outer_bets(name)) for name in draw(st.lists(st.sampled_from("XYZ"), unique=True, max_size=3))
        ],
    }
    if draw(st.booleans()):
        fee = st.integers(0, 50)
        document["table_fee"] = {"self_draw": draw(fee), "cap": draw(fee), "per_player": draw(fee)}
    if draw(st.booleans()):
        document["substitutions"] = [
            {"seat": draw(SEATS), "by": "代打", "from_hand": draw(st.integers(1, 9))}
        ]
    return playable(document)


def playable(document: Doc) -> Doc:
    """The document without the hands after the 將's end."""
    state = start(read_record(document))
    played = 0
    for hand in read_record(document).hands:
        if state.flow.complete:
            break
        state, _ = step(state, hand)
        played += 1
    document["hands"] = document["hands"][:played]
    return document


def turned(document: Doc, by: int) -> Doc:
    """The same 將 with every seat numbered `by` higher."""
    turned = copy.deepcopy(document)
    players = document["players"]
    turned["players"] = [players[(seat - by) % 4] for seat in range(4)]
    turned["first_dealer"] = (document["first_dealer"] + by) % 4
    for part in ("inner_bets", "outer_bets", "substitutions", "hands"):
        for entry in turned.get(part, ()):
            _turn(entry, by)
    return turned


def _turn(entry: Doc, by: int) -> None:
    for key in ("seat", "door_seat", "from", "to", "robbed"):
        if entry.get(key) is not None:
            entry[key] = (entry[key] + by) % 4
    for key in ("accepted_by", "watchers", "stand_ins", "dead_hands"):
        if key in entry:
            entry[key] = [(seat + by) % 4 for seat in entry[key]]
    for key in ("wins", "fouls", "penalties"):
        for part in entry.get(key, ()):
            _turn(part, by)
