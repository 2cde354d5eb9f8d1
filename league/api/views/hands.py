"""盤: reading them with their payments, recording the next, correcting and striking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.conditional import seen_version, versioned
from league.api.describe import IF_MATCH, describe, whole
from league.api.idempotency import once
from league.api.pagination import CursorPages, bad_cursor, page_answer, read_cursor, read_limit
from league.api.serializers.hands import (
    MOST_VERSION,
    WHY_LENGTH,
    CorrectionIn,
    HandIn,
    HandOut,
    WrittenOut,
    hand_out,
)
from league.api.views.jiang import JiangView
from league.errors import Refused
from league.models import Hand, Jiang
from league.selectors.answers import next_hand
from league.selectors.hands import standing_hands, written_hand
from league.services.hands import Written, correct_hand, record_hand, strike_hand
from scoring.errors import RuleError

_VERSION = re.compile(r"[0-9]{1,9}")


class Hands(JiangView):
    """The hands of a 將, and the door for the next one."""

    serializer_class = HandOut
    pagination_class = CursorPages
    queryset = Hand.objects.none()

    @describe("hands", "The hands of a 將 with the ledger's payments, in order", HandOut(many=True))
    def get(self, request: Request, slug: str, pk: int) -> Response:
        jiang = self.sheet_of(pk)
        limit = read_limit(request)
        cursor = read_cursor(request, 1)
        first = 1 if cursor is None else _number(cursor[0]) + 1
        shown = standing_hands(jiang, first, limit)
        last = first + len(shown) - 1
        answer = page_answer(
            request, [hand_out(one) for one in shown], [last] if last < jiang.hand_count else None
        )
        return versioned(answer, jiang.version)

    @describe(
        "hands",
        "Record hand number, which must be the next one (scope record)",
        {201: WrittenOut},
        body=HandIn,
        key="required",
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        club = self.needs_recorder().club

        def work() -> Response:
            reader = HandIn(data=request.data)
            reader.is_valid(raise_exception=True)
            number: int = reader.validated_data["number"]
            with told_at_hand(number):
                written = record_hand(
                    self.bare_jiang(pk), reader.validated_data["hand"], number=number, actor=self.actor
                )
            place = reverse("api:hand", kwargs={"slug": slug, "pk": pk, "number": number})
            return _answer(written, status.HTTP_201_CREATED, {"Location": place})

        return once(club, request, work)


class OneHand(JiangView):
    """One hand of a 將, by its number."""

    serializer_class = HandOut

    @describe("hands", "One hand with the ledger's payments", HandOut)
    def get(self, request: Request, slug: str, pk: int, number: int) -> Response:
        jiang = self.sheet_of(pk)
        self._hand(jiang, number)
        return versioned(Response(hand_out(standing_hands(jiang, number, 1)[0])), jiang.version)

    @describe(
        "hands",
        "Correct a hand (scope record): its payments and those it changes are posted anew",
        WrittenOut,
        body=CorrectionIn,
        key="required",
        parameters=[IF_MATCH],
    )
    def patch(self, request: Request, slug: str, pk: int, number: int) -> Response:
        def work() -> Response:
            reader = CorrectionIn(data=request.data)
            reader.is_valid(raise_exception=True)
            given = reader.validated_data
            version = seen_version(request, given.get("version"))
            hand = self._hand(self.bare_jiang(pk), number)
            with told_at_hand(number), told_as_precondition(request):
                return _answer(
                    correct_hand(hand, given["hand"], version=version, actor=self.actor, why=given["reason"])
                )

        return self._once(request, work)

    @describe(
        "hands",
        "Strike a hand (scope record): later hands move up",
        {200: WrittenOut},
        key="required",
        parameters=[
            IF_MATCH,
            whole("version", "the 將's version that was seen, unless If-Match says it", MOST_VERSION),
            OpenApiParameter("reason", {"type": "string", "maxLength": WHY_LENGTH}, description="why"),
        ],
    )
    def delete(self, request: Request, slug: str, pk: int, number: int) -> Response:
        def work() -> Response:
            version = seen_version(request, _version(request))
            why = _reason(request)
            hand = self._hand(self.bare_jiang(pk), number)
            with told_as_precondition(request):
                return _answer(strike_hand(hand, version=version, actor=self.actor, why=why))

        return self._once(request, work)

    def _once(self, request: Request, work: Callable[[], Response]) -> Response:
        return once(self.needs_recorder().club, request, work)

    def _hand(self, jiang: Jiang, number: int) -> Hand:
        return get_object_or_404(Hand, jiang=jiang, number=number, struck_at=None)


@contextmanager
def told_at_hand(number: int) -> Iterator[None]:
    """A fault in the hand that was sent stands below `hand`, where the sender finds it."""
    record_path = f"hands[{number - 1}]"
    try:
        yield
    except RuleError as error:
        if not re.match(rf"{re.escape(record_path)}(\.|$)", error.where):
            raise
        where = "hand" + error.where.removeprefix(record_path)
        raise RuleError(error.code, where, error.template, error.params) from error


@contextmanager
def told_as_precondition(request: Request) -> Iterator[None]:
    """A version that has passed is 409, and 412 where it came as If-Match."""
    try:
        yield
    except Refused as error:
        if error.code == "changed_meanwhile" and "If-Match" in request.headers:
            error.status = status.HTTP_412_PRECONDITION_FAILED
        raise


def _answer(
    written: Written, code: int = status.HTTP_200_OK, headers: dict[str, str] | None = None
) -> Response:
    hand = written.hand
    jiang = hand.jiang
    shown = None
    if hand.struck_at is None:
        shown = hand_out(written_hand(hand, written.outcome.hands, jiang))
    body = {
        "hand": shown,
        "jiang": {
            "id": jiang.pk,
            "version": jiang.version,
            "state": jiang.state,
            "hand_count": jiang.hand_count,
            "next": next_hand(written.outcome),
        },
        "changed": sorted(one.number for one in written.changed if one.struck_at is None),
    }
    return versioned(Response(body, code, headers=headers), jiang.version)


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 10**6:
        raise bad_cursor()
    return value


def _version(request: Request) -> int | None:
    text = request.query_params.get("version")
    if text is None:
        return None
    if not _VERSION.fullmatch(text):
        raise serializers.ValidationError({"version": [WholeNumberFault]}, code="invalid")
    return int(text)


def _reason(request: Request) -> str:
    text = request.query_params.get("reason", "").strip()
    field = serializers.CharField(max_length=WHY_LENGTH, allow_blank=True)
    try:
        return str(field.run_validation(text))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({"reason": error.detail}) from None


WholeNumberFault = serializers.IntegerField.default_error_messages["invalid"]
