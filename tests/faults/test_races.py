"""Processes that want the same thing at the same time: nothing lost, nothing doubled, nobody stuck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache

from league.actors import SITE
from league.errors import Refused
from league.models import Hand, IdempotencyKey, Jiang, Member, Payment, Table
from league.services import payments, plans
from league.services.hands import correct_hand, record_hand
from league.services.members import merge
from league.services.open_items import open_shares
from league.services.opening import add_table, open_session
from league.services.records import import_record
from league.services.seats import take_over
from league.services.tokens import create_token
from settlement.models import Posting
from tests.api.world import app, record
from tests.faults.forks import Told, at_once
from tests.faults.hall import DEALER_WINS, Hall, assert_sound, open_at, wins
from tests.settling.evening import DAY, FOUR, hand

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 20
TEN = 10


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return Hall.build()


def record_in_turn(jiang: Jiang, facts: dict[str, Any]) -> int:
    """Records a hand as a table's phone does: asks again with the number that is said to come next."""
    number, uid = 1, uuid4()
    while True:
        try:
            return record_hand(jiang, facts, number=number, actor=SITE, uid=uid).hand.number
        except Refused as refusal:
            number = refusal.extra["next"]


def correct_in_turn(uid: Any, facts: dict[str, Any]) -> bool:
    """Corrects a hand as an organiser does: looks again where somebody was faster."""
    while True:
        one = Hand.objects.select_related("jiang").get(uid=uid)
        try:
            correct_hand(one, facts, version=one.jiang.version, actor=SITE, why="misread")
        except Refused as refusal:
            if refusal.code != "changed_meanwhile":
                raise
        else:
            return True


def codes(results: list[Any]) -> Counter[str]:
    """How often each refusal came; "done" for what was done. Anything else fails the test."""
    assert [one for one in results if isinstance(one, BaseException) and not isinstance(one, Told)] == []
    return Counter(one.code if isinstance(one, Told) else "done" for one in results)


def test_twenty_writers_at_one_table(hall: Hall) -> None:
    works = [partial(record_in_turn, hall.jiang, wins(0, face)) for face in range(WRITERS)]
    assert sorted(at_once(works)) == list(range(2, WRITERS + 2))
    faces = [one.facts["wins"][0]["face"] for one in hall.jiang.hands.order_by("number")]
    assert sorted(faces[1:]) == list(range(WRITERS))
    assert_sound(hall.evening)


def test_two_writers_of_one_number(hall: Hall) -> None:
    """The second is shown the hand that is there."""
    results = at_once(
        partial(_number, hall.jiang, wins(0, face), number=2, actor=SITE, uid=uuid4()) for face in (3, 4)
    )
    assert codes(results) == {"done": 1, "hand_exists": 1}
    [refused] = [one for one in results if isinstance(one, Told)]
    assert refused.extra["hand"] == hall.jiang.hands.get(number=2).facts
    assert_sound(hall.evening)


def test_one_hand_sent_ten_times(hall: Hall) -> None:
    uid = uuid4()
    works = [partial(_again, hall.jiang, DEALER_WINS, number=2, actor=SITE, uid=uid)] * TEN
    assert sorted(at_once(works)) == [False] + [True] * (TEN - 1)
    assert hall.jiang.hands.count() == 2
    assert_sound(hall.evening)


def _again(*args: Any, **more: Any) -> bool:
    return record_hand(*args, **more).again


def _number(*args: Any, **more: Any) -> int:
    return record_hand(*args, **more).hand.number


def test_one_record_sent_ten_times(hall: Hall) -> None:
    sent = record(players=["甲", "乙", "丙", "丁"])

    def send() -> bool:
        return import_record(hall.evening.club, sent, actor=SITE).created

    assert sorted(at_once([send] * TEN)) == [False] * (TEN - 1) + [True]
    assert Member.objects.filter(name="甲").count() == 1
    assert_sound(hall.evening)


def test_one_request_sent_ten_times(hall: Hall, settings: Any) -> None:
    """The same key over the API, each time to another web process."""
    cache.clear()
    settings.API_RATE = 10_000
    _, key = create_token(hall.evening.club, "phone", ["record"])
    at = f"/api/v1/clubs/{hall.evening.club.slug}/jiang/{hall.jiang.pk}/hands/"

    # What the processes would each have to load for their first request.
    assert app(key).get(at).status_code == 200

    def send() -> tuple[int, bytes]:
        sent = {"number": 2, "hand": DEALER_WINS}
        answer = app(key).post(at, sent, headers={"Idempotency-Key": "the same"})
        return answer.status_code, answer.content

    answers = at_once([send] * TEN)
    assert {status for status, _ in answers} == {201}
    assert len({body for _, body in answers}) == 1
    assert (hall.jiang.hands.count(), IdempotencyKey.objects.count()) == (2, 1)
    assert_sound(hall.evening)


def test_corrections_while_hands_are_recorded(hall: Hall) -> None:
    uid = hall.jiang.hands.get().uid
    works: list[Callable[[], Any]] = [partial(record_in_turn, hall.jiang, wins(0, face)) for face in range(5)]
    works += [partial(correct_in_turn, uid, wins(0, face)) for face in range(5)]
    assert codes(at_once(works)) == {"done": 10}
    assert hall.jiang.hands.count() == 6
    assert hall.jiang.hands.get(uid=uid).revisions.count() == 6
    assert_sound(hall.evening)


def test_a_settlement_while_its_jiang_is_corrected(hall: Hall) -> None:
    """Whatever comes first: what the plan covers and what is open afterwards are the 將."""
    evening = hall.evening
    played = [evening.jiang("小華 > 老王 3", "美玲 > * 2") for _ in range(4)]
    works: list[Callable[[], Any]] = []
    for jiang in played:
        uid = jiang.hands.order_by("number").values_list("uid", flat=True)[0]
        works += [partial(_settled, evening, jiang), partial(correct_in_turn, uid, hand("老王 > 小華 5"))]
    assert codes(at_once(works)) == {"done": 8}
    for jiang in played:
        covered = Counter({one.member_id: one.amount for one in jiang.shares.exclude(member=None)})
        covered.update({one.member_id: one.amount for one in open_shares(Jiang.objects.filter(pk=jiang.pk))})
        nets = {one.member_id: one.net for one in jiang.results.all()}
        assert {who: covered[who] for who in nets} == nets
    assert_sound(evening)


def _settled(evening: Any, jiang: Jiang) -> int:
    return plans.accept(evening.scope(jiang), actor=evening.actor("阿明")).pk


def test_two_organisers_settle_the_same(hall: Hall) -> None:
    jiang = hall.evening.jiang("小華 > 老王 3")
    results = at_once([partial(_settled, hall.evening, jiang)] * 4)
    assert codes(results) == {"done": 1, "nothing_open": 3}
    assert_sound(hall.evening)


def test_organisers_answer_one_payment(hall: Hall) -> None:
    evening = hall.evening
    evening.jiang("小華 > 老王 3")
    line = evening.accept().lines.get()
    paid = payments.pay_line(line, 100, actor=SITE, by=evening["老王"])

    def confirm() -> int:
        return payments.confirm(paid, actor=SITE, by=None, organiser=True).pk

    def reverse() -> int:
        return payments.reverse(paid, actor=SITE, why="not so").pk

    def pay() -> int:
        return payments.pay_line(line, 100, actor=SITE, by=None, confirmed=True).pk

    assert codes(at_once([confirm] * 4)) == {"done": 1, "payment_answered": 3}
    assert codes(at_once([reverse] * 4)) == {"done": 1, "payment_answered": 3}
    assert codes(at_once([pay] * 4)) == {"done": 1, "more_than_open": 3}
    assert Payment.objects.filter(line=line, state="confirmed").count() == 1
    assert_sound(evening)


def test_a_merge_while_everybody_plays(hall: Hall) -> None:
    """A guest becomes the member he is while 將 with him end, begin, and are taken over by him."""
    evening = hall.evening
    guest = Member.objects.create(club=evening.club, name="王先生", is_guest=True)
    evening.people["王先生"] = guest
    with_him = ("阿明", "小華", "美玲", "王先生")
    games = [open_at(evening, add_table(hall.table.session), with_him) for _ in range(3)]
    for game in games:
        for number in range(1, 16):
            record_hand(game, wins(number % 4, 1), number=number, actor=SITE)
    others = [
        open_at(evening, add_table(hall.table.session), ("阿明", "小華", "美玲", "阿國")) for _ in range(2)
    ]
    for game in others:
        record_hand(game, DEALER_WINS, number=1, actor=SITE)
    fresh = [add_table(hall.table.session) for _ in range(2)]
    works: list[Callable[[], Any]] = [partial(_merged, guest, evening["老王"])]
    works += [partial(record_in_turn, game, wins(0, 2)) for game in games]
    works += [partial(_opened, evening, table, with_him) for table in fresh]
    works += [partial(_taken, game, guest) for game in others]
    said = codes(at_once(works))
    assert said["done"] >= 4
    assert set(said) <= {"done", "merged_away", "played_each_other"}
    assert_sound(evening)


def _merged(gone: Member, kept: Member) -> None:
    merge(gone, kept)


def _opened(evening: Any, table: Table, four: tuple[str, ...]) -> int:
    return open_at(evening, table, four).pk


def _taken(game: Jiang, member: Member) -> bool:
    version = Jiang.objects.get(pk=game.pk).version
    return take_over(game, 3, member, 2, version=version, actor=SITE).complete


def test_one_book_from_many_tables(hall: Hall) -> None:
    """Tables of one club write at once; none waits for ever on another's lock."""
    session = open_session(hall.evening.club, DAY, tables=6)
    games = [open_at(hall.evening, table, FOUR) for table in session.tables.all()]
    works = [partial(record_in_turn, game, wins(seat, 1)) for game in games for seat in range(3)]
    assert codes(at_once(works)) == {"done": 18}
    assert Posting.objects.filter(kind="hand").count() == 1 + 18
    assert_sound(hall.evening)
