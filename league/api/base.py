"""What every view of the API shares: what the caller may, headers of every answer, pages of lists."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext_noop
from rest_framework import exceptions, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import Access, TokenAccess, club_for, token_for
from league.actors import Actor
from league.api.auth import actor_of, token_in
from league.api.conditional import conclude
from league.api.throttling import rate_of
from league.errors import Refused


class ApiView(GenericAPIView[Any]):
    """A view whose every answer tells its rate limit and, where it was read, its ETag."""

    http_method_names = ("get", "head", "post", "put", "patch", "delete")
    queryset: QuerySet[Any] | None = None

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        rate = rate_of(request)
        for name, value in (rate.headers() if rate else {}).items():
            answer[name] = value
        answer.add_post_render_callback(lambda rendered: conclude(request, rendered))
        return answer

    def paged(self, rows: QuerySet[Any]) -> Response:
        """A page of rows, filtered as the query says, each shown by the view's serializer."""
        page = self.paginate_queryset(self.filter_queryset(rows))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def body(self) -> dict[str, Any]:
        """The request's body as the view's serializer reads it. Raises ValidationError."""
        serializer = self.get_serializer(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        data: dict[str, Any] = serializer.validated_data
        return data

    @property
    def caller(self) -> User | AnonymousUser:
        return self.request.user

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)


class ClubView(ApiView):
    """A view below one club. `access` is what the caller may there; a club he may not see is not found."""

    @cached_property
    def access(self) -> Access:
        slug: str = self.kwargs["slug"]
        token = token_in(self.request)
        return club_for(self.caller, slug) if token is None else token_for(token, slug)

    def needs_member(self) -> Access:
        """For the club's own people and apps."""
        return self._let(self.access.member is not None or isinstance(self.access, TokenAccess))

    def needs_recorder(self) -> Access:
        """For who may record: organisers, scorers, apps with `record`."""
        return self._let(self.access.records, "record")

    def needs_organiser(self) -> Access:
        """For who runs the club: organisers, apps with `admin`."""
        return self._let(self.access.organises, "admin")

    def needs_all_money(self) -> Access:
        """For who sees everyone's sums."""
        return self._let(self.access.sees_all_money, "read", "settle")

    def _let(self, allowed: bool, *scopes: str) -> Access:
        """Lets the caller in, or says what he lacks: an account, a scope, a role."""
        if allowed:
            return self.access
        if isinstance(self.access, TokenAccess):
            raise Refused(
                "scope_missing",
                gettext_noop("This token has not got the scope that is needed: %(scopes)s."),
                status=status.HTTP_403_FORBIDDEN,
                extra={"scopes": list(scopes)},
                scopes=" / ".join(scopes),
            )
        if self.caller.is_anonymous:
            raise exceptions.NotAuthenticated
        raise Refused(
            "not_allowed",
            gettext_noop("You are not allowed to do this in this club."),
            status=status.HTTP_403_FORBIDDEN,
        )
