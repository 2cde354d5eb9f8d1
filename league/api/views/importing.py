"""The list of 將, and taking in a record: once, however often it is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from django.urls import reverse
from django.utils.translation import gettext_noop
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView
from league.api.conditional import versioned
from league.api.describe import also, describe
from league.api.filters import JiangFilter
from league.api.idempotency import once
from league.api.pagination import CursorPages
from league.api.serializers.jiang import ImportIn, JiangOut
from league.api.views.jiang import jiang_of
from league.errors import Refused
from league.models import Club, ClubUnit, Jiang, Member, Session
from league.services.records import NEW_GUEST, Placing, import_record
from scoring.errors import RuleError

_CODE = re.compile(r"[-a-zA-Z0-9_]{1,12}")
RECORD = {"$ref": "#/components/schemas/JiangRecord"}
WRAPPED = {"$ref": "#/components/schemas/ImportIn"}
SECOND = OpenApiParameter(
    "second",
    OpenApiTypes.BOOL,
    description="`true`: this is a true second 將 that looks like one that is here already",
)


class AllJiang(ClubView):
    """The club's 將, and the door for new ones."""

    serializer_class = JiangOut
    pagination_class = CursorPages
    filterset_class = JiangFilter
    queryset = Jiang.objects.none()
    order = ("-played_on", "-pk")

    @describe("jiang", "The club's 將, the latest first", JiangOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.paged(jiang_of(self.access.club))

    @describe(
        "jiang",
        "Import a 將 record (scope record)",
        {
            201: also(JiangOut, "taken in"),
            200: also(JiangOut, "the same record stands here already; nothing was written"),
        },
        body={"application/json": {"oneOf": [RECORD, WRAPPED]}},
        key="required",
        parameters=[SECOND],
    )
    def post(self, request: Request, slug: str) -> Response:
        club = self.needs_recorder().club
        return once(club, request, lambda: self._import(club, request))

    def _import(self, club: Club, request: Request) -> Response:
        asked = _Asked.read(club, request.data)
        try:
            done = import_record(
                club,
                asked.record,
                actor=self.actor,
                names=asked.names,
                placing=asked.placing,
                second_copy=_second(request),
            )
        except RuleError as error:
            raise error.below(asked.prefix) from error
        except Refused as error:
            error.where = ".".join(part for part in (asked.prefix, error.where) if part)
            raise
        jiang = jiang_of(club).get(pk=done.jiang.pk)
        place = reverse("api:jiang", kwargs={"slug": club.slug, "pk": jiang.pk})
        code = status.HTTP_201_CREATED if done.created else status.HTTP_200_OK
        answer = Response(self.get_serializer(jiang).data, code, headers={"Location": place})
        return versioned(answer, jiang.version)


class _Asked:
    """What an import asks for: the record, who is who, and where it belongs."""

    def __init__(
        self, record: object, names: Mapping[str, Member | Literal["new"]], placing: Placing, prefix: str
    ) -> None:
        self.record = record
        self.names = names
        self.placing = placing
        self.prefix = prefix

    @classmethod
    def read(cls, club: Club, body: object) -> _Asked:
        if not isinstance(body, dict) or "record" not in body:
            return cls(body, {}, Placing(), "")
        reader = ImportIn(data=body)
        reader.is_valid(raise_exception=True)
        given = reader.validated_data
        table = given.get("table") or {}
        placing = Placing(
            session=_session(club, table.get("session")),
            table_number=table.get("number"),
            unit=unit_of(club, given["unit"]) if "unit" in given else None,
        )
        return cls(given["record"], _names(club, given["names"]), placing, "record")


def unit_of(club: Club, code: str | None, where: str = "unit") -> ClubUnit:
    """The club's unit of this code, the usual one for None. Raises Refused 400 where there is none."""
    if code is None:
        return club.units.get(is_default=True)
    found = club.units.filter(code=code).first() if _CODE.fullmatch(code) else None
    if found is None:
        raise unknown(where)
    return found


def unknown(where: str) -> Refused:
    """Something that a request names is not the club's."""
    return Refused(
        "unknown_reference",
        gettext_noop("The club has nothing of this name or number."),
        where=where,
        status=status.HTTP_400_BAD_REQUEST,
    )


def _session(club: Club, pk: int | None) -> Session | None:
    if pk is None:
        return None
    session = Session.objects.filter(club=club, pk=pk).first()
    if session is None:
        raise unknown("table.session")
    return session


def _names(club: Club, given: Mapping[str, Any]) -> dict[str, Member | Literal["new"]]:
    found: dict[str, Member | Literal["new"]] = {}
    for name, choice in given.items():
        if choice == NEW_GUEST:
            found[name] = NEW_GUEST
            continue
        if type(choice) is not int or not 0 < choice < 2**63:
            raise unknown(f"names.{name}")
        member = Member.objects.filter(club=club, pk=choice, merged_into=None).first()
        if member is None:
            raise unknown(f"names.{name}")
        found[name] = member
    return found


def _second(request: Request) -> bool:
    text = request.query_params.get("second", "false")
    if text not in ("true", "false"):
        raise serializers.ValidationError(
            {"second": [serializers.BooleanField.default_error_messages["invalid"]]}, code="invalid"
        )
    return text == "true"
