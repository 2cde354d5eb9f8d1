"""A table as it stands this moment: what the live view, the wall and the recorder's followers look at."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access import Access
from league.models import Club, Jiang, JiangResult, Member, Session, Table
from league.selectors.hand_cards import HandCard, hand_card
from league.selectors.sheets import JiangSheet, jiang_sheet

LAST = 5
NOTHING_YET = "0"


@dataclass(frozen=True)
class LiveSeat:
    """A place at the table. `total` is None where this reader sees no sums; `note` says the rest."""

    wind: int
    name: str
    total: int | None
    dealer: bool
    streak: int
    you: bool
    note: str
    place: int | None = None


@dataclass(frozen=True)
class TableLive:
    """A table and the 將 that is played, or was played last, at it. `hands` are the last ones, newest first."""

    table: Table
    jiang: Jiang | None
    seats: tuple[LiveSeat, ...] = ()
    bottom: int = 0
    round_wind: str = ""
    hands: tuple[HandCard, ...] = ()
    money: bool = False

    @property
    def last(self) -> HandCard | None:
        return self.hands[0] if self.hands else None

    @property
    def dealer(self) -> LiveSeat | None:
        """Who deals the next hand; None when none follows."""
        return next((seat for seat in self.seats if seat.dealer), None)

    @property
    def in_play(self) -> bool:
        return self.jiang is not None and self.jiang.state == Jiang.State.OPEN


def table_live(table: Table, access: Access, *, on_wall: bool = False, sums: bool = False) -> TableLive:
    """The table as this reader may see it; a fixed number of queries.

    A wall is read by everyone in the hall: where each member sees his own money only, it shows sums only if
    somebody who records asks for them (`sums`).
    """
    jiang = latest_jiang(table)
    if jiang is None:
        return TableLive(table, None)
    money = access.sees_jiang(jiang)
    if on_wall and access.club.money_shown == Club.MoneyShown.OWN:
        money = money and sums and access.records
    sheet = jiang_sheet(jiang)
    seats, bottom = _seats(sheet, access.member, money=money, on_wall=on_wall)
    coming = sheet.outcome.next
    return TableLive(
        table=table,
        jiang=jiang,
        seats=seats,
        bottom=bottom,
        round_wind=coming.round_wind if coming else _last_round(sheet),
        hands=tuple(hand_card(sheet, hand, (), ()) for hand in reversed(sheet.hands[-LAST:])),
        money=money,
    )


def latest_jiang(table: Table) -> Jiang | None:
    """The 將 in play at a table, else the one played last."""
    jiang = table.jiang.select_related("club", "unit").order_by("-number").first()
    if jiang is not None:
        jiang.table = table
        prefetch_related_objects([jiang], "table__session")
    return jiang


def _last_round(sheet: JiangSheet) -> str:
    return sheet.outcome.hands[-1].round_wind if sheet.outcome.hands else "E"


def _seats(
    sheet: JiangSheet, reader: Member | None, *, money: bool, on_wall: bool
) -> tuple[tuple[LiveSeat, ...], int]:
    """The four as they sit now; the reader's own seat, or the first, is at the bottom."""
    parties = sheet.hands[-1].players if sheet.hands else sheet.players
    totals, results = dict(sheet.net), {one.member_id: one for one in sheet.results}
    coming, done = sheet.outcome.next, sheet.outcome.next is None
    seats = tuple(
        LiveSeat(
            wind=index,
            name=party.name,
            total=totals.get(party, 0) if money else None,
            dealer=coming is not None and coming.dealer == index,
            streak=coming.streak if coming is not None and coming.dealer == index else 0,
            you=not on_wall and reader is not None and party.member == reader,
            note=_note(results.get(party.member.pk) if party.member else None, money=money, done=done),
            place=_place(results.get(party.member.pk) if party.member else None),
        )
        for index, party in enumerate(parties)
    )
    return seats, next((index for index, seat in enumerate(seats) if seat.you), 0)


def _place(result: JiangResult | None) -> int | None:
    return result.place if result is not None else None


def _note(result: JiangResult | None, *, money: bool, done: bool) -> str:
    """What stands under a name: the place once the 將 is over; how often he won, where sums are not shown."""
    if result is None:
        return ""
    said = []
    if done and result.place:
        said.append(_("place %(place)s") % {"place": result.place})
    if not money:
        said.append(ngettext("%(count)s win", "%(count)s wins", result.wins) % {"count": result.wins})
    return _(" · ").join(said)


def hand_said(live: TableLive) -> str:
    """What a screen reader is told when a hand is new: its number and story, then who deals."""
    if live.last is None:
        return ""
    said = _("Hand %(number)s: %(story)s") % {"number": live.last.number, "story": live.last.story}
    if live.dealer is None:
        return said
    deals = _("%(name)s deals, streak %(count)s") if live.dealer.streak else _("%(name)s deals")
    return _("%(story)s. %(deals)s") % {
        "story": said,
        "deals": deals % {"name": live.dealer.name, "count": live.dealer.streak},
    }


def table_versions(table_ids: Iterable[int]) -> dict[int, str]:
    """For each table a word that changes whenever something at it is written. One query."""
    wanted = list(table_ids)
    versions = dict.fromkeys(wanted, NOTHING_YET)
    found = Jiang.objects.filter(table_id__in=wanted).order_by("table_id", "number")
    for table_id, pk, version in found.values_list("table_id", "pk", "version"):
        versions[table_id] = f"{pk}.{version}"
    return versions


def table_version(table: Table) -> str:
    """The version of one table: the 將 and its own version, `0` where none has been played."""
    return table_versions([table.pk])[table.pk]


def session_versions(session_ids: Iterable[int]) -> dict[int, str]:
    """For each session a word that changes whenever something at one of its tables does. Two queries."""
    wanted = list(session_ids)
    tables: dict[int, list[int]] = {session_id: [] for session_id in wanted}
    rows = Table.objects.filter(session_id__in=wanted).order_by("pk").values_list("session_id", "pk")
    for session_id, pk in rows:
        tables[session_id].append(pk)
    versions = table_versions(pk for pks in tables.values() for pk in pks)
    return {
        session_id: _together([f"{pk}:{versions[pk]}" for pk in pks]) for session_id, pks in tables.items()
    }


def session_version(session: Session) -> str:
    """The version of one session."""
    return session_versions([session.pk])[session.pk]


def _together(words: list[str]) -> str:
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
