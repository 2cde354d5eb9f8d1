"""What a 將 comes to, as `manage.py settle` answers it, under the names of today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from league.models import Jiang, Member
from league.services.facts import HOUSE, Facts, member_id, token
from settlement.jiang.outcome import Outcome

Answer = dict[str, Any]


def jiang_answer(jiang: Jiang) -> Answer:
    """The sheet of a 將: hands with their transfers, net, the fewest transfers that settle it, what comes next."""
    facts = Facts.load(jiang)
    return named(facts.outcome().as_json(), Names.of(facts))


class Names(Mapping[str, str]):
    """The name shown for each token (`m12`, `house`)."""

    def __init__(self, names: Mapping[Member, str]) -> None:
        self._names = {member.pk: name for member, name in names.items()}
        self._members = {member.pk: member for member in names}

    @classmethod
    def of(cls, facts: Facts) -> Names:
        return cls(facts.names())

    @classmethod
    def of_jiang(cls, jiang: Jiang) -> Names:
        """The same without loading the hands."""
        return cls.of(Facts.seated(jiang))

    def __getitem__(self, token: str) -> str:
        return HOUSE if token == HOUSE else self._names[member_id(token)]

    def __iter__(self) -> Iterator[str]:
        return iter([token(pk) for pk in self._names])

    def __len__(self) -> int:
        return len(self._names)

    def member(self, token: str) -> Member | None:
        """Who a token is; None for the house."""
        return None if token == HOUSE else self._members[member_id(token)]


def named(answer: Answer, names: Mapping[str, str]) -> Answer:
    """The answer of a replay under tokens with every token replaced by its name."""
    return {
        **answer,
        "hands": [named_hand(hand, names) for hand in answer["hands"]],
        "net": {names[token]: amount for token, amount in answer["net"].items()},
        "settle_up": [_payment(one, names) for one in answer["settle_up"]],
    }


def named_hand(hand: Answer, names: Mapping[str, str]) -> Answer:
    """One hand of such an answer."""
    return {
        **hand,
        "transfers": [_payment(one, names) for one in hand["transfers"]],
        "net": {names[token]: amount for token, amount in hand["net"].items()},
    }


def next_hand(outcome: Outcome) -> Answer | None:
    """What comes next: `{"number", "round_wind", "dealer", "streak"}`, None where nothing does."""
    return None if outcome.next is None else {"number": outcome.next.number, **outcome.next.as_json()}


def _payment(one: Answer, names: Mapping[str, str]) -> Answer:
    return {**one, "from": names[one["from"]], "to": names[one["to"]]}
