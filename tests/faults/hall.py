"""The club that faults befall: the evening of the settling stories, and a table with a 將 in play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from league.actors import SITE
from league.models import Jiang, Table
from league.services.hands import record_hand
from league.services.opening import Terms, open_jiang, open_session
from league.services.verify import verify_club
from settlement.models import Posting
from tests.settling.evening import DAY, FOUR, Evening, gather

DEALER_WINS: dict[str, Any] = {"result": "win", "from": 3, "wins": [{"seat": 0, "face": 2}]}


@dataclass
class Hall:
    """`jiang` is in play, with one hand; 阿明 deals."""

    evening: Evening
    table: Table
    jiang: Jiang

    @classmethod
    def build(cls) -> Hall:
        evening = gather()
        table = open_session(evening.club, DAY, tables=1).tables.get()
        hall = cls(evening, table, open_at(evening, table))
        record_hand(hall.jiang, DEALER_WINS, number=1, actor=SITE)
        return hall


def open_at(evening: Evening, table: Table, four: tuple[str, ...] = FOUR) -> Jiang:
    """A 將 of four at a table."""
    people = [evening.people[name] for name in four]
    terms = Terms(evening.unit, "luohan-2005", 100, 20)
    return open_jiang(table, people, 0, terms, actor=SITE)


def wins(seat: int, face: int) -> dict[str, Any]:
    """A self-draw."""
    return {"result": "win", "from": None, "wins": [{"seat": seat, "face": face}]}


def assert_sound(evening: Evening) -> None:
    """Nothing differs from a replay, and the book's numbers have no gap."""
    assert [f"{one.code} {one.where} {one.params}" for one in verify_club(evening.club)] == []
    seqs = Posting.objects.filter(book=evening.unit.book_id).order_by("seq").values_list("seq", flat=True)
    assert list(seqs) == list(range(1, len(seqs) + 1))
