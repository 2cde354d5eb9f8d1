"""The forms of payments, fees and expenses. Amounts are whole numbers of the unit."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Club, Member
from league.web.forms_settings import DAY

MOST = 10**12
HOUSE = "house"


class WholeField(forms.IntegerField):
    """A whole amount from 1; typed with full-width digits or with commas between thousands as well."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(min_value=1, max_value=MOST, widget=widget, **kwargs)

    def to_python(self, value: Any) -> int | None:
        text = str(value or "").strip().replace(",", "").replace("，", "")
        if text and not text.isdecimal():
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text)


def why_field(*, required: bool) -> forms.CharField:
    return forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=required)


def party_choices(club: Club, *, but: Member | None = None) -> list[tuple[str, str]]:
    """The house and everyone of the club, also who has left: he may still owe or be owed something."""
    people = club.members.filter(merged_into=None).order_by("left_on", "name", "pk")
    named = [(str(one.pk), one.name) for one in people if one != but]
    return [(HOUSE, str(_("the house"))), *named]


class PayForm(forms.Form):
    """What of a line was paid."""

    amount = WholeField(label=gettext_lazy("Amount"))
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)


class FreePaymentForm(forms.Form):
    """Money handed over outside of any settlement, by an organiser: between any two."""

    payer = forms.ChoiceField(label=gettext_lazy("Who pays"))
    payee = forms.ChoiceField(label=gettext_lazy("Who is paid"))
    amount = WholeField(label=gettext_lazy("Amount"))
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = party_choices(club)
        self.people = parties(club)
        self.fields["payer"].choices = [("", ""), *choices]  # type: ignore[attr-defined]
        self.fields["payee"].choices = choices  # type: ignore[attr-defined]

    def ends(self) -> tuple[Member | None, Member | None]:
        """Payer and payee; None is the house."""
        return self.people[self.cleaned_data["payer"]], self.people[self.cleaned_data["payee"]]


class OwnPaymentForm(forms.Form):
    """The same by a member: he paid, or was paid by, somebody."""

    PAID, RECEIVED = "paid", "received"
    direction = forms.ChoiceField(
        label=gettext_lazy("What happened"),
        choices=[(PAID, gettext_lazy("I paid")), (RECEIVED, gettext_lazy("I was paid"))],
        widget=forms.RadioSelect,
        initial=PAID,
    )
    other = forms.ChoiceField(label=gettext_lazy("The other side"))
    amount = WholeField(label=gettext_lazy("Amount"))
    note = forms.CharField(label=gettext_lazy("Note"), max_length=200, required=False)

    def __init__(self, club: Club, own: Member, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.own = own
        self.people = parties(club)
        self.fields["other"].choices = party_choices(club, but=own)  # type: ignore[attr-defined]

    def ends(self) -> tuple[Member | None, Member | None]:
        other = self.people[self.cleaned_data["other"]]
        return (self.own, other) if self.cleaned_data["direction"] == self.PAID else (other, self.own)


def parties(club: Club) -> Mapping[str, Member | None]:
    """Whom a form's choices stand for."""
    people: dict[str, Member | None] = {HOUSE: None}
    return people | {str(one.pk): one for one in club.members.filter(merged_into=None)}


class ReasonForm(forms.Form):
    """Why something is disputed or taken back."""

    def __init__(self, *args: Any, required: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["why"] = why_field(required=required)


class SpanForm(forms.Form):
    """A stretch of days."""

    first = forms.DateField(label=gettext_lazy("From"), widget=DAY)
    last = forms.DateField(label=gettext_lazy("To"), widget=DAY)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and last < first:
            self.add_error("last", _("The last day is on or after the first."))
        return cleaned

    def days(self) -> tuple[date, date]:
        return self.cleaned_data["first"], self.cleaned_data["last"]
