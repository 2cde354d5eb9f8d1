"""Opening a session, setting up tables, seating four, drawing seats (搬風), and the next 將 with the same four."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import permutations
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Club, ClubUnit, Jiang, Member, Season, Session, SideBet, Sitting, Table
from league.services.facts import Facts
from league.services.presence import let_in
from league.services.records import next_number
from league.services.settling import write_outcome
from scoring.rulesets import read_ruleset
from settlement.jiang.may import may_be_left

STAKES: tuple[tuple[int, int], ...] = ((50, 20), (100, 20), (100, 50), (300, 50), (300, 100))
"""The usual 底/台, offered as presets."""


@dataclass(frozen=True)
class Terms:
    """What a 將 is played for and under. `ruleset` is a sheet's id or a house sheet's object."""

    unit: ClubUnit
    ruleset: str | Mapping[str, Any]
    base: int
    per_tai: int
    options: Mapping[str, Any] = field(default_factory=dict)
    table_fee: Mapping[str, int] | None = None


def season_for(club: Club, day: date, unit: ClubUnit | None = None) -> Season | None:
    """The running season of a day, the latest one where two overlap."""
    seasons = Season.objects.filter(club=club, starts_on__lte=day).exclude(ends_on__lt=day)
    if unit is not None:
        seasons = seasons.filter(unit=unit)
    return seasons.order_by("-starts_on", "-pk").first()


@transaction.atomic
def open_session(club: Club, played_on: date, *, name: str = "", tables: int = 1) -> Session:
    """A new 場次 with its first tables."""
    session = Session.objects.create(
        club=club, season=season_for(club, played_on), played_on=played_on, name=name[:60]
    )
    Table.objects.bulk_create([Table(session=session, number=number) for number in range(1, tables + 1)])
    return session


@transaction.atomic
def add_table(session: Session) -> Table:
    """One more table, with the next number."""
    Session.objects.select_for_update(no_key=True).get(pk=session.pk)
    last = session.tables.aggregate(last=Max("number"))["last"] or 0
    return Table.objects.create(session=session, number=last + 1)


@transaction.atomic
def open_jiang(
    table: Table,
    seats: Sequence[Member],
    first_dealer: int,
    terms: Terms,
    *,
    actor: Actor,
    leave_bets: bool = False,
) -> Jiang:
    """A new 將 with nobody's hand yet, the carried 內插 standing there already.

    `seats` are the members in seats 0–3 (East, South, West, North of the draw). Raises Refused while the
    table's last 將 is still in play, for a person who sits twice, and for seats in the cyclic order of the last 將.
    """
    let_in(table.session.club_id, seats)
    table = (
        Table.objects.select_for_update(of=("self",), no_key=True)
        .select_related("session__club")
        .get(pk=table.pk)
    )
    club = table.session.club
    _check_seats(club, seats, first_dealer)
    last = last_jiang(table)
    if last is not None:
        _check_after(last, seats)
    sheet = read_ruleset(terms.ruleset, dict(terms.options))
    jiang = Jiang.objects.create(
        club=club,
        unit=terms.unit,
        season=season_for(club, table.session.played_on, terms.unit),
        table=table,
        number=next_number(table),
        ruleset=terms.ruleset,
        options=dict(terms.options),
        sheet=sheet.as_json(),
        base=terms.base,
        per_tai=terms.per_tai,
        first_dealer=first_dealer,
        table_fee=dict(terms.table_fee) if terms.table_fee else None,
        played_on=table.session.played_on,
    )
    Sitting.objects.bulk_create(
        [Sitting(jiang=jiang, seat=seat, member=member) for seat, member in enumerate(seats)]
    )
    if last is not None and not leave_bets:
        SideBet.objects.bulk_create(_carried(jiang, last, seats))
    write_outcome(Facts.load(jiang), actor=actor)
    return jiang


def last_jiang(table: Table) -> Jiang | None:
    """The 將 played last (or being played) at a table."""
    return table.jiang.select_related("club", "unit__book", "season").order_by("-number").first()


def _check_seats(club: Club, seats: Sequence[Member], first_dealer: int) -> None:
    if len(seats) != 4 or len({member.pk for member in seats}) != 4:
        raise Refused("seats", gettext_noop("Four different people sit at a table."), where="seats")
    if any(member.club_id != club.pk for member in seats):
        raise Refused(
            "seats", gettext_noop("Only members and guests of this club sit at its tables."), where="seats"
        )
    if first_dealer not in range(4):
        raise Refused("first_dealer", gettext_noop("Choose who deals first."), where="first_dealer")


def _check_after(last: Jiang, seats: Sequence[Member]) -> None:
    if last.state == Jiang.State.OPEN:
        raise Refused(
            "still_in_play",
            gettext_noop("The last 將 at this table is still in play: finish it or end it early first."),
            status=409,
        )
    if same_order([member.pk for member in seats], seated_at_the_end(last)):
        raise Refused(
            "same_order",
            gettext_noop(
                "The four sit in the same order round the table as in the 將 before: draw seats again."
            ),
            where="seats",
        )


def seated_at_the_end(jiang: Jiang) -> list[int]:
    """The member ids in seats 0–3 as the 將 ended."""
    seats: dict[int, int] = {}
    for sitting in jiang.sittings.order_by("from_hand", "pk"):
        seats[sitting.seat] = sitting.member_id
    return [seats[seat] for seat in range(4)]


def same_order(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether the same four follow one another in the same order round the table.

    >>> same_order([1, 2, 3, 4], [3, 4, 1, 2])
    True
    >>> same_order([1, 2, 3, 4], [1, 3, 2, 4])
    False
    """
    turns = [[*other[turn:], *other[:turn]] for turn in range(len(other))]
    return list(one) in turns


def draw_seats(four: Sequence[int], before: Sequence[int] | None = None) -> list[int]:
    """搬風: the four in a new order, any with equal chance that does not repeat the order before."""
    orders = [list(order) for order in permutations(four)]
    if before is not None:
        orders = [order for order in orders if not same_order(order, before)]
    return secrets.choice(orders)


def carried_bets(last: Jiang) -> list[SideBet]:
    """The inner bets of a finished 將 that may not be left: they run still, and lost nothing."""
    facts = Facts.load(last)
    bets = [bet for bet in facts.bets if bet.kind == SideBet.Kind.INNER]
    return [
        bet
        for bet, own_sum in zip(bets, facts.outcome().inner_sums, strict=True)
        if bet.to_hand is None and not may_be_left(own_sum)
    ]


def _carried(jiang: Jiang, last: Jiang, seats: Sequence[Member]) -> list[SideBet]:
    """Carried bets of those who sit again, at the seats they have now."""
    now = {member.pk: seat for seat, member in enumerate(seats)}
    then = dict(enumerate(seated_at_the_end(last)))
    rows: list[SideBet] = []
    for bet in carried_bets(last):
        if then[bet.seat] not in now:
            continue
        seat = now[then[bet.seat]]
        others = [now[then[other]] for other in bet.accepted_by if then[other] in now]
        rows.append(
            SideBet(
                jiang=jiang,
                kind=SideBet.Kind.INNER,
                position=len(rows),
                seat=seat,
                units=bet.units,
                from_hand=1,
                accepted_by=sorted(others),
            )
        )
    return rows
