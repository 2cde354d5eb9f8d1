"""Recording, correcting, striking and inserting hands: lock the 將, write, replay, post what differs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from league.actors import Actor
from league.errors import Refused
from league.models import Hand, HandRevision, Jiang, Sitting
from league.services.facts import Facts
from league.services.settling import write_outcome
from scoring.errors import RuleError
from settlement.jiang.replay import Outcome
from settlement.prepared import Prepared
from settlement.rows import insert

Change = HandRevision.Change
LATE_BET = re.compile(r"(?P<kind>inner|outer)_bets\[(?P<index>\d+)\]")


@dataclass(frozen=True)
class Written:
    """What a write came to: the hand, the replayed 將, and the hands whose payments changed.

    `again`: nothing was written, the hand stood there already under the same name.
    """

    hand: Hand
    outcome: Outcome
    changed: tuple[Hand, ...]
    again: bool = False


def lock(jiang_id: int) -> Jiang:
    """The 將, locked for a write: the one place where writers of one 將 wait for each other."""
    return _one(_locked(jiang_id))


def lock_read(jiang: Jiang) -> Jiang:
    """The same of a 將 that was read a moment ago: its club, unit and book, which stay the same, are not read again."""
    known = jiang._state.fields_cache
    unit = known.get("unit")
    if "club" not in known or unit is None or "book" not in unit._state.fields_cache:
        return lock(jiang.pk)
    locked = _one(_locked_alone(jiang.pk))
    locked.club, locked.unit = jiang.club, unit
    return locked


def _one(found: list[Jiang]) -> Jiang:
    if not found:
        raise Jiang.DoesNotExist
    return found[0]


_locked_alone = Prepared(lambda pk: Jiang.objects.select_for_update(no_key=True).filter(pk=pk))
_locked = Prepared(
    lambda pk: (
        Jiang.objects.select_for_update(of=("self",), no_key=True)
        .select_related("club", "unit__book")
        .filter(pk=pk)
    )
)


def record_hand(
    jiang: Jiang, facts: dict[str, Any], *, number: int, actor: Actor, uid: UUID | None = None
) -> Written:
    """Adds hand `number`, which must be the next one. Raises Refused `hand_exists` with what stands there.

    `uid` is the sender's own name for the hand: the same one again with the same facts is a retry and
    answers with the hand as it stands.
    """
    with transaction.atomic():
        locked = lock_read(jiang)
        standing = Hand.objects.filter(uid=uid).first() if uid is not None else None
        if standing is not None and standing.jiang_id != locked.pk:
            raise Refused(
                "hand_of_another",
                gettext_noop("This hand was sent to another 將 already."),
                status=409,
                extra={"next": locked.hand_count + 1},
            )
        if standing is not None and standing.facts == facts:
            return Written(standing, Facts.load(locked).grown(), (), again=True)
        if number != locked.hand_count + 1 or standing is not None:
            raise _out_of_turn(locked, number)
        if locked.closed:
            raise Refused(
                "jiang_over",
                gettext_noop("This 將 was ended early: open it again to record more hands."),
                status=409,
            )
        return _add(locked, number, facts, Change.RECORDED, actor, uid=uid)


def correct_hand(hand: Hand, facts: dict[str, Any], *, version: int, actor: Actor, why: str = "") -> Written:
    """Puts other facts in the place of a hand's. `version` is that of the 將 the editor saw."""
    with transaction.atomic():
        locked, hand = _lock_seen(hand, version)
        hand.facts = facts
        hand.save(update_fields=["facts"])
        _revise(hand, Change.CORRECTED, actor, why)
        return _write(locked, hand, actor, why=why)


def strike_hand(hand: Hand, *, version: int, actor: Actor, why: str = "") -> Written:
    """Takes a hand out; later ones move up, side bets stay with the hands they began and ended with."""
    with transaction.atomic():
        locked, hand = _lock_seen(hand, version)
        hand.struck_at = timezone.now()
        hand.save(update_fields=["struck_at"])
        _revise(hand, Change.STRUCK, actor, why)
        _renumber(locked, lambda number: number - 1, range(hand.number + 1, locked.hand_count + 1))
        _move_numbers(locked, hand.number, -1)
        return _write(locked, hand, actor, struck=[hand], why=why)


def insert_hand(
    jiang: Jiang, facts: dict[str, Any], *, number: int, version: int, actor: Actor, why: str = ""
) -> Written:
    """Puts a forgotten hand in at `number`; that one and the later ones move down."""
    with transaction.atomic():
        locked = lock(jiang.pk)
        check_version(locked, version)
        if not 1 <= number <= locked.hand_count + 1:
            raise Refused(
                "no_such_hand",
                gettext_noop("There is no hand %(number)s here."),
                where="number",
                number=number,
            )
        _renumber(locked, lambda number: number + 1, range(locked.hand_count, number - 1, -1))
        _move_numbers(locked, number, +1)
        return _add(locked, number, facts, Change.INSERTED, actor, why)


def close_jiang(jiang: Jiang, *, version: int, actor: Actor, closed: bool = True) -> Outcome:
    """Ends a 將 early, or opens it again: no hand follows while it is closed."""
    with transaction.atomic():
        locked = lock(jiang.pk)
        check_version(locked, version)
        locked.closed = closed
        outcome, _ = write_outcome(Facts.load(locked), actor=actor)
        return outcome


def _add(
    jiang: Jiang,
    number: int,
    facts: dict[str, Any],
    change: str,
    actor: Actor,
    why: str = "",
    uid: UUID | None = None,
) -> Written:
    """Writes a hand that is new, in its place among the others."""
    hand = Hand(jiang=jiang, number=number, facts=facts, uid=uid or uuid4())
    every = Facts.load(jiang)
    every.hands.insert(number - 1, hand)
    recorded = change == Change.RECORDED
    if not recorded:
        keep_late_bets(every, why)
    outcome, changed = write_outcome(every, actor=actor, added=[hand], why=why, only_grew=recorded)
    insert([HandRevision(hand=hand, number=1, change=change, facts=facts, actor=actor.label, why=why)])
    return Written(hand, outcome, tuple(changed))


def _write(jiang: Jiang, hand: Hand, actor: Actor, *, struck: Iterable[Hand] = (), why: str = "") -> Written:
    facts = Facts.load(jiang)
    keep_late_bets(facts, why)
    outcome, changed = write_outcome(facts, actor=actor, struck=struck, why=why)
    standing = next((one for one in facts.hands if one.pk == hand.pk), hand)
    return Written(standing, outcome, tuple(changed))


def keep_late_bets(facts: Facts, why: str) -> None:
    """Bets that a correction makes late are kept: each is marked as overruled, and warned of from then on."""
    for _ in facts.bets:
        try:
            facts.grown()
        except RuleError as error:
            found = LATE_BET.match(error.where)
            if error.code != "bet_not_allowed" or found is None:
                raise
            of_kind = [bet for bet in facts.bets if bet.kind == found["kind"]]
            bet = of_kind[int(found["index"])]
            bet.overruled = (why or gettext("an earlier hand was corrected"))[:200]
            bet.save(update_fields=["overruled"])
        else:
            return


def _lock_seen(hand: Hand, version: int) -> tuple[Jiang, Hand]:
    jiang = lock(hand.jiang_id)
    check_version(jiang, version)
    fresh = Hand.objects.select_related("posting").get(pk=hand.pk)
    if fresh.struck_at is not None:
        raise Refused("hand_struck", gettext_noop("This hand has been struck already."), status=409)
    return jiang, fresh


def check_version(jiang: Jiang, version: int) -> None:
    """Raises Refused `changed_meanwhile` unless the 將 is the one that the editor saw."""
    if jiang.version != version:
        raise Refused(
            "changed_meanwhile",
            gettext_noop("Somebody changed this 將 meanwhile. Nothing was written: look again and repeat."),
            status=409,
            extra={"version": jiang.version},
        )


def _out_of_turn(jiang: Jiang, number: int) -> Refused:
    standing = jiang.hands.filter(number=number, struck_at=None).first()
    if standing is None:
        return Refused(
            "not_the_next_hand",
            gettext_noop("Hand %(next)s comes next, not %(number)s."),
            where="number",
            status=409,
            extra={"next": jiang.hand_count + 1},
            next=jiang.hand_count + 1,
            number=number,
        )
    return Refused(
        "hand_exists",
        gettext_noop("Hand %(number)s is recorded already."),
        where="number",
        status=409,
        extra={"next": jiang.hand_count + 1, "hand": standing.facts},
        number=number,
    )


def _revise(hand: Hand, change: str, actor: Actor, why: str = "") -> None:
    HandRevision.objects.create(
        hand=hand,
        number=hand.revisions.count() + 1,
        change=change,
        facts=None if change == Change.STRUCK else hand.facts,
        actor=actor.label,
        why=why,
    )


def _renumber(jiang: Jiang, to: Callable[[int], int], numbers: Iterable[int]) -> None:
    """One row at a time in an order in which no two ever bear the same number."""
    for number in numbers:
        Hand.objects.filter(jiang=jiang, number=number, struck_at=None).update(number=to(number))


def _move_numbers(jiang: Jiang, number: int, by: int) -> None:
    """Moves what names hands by number. What began at a struck hand begins at the one in its place."""

    def moved(hand: int) -> int:
        return hand + by if hand > number or (hand == number and by > 0) else hand

    def ended(hand: int) -> int:
        return hand + by if hand >= number else hand

    for bet in jiang.side_bets.all():
        bet.from_hand = moved(bet.from_hand)
        bet.to_hand = None if bet.to_hand is None else ended(bet.to_hand)
        if bet.void_wins:
            gone = number if by < 0 else None
            bet.void_wins = [moved(one) for one in bet.void_wins if one != gone]
        if bet.to_hand is not None and bet.to_hand < bet.from_hand:
            bet.delete()
        else:
            bet.save(update_fields=["from_hand", "to_hand", "void_wins"])
    for sitting in jiang.sittings.filter(from_hand__gt=1).order_by("from_hand" if by < 0 else "-from_hand"):
        _move_sitting(sitting, moved(sitting.from_hand))


def _move_sitting(sitting: Sitting, to: int) -> None:
    """Where a struck hand was all that somebody sat for, who took over from him sits there in his place."""
    if to == sitting.from_hand:
        return
    before = Sitting.objects.filter(jiang=sitting.jiang_id, seat=sitting.seat, from_hand=to).first()
    if before is None:
        sitting.from_hand = to
        sitting.save(update_fields=["from_hand"])
        return
    before.member_id = sitting.member_id
    before.save(update_fields=["member"])
    sitting.delete()
