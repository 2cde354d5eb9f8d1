"""Two records that are one person, other names, leaving: history is kept and no sum changes."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

from league.errors import Refused
from league.models import Member, SeasonTotal
from league.selectors.balances import all_lines, unit_balances
from league.selectors.standings import standings
from league.services import payments
from league.services.clubs import add_member
from league.services.members import COMPUTED, belongings, leave, merge, merging, rename
from league.services.open_items import open_lines
from league.services.verify import verify_club
from settlement import ledger
from settlement.models import Posting
from tests.settling.evening import Evening


@pytest.fixture
def doubled(evening: Evening) -> Evening:
    """老王 came once as a guest under another name."""
    guest = add_member(evening.club, "王先生", guest=True)
    evening.people["王先生"] = guest
    evening.jiang("小華 > 老王 3")
    evening.jiang("王先生 > 美玲 5", four=("阿明", "小華", "美玲", "王先生"))
    return evening


def sums(evening: Evening) -> Counter[str]:
    """Balances by who has the account today; nobody's at 0."""
    found: Counter[str] = Counter()
    for name, member in evening.people.items():
        member.refresh_from_db()
        for one in unit_balances(member):
            found[name] += one.amount
    return found


def test_a_merge_moves_everything_and_posts_nothing(doubled: Evening) -> None:
    before, postings = sums(doubled), Posting.objects.count()
    merge(doubled["王先生"], doubled["老王"])
    after = sums(doubled)
    assert Posting.objects.count() == postings
    assert after == Counter({"老王": before["老王"] + before["王先生"], "小華": 160, "美玲": -200})
    assert [line.amount for line in all_lines(unit_balances(doubled["老王"])[0])] == [-160, 200]
    assert {row.total.member_id for row in standings(doubled.club.seasons.get())} == set(
        SeasonTotal.objects.values_list("member", flat=True)
    )
    assert list(verify_club(doubled.club)) == []


def test_a_hand_can_be_corrected_after_a_merge(doubled: Evening) -> None:
    from tests.settling.test_plans import correct

    jiang = doubled.club.jiang.order_by("pk").last()
    assert jiang is not None
    merge(doubled["王先生"], doubled["老王"])
    correct(doubled, jiang.hands.first(), "小華 > 美玲 5")
    assert sums(doubled)["老王"] == -160
    assert list(verify_club(doubled.club)) == []


def test_two_who_met_are_two(doubled: Evening) -> None:
    with pytest.raises(Refused, match="played_each_other"):
        merge(doubled["小華"], doubled["老王"])
    with pytest.raises(Refused, match="cannot_merge"):
        merge(doubled["老王"], doubled["老王"])


def test_a_record_is_merged_once(doubled: Evening) -> None:
    merge(doubled["王先生"], doubled["老王"])
    with pytest.raises(Refused, match="cannot_merge"):
        merge(doubled["王先生"], doubled["阿國"])
    with pytest.raises(Refused, match="cannot_merge"):
        merge(doubled["阿國"], doubled["王先生"])


def test_a_plan_between_the_two_asks_for_nothing_more(doubled: Evening) -> None:
    plan = doubled.accept()
    assert doubled.lines(plan) == ["美玲 → 王先生 200", "老王 → 小華 160"]
    doubled.jiang("王先生 > 美玲 1", four=("阿明", "小華", "美玲", "王先生"))
    merge(doubled["王先生"], doubled["老王"])
    assert {(line.payer_id, line.payee_id) for line in open_lines(doubled.unit)} == {
        (doubled["美玲"].pk, doubled["老王"].pk),
        (doubled["老王"].pk, doubled["小華"].pk),
    }
    assert list(verify_club(doubled.club)) == []


def test_a_line_to_oneself_is_settled_by_the_merge(evening: Evening) -> None:
    guest = add_member(evening.club, "王先生", guest=True)
    evening.people["王先生"] = guest
    evening.jiang("小華 > 老王 3")
    evening.jiang("王先生 > 小華 3", four=("阿明", "小華", "美玲", "王先生"))
    plan = evening.accept()
    assert evening.lines(plan) == ["老王 → 王先生 160"]
    merge(guest, evening["老王"])
    assert not open_lines(evening.unit).exists()
    with pytest.raises(Refused, match="nothing_left"):
        payments.pay_line(plan.lines.get(), 10, actor=evening.actor("阿明"), by=None, confirmed=True)
    assert list(verify_club(evening.club)) == []


def test_payments_go_to_the_record_that_stays(doubled: Evening) -> None:
    plan = doubled.accept()
    line = plan.lines.get(payee=doubled["王先生"])
    paid = payments.pay_line(line, 200, actor=doubled.actor("美玲"), by=doubled["美玲"])
    merge(doubled["王先生"], doubled["老王"])
    payments.confirm(paid, actor=doubled.actor("老王"), by=doubled["老王"])
    assert sums(doubled)["老王"] == -160
    assert list(verify_club(doubled.club)) == []


def test_the_account_on_the_site_and_the_role_go_along(doubled: Evening) -> None:
    guest = doubled["王先生"]
    told = merging(doubled["老王"], guest)
    assert (told.jiang, told.account, told.role) == (1, True, Member.Role.PLAYER)
    user = doubled["老王"].user
    merge(doubled["老王"], guest)
    guest.refresh_from_db()
    assert (guest.user, guest.is_guest) == (user, False)
    merge(doubled["阿國"], guest)
    guest.refresh_from_db()
    doubled["阿國"].refresh_from_db()
    assert (guest.user, doubled["阿國"].user) == (user, None)


def test_the_club_keeps_its_organiser(evening: Evening) -> None:
    merge(evening["阿明"], evening["阿國"])
    evening["阿國"].refresh_from_db()
    assert evening["阿國"].role == Member.Role.ORGANISER
    assert evening["阿國"].user is not None


def test_renaming_and_leaving_change_no_sum(doubled: Evening) -> None:
    before = sums(doubled)
    rename(doubled["老王"], "王伯伯")
    leave(doubled["美玲"], date(2026, 4, 1))
    assert sums(doubled) == before
    doubled.people["王伯伯"] = doubled.people.pop("老王")
    assert list(verify_club(doubled.club)) == []


def test_who_left_can_still_be_paid(doubled: Evening) -> None:
    plan = doubled.accept()
    leave(doubled["小華"], date(2026, 4, 1))
    line = plan.lines.get(payee=doubled["小華"])
    payments.pay_line(line, line.amount, actor=doubled.actor("阿明"), by=None, confirmed=True)
    assert sums(doubled)["小華"] == 0


def test_everything_that_points_at_a_member_is_moved_or_computed() -> None:
    moved = {model for model, _ in belongings()}
    pointing = {relation.related_model for relation in Member._meta.related_objects}
    assert moved | set(COMPUTED) >= pointing
    assert not moved & set(COMPUTED)


def test_the_ledger_says_nothing_of_names(doubled: Evening) -> None:
    merge(doubled["王先生"], doubled["老王"])
    holders = {line.account.holder for line in ledger.balances(doubled.unit.book)}
    assert holders == {f"member:{doubled[name].pk}" for name in ("小華", "老王", "王先生", "美玲")}
