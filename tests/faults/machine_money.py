"""Steps of money: settle, pay, answer, charge, spend."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from league.models import Expense, Jiang, Member, Payment, PlanLine, SettlementPlan
from league.services import house, payments, plans
from tests.faults.machine import DAY, ORGANISER, picks
from tests.faults.machine_bets import BetMachine
from tests.faults.machine_tables import facts
from tests.faults.plain_club import Line, Paid

MAY: dict[str, tuple[str, ...]] = {
    "confirm": ("marked", "disputed"),
    "dispute": ("marked", "confirmed"),
    "withdraw": ("marked", "disputed"),
    "reverse": ("confirmed", "disputed"),
}
AFTER = {"confirm": "confirmed", "dispute": "disputed", "withdraw": "withdrawn", "reverse": "reversed"}


class MoneyMachine(BetMachine):
    """What the organiser settles and what people pay."""

    @initialize(
        seed=st.integers(0, 10**6),
        pick=picks,
        fee=st.booleans(),
        first=st.lists(facts, min_size=1, max_size=5),
    )
    def begin_settled(self, seed: int, pick: int, fee: bool, first: list[dict[str, Any]]) -> None:
        """One 將 is settled and one of its lines paid in part; one is in play."""
        self.begin(seed, pick, fee, first)
        self.settle(0, "jiang", False)
        self.pay(0, 2, "payer")

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, scope=st.sampled_from(["jiang", "session", "span"]), carry=st.booleans())
    def settle(self, pick: int, scope: str, carry: bool) -> None:
        games = set(self.books.games)
        if scope == "jiang":
            games = {self.game(pick).key}
            chosen = plans.Scope(self.unit, jiang=Jiang.objects.get(pk=min(games)))
        elif scope == "session":
            at_table = Jiang.objects.filter(table__session=self.session).values_list("pk", flat=True)
            games, chosen = set(at_table), plans.Scope(self.unit, session=self.session)
        else:
            chosen = plans.Scope(self.unit, starts_on=DAY.replace(month=1, day=1), ends_on=DAY)
            games = set(Jiang.objects.filter(played_on__lte=DAY).values_list("pk", flat=True))
        proposed = self.books.propose(games, carry=carry)
        code = None if proposed.shares or proposed.carried else "nothing_open"
        if not proposed.shares and len({self.books.lines[pk].plan for pk in proposed.carried}) == 1:
            code = "nothing_new"
        plan = self.expect(
            f"settle {scope}", code, lambda: plans.accept(chosen, actor=ORGANISER, carry=carry)
        )
        if plan is not None:
            assert {(one.jiang_id, one.member_id): one.amount for one in plan.shares.all()} == proposed.shares
            self._keep(plan, proposed.lines())
            self.books.accept(proposed)

    def _keep(self, plan: SettlementPlan, wanted: list[tuple[Any, ...]]) -> None:
        rows = list(plan.lines.order_by("position"))
        assert [(row.payer_id, row.payee_id, row.amount) for row in rows] == wanted
        for row in rows:
            self.books.lines[row.pk] = Line(plan.pk, row.payer_id, row.payee_id, row.amount)

    @precondition(lambda self: self.books.lines)
    @rule(pick=picks, part=st.sampled_from([1, 2, 3]), by=st.sampled_from(["payer", "payee", "organiser"]))
    def pay(self, pick: int, part: int, by: str) -> None:
        """A third, a half, or all of what is open."""
        key = list(self.books.lines)[pick % len(self.books.lines)]
        line, left = self.books.lines[key], self.books.left(key)
        marker = {"payer": line.payer, "payee": line.payee}.get(by)
        amount = max(left // part, 1) if left else 5
        code = None if left else "nothing_left"
        if code is None and by != "organiser" and marker is None:
            code = "not_yours"

        def work() -> Payment:
            return payments.pay_line(
                PlanLine.objects.select_related("plan").get(pk=key),
                amount,
                actor=ORGANISER,
                by=_member(marker),
                confirmed=by == "organiser",
            )

        self._paid(self.expect("pay a line", code, work), key, by, marker)

    @rule(pick=picks, other=picks, amount=st.integers(0, 300), by=st.sampled_from(["payer", "organiser"]))
    def pay_freely(self, pick: int, other: int, amount: int, by: str) -> None:
        payer, payee = self.member(pick), self.member(other)
        code = None if amount and payer != payee else "bad_amount"

        def work() -> Payment:
            marker = _member(payer) if by == "payer" else None
            given = (self.unit, _member(payer), _member(payee), amount)
            return payments.pay_freely(*given, actor=ORGANISER, by=marker, confirmed=by == "organiser")

        self._paid(self.expect("pay freely", code, work), None, by, payer if by == "payer" else None)

    def _paid(self, made: Payment | None, line: int | None, by: str, marker: int | None) -> None:
        if made is None:
            return
        one = Paid(line, made.payer_id, made.payee_id, made.amount, marker)
        if by == "organiser":
            one.state, one.posted = "confirmed", True
        self.books.paid[made.pk] = one

    @precondition(lambda self: self.books.paid)
    @rule(pick=picks, verb=st.sampled_from(sorted(MAY)))
    def answer(self, pick: int, verb: str) -> None:
        """The organiser answers a payment, or tries to."""
        key = list(self.books.paid)[pick % len(self.books.paid)]
        one = self.books.paid[key]
        code = None if one.state in MAY[verb] else "payment_answered"
        if (verb == "withdraw" and one.posted) or (verb == "reverse" and not one.posted):
            code = "payment_answered"
        more = {"why": "as they say"} if verb == "reverse" else {"by": None, "organiser": True}
        work = getattr(payments, verb)
        done = self.expect(verb, code, lambda: work(Payment.objects.get(pk=key), actor=ORGANISER, **more))
        if done is not None:
            one.state = AFTER[verb]
            one.posted = {"confirm": True, "reverse": False}.get(verb, one.posted)

    @rule(
        pick=picks, many=st.integers(0, 3), amount=st.integers(0, 200), what=st.sampled_from(["tiles", " "])
    )
    def house_entry(self, pick: int, many: int, amount: int, what: str) -> None:
        """A fee that some pay, or the house's money spent."""
        if many:
            self.charge(pick, many, amount)
        else:
            self.spend(amount, what)

    def charge(self, pick: int, many: int, amount: int) -> None:
        people = dict.fromkeys(self.member(pick + turn) for turn in range(many))

        def work() -> Expense:
            fees = {Member.objects.get(pk=who): amount for who in people}
            return house.charge(self.unit, fees, "the room", on=DAY, actor=ORGANISER)

        made = self.expect("charge", None if amount else "bad_amount", work)
        if made is not None:
            moved: dict[int | str | None, int] = dict.fromkeys(people, -amount)
            self.books.entries[made.pk] = (moved | {None: amount * len(people)}, True)

    def spend(self, amount: int, what: str) -> None:
        code = "no_purpose" if not what.strip() else None if amount else "bad_amount"
        made = self.expect(
            "spend", code, lambda: house.spend(self.unit, amount, what, on=DAY, actor=ORGANISER)
        )
        if made is not None:
            self.books.entries[made.pk] = ({None: -amount, "spent": amount}, True)

    @precondition(lambda self: self.books.entries)
    @rule(pick=picks)
    def take_back(self, pick: int) -> None:
        key = list(self.books.entries)[pick % len(self.books.entries)]
        moved, standing = self.books.entries[key]
        code = None if standing else "reversed_already"
        self.expect(
            "take back",
            code,
            lambda: house.take_back(Expense.objects.get(pk=key), actor=ORGANISER, why="twice"),
        )
        self.books.entries[key] = (moved, False)


def _member(pk: int | None) -> Member | None:
    return None if pk is None else Member.objects.get(pk=pk)
