"""Projections: written in the transaction of the hands they follow from, checked against a replay."""

from django.db import models


class ResultFigures(models.Model):
    """What one person's play comes to. Amounts in the unit's whole units; `play_net` knows no bets, no fees."""

    play_net = models.BigIntegerField(default=0)
    bets_net = models.BigIntegerField(default=0)
    fees_net = models.BigIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    self_draws = models.PositiveIntegerField(default=0)
    deal_ins = models.PositiveIntegerField(default=0)
    win_tai = models.PositiveBigIntegerField(default=0)
    best_tai = models.PositiveBigIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def net(self) -> int:
        """All that was won and lost, bets and fees included."""
        return self.play_net + self.bets_net + self.fees_net


class JiangResult(ResultFigures):
    """One person's share in one 將. `place` is his rank by `play_net` (1, 1, 3), none for a backer."""

    jiang = models.ForeignKey("league.Jiang", on_delete=models.CASCADE, related_name="results")
    member = models.ForeignKey("league.Member", on_delete=models.PROTECT, related_name="results")
    seat = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["jiang", "place", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["jiang", "member"], name="jiang_result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.net}"


class SeasonTotal(ResultFigures):
    """The sum of a member's results over the complete 將 of a season."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="totals")
    member = models.ForeignKey("league.Member", on_delete=models.PROTECT, related_name="season_totals")
    jiang_count = models.PositiveIntegerField(default=0)
    firsts = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["season", "-play_net", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "member"], name="season_total_once"),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.play_net}"
