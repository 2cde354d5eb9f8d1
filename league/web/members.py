"""Members, their records of play, and their balances."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import Access, club_for, member_for
from league.models import Member
from league.selectors.balances import UnitBalance, all_lines, statement_page, unit_balances
from league.selectors.jiang_lists import cards, jiang_of
from league.selectors.members import members_of, recent_jiang, record_of, season_rows
from league.web.csv_files import csv_answer
from league.web.pages import number_in, page


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who belongs to the club. Guests are the club's own business."""
    access = club_for(request.user, slug)
    found = members_of(access.club)
    if access.member is None:
        found = found.filter(is_guest=False)
    return page(request, access, "pages/members.html", {"members": found})


def _member(access: Access, pk: int) -> Member:
    """A member of the club; one whose record was merged into another's is the other."""
    found = access.club.members.select_related("merged_into")
    member = get_object_or_404(found, pk=pk)
    return member.merged_into or member


@require_safe
def member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A member's record of play. It holds no money but where the reader may see this member's."""
    access = club_for(request.user, slug)
    shown = _member(access, pk)
    if access.member is None and shown.is_guest:
        raise Http404
    rows = season_rows(shown)
    money = access.sees_money_of(shown)
    context = {
        "member": shown,
        "record": record_of(shown, rows),
        "seasons": rows,
        "recent": cards(access, jiang_of(access.club).filter(pk__in=recent_jiang(shown))),
        "money": money,
        "balances": unit_balances(shown) if money else [],
    }
    return page(request, access, "pages/member.html", context)


def _own_money(access: Access, pk: int) -> Member:
    """The member, for who may see his money; else he is not there."""
    shown = _member(access, pk)
    if not access.sees_money_of(shown):
        raise Http404
    return shown


@require_safe
def own_balance(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's own balance."""
    access = member_for(request.user, slug)
    if access.member is None:
        raise Http404
    return redirect("balance", slug, access.member.pk)


@require_safe
def balance(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A member's statement: what his balance is made of, each line leading to its hand."""
    access = club_for(request.user, slug)
    shown = _own_money(access, pk)
    units = unit_balances(shown)
    unit = _unit(units, request.GET.get("unit"))
    before, after = number_in(request, "before"), number_in(request, "after")
    context = {
        "member": shown,
        "units": units,
        "unit": unit,
        "lines": statement_page(unit, before=before, after=after) if unit else None,
        "own": access.member is not None and access.member.pk == shown.pk,
    }
    return page(request, access, "pages/balance.html", context)


def _unit(units: list[UnitBalance], code: str | None) -> UnitBalance | None:
    """The unit asked for, else the usual one; None where the member has no account yet."""
    if code is None:
        return units[0] if units else None
    found = next((one for one in units if one.unit.code == code), None)
    if found is None:
        raise Http404
    return found


@require_safe
def balance_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The whole statement in one unit as a file, oldest line first."""
    access = club_for(request.user, slug)
    shown = _own_money(access, pk)
    unit = _unit(unit_balances(shown), request.GET.get("unit"))
    header = [_("No."), _("Date"), _("將"), _("Hand"), _("What for"), _("Note"), _("Amount"), _("Balance")]
    rows = (
        [
            line.seq,
            line.day.isoformat(),
            line.hand.jiang_id if line.hand else None,
            line.hand.number if line.hand else None,
            line.text,
            line.note,
            line.amount,
            line.balance,
        ]
        for line in (all_lines(unit) if unit else ())
    )
    name = f"{_('Statement')} {shown.name} {unit.unit.code if unit else ''}".strip()
    return csv_answer(name, header, rows)
