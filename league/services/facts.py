"""From rows to a 將 record and back: what the plain-Python rooms read, and what is exported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from league.models import Hand, Jiang, Member, SideBet, Sitting
from settlement.jiang.continuing import continued
from settlement.jiang.record import Record, read_record
from settlement.jiang.replay import Outcome, replay
from settlement.prepared import Prepared

HOUSE = "house"


def token(member_id: int) -> str:
    """The name a member plays under inside the site, so that no sum depends on names."""
    return f"m{member_id}"


def member_id(token: str) -> int:
    return int(token[1:])


@dataclass
class Facts:
    """All rows that one 將 is replayed from, loaded in three queries."""

    jiang: Jiang
    sittings: list[Sitting]
    hands: list[Hand]
    bets: list[SideBet]

    @classmethod
    def load(cls, jiang: Jiang) -> Facts:
        facts = cls.seated(jiang)
        facts.hands = _hands(jiang.pk)
        rows: list[Any] = [*facts.sittings, *facts.hands, *facts.bets]
        for row in rows:
            row.jiang = jiang
        return facts

    @classmethod
    def seated(cls, jiang: Jiang) -> Facts:
        """The same without the hands: who sat and who backed."""
        return cls(jiang, _sittings(jiang.pk), [], _bets(jiang.pk))

    def members(self) -> dict[int, Member]:
        """Everyone who sat or backed, by id."""
        people = [sitting.member for sitting in self.sittings]
        people += [bet.backer for bet in self.bets if bet.backer]
        return {person.pk: person for person in people}

    def record(self) -> Record:
        """The record under tokens and the pinned sheet: what every sum is computed from."""
        return read_record(self.document())

    def document(self) -> dict[str, Any]:
        """What `record` reads."""
        return self._document(lambda member: token(member.pk), pinned=True)

    def outcome(self) -> Outcome:
        """What the 將 comes to, replayed from its first hand."""
        return replay(self.record())

    def grown(self) -> Outcome:
        """The same, going on from where it stood when it was last written here: what writing a hand asks for."""
        return continued(str(self.jiang.uid), self.document())

    def export(self) -> dict[str, Any]:
        """The record with the names as they are today and the sheet as it was given."""
        return self._document(self.names().__getitem__, pinned=False)

    def names(self) -> dict[Member, str]:
        """A name for each member; a second member of the same name gets a number behind it."""
        taken: set[str] = {HOUSE}
        names: dict[Member, str] = {}
        for member in self.members().values():
            name, turn = member.name, 1
            while name in taken:
                turn += 1
                name = f"{member.name} {turn}"
            taken.add(name)
            names[member] = name
        return names

    def _document(self, name: Callable[[Member], str], *, pinned: bool) -> dict[str, Any]:
        jiang = self.jiang
        seated = [sitting for sitting in self.sittings if sitting.from_hand == 1]
        document: dict[str, Any] = {
            "format": "jiang-record",
            "version": 1,
            "ruleset": jiang.sheet if pinned else jiang.ruleset,
            "stakes": {"base": jiang.base, "per_tai": jiang.per_tai},
            "players": [name(sitting.member) for sitting in sorted(seated, key=lambda one: one.seat)],
            "first_dealer": jiang.first_dealer,
            "hands": [hand.facts for hand in self.hands],
        }
        later = [sitting for sitting in self.sittings if sitting.from_hand > 1]
        optional: dict[str, Any] = {
            "options": {} if pinned else jiang.options,
            "played_on": jiang.played_on.isoformat() if jiang.dated else None,
            "inner_bets": [_inner(bet) for bet in self.bets if bet.kind == SideBet.Kind.INNER],
            "outer_bets": [_outer(bet, name) for bet in self.bets if bet.kind == SideBet.Kind.OUTER],
            "table_fee": jiang.table_fee,
            "substitutions": [
                {"seat": one.seat, "by": name(one.member), "from_hand": one.from_hand} for one in later
            ],
            "closed": jiang.closed,
        }
        document.update({key: value for key, value in optional.items() if value})
        return document


_sittings = Prepared(
    lambda jiang: Sitting.objects.filter(jiang_id=jiang).select_related("member").order_by("from_hand", "pk")
)
_hands = Prepared(lambda jiang: Hand.objects.filter(jiang_id=jiang, struck_at=None).order_by("number"))
_bets = Prepared(
    lambda jiang: SideBet.objects.filter(jiang_id=jiang).select_related("backer").order_by("kind", "position")
)


def _bet(bet: SideBet) -> dict[str, Any]:
    row: dict[str, Any] = {
        "seat": bet.seat,
        "from_hand": bet.from_hand,
        "accepted_by": bet.accepted_by,
    }
    optional = {"to_hand": bet.to_hand, "overruled": bet.overruled}
    return row | {key: value for key, value in optional.items() if value is not None}


def _inner(bet: SideBet) -> dict[str, Any]:
    return _bet(bet) | {"units": bet.units}


def _outer(bet: SideBet, name: Callable[[Member], str]) -> dict[str, Any]:
    if bet.backer is None:
        raise ValueError("an outer bet has a backer")
    row = _bet(bet) | {"backer": name(bet.backer), "base": bet.base, "per_tai": bet.per_tai}
    return row if bet.void_wins is None else row | {"void_wins": bet.void_wins}
