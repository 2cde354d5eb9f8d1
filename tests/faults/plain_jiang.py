"""A 將 as a few lists in memory, told by what happened: the half of the model that knows hands and bets.

Hands have names of their own, and whatever begins or ends with a hand holds its name, never its number. A
replay by `settlement.jiang` is all that it computes with.
"""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import RuleError
from settlement.jiang.record import Record, read_record
from settlement.jiang.replay import Outcome, replay

NEXT = "next"
"""Begins with the hand that is not played yet."""
HOUSE = "house"
LATE = re.compile(r"(inner|outer)_bets\[(\d+)\]")


@dataclass
class Bet:
    """`begins` and `ends` name hands; `void` are those in which the backer wins nothing."""

    kind: str
    seat: int
    accepted_by: list[int]
    begins: str
    ends: str | None = None
    backer: int | None = None
    stake: dict[str, int] = field(default_factory=dict)
    void: set[str] = field(default_factory=set)
    overruled: bool = False


@dataclass
class Sat:
    """Who took a seat over, and with which hand."""

    seat: int
    who: int
    begins: str


@dataclass
class Game:
    """One 將; people are the ids of members."""

    key: int
    table: int
    players: list[int]
    terms: dict[str, Any]
    hands: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    later: list[Sat] = field(default_factory=list)
    bets: list[Bet] = field(default_factory=list)
    closed: bool = False
    version: int = 1
    outcome: Outcome | None = None

    def copy(self) -> Game:
        return deepcopy(self)

    def number(self, name: str) -> int:
        names = [hand for hand, _ in self.hands]
        return len(names) + 1 if name == NEXT else names.index(name) + 1

    def name(self, number: int) -> str:
        return self.hands[number - 1][0] if number <= len(self.hands) else NEXT

    def of_kind(self, kind: str) -> list[Bet]:
        return [bet for bet in self.bets if bet.kind == kind]

    def record(self) -> Record:
        document: dict[str, Any] = {"format": "jiang-record", "version": 1, "ruleset": "luohan-2005"}
        document |= self.terms
        document |= {
            "players": [token(one) for one in self.players],
            "hands": [facts for _, facts in self.hands],
            "inner_bets": [self._written(bet) for bet in self.of_kind("inner")],
            "outer_bets": [self._written(bet) for bet in self.of_kind("outer")],
            "substitutions": [
                {"seat": one.seat, "by": token(one.who), "from_hand": self.number(one.begins)}
                for one in sorted(self.later, key=lambda one: self.number(one.begins))
            ],
            "closed": self.closed,
        }
        return read_record(document)

    def _written(self, bet: Bet) -> dict[str, Any]:
        row = {"seat": bet.seat, "accepted_by": bet.accepted_by, "from_hand": self.number(bet.begins)}
        row |= bet.stake
        if bet.backer is not None:
            row["backer"] = token(bet.backer)
        if bet.ends is not None:
            row["to_hand"] = self.number(bet.ends)
        if bet.void:
            row["void_wins"] = sorted(map(self.number, bet.void))
        if bet.overruled:
            row["overruled"] = "late"
        return row

    def play(self, *, keep_late: bool = False) -> Game:
        """Replays what stands here. With `keep_late` bets that came to be late are kept as overruled."""
        for _ in range(len(self.bets) + 1):
            try:
                self.outcome = replay(self.record())
            except RuleError as error:
                found = LATE.match(error.where)
                if not keep_late or error.code != "bet_not_allowed" or found is None:
                    raise
                self.of_kind(found[1])[int(found[2])].overruled = True
            else:
                break
        self.version += 1
        return self

    def played(self) -> Outcome:
        assert self.outcome is not None
        return self.outcome

    @property
    def over(self) -> bool:
        return self.played().complete or self.closed

    def nets(self) -> dict[int | None, int]:
        """Whom the 將 names and what each won, the house (None) among them."""
        return {person(name): net for name, net in self.played().net.items()}

    def people(self) -> set[int]:
        return {one for one in self.nets() if one is not None}

    def seated(self, number: int) -> list[int]:
        """Who sits at a hand."""
        seats = dict(enumerate(self.players))
        for one in sorted(self.later, key=lambda one: self.number(one.begins)):
            if self.number(one.begins) <= number:
                seats[one.seat] = one.who
        return [seats[seat] for seat in range(4)]

    def add(self, name: str, facts: dict[str, Any]) -> None:
        """The hand that was awaited: what was to begin with it begins."""
        for one in (*self.bets, *self.later):
            one.begins = name if one.begins == NEXT else one.begins
        self.hands.append((name, facts))

    def insert(self, number: int, name: str, facts: dict[str, Any]) -> None:
        self.hands.insert(number - 1, (name, facts))

    def strike(self, number: int) -> None:
        """Begun with this hand: begins with the one after it. Ended with it: ended with the one before."""
        gone = self.name(number)
        after = self.name(number + 1)
        before = self.name(number - 1) if number > 1 else None
        for bet in list(self.bets):
            bet.void.discard(gone)
            if gone in (bet.begins, bet.ends) and bet.begins == bet.ends:
                self.bets.remove(bet)
            elif bet.begins == gone:
                bet.begins = after
            elif bet.ends == gone:
                bet.ends = before
        for one in list(self.later):
            if one.begins == gone:
                one.begins = after
        del self.hands[number - 1]
        self._close_seats()

    def _close_seats(self) -> None:
        """Of two who would take a seat with the same hand the later one sits; from the first on he is a beginner."""
        rows = sorted(enumerate(self.later), key=lambda row: (self.number(row[1].begins), row[0]))
        kept: dict[tuple[int, int], Sat] = {}
        for _, one in rows:
            if self.number(one.begins) == 1:
                self.players[one.seat] = one.who
            else:
                kept[one.seat, self.number(one.begins)] = one
        self.later = list(kept.values())

    def rename(self, gone: int, kept: int) -> None:
        """Two records became one person."""
        self.players = [kept if one == gone else one for one in self.players]
        for sat in self.later:
            sat.who = kept if sat.who == gone else sat.who
        for bet in self.bets:
            bet.backer = kept if bet.backer == gone else bet.backer
        self.outcome = replay(self.record())


def token(who: int) -> str:
    return f"m{who}"


def person(name: str) -> int | None:
    return None if name == HOUSE else int(name[1:])
