"""Clubs, their members, seasons and sessions."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.auth import token_in
from league.api.base import ApiView, ClubView
from league.api.describe import describe
from league.api.filters import MemberFilter, SessionFilter
from league.api.idempotency import once
from league.api.pagination import CursorPages
from league.api.serializers.clubs import ClubOut, MemberIn, MemberOut, SeasonOut, SessionOut
from league.models import Club, Member, Season, Session
from league.services.clubs import add_member


class Clubs(ApiView):
    """The clubs that the caller may see: an app its own, a person his own and the public ones."""

    serializer_class = ClubOut
    pagination_class = CursorPages
    queryset = Club.objects.none()
    order = ("slug", "pk")

    @describe("clubs", "The clubs the caller may see", ClubOut(many=True))
    def get(self, request: Request) -> Response:
        return self.paged(self._seen().prefetch_related("units"))

    def _seen(self) -> QuerySet[Club]:
        token = token_in(self.request)
        if token is not None:
            return Club.objects.filter(pk=token.club_id)
        seen = Q(public=True)
        if self.caller.is_authenticated:
            belongs = Member.objects.filter(user=self.caller, left_on=None, merged_into=None)
            seen |= Q(pk__in=belongs.values("club"))
        return Club.objects.filter(seen)


class OneClub(ClubView):
    """One club."""

    serializer_class = ClubOut

    @describe("clubs", "One club", ClubOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(ClubOut(self.access.club).data)


class Members(ClubView):
    """The club's members and guests."""

    serializer_class = MemberOut
    pagination_class = CursorPages
    filterset_class = MemberFilter
    queryset = Member.objects.none()
    order = ("name", "pk")

    @describe("members", "The club's members and guests, by name", MemberOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        club = self.needs_member().club
        return self.paged(Member.objects.filter(club=club, merged_into=None))

    @describe(
        "members",
        "Take in a guest (scope record) or, with guest: false, a member (scope admin)",
        {201: MemberOut},
        body=MemberIn,
        key="taken",
    )
    def post(self, request: Request, slug: str) -> Response:
        reader = MemberIn(data=request.data)
        self.needs_recorder()
        reader.is_valid(raise_exception=True)
        guest: bool = reader.validated_data["guest"]
        if not guest:
            self.needs_organiser()
        club = self.access.club

        def work() -> Response:
            member = add_member(club, reader.validated_data["name"], guest=guest)
            place = reverse("api:member", kwargs={"slug": slug, "pk": member.pk})
            return Response(MemberOut(member).data, status.HTTP_201_CREATED, headers={"Location": place})

        return once(club, request, work, required=False)


class OneMember(ClubView):
    """One member or guest."""

    serializer_class = MemberOut

    @describe("members", "One member or guest", MemberOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        club = self.needs_member().club
        member = get_object_or_404(Member, club=club, pk=pk, merged_into=None)
        return Response(MemberOut(member).data)


class Seasons(ClubView):
    """The club's seasons."""

    serializer_class = SeasonOut
    pagination_class = CursorPages
    queryset = Season.objects.none()
    order = ("-starts_on", "-pk")

    @describe("seasons", "The club's seasons, the latest first", SeasonOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.paged(Season.objects.filter(club=self.access.club).select_related("unit"))


class OneSeason(ClubView):
    """One season."""

    serializer_class = SeasonOut

    @describe("seasons", "One season", SeasonOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        found = get_object_or_404(Season.objects.select_related("unit"), club=self.access.club, pk=pk)
        return Response(SeasonOut(found).data)


class Sessions(ClubView):
    """The club's sessions."""

    serializer_class = SessionOut
    pagination_class = CursorPages
    filterset_class = SessionFilter
    queryset = Session.objects.none()
    order = ("-played_on", "-pk")

    @describe("sessions", "The club's sessions with their tables, the latest first", SessionOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.paged(Session.objects.filter(club=self.access.club).prefetch_related("tables"))


class OneSession(ClubView):
    """One session."""

    serializer_class = SessionOut

    @describe("sessions", "One session with its tables", SessionOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        found = get_object_or_404(Session, club=self.access.club, pk=pk)
        return Response(SessionOut(found).data)
