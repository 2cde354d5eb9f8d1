"""Settling: accepted plans, their lines, and the payments that tick them off."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class SettlementPlan(models.Model):
    """Who was to pay whom, as it was accepted. It is kept: paying one line leaves the others as they are.

    What it covers stands in `shares`; what a covered 將 comes to later than that is open again.
    """

    class Scope(models.TextChoices):
        JIANG = "jiang", _("one 將")
        SESSION = "session", _("a session")
        SPAN = "span", _("a span of time")

    club = models.ForeignKey("league.Club", on_delete=models.PROTECT, related_name="plans")
    unit = models.ForeignKey("league.ClubUnit", on_delete=models.PROTECT, related_name="plans")
    scope = models.CharField(max_length=10, choices=Scope)
    jiang = models.ForeignKey(
        "league.Jiang", on_delete=models.PROTECT, null=True, blank=True, related_name="plans"
    )
    session = models.ForeignKey(
        "league.Session", on_delete=models.PROTECT, null=True, blank=True, related_name="plans"
    )
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    accepted_by = models.CharField(max_length=80)
    accepted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-accepted_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(scope="jiang", jiang__isnull=False, session__isnull=True)
                | Q(scope="session", session__isnull=False, jiang__isnull=True)
                | Q(
                    scope="span",
                    jiang__isnull=True,
                    session__isnull=True,
                    starts_on__isnull=False,
                    ends_on__gte=F("starts_on"),
                ),
                name="plan_names_its_scope",
            ),
        ]
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")

    def __str__(self) -> str:
        return f"#{self.pk}"


class PlanShare(models.Model):
    """What a plan covers: a member's sum in one 將, as far as no earlier plan covered it. House: no member."""

    plan = models.ForeignKey(SettlementPlan, on_delete=models.PROTECT, related_name="shares")
    jiang = models.ForeignKey("league.Jiang", on_delete=models.PROTECT, related_name="shares")
    member = models.ForeignKey(
        "league.Member", on_delete=models.PROTECT, null=True, blank=True, related_name="shares"
    )
    amount = models.BigIntegerField()

    class Meta:
        ordering = ["plan", "jiang", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "jiang", "member"], name="plan_share_once"),
            models.UniqueConstraint(
                fields=["plan", "jiang"], condition=Q(member__isnull=True), name="plan_house_share_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.jiang_id}: {self.amount}"


class PlanLine(models.Model):
    """One transfer of a plan. `carried_into`: what was unpaid went into a later plan. House: no member."""

    plan = models.ForeignKey(SettlementPlan, on_delete=models.PROTECT, related_name="lines")
    position = models.PositiveIntegerField()
    payer = models.ForeignKey(
        "league.Member", on_delete=models.PROTECT, null=True, blank=True, related_name="lines_to_pay"
    )
    payee = models.ForeignKey(
        "league.Member", on_delete=models.PROTECT, null=True, blank=True, related_name="lines_to_receive"
    )
    amount = models.BigIntegerField()
    carried_into = models.ForeignKey(
        SettlementPlan, on_delete=models.PROTECT, null=True, blank=True, related_name="carried_lines"
    )
    carried_amount = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["plan", "position"]
        constraints = [
            models.UniqueConstraint(fields=["plan", "position"], name="plan_line_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="plan_line_amount"),
            models.CheckConstraint(
                condition=Q(carried_amount__gte=0, carried_amount__lte=F("amount")), name="plan_line_carried"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.plan_id}/{self.position}"


class Payment(models.Model):
    """Money handed over. It counts (has a posting) once the other side or an organiser has confirmed it.

    `payer` gives `payee`; one of them may be the house (none). `line` is the plan's line it ticks off.
    """

    class State(models.TextChoices):
        MARKED = "marked", _("waiting for confirmation")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REVERSED = "reversed", _("reversed")

    club = models.ForeignKey("league.Club", on_delete=models.PROTECT, related_name="payments")
    unit = models.ForeignKey("league.ClubUnit", on_delete=models.PROTECT, related_name="payments")
    line = models.ForeignKey(
        PlanLine, on_delete=models.PROTECT, null=True, blank=True, related_name="payments"
    )
    payer = models.ForeignKey(
        "league.Member", on_delete=models.PROTECT, null=True, blank=True, related_name="payments_made"
    )
    payee = models.ForeignKey(
        "league.Member", on_delete=models.PROTECT, null=True, blank=True, related_name="payments_received"
    )
    amount = models.BigIntegerField(_("amount"))
    note = models.CharField(_("note"), max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.MARKED)
    marked_by = models.CharField(max_length=80)
    marked_by_payer = models.BooleanField(default=True)
    answered_by = models.CharField(max_length=80, blank=True)
    why = models.CharField(_("reason"), max_length=200, blank=True)
    posting = models.OneToOneField(
        "settlement.Posting", on_delete=models.PROTECT, null=True, blank=True, related_name="payment"
    )
    marked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-marked_at", "-pk"]
        indexes = [models.Index(fields=["club", "state"], name="payment_by_state")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_amount"),
            models.CheckConstraint(
                condition=Q(state__in=["confirmed", "reversed"], posting__isnull=False)
                | Q(posting__isnull=True, state__in=["marked", "disputed", "withdrawn"])
                | Q(posting__isnull=False, state="disputed"),
                name="payment_counts_when_confirmed",
            ),
        ]
        verbose_name = _("payment")
        verbose_name_plural = _("payments")

    def __str__(self) -> str:
        return f"#{self.pk}"


class PaymentEvent(models.Model):
    """One step of a payment: marked, confirmed, disputed, withdrawn, reversed; by whom and why. Kept for ever."""

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="events")
    state = models.CharField(max_length=10, choices=Payment.State)
    actor = models.CharField(max_length=80)
    why = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["payment", "pk"]

    def __str__(self) -> str:
        return f"{self.payment_id}: {self.state}"


class Expense(models.Model):
    """What the house's money went on, or a fee it took: an entry in the club's books with its posting."""

    class Kind(models.TextChoices):
        EXPENSE = "expense", _("expense")
        FEE = "fee", _("fee")

    club = models.ForeignKey("league.Club", on_delete=models.PROTECT, related_name="expenses")
    unit = models.ForeignKey("league.ClubUnit", on_delete=models.PROTECT, related_name="expenses")
    kind = models.CharField(max_length=10, choices=Kind)
    spent_on = models.DateField(_("day"))
    what = models.CharField(_("what for"), max_length=200)
    amount = models.BigIntegerField(_("amount"))
    posting = models.OneToOneField("settlement.Posting", on_delete=models.PROTECT, related_name="expense")
    reversed = models.BooleanField(default=False)
    made_by = models.CharField(max_length=80)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-spent_on", "-pk"]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="expense_amount")]

    def __str__(self) -> str:
        return self.what
