"""A club that has played for years: every row that the services would have written, in realistic numbers.

The same sixteen hands are played in every 將, each time by other members, so that nothing has to be replayed.
"""

from __future__ import annotations

import random
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from bench.pages_around import Around
from bench.pages_rows import Ledger, Rows, as_json
from league.models import (
    Hand,
    HandRevision,
    Jiang,
    JiangResult,
    MemberAccount,
    Season,
    SeasonTotal,
    Session,
    Sitting,
    Table,
)
from league.services.clubs import add_member, found_club
from scoring.rulesets import read_ruleset
from settlement import ledger
from settlement.jiang.record import read_record
from settlement.jiang.replay import Outcome, replay

MEMBERS = 200
TABLES = 10
ROUNDS = 2
HANDS = 16
A_SESSION = TABLES * ROUNDS * HANDS
A_PIECE = 12
UNPAID = 2
"""The last sessions are not settled yet."""
FIGURES = ("play_net", "hands", "wins", "self_draws", "deal_ins", "win_tai", "best_tai")
SEATS = ("a", "b", "c", "d")


def template() -> tuple[dict[str, Any], Outcome]:
    """Sixteen hands of which the dealer wins none: a complete 將."""
    hands = []
    for number in range(HANDS):
        winner = (number + 1 + number % 3) % 4
        loser = None if number % 4 == 0 else (winner + 1) % 4
        hands.append({"result": "win", "from": loser, "wins": [{"seat": winner, "face": number % 7}]})
    document = {
        "format": "jiang-record",
        "version": 1,
        "ruleset": "luohan-2005",
        "stakes": {"base": 100, "per_tai": 20},
        "players": list(SEATS),
        "first_dealer": 0,
        "hands": hands,
    }
    outcome = replay(read_record(document))
    if not outcome.complete:
        raise RuntimeError("the sixteen hands do not end the 將")
    return document, outcome


@dataclass(frozen=True)
class Played:
    """One 將 that was played: who sat in seats 0–3, and what each came to."""

    pk: int
    four: tuple[int, ...]


class Filler:
    """A club whose sessions are daily and end today."""

    def __init__(self, organiser: User) -> None:
        self.dice = random.Random(16)  # noqa: S311
        self.club = found_club("竹風", "zhufeng", organiser=organiser)
        self.unit = self.club.units.select_related("book").get()
        members = [self.club.members.get()]
        members += [add_member(self.club, f"member {number}") for number in range(MEMBERS - 1)]
        self.members = [one.pk for one in members]
        opened = ledger.accounts(self.unit.book, [f"member:{pk}" for pk in self.members])
        accounts = {pk: opened[f"member:{pk}"] for pk in self.members}
        MemberAccount.objects.bulk_create(
            MemberAccount(member_id=pk, unit=self.unit, account=account) for pk, account in accounts.items()
        )
        self.rows = Rows()
        self.ledger = Ledger(self.unit.book, self.rows, accounts)
        self.document, self.outcome = template()
        self.facts = [as_json(one) for one in self.document["hands"]]
        self.transfers = [
            [
                (
                    SEATS.index(one.src),
                    SEATS.index(one.dst),
                    one.amount,
                    one.reason,
                    as_json(dict(one.detail)),
                )
                for one in hand.transfers
            ]
            for hand in self.outcome.hands
        ]
        self.sheet = as_json(read_ruleset("luohan-2005").as_json())
        self.figures = [self._figures(seat) for seat in range(4)]
        self.around = Around(self.club, self.unit, self.rows, self.ledger, self.document, self.figures)
        self.totals: dict[tuple[int, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))

    def play(self, hands: int) -> None:
        """So many hands, rounded up to whole sessions."""
        sessions = -(-hands // A_SESSION)
        today = timezone.localdate()
        days = [today - timedelta(days=sessions - 1 - number) for number in range(sessions)]
        self.seasons = self._seasons(days)
        for start in range(0, sessions, A_PIECE):
            with transaction.atomic():
                for number in range(start, min(start + A_PIECE, sessions)):
                    self._day(days[number], settled=number < sessions - UNPAID)
                self.rows.write()
        SeasonTotal.objects.bulk_create(
            SeasonTotal(season_id=season, member_id=member, **sums)
            for (season, member), sums in self.totals.items()
        )
        self.ledger.close()
        self.rows.set_sequences()

    def _seasons(self, days: Sequence[date]) -> dict[date, Season]:
        """A season each quarter of a year."""
        made = {}
        for start in sorted({_quarter(day) for day in days}):
            name = start.isoformat()
            made[start] = Season.objects.create(club=self.club, unit=self.unit, name=name, starts_on=start)
        return made

    def _day(self, day: date, *, settled: bool) -> None:
        season = self.seasons[_quarter(day)].pk
        recorded = min(datetime.combine(day, time(3), UTC), timezone.now())
        session = self.rows.id(Session)
        self.rows.add(
            Session, "id, club_id, season_id, played_on, name", session, self.club.pk, season, day, ""
        )
        played = []
        for number in range(TABLES):
            table = self.rows.id(Table)
            self.rows.add(Table, "id, session_id, number", table, session, number + 1)
            played += [self._jiang(season, table, turn + 1, day, recorded) for turn in range(ROUNDS)]
        if settled:
            self.around.settle(session, [(one.pk, one.four) for one in played], recorded)

    def _jiang(self, season: int, table: int, number: int, day: date, recorded: datetime) -> Played:
        pk, uid = self.rows.id(Jiang), uuid.UUID(int=self.dice.getrandbits(128))
        self.rows.add(
            Jiang,
            "id, club_id, unit_id, season_id, table_id, number, uid, ruleset, options, sheet, base, per_tai,"
            " first_dealer, played_on, dated, closed, state, hand_count, version, created_at, finished_at",
            *(pk, self.club.pk, self.unit.pk, season, table, number, uid, '"luohan-2005"', "{}", self.sheet),
            *(100, 20, 0, day, True, False, "complete", HANDS, HANDS + 1, recorded, recorded),
        )
        played = Played(pk, tuple(self.dice.sample(self.members, 4)))
        occurred = datetime.combine(day, time(4), UTC)
        self.ledger.post("jiang", f"jiang:{uid}", occurred, recorded)
        for hand in range(HANDS):
            self._hand(played, hand, occurred, recorded)
        for seat, who in enumerate(played.four):
            self.rows.add(Sitting, "jiang_id, seat, member_id, from_hand", pk, seat, who, 1)
            self._result(played, seat, who, season)
        self.around.report(pk, uid, recorded)
        return played

    def _hand(self, played: Played, number: int, occurred: datetime, recorded: datetime) -> None:
        pk, uid = self.rows.id(Hand), uuid.UUID(int=self.dice.getrandbits(128))
        four = played.four
        transfers = [(four[src], four[dst], *rest) for src, dst, *rest in self.transfers[number]]
        posting = self.ledger.post("hand", f"hand:{uid}", occurred, recorded, transfers)
        columns = "id, jiang_id, number, uid, facts, posting_id, postings_made, fingerprint, recorded_at"
        facts = self.facts[number]
        row = (pk, played.pk, number + 1, uid, facts, posting, 1, uid.hex * 2, recorded)
        self.rows.add(Hand, columns, *row)
        columns = "hand_id, number, change, facts, actor, why, made_at"
        self.rows.add(HandRevision, columns, pk, 1, "recorded", facts, "user:1", "", recorded)

    def _figures(self, seat: int) -> dict[str, int]:
        """What a seat comes to in every 將."""
        won = [one["wins"][0] | {"off": one["from"]} for one in self.document["hands"]]
        mine = [one for one in won if one["seat"] == seat]
        return {
            "play_net": self.outcome.play_net[SEATS[seat]],
            "hands": HANDS,
            "wins": len(mine),
            "self_draws": sum(one["off"] is None for one in mine),
            "deal_ins": sum(one["off"] == seat for one in won),
            "win_tai": sum(one["face"] for one in mine),
            "best_tai": max(one["face"] for one in mine),
        }

    def _result(self, played: Played, seat: int, who: int, season: int) -> None:
        figures = self.figures[seat]
        place = 1 + sum(one["play_net"] > figures["play_net"] for one in self.figures)
        columns = "jiang_id, member_id, seat, place, bets_net, fees_net, " + ", ".join(FIGURES)
        self.rows.add(JiangResult, columns, played.pk, who, seat, place, 0, 0, *map(figures.get, FIGURES))
        total = self.totals[season, who]
        for name in FIGURES[:-1]:
            total[name] += figures[name]
        total["best_tai"] = max(total["best_tai"], figures["best_tai"])
        total["jiang_count"] += 1
        total["firsts"] += place == 1


def _quarter(day: date) -> date:
    return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
