"""盤: what was recorded, what it comes to, and the payments that the ledger holds for it."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from league.api.fields import HandField, Strict, Text, WholeNumber
from league.api.serializers.clubs import MemberName, member_name
from league.api.serializers.settle import WIND, NetsField, NextOut, WinOut, transfer_fields
from league.models import Jiang
from league.selectors.answers import Names
from league.selectors.hands import LedgerPayment, StandingHand
from league.services.facts import HOUSE, token

MOST_HANDS = 10_000
WHY_LENGTH = 200
MOST_VERSION = 10**9


class LedgerTransferOut(serializers.Serializer[Any]):
    """A transfer of the ledger; the member of the house is null."""

    from_member = MemberName(allow_null=True)
    to_member = MemberName(allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {**transfer_fields(), "reason": serializers.CharField(), **super().get_fields()}


class HandOut(serializers.Serializer[Any]):
    """A hand as it stands. `hand` is what was recorded, `transfers` what the ledger holds for it now."""

    number = serializers.IntegerField()
    uid = serializers.UUIDField()
    recorded_at = serializers.DateTimeField()
    round_wind = WIND
    dealer = serializers.IntegerField(min_value=0, max_value=3)
    streak = serializers.IntegerField()
    hand = HandField()
    wins = WinOut(many=True)
    transfers = LedgerTransferOut(many=True)
    net = NetsField()


class ComesNextOut(NextOut):
    """The hand that comes next, with its number."""

    number = serializers.IntegerField()


class StandOut(serializers.Serializer[Any]):
    """How the 將 stands after a write."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Jiang.State.choices)
    hand_count = serializers.IntegerField()
    next = ComesNextOut(allow_null=True)


class WrittenOut(serializers.Serializer[Any]):
    """What a write came to. `changed` are the numbers of the hands whose payments changed; `hand` null: struck."""

    hand = HandOut(allow_null=True)
    jiang = StandOut()
    changed = serializers.ListField(child=serializers.IntegerField())


class HandIn(Strict):
    """The hand that is expected to come next."""

    number = WholeNumber(min_value=1, max_value=MOST_HANDS)
    hand = HandField()


class CorrectionIn(Strict):
    """What a hand should be instead. `version`: of the 將 that was seen, unless If-Match says it."""

    hand = HandField()
    version = WholeNumber(min_value=0, max_value=MOST_VERSION, required=False)
    reason = Text(max_length=WHY_LENGTH, required=False, allow_blank=True, default="")


def hand_out(standing: StandingHand) -> dict[str, Any]:
    """A hand as `HandOut` describes it."""
    told = standing.outcome.as_json()
    names = standing.names
    return {
        "number": standing.hand.number,
        "uid": str(standing.hand.uid),
        "recorded_at": standing.hand.recorded_at.isoformat(),
        "round_wind": told["round_wind"],
        "dealer": told["dealer"],
        "streak": told["streak"],
        "hand": standing.hand.facts,
        "wins": told["wins"],
        "transfers": [_transfer(one, names) for one in standing.payments],
        "net": {names[one]: amount for one, amount in standing.outcome.net.items()},
    }


def _transfer(payment: LedgerPayment, names: Names) -> dict[str, Any]:
    payer, payee = payment.payer, payment.payee
    return {
        "from": names[HOUSE if payer is None else token(payer.pk)],
        "to": names[HOUSE if payee is None else token(payee.pk)],
        "amount": payment.amount,
        "reason": payment.reason,
        "from_member": member_name(payer),
        "to_member": member_name(payee),
    }
