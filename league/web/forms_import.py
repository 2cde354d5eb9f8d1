"""The forms of the import page: a record as a file or as text, and who its names are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files import File
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Member
from league.services.records import NEW_GUEST
from settlement.jiang.settle import parse

MOST_BYTES = 1_000_000
A_GUEST = "new"


class RecordForm(forms.Form):
    """`document` of the cleaned data is the parsed JSON; `text` what stands in the box whatever happened."""

    file = forms.FileField(
        label=gettext_lazy("A file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=gettext_lazy("Or the record itself"),
        required=False,
        strip=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "code"}),
    )

    def clean_file(self) -> File[Any] | None:
        file: File[Any] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > MOST_BYTES:
            raise ValidationError(_("The file is larger than a record can be (1 MB)."))
        return file

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        file = cleaned.get("file")
        text = read_text(file) if file is not None else cleaned.get("text", "")
        cleaned["text"] = text
        if not text.strip():
            raise ValidationError(_("Choose a file, or paste the record."))
        cleaned["document"] = document_in(text)
        return cleaned


def read_text(file: File[Any]) -> str:
    """The text of an uploaded file, UTF-8 with or without a mark at its beginning."""
    try:
        return str(file.read().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValidationError(_("The file is not a text in UTF-8.")) from None


def document_in(text: str) -> object:
    """The JSON value of a text. Raises ValidationError with the line and column where it breaks off."""
    try:
        json.loads(text, parse_int=lambda digits: 0)
    except json.JSONDecodeError as fault:
        told = {"line": fault.lineno, "column": fault.colno}
        raise ValidationError(
            _("This is not JSON: line %(line)s, column %(column)s cannot be read.") % told
        ) from None
    except RecursionError:
        pass
    return parse(text)


class NamesForm(forms.Form):
    """Who each name of a record is, where that is not plain: one field for each such name."""

    def __init__(
        self,
        asked: Mapping[str, Sequence[Member]],
        others: Sequence[Member],
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data)
        self.asked = list(asked)
        self.people = {str(member.pk): member for member in others}
        for index, (name, found) in enumerate(asked.items()):
            self.fields[f"who-{index}"] = forms.ChoiceField(
                label=name, choices=_choices(found, others), initial=A_GUEST if not found else ""
            )

    def chosen(self) -> dict[str, Any]:
        """Each asked name with the member that was chosen for it, or `NEW_GUEST`."""
        picked = {name: self.cleaned_data[f"who-{index}"] for index, name in enumerate(self.asked)}
        return {name: NEW_GUEST if pick == A_GUEST else self.people[pick] for name, pick in picked.items()}


def _choices(found: Sequence[Member], others: Sequence[Member]) -> list[tuple[str, Any]]:
    likely = [(str(member.pk), _told(member)) for member in found]
    rest = [(str(member.pk), _told(member)) for member in others if member not in found]
    choices: list[tuple[str, Any]] = [("", _("Who is this?"))] if found else []
    choices.append((A_GUEST, _("a new guest")))
    if likely:
        choices.append((_("of this name"), likely))
    if rest:
        choices.append((_("members and guests"), rest))
    return choices


def _told(member: Member) -> str:
    """A member so that two of one name can be told apart."""
    marks = [f"#{member.pk}"]
    if member.is_guest:
        marks.append(str(_("guest")))
    if member.left_on:
        marks.append(str(_("has left")))
    return f"{member.name} ({', '.join(marks)})"
