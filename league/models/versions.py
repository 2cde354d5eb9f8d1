"""A 將 as it stood: kept for ever, so that what was true at a time can be told later."""

from django.db import models


class JiangVersion(models.Model):
    """A finished 將 in one of its versions, or the version in which it was opened again.

    `record` is the record under the members' tokens, less the rule sheet, which the 將 itself keeps; `results` are
    the figures of `JiangResult`, one object for each person, with `member`, `seat` and `place`.
    """

    jiang = models.ForeignKey("league.Jiang", on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10)
    record = models.JSONField()
    results = models.JSONField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["jiang", "number"]
        constraints = [models.UniqueConstraint(fields=["jiang", "number"], name="jiang_version_once")]
        indexes = [models.Index(fields=["jiang", "made_at"], name="jiang_version_by_time")]

    def __str__(self) -> str:
        return f"{self.jiang_id} v{self.number}"
