"""Writing the projections anew from the hands: after a merge, or when an integrity check says so."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from league.models import Jiang, JiangResult, Season, SeasonTotal
from league.services.facts import Facts
from league.services.projection import add_to_season, lock_season, project_rows


@transaction.atomic
def rebuild_results(all_jiang: Iterable[Jiang]) -> None:
    """Replays each 將 and writes its results; then the totals of every season they belong to."""
    seasons: set[int] = set()
    for jiang in all_jiang:
        facts = Facts.load(jiang)
        jiang.results.all().delete()
        JiangResult.objects.bulk_create(project_rows(facts, facts.outcome()))
        if jiang.season_id is not None:
            seasons.add(jiang.season_id)
    for season in Season.objects.filter(pk__in=seasons).order_by("pk"):
        rebuild_season(season)


@transaction.atomic
def rebuild_season(season: Season) -> None:
    """Sums the results of the season's complete 將 from nothing."""
    lock_season(season.pk)
    SeasonTotal.objects.filter(season=season).delete()
    for jiang in Jiang.objects.filter(season=season, state=Jiang.State.COMPLETE).order_by("pk"):
        add_to_season(season.pk, come=list(jiang.results.all()))
