"""Keeping the list of members, for organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.access import Access, organiser_for
from league.errors import Refused
from league.models import Member
from league.services import roles
from league.services.clubs import add_member
from league.services.members import rename
from league.web.forms_settings import AccountForm, LeaveForm, MemberForm, NewMemberForm
from league.web.pages import page, sent, today

FORM_METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(FORM_METHODS)
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Everyone the club knows, and one more."""
    access = organiser_for(request.user, slug)
    form = NewMemberForm(sent(request))
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        one = add_member(access.club, given["name"], guest=given["guest"], joined_on=today(access.club))
        messages.success(request, _("%(name)s is in.") % {"name": one.name})
        return redirect("settings-members", slug)
    found = access.club.members.filter(merged_into=None).select_related("user")
    context = {"form": form, "members": found.order_by("left_on", "is_guest", "name", "pk")}
    status = 422 if form.is_bound else 200
    return page(request, access, "pages/settings_members.html", context, status=status)


@require_http_methods(FORM_METHODS)
def member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One member: name and role, account, leaving and coming back. `act` says which of the forms was sent."""
    access = organiser_for(request.user, slug)
    one = get_object_or_404(access.club.members.filter(merged_into=None).select_related("user"), pk=pk)
    if request.method != "POST":
        return _shown(request, access, one)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        return _shown(request, access, one, status=422)
    try:
        return act(request, access, one)
    except Refused as error:
        one.refresh_from_db()
        return _shown(request, access, one, refused=error, status=error.status)


def _shown(
    request: HttpRequest,
    access: Access,
    one: Member,
    *,
    form: MemberForm | None = None,
    account: AccountForm | None = None,
    leaving: LeaveForm | None = None,
    refused: Refused | None = None,
    password: str = "",
    status: int = 200,
) -> HttpResponse:
    first = {"name": one.name, "role": one.role, "guest": one.is_guest}
    context = {
        "one": one,
        "form": form or MemberForm(initial=first),
        "account": account or AccountForm(),
        "leaving": leaving or LeaveForm(initial={"left_on": today(access.club)}),
        "refused": refused.message if refused else "",
        "password": password,
    }
    return page(request, access, "pages/settings_member.html", context, status=status)


def _change(request: HttpRequest, access: Access, one: Member) -> HttpResponse:
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _shown(request, access, one, form=form, status=422)
    roles.change_role(one, form.cleaned_data["role"], guest=form.cleaned_data["guest"])
    rename(one, form.cleaned_data["name"])
    return _saved(request, access, one)


def _link(request: HttpRequest, access: Access, one: Member) -> HttpResponse:
    account = AccountForm(request.POST)
    if not account.is_valid():
        return _shown(request, access, one, account=account, status=422)
    password = roles.link_account(one, account.cleaned_data["username"])
    if password is None:
        return _saved(request, access, one)
    answer = _shown(request, access, one, password=password)
    answer["Cache-Control"] = "no-store"
    return answer


def _unlink(request: HttpRequest, access: Access, one: Member) -> HttpResponse:
    roles.unlink_account(one)
    return _saved(request, access, one)


def _leave(request: HttpRequest, access: Access, one: Member) -> HttpResponse:
    leaving = LeaveForm(request.POST)
    if not leaving.is_valid():
        return _shown(request, access, one, leaving=leaving, status=422)
    roles.see_off(one, leaving.cleaned_data["left_on"])
    return _saved(request, access, one)


def _back(request: HttpRequest, access: Access, one: Member) -> HttpResponse:
    roles.welcome_back(one)
    return _saved(request, access, one)


def _saved(request: HttpRequest, access: Access, one: Member) -> HttpResponse:
    messages.success(request, _("Saved."))
    if access.member is not None and access.member.pk == one.pk:
        return redirect("club", access.club.slug)
    return redirect("settings-member", access.club.slug, one.pk)


ACTS = {"change": _change, "link": _link, "unlink": _unlink, "leave": _leave, "back": _back}
