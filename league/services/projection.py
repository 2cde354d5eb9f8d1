"""Writing down what a 將 comes to for each person, so that pages need not replay a season."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.db.models import Max

from league.models import Jiang, JiangResult, Season, SeasonTotal
from league.services.facts import HOUSE, Facts, member_id
from league.standings import shared_ranks
from settlement.jiang.replay import HandOutcome, Outcome
from settlement.rows import upsert

FEE = "table_fee"


@dataclass
class Figures:
    """One person's sums while a 將 is added up; the names are those of `ResultFigures`."""

    play_net: int = 0
    bets_net: int = 0
    fees_net: int = 0
    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    win_tai: int = 0
    best_tai: int = 0


WRITTEN = (*(field.name for field in fields(Figures)), "seat", "place")
MOVED = [*(field.name for field in fields(Figures)), "jiang_count", "firsts"]
SUMMED = tuple(field.name for field in fields(Figures) if field.name != "best_tai")


def figures(facts: Facts, outcome: Outcome) -> dict[str, Figures]:
    """What each token (the house apart) comes to over the hands of one 將."""
    sums: dict[str, Figures] = defaultdict(Figures)
    for name in outcome.net:
        if name != HOUSE:
            sums[name] = Figures()
    for hand, result in zip(facts.hands, outcome.hands, strict=True):
        _add_sums(sums, result)
        _add_play(sums, hand.facts, result)
    return sums


def _add_sums(sums: dict[str, Figures], hand: HandOutcome) -> None:
    fees: dict[str, int] = defaultdict(int)
    for row in hand.transfers:
        if row.reason == FEE:
            fees[row.src] -= row.amount
            fees[row.dst] += row.amount
    for name, net in hand.net.items():
        if name == HOUSE:
            continue
        play = hand.play_net.get(name, 0)
        sums[name].play_net += play
        sums[name].fees_net += fees[name]
        sums[name].bets_net += net - play - fees[name]


def _add_play(sums: dict[str, Figures], facts: dict[str, Any], hand: HandOutcome) -> None:
    for name in hand.seated:
        sums[name].hands += 1
    discarder = facts.get("from")
    for win in hand.wins:
        winner = sums[hand.seated[win.seat]]
        winner.wins += 1
        winner.self_draws += discarder is None
        winner.win_tai += win.face
        winner.best_tai = max(winner.best_tai, win.face)
    if hand.wins and discarder is not None:
        sums[hand.seated[discarder]].deal_ins += 1


def project(
    facts: Facts, outcome: Outcome, *, was_counted: bool, all_stay: bool = False
) -> list[JiangResult]:
    """Writes the results of a 將 and moves the season's totals by the difference.

    `was_counted`: the 將 stood in the season's totals before this change; `all_stay`: whoever has a result keeps
    one. Call it with the 將 locked.
    """
    jiang = facts.jiang
    counted = jiang.state == Jiang.State.COMPLETE
    old = list(jiang.results.all()) if was_counted else []
    new = project_rows(facts, outcome)
    if not all_stay:
        jiang.results.exclude(member_id__in=[row.member_id for row in new]).delete()
    upsert(new, ("jiang_id", "member_id"), WRITTEN)
    if jiang.season_id is not None and (was_counted or counted):
        add_to_season(jiang.season_id, gone=old, come=new if counted else ())
    return new


def project_rows(facts: Facts, outcome: Outcome) -> list[JiangResult]:
    """The results of a 將 as rows that are not yet written."""
    sums = figures(facts, outcome)
    seats: dict[int, int] = {}
    for sitting in facts.sittings:
        seats[sitting.member_id] = sitting.seat
    players = {name: one for name, one in sums.items() if member_id(name) in seats}
    places = shared_ranks({name: one.play_net for name, one in players.items()})
    return [
        JiangResult(
            jiang=facts.jiang,
            member_id=member_id(name),
            seat=seats.get(member_id(name)),
            place=places.get(name),
            **vars(one),
        )
        for name, one in sums.items()
    ]


def add_to_season(
    season_id: int, *, gone: Sequence[JiangResult] = (), come: Sequence[JiangResult] = ()
) -> None:
    """Moves the totals of a season: results that count no more go out, new ones come in.

    Two 將 that end together wait for each other, and for whoever writes the season anew.
    """
    lock_season(season_id)
    moved = _moved(gone, come)
    totals = _totals(season_id, moved)
    for member, change in moved.items():
        for name, amount in change.items():
            setattr(totals[member], name, getattr(totals[member], name) + amount)
    for result in come:
        if result.member_id in moved:
            total = totals[result.member_id]
            total.best_tai = max(total.best_tai, result.best_tai)
    if gone:
        _read_best_again(season_id, totals)
    SeasonTotal.objects.bulk_create(
        totals.values(), update_conflicts=True, unique_fields=["season", "member"], update_fields=MOVED
    )


def lock_season(season_id: int) -> None:
    """Held by whoever moves a season's totals or writes them anew: the last lock that a write takes."""
    Season.objects.select_for_update(no_key=True).get(pk=season_id)


def _moved(gone: Iterable[JiangResult], come: Iterable[JiangResult]) -> dict[int, dict[str, int]]:
    """By member, by how much each sum moves."""
    moved: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for sign, results in ((-1, gone), (1, come)):
        for result in results:
            if result.place is None and result.bets_net == 0:
                continue
            change = moved[result.member_id]
            for name in SUMMED:
                change[name] += sign * getattr(result, name)
            change["jiang_count"] += sign * (result.place is not None)
            change["firsts"] += sign * (result.place == 1)
    return moved


def _totals(season_id: int, members: Iterable[int]) -> dict[int, SeasonTotal]:
    """The totals of these members, new ones for who has none yet."""
    wanted = set(members)
    have = SeasonTotal.objects.filter(season_id=season_id, member_id__in=wanted)
    kept = {row.member_id: row for row in have}
    return {one: kept.get(one) or SeasonTotal(season_id=season_id, member_id=one) for one in sorted(wanted)}


def _read_best_again(season_id: int, totals: Mapping[int, SeasonTotal]) -> None:
    """The best hand cannot be moved by a difference: it is read from the results that count."""
    counted = JiangResult.objects.filter(
        member_id__in=list(totals), jiang__season_id=season_id, jiang__state=Jiang.State.COMPLETE
    )
    best = dict(counted.values_list("member_id").annotate(top=Max("best_tai")).order_by())
    for member, total in totals.items():
        total.best_tai = best.get(member, 0)
