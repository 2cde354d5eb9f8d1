"""Two member records that are one person: what would move is shown, then one goes into the other."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from league.access import organiser_for
from league.errors import Refused
from league.models import Member
from league.selectors.balances import unit_balances
from league.services import members as service
from league.web.pages import page

FORM = ["GET", "HEAD", "POST"]


class IntoForm(forms.Form):
    """Which record is the other one of the same person."""

    into = forms.ModelChoiceField(
        label=gettext_lazy("Is the same person as"), queryset=Member.objects.none(), empty_label=""
    )

    def __init__(self, gone: Member, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        others = Member.objects.filter(club=gone.club_id, merged_into=None).exclude(pk=gone.pk)
        self.fields["into"].queryset = others.order_by("name", "pk")  # type: ignore[attr-defined]


@require_http_methods(FORM)
def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Chooses the record that stays (`?into=`), shows what moves into it, and moves it when that is confirmed."""
    access = organiser_for(request.user, slug)
    gone = get_object_or_404(access.club.members.filter(merged_into=None).select_related("user"), pk=pk)
    given = request.POST if request.method == "POST" else request.GET if "into" in request.GET else None
    form = IntoForm(gone, given)
    context: dict[str, object] = {"gone": gone, "form": form}
    status = 200
    if form.is_bound and form.is_valid():
        kept = form.cleaned_data["into"]
        context["kept"] = kept
        try:
            context["moves"] = service.merging(gone, kept)
            if request.method == "POST":
                service.merge(gone, kept)
                said = {"gone": gone.name, "kept": kept.name}
                messages.success(request, _("%(gone)s and %(kept)s are one record now.") % said)
                return redirect("member", slug, kept.pk)
        except Refused as refused:
            context["refused"], status = refused.message, refused.status
        else:
            context["sums"] = _sums(gone, kept)
    elif form.is_bound:
        status = 422
    return page(request, access, "pages/settling/merge.html", context, status=status)


def _sums(gone: Member, kept: Member) -> list[dict[str, object]]:
    """Each unit's balance of the record that stays: before, and with the other's."""
    before = {one.unit: one.amount for one in unit_balances(kept)}
    added = {one.unit: one.amount for one in unit_balances(gone)}
    return [
        {
            "label": unit.label,
            "before": before.get(unit, 0),
            "after": before.get(unit, 0) + added.get(unit, 0),
        }
        for unit in {**before, **added}
    ]
