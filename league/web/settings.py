"""Settings of a club, for its organisers: the club itself, its seasons, the keys of apps."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.access import Access, organiser_for
from league.services.clubs import open_season
from league.services.tokens import create_token, revoke
from league.web.forms_settings import SCOPES, ClubForm, SeasonForm, TokenForm
from league.web.pages import page, sent, today

FORM_METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(FORM_METHODS)
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, who sees what, the usual sheet."""
    access = organiser_for(request.user, slug)
    if request.method == "POST":
        # A club of its own for the form: a refused name must not stand on the page as the club's.
        form = ClubForm(request.POST, instance=type(access.club).objects.get(pk=access.club.pk))
        if form.is_valid():
            form.save()
            messages.success(request, _("Saved."))
            return redirect("settings", slug)
    else:
        form = ClubForm(instance=access.club)
    return page(request, access, "pages/settings.html", {"form": form}, status=_status(form.is_bound))


def _status(refused: bool) -> int:
    return 422 if refused else 200


@require_http_methods(FORM_METHODS)
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The club's seasons, and a new one."""
    access = organiser_for(request.user, slug)
    form = SeasonForm(access.club, sent(request), initial={"starts_on": today(access.club)})
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        season = open_season(access.club, given["name"], given["starts_on"], given["ends_on"], given["unit"])
        messages.success(request, _("The season %(name)s is open.") % {"name": season.name})
        return redirect("settings-seasons", slug)
    context = {"form": form, "seasons": access.club.seasons.select_related("unit")}
    return page(request, access, "pages/settings_seasons.html", context, status=_status(form.is_bound))


@require_http_methods(FORM_METHODS)
def tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """The keys of apps: what each may, when it was last used; a new one is shown once."""
    access = organiser_for(request.user, slug)
    form = TokenForm(sent(request))
    if request.method == "POST" and form.is_valid() and isinstance(request.user, User):
        given = form.cleaned_data
        token, key = create_token(access.club, given["name"], given["scopes"], request.user)
        answer = _tokens(request, access, TokenForm(), made=token.name, key=key)
        answer["Cache-Control"] = "no-store"
        return answer
    return _tokens(request, access, form)


def _tokens(
    request: HttpRequest, access: Access, form: TokenForm, *, made: str = "", key: str = ""
) -> HttpResponse:
    rows = [
        (token, [SCOPES.get(scope, scope) for scope in token.scopes])
        for token in access.club.api_tokens.select_related("created_by").order_by("revoked_at", "-created_at")
    ]
    context = {"form": form, "tokens": rows, "made": made, "key": key}
    return page(request, access, "pages/settings_tokens.html", context, status=_status(form.is_bound))


@require_POST
def revoke_token(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Shuts an app out for good."""
    access = organiser_for(request.user, slug)
    token = get_object_or_404(access.club.api_tokens, pk=pk)
    revoke(token)
    messages.success(request, _("%(name)s is shut out.") % {"name": token.name})
    return redirect("settings-tokens", slug)
