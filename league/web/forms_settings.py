"""The forms of the settings pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from league import words
from league.models import ApiToken, Club, ClubUnit, Member, Season
from scoring.rulesets import SHEETS

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def plain(text: str) -> str:
    """A name without spaces around it; refused where nothing is left, or where it is the house's own word."""
    text = " ".join(text.split())
    if not text or text.casefold() == "house":
        raise ValidationError(_("A name is not blank and not “house”."))
    return text


if TYPE_CHECKING:
    ClubModelForm = forms.ModelForm[Club]
else:
    ClubModelForm = forms.ModelForm


class ClubForm(ClubModelForm):
    """What an organiser sets for the whole club."""

    class Meta:
        model = Club
        fields = ["name", "money_shown", "public"]
        labels = {"public": gettext_lazy("Visitors may look in: standings, sessions, rank sheets")}
        widgets = {"money_shown": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        given = self.instance.ruleset
        sheets = [(one, words.word(words.SHEETS, one)) for one in SHEETS]
        changed = not isinstance(given, str)
        self.fields["usual"] = forms.ChoiceField(
            label=gettext_lazy("Usual rule sheet"),
            choices=[("", _("the club's own changes")), *sheets] if changed else sheets,
            required=not changed,
            initial="" if changed else given,
        )

    def save(self, commit: bool = True) -> Club:
        if self.cleaned_data["usual"]:
            self.instance.ruleset = self.cleaned_data["usual"]
        return super().save(commit)


class NewMemberForm(forms.Form):
    """A member or guest to take in."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    guest = forms.BooleanField(label=gettext_lazy("a guest"), required=False)

    def clean_name(self) -> str:
        return plain(self.cleaned_data["name"])


class MemberForm(forms.Form):
    """A member's name and role."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=Member.Role.choices, widget=forms.RadioSelect
    )
    guest = forms.BooleanField(label=gettext_lazy("a guest"), required=False)

    def clean_name(self) -> str:
        return plain(self.cleaned_data["name"])


class AccountForm(forms.Form):
    """The account that a member signs in with."""

    username = forms.CharField(
        label=gettext_lazy("Account name"),
        max_length=150,
        help_text=gettext_lazy("One that is there is linked; a new one is made with a first password."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class LeaveForm(forms.Form):
    """The day a member left."""

    left_on = forms.DateField(label=gettext_lazy("Left on"), widget=DAY)


class SeasonForm(forms.Form):
    """A season to open."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    starts_on = forms.DateField(label=gettext_lazy("First day"), widget=DAY)
    ends_on = forms.DateField(label=gettext_lazy("Last day"), widget=DAY, required=False)
    unit = forms.ModelChoiceField(
        label=gettext_lazy("Counted in"), queryset=ClubUnit.objects.none(), empty_label=None
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.fields["unit"].queryset = club.units.all()  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        name = plain(self.cleaned_data["name"])
        if Season.objects.filter(club=self.club, name=name).exists():
            raise ValidationError(_("The club has a season of this name."))
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, last = cleaned.get("starts_on"), cleaned.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("A season ends on or after its first day."))
        return cleaned


SCOPES = {
    "read": pgettext_lazy("scope", "read everything of the club"),
    "record": pgettext_lazy("scope", "record hands and import records"),
    "settle": pgettext_lazy("scope", "read balances and mark payments"),
    "admin": pgettext_lazy("scope", "all of these, and manage the club"),
}


class TokenForm(forms.Form):
    """A key for an app."""

    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        help_text=gettext_lazy("Such as: the wall screen."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"),
        choices=[(scope, SCOPES[scope]) for scope in ApiToken.SCOPES],
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
    )

    def clean_name(self) -> str:
        return plain(self.cleaned_data["name"])
