"""What every step of the stateful tests shares: the club, the model beside it, refusals, and stops in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django.db import connection, transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from league.actors import Actor
from league.errors import Refused
from league.models import ClubUnit, Jiang, Member
from league.selectors.standings import standings
from league.services import plans
from league.services.clubs import add_member, found_club, open_season
from league.services.members import merge, rename
from league.services.open_items import open_lines
from league.services.opening import open_session
from league.services.verify import verify_club
from league.services.verify_accounts import owners
from scoring.errors import RuleError
from settlement import ledger
from tests.faults.plain_club import Books
from tests.faults.plain_jiang import HOUSE, Game
from tests.faults.rows import Stopped, digest, stopping_at

Result = TypeVar("Result")
DAY = date(2026, 3, 14)
ORGANISER = Actor.user(1)
PEOPLE = 8
picks = st.integers(0, 40)
faces = st.integers(0, 9)
seats = st.integers(0, 3)


class ClubMachine(RuleBasedStateMachine):
    """A club beside its model. A step is done, refused (and nothing at all changes), or stopped half way and repeated."""

    done: ClassVar[Counter[str]] = Counter()
    """How often each step was done or refused over all runs, so that a test can see that none stood idle."""

    def __init__(self) -> None:
        super().__init__()
        self.frame = transaction.atomic()
        self.frame.__enter__()
        self.club = found_club("東風會", "east")
        self.unit: ClubUnit = self.club.units.select_related("book").get()
        self.season = open_season(self.club, "2026", date(2026, 1, 1))
        self.people = [add_member(self.club, f"member {number}").pk for number in range(PEOPLE)]
        session = open_session(self.club, DAY, tables=3)
        self.session, self.tables = session, [table.pk for table in session.tables.order_by("number")]
        self.books = Books()
        self.fuse = 0
        self.named = 0
        self.rows = self.looked_at = digest()

    def teardown(self) -> None:
        try:
            self.nothing_differs()
            connection.check_constraints()
        finally:
            transaction.set_rollback(True)
            self.frame.__exit__(None, None, None)

    @rule(number=st.integers(1, 30))
    def stop_the_next(self, number: int) -> None:
        """The process of the next step will be gone before its statement of this number."""
        self.fuse = number

    def attempt(self, name: str, work: Callable[[], Result]) -> Result | Refused | RuleError:
        """What `work` gives. Stopped or refused, it leaves every row as it was; stopped, it is done once more."""
        fuse, self.fuse = self.fuse, 0
        result: Result | Refused | RuleError
        try:
            if fuse:
                try:
                    with stopping_at(fuse):
                        result = work()
                except Stopped:
                    assert digest() == self.rows, f"{name} stopped at statement {fuse} left something behind"
                    self.done[f"{name} stopped"] += 1
                    result = work()
            else:
                result = work()
        except (Refused, RuleError) as refusal:
            result = refusal
        now, refused = digest(), isinstance(result, Refused | RuleError)
        assert now == self.rows or not refused, f"{name} was refused ({result}) and changed something"
        self.done[f"{name} refused" if refused else name] += 1
        self.rows = now
        return result

    def expect(self, name: str, code: str | None, work: Callable[[], Result]) -> Result | None:
        """`attempt`, which the model says is refused with `code`, or done."""
        result = self.attempt(name, work)
        if isinstance(result, Refused | RuleError):
            assert result.code == code, f"{name}: the model expects {code}, the site says {result}"
            return None
        assert code is None, f"{name}: the model expects {code}, and it was done"
        return result

    def change(
        self,
        game: Game,
        name: str,
        work: Callable[[], Result],
        change: Callable[[Game], object],
        *,
        refused: str | None = None,
        keep_late: bool = False,
    ) -> Result | None:
        """A write to one 將, on the site and in the model: refused by both for the same reason, or done by both."""
        changed, code = game.copy(), refused
        if refused is None:
            try:
                change(changed)
                changed.play(keep_late=keep_late)
            except RuleError as error:
                code = error.code
        result = self.expect(name, code, work)
        if code is None:
            self.books.games[game.key] = changed
        return result

    def game(self, pick: int) -> Game:
        games = list(self.books.games.values())
        return games[pick % len(games)]

    def member(self, pick: int) -> int:
        """One of those whose records stand."""
        standing = [one for one in self.people if one not in self.books.gone]
        return standing[pick % len(standing)]

    def four(self, pick: int) -> list[int]:
        return [self.member(pick + turn) for turn in (0, 3, 1, 2)]

    def new_name(self) -> UUID:
        self.named += 1
        return UUID(int=self.named)

    @rule(pick=picks, name=st.sampled_from(["老王", "王先生", " ", "house"]))
    def rename(self, pick: int, name: str) -> None:
        """Names may be shared and change; nothing depends on them."""
        member = Member.objects.get(pk=self.member(pick))
        code = None if name.strip() and name != HOUSE else "bad_name"
        self.expect("rename", code, lambda: rename(member, name))

    @rule(pick=picks, other=picks)
    def merge(self, pick: int, other: int) -> None:
        gone, kept = self.member(pick), self.member(other)
        code = "cannot_merge" if gone == kept else None
        if code is None and self.books.met(gone, kept):
            code = "played_each_other"

        def work() -> None:
            merge(Member.objects.get(pk=gone), Member.objects.get(pk=kept))

        self.expect("merge", code, work)
        if code is None:
            self.books.merge(gone, kept)

    @invariant()
    def the_site_is_what_the_model_says(self) -> None:
        """Looked at after every step that changed something."""
        if self.rows != self.looked_at:
            self.balances_are_the_models()
            self.standings_are_a_replay()
            self.what_is_open_is_the_models()
            self.each_jiang_stands_as_replayed()
            self.looked_at = self.rows

    def balances_are_the_models(self) -> None:
        owned = owners(self.unit)
        found: Counter[int | str | None] = Counter()
        for row in ledger.balances(self.unit.book):
            holder = owned[row.account.pk]
            who = int(holder[1:]) if holder[1:].isdigit() else None if holder == HOUSE else holder
            found[who] += row.amount
        assert sum(found.values()) == 0
        assert {who: amount for who, amount in found.items() if amount} == self.books.balances()

    def standings_are_a_replay(self) -> None:
        shown = [(row.rank, row.total.member_id, row.total.play_net) for row in standings(self.season)]
        assert sorted(shown) == self.books.standings()

    def what_is_open_is_the_models(self) -> None:
        every = plans.Scope(self.unit, starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31))
        shown, wanted = (
            plans.propose(every, carry=True),
            self.books.propose(set(self.books.games), carry=True),
        )
        assert nonzero(shown.nets) == nonzero(wanted.nets)
        assert [(one.payer_id, one.payee_id, one.amount) for one in shown.lines] == wanted.lines()
        left = {line.pk: getattr(line, "left", None) for line in open_lines(self.unit)}
        assert left == self.books.open_lines()

    def each_jiang_stands_as_replayed(self) -> None:
        shown = Jiang.objects.values_list("pk", "version", "hand_count", "state")
        assert {pk: (version, hands, state) for pk, version, hands, state in shown} == {
            key: (game.version, len(game.hands), state_of(game)) for key, game in self.books.games.items()
        }

    def nothing_differs(self) -> None:
        """The site's own check of itself."""
        assert [f"{one.where}: {one.template % one.params}" for one in verify_club(self.club)] == []


def state_of(game: Game) -> str:
    if game.played().complete:
        return "complete"
    return "closed" if game.closed else "open"


def nonzero(nets: Any) -> dict[int | None, int]:
    return {who: net for who, net in nets.items() if net}
