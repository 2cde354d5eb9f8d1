"""Clubs, the units they keep accounts in, and their house sheets."""

from django.db import models
from django.utils.translation import gettext_lazy as _


def usual_ruleset() -> str:
    """The sheet a new club starts with."""
    return "luohan-2005"


class Club(models.Model):
    """One club: the border that nothing crosses."""

    class MoneyShown(models.TextChoices):
        OWN = "own", _("each member sees his own")
        MEMBERS = "members", _("members see everyone's")
        EVERYONE = "everyone", _("visitors see it too")

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=40, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=40, default="Asia/Taipei")
    language = models.CharField(_("language"), max_length=10, default="zh-hant")
    ruleset = models.JSONField(_("usual rule sheet"), default=usual_ruleset)
    public = models.BooleanField(_("visitors see the standings"), default=True)
    money_shown = models.CharField(
        _("who sees sums of money"), max_length=10, choices=MoneyShown, default=MoneyShown.OWN
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class ClubUnit(models.Model):
    """A unit the club counts in (points, TWD …), with a ledger of its own: units are never added together."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="units")
    code = models.SlugField(_("code"), max_length=12)
    label = models.CharField(_("label"), max_length=20)
    book = models.OneToOneField("settlement.Book", on_delete=models.PROTECT, related_name="club_unit")
    is_default = models.BooleanField(_("usual unit"), default=False)

    class Meta:
        ordering = ["-is_default", "code"]
        constraints = [
            models.UniqueConstraint(fields=["club", "code"], name="club_unit_code_once"),
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(is_default=True), name="club_unit_one_default"
            ),
        ]

    def __str__(self) -> str:
        return self.label


class HouseSheet(models.Model):
    """A club's own rule sheet: what it changes of one of the five. A 將 keeps its own copy."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_sheets")
    name = models.CharField(_("name"), max_length=60)
    spec = models.JSONField(_("changes"))
    retired = models.BooleanField(_("no longer offered"), default=False)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="house_sheet_name_once")]

    def __str__(self) -> str:
        return self.name
