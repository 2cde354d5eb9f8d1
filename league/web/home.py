"""The site's front page, and what a load balancer asks."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.selectors.club_page import clubs_of, public_clubs
from league.web.pages import private


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """One club of one's own: there. Several: which? None: the clubs that visitors may look into."""
    own = clubs_of(request.user) if isinstance(request.user, User) else []
    if len(own) == 1 and "all" not in request.GET:
        return redirect("club", own[0].club.slug)
    clubs = public_clubs()
    mine = {member.club_id for member in own}
    others = [club for club in clubs if club.pk not in mine]
    return private(render(request, "pages/home.html", {"own": own, "others": others}))


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """The process and its database answer; 503 where the database does not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except DatabaseError:
        return HttpResponse("no database\n", content_type="text/plain", status=503)
    return HttpResponse("ok\n", content_type="text/plain")
