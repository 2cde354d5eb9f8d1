"""Adding a 將 record: the record, then who its names are, then the 將. Nothing typed is lost on the way."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.access import Access, recorder_for
from league.actors import Actor
from league.errors import Refused, explain
from league.models import Jiang, Member
from league.services.copies import copies_standing, import_another
from league.services.records import Imported, candidates, find_form, import_record, names_in
from league.web.forms_import import NamesForm, RecordForm
from league.web.pages import page
from scoring.errors import RuleError
from settlement.jiang.canonical import digest
from settlement.jiang.record import read_record

PLACE = re.compile(r"^hands\[(\d+)\]")


@dataclass(frozen=True)
class Fault:
    """What is wrong with a record, where, and in which hand."""

    message: str
    where: str
    hand: int | None


@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The record goes in here; what is wrong with it is said with the hand and the place."""
    access = recorder_for(request.user, slug)
    if request.method != "POST":
        return page(request, access, "pages/import.html", {"form": RecordForm()})
    try:
        form = RecordForm(request.POST, request.FILES)
        if not form.is_valid():
            return _again(request, access, form, None)
        document, text = form.cleaned_data["document"], form.cleaned_data["text"]
        read_record(document)
        return _go_on(request, access, document, text)
    except (RuleError, Refused) as error:
        return _again(request, access, form, _fault(error))


def _again(request: HttpRequest, access: Access, form: RecordForm, fault: Fault | None) -> HttpResponse:
    """The form with the record still in it."""
    text = getattr(form, "cleaned_data", {}).get("text") or form.data.get("text", "")
    kept = RecordForm(initial={"text": text})
    context = {
        "form": kept,
        "faults": form.non_field_errors(),
        "fault": fault,
        "file_faults": form["file"].errors,
    }
    return page(request, access, "pages/import.html", context, status=422)


def _fault(error: RuleError | Refused) -> Fault:
    told = explain(error)
    found = PLACE.match(told["where"])
    return Fault(told["message"], told["where"], int(found[1]) + 1 if found else None)


def _go_on(request: HttpRequest, access: Access, document: Any, text: str) -> HttpResponse:
    """A record that holds: it stands already, or it has names to ask about, or it goes in."""
    standing = find_form(access.club, digest(read_record(document)))
    another = request.POST.get("another") == "yes"
    if standing is not None and not another:
        return _stands(request, access, standing, document, text)
    asked = _unclear(access, document)
    names: dict[str, Any] = {}
    if asked:
        form = NamesForm(asked, _everyone(access), request.POST if "named" in request.POST else None)
        if not form.is_valid():
            return _ask(request, access, form, document, text)
        names = form.chosen()
    actor = Actor.user(request.user.pk or 0)
    try:
        if another:
            done = import_another(access.club, document, seen=_seen(request), actor=actor, names=names)
        else:
            done = import_record(access.club, document, actor=actor, names=names)
    except Refused as error:
        if not asked:
            raise
        return _ask(request, access, form, document, text, _fault(error))
    return _done(request, access, done)


def _seen(request: HttpRequest) -> int:
    """How many 將 of this form the reader was told of."""
    given = request.POST.get("seen", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 9 else 0


def _unclear(access: Access, document: Any) -> dict[str, list[Member]]:
    """The names that are not exactly one member's."""
    found = candidates(access.club, list(names_in(document)))
    return {name: members for name, members in found.items() if len(members) != 1}


def _everyone(access: Access) -> list[Member]:
    return list(access.club.members.filter(merged_into=None).order_by("name", "pk"))


def _ask(
    request: HttpRequest,
    access: Access,
    form: NamesForm,
    document: Any,
    text: str,
    fault: Fault | None = None,
) -> HttpResponse:
    kept = {key: request.POST[key] for key in ("another", "seen") if key in request.POST}
    context = {"form": form, "text": text, "record": document, "kept": kept, "fault": fault}
    return page(request, access, "pages/import_names.html", context, status=422 if form.is_bound else 200)


def _stands(request: HttpRequest, access: Access, standing: Jiang, document: Any, text: str) -> HttpResponse:
    context = {"standing": standing, "text": text, "seen": copies_standing(access.club, document)}
    return page(request, access, "pages/import_stands.html", context)


def _done(request: HttpRequest, access: Access, done: Imported) -> HttpResponse:
    count = done.jiang.hands.filter(struck_at=None).count()
    if done.created:
        told = ngettext("The 將 is in, with %(count)s hand.", "The 將 is in, with %(count)s hands.", count)
        messages.success(request, told % {"count": count})
    else:
        messages.info(request, _("This record stands here already. Nothing was added."))
    return redirect("jiang", access.club.slug, done.jiang.pk)
