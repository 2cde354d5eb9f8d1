"""A true second 將 that looks the same as one that stands: posted once, however often its form is sent."""

from __future__ import annotations

from django.db import transaction

from league.actors import Actor
from league.models import Club, RecordForm
from league.services.records import Imported, Names, Placing, import_record
from settlement.jiang.canonical import digest
from settlement.jiang.record import read_record


def copies_standing(club: Club, document: object) -> int:
    """How many 將 of this form stand in the club."""
    return RecordForm.objects.filter(club=club, digest=digest(read_record(document))).count()


@transaction.atomic
def import_another(
    club: Club,
    document: object,
    *,
    seen: int,
    actor: Actor,
    names: Names | None = None,
    placing: Placing | None = None,
) -> Imported:
    """Writes one more 將 of this form, if there are still as many as the person who asked for it has seen."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    forms = RecordForm.objects.filter(club=club, digest=digest(read_record(document))).order_by("-copy")
    if len(forms) > seen:
        return Imported(forms[0].jiang, created=False)
    return import_record(club, document, actor=actor, names=names, placing=placing, second_copy=True)
