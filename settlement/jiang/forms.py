"""The parts of a 將 record as frozen values. Seats are 0–3, hands count from 1, money is whole units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.rulesets import Ruleset

HOUSE = "house"
WINDS = "ESWN"
WRONG_EXPOSED_DISCARD = "wrong_exposed_discard"
MISNAMED_DISCARD = "misnamed_discard"
OTHER = "other"
SEVEN_ROBS_ONE = "seven_robs_one"
DEALT_FLOWER_WIN = "dealt_flower_win"
EIGHT_IMMORTALS = "eight_immortals"
FOUR_KONGS = "four_kongs"

Seat = int
TileValue = str | tuple[str, ...]
TileItems = tuple[tuple[str, TileValue], ...]


@dataclass(frozen=True, slots=True)
class Stakes:
    """底 and the value of one 台."""

    base: int
    per_tai: int


@dataclass(frozen=True, slots=True)
class Win:
    """One winner of a hand, entered in exactly one of three ways."""

    seat: Seat
    face: int | None = None
    patterns: Mapping[str, int] | None = None
    tiles: Mapping[str, TileValue] | None = None
    robbed: Seat | None = None

    def shows(self, code: str) -> bool:
        """Whether the pattern `code` was ticked or declared with this win."""
        if self.patterns is not None:
            return self.patterns.get(code, 0) > 0
        if self.tiles is not None:
            return code in self.tiles.get("declared", ())
        return False


@dataclass(frozen=True, slots=True)
class Foul:
    """詐胡 or another 包賠 case; `face` is what the shown hand counts."""

    seat: Seat
    reason: str
    face: int
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """A small payment between two seats, in 台 or in units (one of the two is None)."""

    src: Seat
    dst: Seat
    reason: str
    tai: int | None = None
    amount: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """One 盤 as recorded. `discarder` is None for a self-draw and wherever nobody won."""

    result: str
    discarder: Seat | None = None
    wins: tuple[Win, ...] = ()
    fouls: tuple[Foul, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    watchers: tuple[Seat, ...] = ()
    stand_ins: tuple[Seat, ...] = ()
    dead_hands: tuple[Seat, ...] = ()
    shown_streak: int | None = None
    door_seat: Seat | None = None
    dealer_after: str | None = None
    reason: str | None = None
    note: str | None = None

    @property
    def self_drawn(self) -> bool:
        return self.result == "win" and self.discarder is None


@dataclass(frozen=True, slots=True)
class InnerBet:
    """內插: a seat raises its own 底 by `units` against the seats that accept."""

    seat: Seat
    units: int
    from_hand: int
    accepted_by: tuple[Seat, ...]
    to_hand: int | None = None
    overruled: str | None = None

    def runs(self, number: int) -> bool:
        """Whether the bet is in force in hand `number`."""
        return self.from_hand <= number and (self.to_hand is None or number <= self.to_hand)


@dataclass(frozen=True, slots=True)
class OuterBet:
    """外插: a backer bets on a principal's seat against those of the three others who accept."""

    backer: str
    seat: Seat
    base: int
    per_tai: int
    from_hand: int
    accepted_by: tuple[Seat, ...]
    to_hand: int | None = None
    void_wins: tuple[int, ...] = ()
    overruled: str | None = None

    def runs(self, number: int) -> bool:
        """Whether the bet is in force in hand `number`."""
        return self.from_hand <= number and (self.to_hand is None or number <= self.to_hand)


@dataclass(frozen=True, slots=True)
class TableFee:
    """東錢: what a self-draw leaves (up to `cap`, 0: no cap), and what each of the four pays at the start."""

    self_draw: int = 0
    cap: int = 0
    per_player: int = 0

    def __bool__(self) -> bool:
        return bool(self.self_draw or self.per_player)


@dataclass(frozen=True, slots=True)
class Substitution:
    """From hand `from_hand` on, `by` sits in `seat`."""

    seat: Seat
    by: str
    from_hand: int


@dataclass(frozen=True, slots=True)
class Record:
    """A whole 將. `ruleset` has the record's own options in it; `spec` and `options` are as they were given."""

    ruleset: Ruleset
    stakes: Stakes
    players: tuple[str, str, str, str]
    first_dealer: Seat
    hands: tuple[Hand, ...] = ()
    spec: object = "luohan-2005"
    options: Mapping[str, object] = field(default_factory=dict)
    played_on: str | None = None
    inner_bets: tuple[InnerBet, ...] = ()
    outer_bets: tuple[OuterBet, ...] = ()
    table_fee: TableFee = TableFee()
    substitutions: tuple[Substitution, ...] = ()
    closed: bool = False

    def seated_names(self) -> tuple[str, ...]:
        """The four and whoever took a seat over."""
        return tuple(dict.fromkeys([*self.players, *(change.by for change in self.substitutions)]))

    def names(self) -> tuple[str, ...]:
        """Everybody a `net` names: who sat, the backers, and the house with a fee."""
        people = dict.fromkeys(self.seated_names())
        people.update(dict.fromkeys(bet.backer for bet in self.outer_bets))
        if self.table_fee:
            people[HOUSE] = None
        return tuple(people)
