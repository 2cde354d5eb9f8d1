"""Who is calling: an app with its token, or a person signed in to the site."""

from __future__ import annotations

import logging

from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from league.actors import Actor
from league.models import ApiToken
from league.services.tokens import note_use, token_of

CSRF_FAILED = "csrf_failed"
REALM = 'Bearer realm="api"'
log = logging.getLogger(__name__)


class BadToken(exceptions.AuthenticationFailed):
    """A token that opens nothing: unknown, misspelt or revoked; the answer does not say which."""

    default_detail = _("This token is unknown or has been revoked.")


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer jc_…`. The token stands in `request.auth`; it is no user."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, ApiToken] | None:
        scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_of(key.strip())
        if token is None:
            raise BadToken
        _note(token)
        return AnonymousUser(), token

    def authenticate_header(self, request: Request) -> str:
        offered = request.headers.get("Authorization", "").lower().startswith("bearer")
        return f'{REALM}, error="invalid_token"' if offered else REALM


class SessionAuthentication(authentication.SessionAuthentication):
    """A signed-in person; writes need the page's CSRF value."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise exceptions.PermissionDenied(str(error.detail), CSRF_FAILED) from error


def token_in(request: Request) -> ApiToken | None:
    """The token the request came with."""
    return request.auth if isinstance(request.auth, ApiToken) else None


def actor_of(request: Request) -> Actor:
    """Who answers for a write: `token:3` or `user:5`. Raises NotAuthenticated for a visitor."""
    token = token_in(request)
    if token is not None:
        return Actor.token(token.pk)
    if request.user.pk is None:
        raise exceptions.NotAuthenticated
    return Actor.user(request.user.pk)


def _note(token: ApiToken) -> None:
    """A reading app goes on when the note of its use cannot be written."""
    try:
        note_use(token)
    except DatabaseError:
        log.warning("The use of token %s could not be noted.", token.pk, exc_info=True)
