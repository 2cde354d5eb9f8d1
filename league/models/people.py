"""Members of a club, with or without an account on the site."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Member(models.Model):
    """A person as one club knows him. Names may be shared and change; sums never depend on them."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        SCORER = "scorer", _("scorer")
        PLAYER = "player", _("player")

    club = models.ForeignKey("league.Club", on_delete=models.PROTECT, related_name="members")
    name = models.CharField(_("name"), max_length=60)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="memberships",
        verbose_name=_("account"),
    )
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.PLAYER)
    is_guest = models.BooleanField(_("guest"), default=False)
    joined_on = models.DateField(_("joined on"), null=True, blank=True)
    left_on = models.DateField(_("left on"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged_from"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        indexes = [models.Index(fields=["club", "name"], name="member_by_name")]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_one_per_account"),
            models.CheckConstraint(condition=~models.Q(name=""), name="member_has_a_name"),
        ]
        verbose_name = _("member")
        verbose_name_plural = _("members")

    def __str__(self) -> str:
        return self.name


class MemberAccount(models.Model):
    """Whose a ledger account is. Merging two member records points both accounts to one member."""

    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="accounts")
    unit = models.ForeignKey("league.ClubUnit", on_delete=models.PROTECT, related_name="member_accounts")
    account = models.OneToOneField(
        "settlement.Account", on_delete=models.PROTECT, related_name="member_account"
    )

    class Meta:
        indexes = [models.Index(fields=["member", "unit"], name="account_of_member")]

    def __str__(self) -> str:
        return f"{self.member} ({self.unit})"
