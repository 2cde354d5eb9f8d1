"""The page of one 將: header, seats, every hand, bets, net, and what was struck. A fixed number of queries."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from league.look.words import WINDS
from league.models import Hand, HandDispute, HandRevision, Jiang, JiangResult, Member
from league.selectors.actors import actor_names
from league.selectors.bet_rows import BetRow, bet_rows
from league.selectors.hand_cards import HandCard, Revision, hand_card, revisions_of
from league.selectors.sheets import JiangSheet, jiang_sheet
from settlement.jiang.outcome import Warned

HAND_PATH = re.compile(r"^hands\[(\d+)\]")


@dataclass(frozen=True)
class Seat:
    """A place at the table as the compass draws it."""

    wind: str
    name: str
    total: int
    dealer: bool
    streak: int
    you: bool
    note: str = ""


@dataclass(frozen=True)
class StruckHand:
    """A hand that counts no more, with its history."""

    number: int
    story: str
    revisions: tuple[Revision, ...]


@dataclass(frozen=True)
class JiangPage:
    """What the page of a 將 shows."""

    sheet: JiangSheet
    seats: tuple[Seat, ...]
    bottom: int
    round_wind: str
    hands: tuple[HandCard, ...]
    struck: tuple[StruckHand, ...]
    bets: tuple[BetRow, ...]
    results: tuple[JiangResult, ...]
    house: int
    race: tuple[tuple[str, list[tuple[int, int]]], ...]
    warnings: tuple[str, ...]
    disputes: tuple[HandDispute, ...]


def jiang_page(jiang: Jiang, reader: Member | None) -> JiangPage:
    """Replays the 將 and gathers what its page shows to this reader."""
    sheet = jiang_sheet(jiang)
    gone = list(jiang.hands.exclude(struck_at=None).order_by("struck_at", "pk"))
    revisions = _revisions(jiang, [hand.hand for hand in sheet.hands] + gone)
    actors = actor_names(jiang.club, {row.actor for rows in revisions.values() for row in rows})
    placed, general = warnings_by_hand(sheet.outcome.warnings)
    seats, bottom = _seats(sheet, reader)
    names = tuple(party.name for party in sheet.players)
    return JiangPage(
        sheet=sheet,
        seats=seats,
        bottom=bottom,
        round_wind=round_of(sheet),
        hands=tuple(
            hand_card(
                sheet,
                hand,
                tuple(placed.get(hand.hand.number, ())),
                revisions_of(
                    hand.hand,
                    revisions[hand.hand.pk],
                    tuple(party.name for party in hand.players),
                    actors,
                ),
            )
            for hand in sheet.hands
        ),
        struck=tuple(_struck(hand, revisions[hand.pk], names, actors) for hand in gone),
        bets=bet_rows(sheet),
        results=sheet.results,
        house=next((amount for party, amount in sheet.net if party.member is None), 0),
        race=_race(sheet),
        warnings=tuple(general),
        disputes=disputes_of(jiang),
    )


def disputes_of(jiang: Jiang) -> tuple[HandDispute, ...]:
    """What is or was disputed about the standing hands of a 將, in their order. One query."""
    found = HandDispute.objects.filter(hand__jiang=jiang, hand__struck_at=None)
    return tuple(found.select_related("hand", "member").order_by("hand__number", "pk"))


def _race(sheet: JiangSheet) -> tuple[tuple[str, list[tuple[int, int]]], ...]:
    """The four players' totals after each hand; and those of who took a seat over."""
    parties = list(dict.fromkeys(party for hand in sheet.hands for party in hand.players))[:6]
    return tuple(
        (party.name, [(0, 0)] + [(hand.hand.number, dict(hand.running)[party]) for hand in sheet.hands])
        for party in parties
    )


def _revisions(jiang: Jiang, hands: Sequence[Hand]) -> dict[int, list[HandRevision]]:
    rows: dict[int, list[HandRevision]] = {hand.pk: [] for hand in hands}
    for row in HandRevision.objects.filter(hand__jiang=jiang).order_by("hand", "number"):
        rows.setdefault(row.hand_id, []).append(row)
    return rows


def warnings_by_hand(warnings: Sequence[Warned]) -> tuple[Mapping[int, list[str]], list[str]]:
    """Warnings by the hand they speak of, and the others."""
    placed: dict[int, list[str]] = defaultdict(list)
    general = []
    for warning in warnings:
        said = gettext(warning.template) % warning.params
        found = HAND_PATH.match(warning.where)
        if found:
            placed[int(found[1]) + 1].append(said)
        else:
            general.append(said)
    return placed, general


def round_of(sheet: JiangSheet) -> str:
    """The wind of the round that is played, or that was played last."""
    if sheet.outcome.next:
        return sheet.outcome.next.round_wind
    return sheet.outcome.hands[-1].round_wind if sheet.outcome.hands else "E"


def _seats(sheet: JiangSheet, reader: Member | None) -> tuple[tuple[Seat, ...], int]:
    """The four as they sit now; the reader's own seat, or the first, is at the bottom."""
    parties = sheet.hands[-1].players if sheet.hands else sheet.players
    totals = dict(sheet.net)
    coming = sheet.outcome.next
    seats = tuple(
        Seat(
            wind=WINDS[index],
            name=party.name,
            total=totals.get(party, 0),
            dealer=coming is not None and coming.dealer == index,
            streak=coming.streak if coming is not None and coming.dealer == index else 0,
            you=reader is not None and party.member == reader,
            note=str(_("deals first")) if index == sheet.jiang.first_dealer and coming is None else "",
        )
        for index, party in enumerate(parties)
    )
    return seats, next((index for index, seat in enumerate(seats) if seat.you), 0)


def _struck(
    hand: Hand, rows: list[HandRevision], names: tuple[str, ...], actors: Mapping[str, str]
) -> StruckHand:
    revisions = revisions_of(hand, rows, names, actors)
    said = next((one.after for one in revisions[1:]), "")
    return StruckHand(hand.number, said, revisions)


def load_jiang(jiang: Jiang) -> Jiang:
    """Fetches what the header names, so that the page need not ask again."""
    prefetch_related_objects([jiang], "table__session", "unit", "season")
    return jiang
