"""Damage of every kind, planted past all guards: the integrity check finds each, and finds nothing before.

Each case changes what only somebody with the database open could change, and names what is to be found:
the code of a finding and where it points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import F

from league.models import (
    Expense,
    HandRevision,
    Jiang,
    JiangResult,
    MemberAccount,
    Payment,
    PlanLine,
    SeasonTotal,
    SettlementPlan,
    SideBet,
)
from league.services import payments
from league.services.hands import correct_hand, strike_hand
from league.services.house import charge, spend, take_back
from league.services.verify import verify_club
from settlement.models import Posting
from settlement.models.limits import posting_id
from tests.settlement.flush import unguarded
from tests.settling.damage import (
    add_checkpoint,
    at,
    balance,
    change_facts,
    delete,
    delete_hand,
    head,
    jiang,
    line,
    move_account,
    payment,
    post_again,
    post_under_payment,
    share,
    shares_of_another_jiang,
    swap_seats,
    transfers,
    unreverse,
    with_revision,
)
from tests.settling.evening import DAY, FOUR, Evening, gather, hand

WINS = ("小華 > 老王 3", "-", "美玲 > 小華 2", "老王 > * 1", "小華 > 阿明 4")


# The database is set up for those who ask for it.
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: Any) -> Iterator[Evening]:
    """Made once for all damages: each is undone."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield settled(gather())
        transaction.set_rollback(True)


@pytest.fixture
def club(kept: Evening) -> Iterator[Evening]:
    with transaction.atomic():
        yield kept
        transaction.set_rollback(True)


def settled(evening: Evening) -> Evening:
    """Two 將 (one whole, with a corrected and a struck hand), settled, partly paid; fees and an expense."""
    actor = evening.actor("阿明")
    whole = [f"{FOUR[(turn + 1) % 4]} > {FOUR[turn % 4]} 1" for turn in range(16)]
    first = evening.jiang(*WINS, table_fee={"self_draw": 30}, outer_bets=[bet()])
    second = evening.jiang(*whole, closed=False)
    fixed = second.hands.get(number=3)
    correct_hand(fixed, hand("老王 > 美玲 2"), version=second.version, actor=actor, why="看錯")
    first.refresh_from_db()
    strike_hand(first.hands.get(number=5), version=first.version, actor=actor, why="記了兩次")
    plan = evening.accept(first)
    for one in plan.lines.order_by("position"):
        payments.pay_line(one, 10, actor=actor, by=None, confirmed=True)
    evening.accept(carry=True)
    charge(evening.unit, {evening["老王"]: 50}, "會費", on=DAY, actor=actor)
    spend(evening.unit, 40, "茶水", on=DAY, actor=actor)
    take_back(spend(evening.unit, 20, "紙", on=DAY, actor=actor), actor=actor, why="記錯")
    return evening


def bet() -> dict[str, Any]:
    return {
        "backer": "阿國",
        "seat": 1,
        "base": 50,
        "per_tai": 10,
        "from_hand": 1,
        "accepted_by": [0, 2, 3],
    }


def found(club: Evening) -> list[tuple[str, str]]:
    return [(one.code, one.where) for one in verify_club(club.club)]


def test_a_sound_club_has_no_findings(club: Evening) -> None:
    assert found(club) == []


Damage = Callable[[Evening], object]
DAMAGES: dict[str, tuple[Damage, str, str]] = {
    # the ledger
    "changed-amount": (lambda c: transfers(c, 1).update(amount=999), "ledger_changed_posting", "points"),
    "changed-amount-of-a-hand": (lambda c: transfers(c, 1).update(amount=999), "hand_differs", "hand 1"),
    "changed-reason": (lambda c: transfers(c, 1).update(reason="gift"), "hand_differs", "hand 1"),
    "changed-payee": (
        lambda c: transfers(c, 3).filter(position=1).update(dst=F("src") + 0, src=F("dst") + 0),
        "hand_differs",
        "hand 3",
    ),
    "moved-transfer": (
        lambda c: transfers(c, 4).filter(position=2).update(posting=at(c, 1).get().posting_id, position=9),
        "ledger_transfer_count",
        "points",
    ),
    "deleted-transfer": (lambda c: transfers(c, 4).filter(position=1).delete(), "hand_differs", "hand 4"),
    "deleted-posting": (
        lambda c: delete("settlement_posting", at(c, 1).get().posting_id),
        "ledger_missing_posting",
        "points",
    ),
    "deleted-posting-of-a-hand": (
        lambda c: delete("settlement_posting", at(c, 1).get().posting_id),
        "hand_differs",
        "hand 1",
    ),
    "posted-twice": (lambda c: post_again(c, 1), "posting_of_no_hand", "points #"),
    "posted-under-another-name": (lambda c: post_again(c, 1, named=True), "posting_of_no_hand", "points #"),
    "payment-nobody-made": (post_under_payment, "posting_of_nothing", "posting "),
    "wrong-balance": (lambda c: balance(c, "小華").update(amount=0), "ledger_wrong_balance", "points"),
    "missing-balance": (lambda c: balance(c, "小華").delete(), "ledger_missing_balance", "points"),
    "wrong-count-of-transfers": (
        lambda c: balance(c, "小華").update(entries=1),
        "ledger_wrong_tally",
        "points",
    ),
    "wrong-checkpoint": (add_checkpoint, "ledger_wrong_checkpoint", "points"),
    "broken-chain": (
        lambda c: Posting.objects.filter(pk=posting_id(c.unit.book_id, 4)).update(prev_hash="feed"),
        "ledger_broken_chain",
        "points",
    ),
    "changed-hash": (
        lambda c: Posting.objects.filter(pk=posting_id(c.unit.book_id, 4)).update(hash="feed"),
        "ledger_changed_posting",
        "points",
    ),
    "changed-memo": (
        lambda c: Posting.objects.filter(pk=at(c, 1).get().posting_id).update(memo="gift"),
        "ledger_changed_posting",
        "points",
    ),
    "wrong-head": (lambda c: head(c).update(head_hash="feed"), "ledger_wrong_head", "points"),
    "cut-off-end": (lambda c: head(c).update(last_seq=F("last_seq") - 1), "ledger_beyond_head", "points"),
    "account-moved": (move_account, "account_of_another", "points member:"),
    "account-moved-hands": (move_account, "hand_differs", "hand 1"),
    "account-of-nobody": (
        lambda c: MemberAccount.objects.filter(member=c["老王"]).delete(),
        "account_of_another",
        "points member:",
    ),
    # the 將
    "changed-sheet": (
        lambda c: Jiang.objects.filter(pk=jiang(c).pk).update(sheet=jiang(c).sheet | {"note": "x"}),
        "sheet_changed",
        "jiang ",
    ),
    "changed-stakes": (
        lambda c: Jiang.objects.filter(pk=jiang(c).pk).update(per_tai=50),
        "sheet_changed",
        "jiang ",
    ),
    "changed-stakes-of-a-hand": (
        lambda c: Jiang.objects.filter(pk=jiang(c).pk).update(per_tai=50),
        "hand_differs",
        "hand 1",
    ),
    "changed-hand": (lambda c: change_facts(c, 2, note="x"), "facts_changed", "hand 2"),
    "changed-hand-and-revision": (
        lambda c: with_revision(c, 1, wins=[{"seat": 1, "face": 9}]),
        "hand_differs",
        "hand 1",
    ),
    "impossible-hand": (lambda c: with_revision(c, 1, wins=[{"seat": 7}]), "not_replayable", "hands[0]"),
    "changed-revision": (
        lambda c: HandRevision.objects.filter(hand=at(c, 2).get()).update(facts={"result": "abort"}),
        "facts_changed",
        "hand 2",
    ),
    "deleted-revision": (
        lambda c: HandRevision.objects.filter(hand=at(c, 3, 2).get(), number=1).delete(),
        "revision_missing",
        "hand 3",
    ),
    "missing-hand": (lambda c: delete_hand(c, 3), "hand_missing", "hand 4"),
    "missing-hand-still-posted": (lambda c: delete_hand(c, 3), "posting_of_no_hand", "points #"),
    "missing-last-hand": (lambda c: delete_hand(c, 4), "state_differs", "jiang "),
    "wrong-hand-count": (
        lambda c: Jiang.objects.filter(pk=jiang(c).pk).update(hand_count=7),
        "state_differs",
        "jiang ",
    ),
    "wrong-state": (
        lambda c: Jiang.objects.filter(pk=jiang(c, 2).pk).update(state="closed"),
        "state_differs",
        "jiang ",
    ),
    "wrong-fingerprint": (
        lambda c: at(c, 1).update(fingerprint="0" * 64),
        "fingerprint_wrong",
        "hand 1",
    ),
    "wrong-posting": (
        lambda c: at(c, 1).update(posting=at(c, 3).get().posting_id),
        "posting_wrong",
        "hand 1",
    ),
    "struck-hand-posted": (unreverse, "struck_hand_posted", "jiang "),
    "swapped-seats": (swap_seats, "hand_differs", "hand 1"),
    "changed-bet": (
        lambda c: SideBet.objects.filter(jiang=jiang(c)).update(base=500),
        "hand_differs",
        "hand 1",
    ),
    "wrong-result": (
        lambda c: JiangResult.objects.filter(jiang=jiang(c), member=c["小華"]).update(play_net=1),
        "result_differs",
        "jiang ",
    ),
    "missing-result": (
        lambda c: JiangResult.objects.filter(jiang=jiang(c), member=c["小華"]).delete(),
        "result_differs",
        "jiang ",
    ),
    "wrong-place": (
        lambda c: JiangResult.objects.filter(jiang=jiang(c), member=c["小華"]).update(place=9),
        "result_differs",
        "jiang ",
    ),
    "wrong-standing": (
        lambda c: SeasonTotal.objects.filter(member=c["小華"]).update(play_net=1),
        "standing_differs",
        "season ",
    ),
    "wrong-number-of-firsts": (
        lambda c: SeasonTotal.objects.filter(member=c["小華"]).update(firsts=5),
        "standing_differs",
        "season ",
    ),
    "missing-standing": (
        lambda c: SeasonTotal.objects.filter(member=c["小華"]).delete(),
        "standing_differs",
        "season ",
    ),
    # money
    "payment-changed": (lambda c: payment().update(amount=11), "payment_differs", "payment "),
    "payment-of-others": (lambda c: payment().update(payer=c["阿國"]), "payment_of_others", "payment "),
    "payment-said-to-be-reversed": (
        lambda c: payment().update(state="reversed"),
        "payment_differs",
        "payment ",
    ),
    "payment-gone": (
        lambda c: payment().update(posting=None, state="withdrawn"),
        "posting_of_nothing",
        "posting ",
    ),
    "expense-changed": (
        lambda c: Expense.objects.filter(what="茶水").update(amount=41),
        "expense_differs",
        "expense ",
    ),
    "expense-said-to-be-reversed": (
        lambda c: Expense.objects.filter(what="茶水").update(reversed=True),
        "expense_differs",
        "expense ",
    ),
    "expense-said-to-stand": (
        lambda c: Expense.objects.filter(what="紙").update(reversed=False),
        "expense_differs",
        "expense ",
    ),
    "plan-share-changed": (
        lambda c: share().update(amount=F("amount") + 1),
        "plan_unbalanced",
        "plan ",
    ),
    "plan-line-changed": (lambda c: line(2).update(amount=F("amount") + 1), "plan_does_not_settle", "plan "),
    "plan-line-of-others": (lambda c: line(2).update(payer=c["阿國"]), "plan_does_not_settle", "plan "),
    "plan-changed-all-through": (shares_of_another_jiang, "plan_changed", "plan "),
    "carried-amount-changed": (
        lambda c: line(1).update(carried_amount=F("carried_amount") - 1),
        "plan_does_not_settle",
        "plan ",
    ),
    "line-paid-twice": (
        lambda c: Payment.objects.create(
            club=c.club, unit=c.unit, line=line(1).get(), payer=line(1).get().payer,
            payee=line(1).get().payee, amount=10, marked_by="nobody",
        ),
        "line_overpaid",
        "plan ",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("damage", "code", "where"), DAMAGES.values(), ids=list(DAMAGES))
def test_each_damage_is_found(club: Evening, damage: Damage, code: str, where: str) -> None:
    with unguarded(connection):
        damage(club)
    said = found(club)
    assert [one for one in said if one[0] == code and where in one[1]], said


def test_a_whole_plan_that_is_gone(club: Evening) -> None:
    plan = SettlementPlan.objects.order_by("pk").last()
    assert plan is not None
    with unguarded(connection):
        PlanLine.objects.filter(carried_into=plan).update(carried_into=None, carried_amount=0)
        for of in (plan.shares, plan.lines):
            of.all().delete()
        SettlementPlan.objects.filter(pk=plan.pk).delete()
    assert ("plan_missing", f"plan:{plan.pk}") in found(club)


def test_a_guard_that_is_switched_off(club: Evening) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE settlement_transfer DISABLE TRIGGER settlement_transfer_checked")
        else:
            cursor.execute("DROP TRIGGER settlement_transfer_checked")
    assert found(club) == [("ledger_guard_missing", "points")]


def test_the_command_tells_and_ends_with_1(club: Evening) -> None:
    out = StringIO()
    call_command("verify", stdout=out)
    call_command("verify", "--club", "east", stdout=out)
    with unguarded(connection):
        payment().update(amount=11)
    with pytest.raises(CommandError) as refused:
        call_command("verify", "--club", "east", stdout=out)
    assert refused.value.returncode == 1
    assert "[payment_differs]" in out.getvalue()
    with pytest.raises(CommandError, match="west"):
        call_command("verify", "--club", "west", stdout=out)
