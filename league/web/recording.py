"""What every page of the recorder begins with: the 將, who reads it, and whether he may record at its table."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_noop

from league.access import Access, recorder_of_table, table_for
from league.actors import Actor
from league.errors import Refused
from league.models import Jiang


@dataclass(frozen=True)
class At:
    """A 將 and its reader. `actor` is who would be written down, None for one who may not record here."""

    access: Access
    jiang: Jiang
    actor: Actor | None

    @property
    def slug(self) -> str:
        return self.access.club.slug

    @property
    def corrects(self) -> bool:
        """Earlier hands, seats and the end of a 將 are for organisers and scorers, not for every phone with a pass."""
        return self.actor is not None and self.access.records


def at_jiang(request: HttpRequest, slug: str, pk: int) -> At:
    """The 將 as this reader may come to it. Raises Http404 where he may not look into the club."""
    found = Jiang.objects.select_related("club", "unit__book", "season", "table__session")
    jiang = get_object_or_404(found, club__slug=slug, pk=pk)
    access, _table = table_for(request, slug, jiang.table_id)
    return At(access, jiang, recorder_of_table(request, access, jiang.table))


def sent_away(at: At) -> HttpResponse:
    """One who may not record reads the sheet of the 將 instead."""
    return redirect("jiang", at.slug, at.jiang.pk)


def not_allowed() -> Refused:
    return Refused("not_allowed", gettext_noop("You may not record at this table."), status=403)


def version_in(request: HttpRequest) -> int:
    """The version of the 將 that the sender saw; -1, which none has, where he does not say."""
    given = request.POST.get("version", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) <= 9 else -1
