"""What a league letter says of a week: what was played, who won, the best hand, the longest streak, the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q

from league.models import Club, JiangVersion, Job
from league.reports import snapshot_data
from league.reports.clock import today
from league.reports.due import running
from league.reports.history import merged, names, versions_at
from league.services.facts import member_id
from league.services.versions import record_of
from league.standings import shared_ranks
from settlement.jiang.outcome import HandOutcome
from settlement.jiang.record import Record
from settlement.jiang.replay import replay


@dataclass(frozen=True)
class Played:
    """A 將 that came to an end in the week, replayed."""

    version: JiangVersion
    record: Record
    hands: tuple[HandOutcome, ...]


def gather(job: Job) -> dict[str, Any]:
    """The week from `since` to the job's as-of time. People stand under their member ids."""
    since = snapshot_data.moment(job.arguments["since"]) or job.as_of - timedelta(days=7)
    now = merged(job.club)
    played = _played(job.club, since, job.as_of)
    seasons = _seasons(job.club, since, job.as_of)
    said: dict[str, Any] = {
        "since": since.isoformat(),
        "jiang": [_jiang(one, now) for one in played],
        "winners": _winners(played, now),
        "biggest": _biggest(played, now),
        "streak": _streak(played, now),
        "seasons": seasons,
    }
    return said | {"names": names(job.club, set(_people(said))), "next": _next(job.club, job.as_of)}


def _played(club: Club, since: datetime, until: datetime) -> list[Played]:
    """The 將 that were complete at the end of the week and not at its beginning."""
    mine = Q(jiang__club=club)
    touched = versions_at(mine & Q(made_at__gte=since), until).select_related("jiang__unit")
    before = set(
        versions_at(mine & Q(jiang__in=touched.values("jiang")), since).values_list("jiang", flat=True)
    )
    found = []
    for version in touched:
        if version.jiang_id not in before:
            record = record_of(version)
            found.append(Played(version, record, replay(record).hands))
    return found


def _member(token: str, now: Mapping[int, int]) -> int:
    member = member_id(token)
    return now.get(member, member)


def _jiang(one: Played, now: Mapping[int, int]) -> dict[str, Any]:
    jiang = one.version.jiang
    four = sorted(
        (row for row in one.version.results if row["place"] is not None),
        key=lambda row: (row["place"], row["member"]),
    )
    return {
        "jiang": jiang.pk,
        "played_on": jiang.played_on.isoformat(),
        "unit": jiang.unit.label,
        "hands": len(one.hands),
        "places": [
            {
                "member": now.get(row["member"], row["member"]),
                "place": row["place"],
                "net": row["play_net"],
            }
            for row in four
        ],
    }


def _winners(played: Sequence[Played], now: Mapping[int, int]) -> list[dict[str, Any]]:
    """The three best of the week by what play brought them, unit by unit: units are never added together."""
    sums: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
    for one in played:
        for row in one.version.results:
            if row["place"] is not None:
                total = sums[one.version.jiang.unit.label][now.get(row["member"], row["member"])]
                total[0] += row["play_net"]
                total[1] += 1
                total[2] += row["place"] == 1
    return [{"unit": unit, "rows": _best(rows)} for unit, rows in sorted(sums.items())]


def _best(rows: Mapping[int, Sequence[int]]) -> list[dict[str, int]]:
    ranks = shared_ranks({member: total[0] for member, total in rows.items()})
    chosen = sorted((rank, member) for member, rank in ranks.items() if rank <= 3 and rows[member][0] > 0)
    return [
        {
            "member": member,
            "rank": rank,
            "net": rows[member][0],
            "jiang": rows[member][1],
            "firsts": rows[member][2],
        }
        for rank, member in chosen
    ]


def _biggest(played: Iterable[Played], now: Mapping[int, int]) -> dict[str, Any] | None:
    """The win with the most 台, the earlier one of equals; with its tiles where they were laid."""
    best: dict[str, Any] | None = None
    for one in played:
        for hand, facts in zip(one.hands, one.version.record["hands"], strict=True):
            for win, entered in zip(hand.wins, facts.get("wins") or (), strict=False):
                if win.face > (best["face"] if best else 0):
                    best = {
                        "member": _member(hand.seated[win.seat], now),
                        "face": win.face,
                        "self_draw": facts.get("from") is None,
                        "patterns": [[line.code, line.count] for line in win.lines],
                        "tiles": entered.get("tiles"),
                        "sheet": one.record.ruleset.based_on,
                        "played_on": one.version.jiang.played_on.isoformat(),
                    }
    return best


def _streak(played: Iterable[Played], now: Mapping[int, int]) -> dict[str, Any] | None:
    """The longest streak that was played at, the earlier one of equals."""
    longest: dict[str, Any] | None = None
    for one in played:
        for hand in one.hands:
            if hand.streak > (longest["streak"] if longest else 0):
                longest = {
                    "member": _member(hand.seated[hand.dealer], now),
                    "streak": hand.streak,
                    "played_on": one.version.jiang.played_on.isoformat(),
                }
    return longest


def _seasons(club: Club, since: datetime, until: datetime) -> list[dict[str, Any]]:
    zone = ZoneInfo(club.time_zone)
    on = running(club, today(since, zone), today(until, zone) - timedelta(days=1))
    return [
        {
            "season": season.pk,
            "name": season.name,
            "unit": season.unit.label,
            "rows": snapshot_data.table(season, until, since),
        }
        for season in on
    ]


def _people(said: Mapping[str, Any]) -> Iterable[int]:
    for one in said["jiang"]:
        yield from (row["member"] for row in one["places"])
    for group in [*said["winners"], *said["seasons"]]:
        yield from (row["member"] for row in group["rows"])
    yield from (said[key]["member"] for key in ("biggest", "streak") if said[key])


def _next(club: Club, as_of: datetime) -> list[dict[str, str]]:
    """The sessions that are planned for the next four weeks."""
    day = today(as_of, ZoneInfo(club.time_zone))
    coming = club.sessions.filter(played_on__gte=day, played_on__lt=day + timedelta(weeks=4), closed_at=None)
    planned = coming.order_by("played_on", "pk")[:5]
    return [{"played_on": one.played_on.isoformat(), "name": one.name} for one in planned]
