"""What a settlement sheet says of a 將: the nets, the hands, and the fewest transfers. Data alone, no words."""

from __future__ import annotations

from typing import Any

from league.models import JiangVersion, Job
from league.reports.history import names
from league.services.facts import HOUSE, member_id
from league.services.versions import record_of
from settlement.jiang.outcome import HandOutcome
from settlement.jiang.replay import replay


def gather(job: Job) -> dict[str, Any]:
    """The sheet of the version that the job was ordered for. People stand under their tokens (`m12`, `house`)."""
    version = JiangVersion.objects.select_related("jiang__club", "jiang__unit", "jiang__table").get(
        jiang=job.jiang, number=job.arguments["version"]
    )
    record = record_of(version)
    outcome = replay(record)
    people = {member_id(name) for name in record.names() if name != HOUSE}
    return {
        "jiang": version.jiang_id,
        "version": version.number,
        "corrected": _corrected(version),
        "played_on": version.jiang.played_on.isoformat(),
        "table": version.jiang.table.number,
        "number": version.jiang.number,
        "unit": version.jiang.unit.label,
        "stakes": [record.stakes.base, record.stakes.per_tai],
        "sheet": version.jiang.sheet["based_on"],
        "players": list(record.players),
        "net": dict(outcome.net),
        "parts": _parts(version),
        "hands": [_hand(version.record["hands"][index], one) for index, one in enumerate(outcome.hands)],
        "settle_up": [[one.src, one.dst, one.amount] for one in outcome.settle_up],
        "names": names(version.jiang.club, people),
    }


def _corrected(version: JiangVersion) -> bool:
    """Whether a sheet was due for an earlier version already."""
    earlier = JiangVersion.objects.filter(jiang=version.jiang_id, number__lt=version.number)
    return earlier.filter(state=version.state).exists()


def _parts(version: JiangVersion) -> dict[str, list[int]]:
    """What each one's net is made of: play, bets, fees."""
    return {
        f"m{one['member']}": [one["play_net"], one["bets_net"], one["fees_net"]] for one in version.results
    }


def _hand(facts: dict[str, Any], outcome: HandOutcome) -> dict[str, Any]:
    return {
        "number": outcome.number,
        "round": outcome.round_wind,
        "dealer": outcome.seated[outcome.dealer],
        "streak": outcome.streak,
        "seated": list(outcome.seated),
        "facts": facts,
        "faces": [win.face for win in outcome.wins],
        "net": dict(outcome.net),
    }
