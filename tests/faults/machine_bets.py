"""Steps of 插花 at a table: set, accept, withdraw, switch, void, as the rules of `settlement.jiang.may` have it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from league.models import Member, SideBet
from league.services import bets
from settlement.jiang import may
from settlement.jiang.errors import RuleError
from settlement.jiang.forms import InnerBet, OuterBet
from tests.faults.machine import ORGANISER, picks, seats
from tests.faults.machine_tables import TableMachine
from tests.faults.plain_jiang import NEXT, Bet, Game, token

some = st.lists(seats, unique=True, min_size=1, max_size=3)
overruling = st.sampled_from(["", "the table agreed"])


class BetMachine(TableMachine):
    """What is bet beside the play."""

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, seat=seats, units=st.integers(1, 3), others=some, overruled=overruling)
    def set_inner(self, pick: int, seat: int, units: int, others: list[int], overruled: str) -> None:
        game = self.game(pick)
        bet = Bet("inner", seat, sorted(others), NEXT, stake={"units": units}, overruled=bool(overruled))
        fault = may.may_start(
            game.record(), InnerBet(seat, units, len(game.hands) + 1, tuple(sorted(others)))
        )
        self.change(
            game,
            "set inner",
            lambda: bets.set_inner(
                self.jiang(game), seat, units, others, actor=ORGANISER, overruled=overruled
            ),
            lambda it: it.bets.append(bet),
            refused=_over(game) or _refusal(fault, overruled),
        )

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, member=picks, seat=seats, others=some, overruled=overruling)
    def set_outer(self, pick: int, member: int, seat: int, others: list[int], overruled: str) -> None:
        game, who = self.game(pick), self.member(member)
        stake = {"base": 50, "per_tai": 10}
        bet = Bet("outer", seat, sorted(others), NEXT, None, who, stake, overruled=bool(overruled))
        row = OuterBet(token(who), seat, 50, 10, len(game.hands) + 1, tuple(sorted(others)))
        seated = who in game.players or who in [one.who for one in game.later]
        running = any(one.backer == who and one.ends is None for one in game.bets)
        code = "backer" if seated or running else _refusal(may.may_start(game.record(), row), overruled)

        def work() -> SideBet:
            backer = Member.objects.get(pk=who)
            return bets.set_outer(
                self.jiang(game), backer, seat, 50, 10, others, actor=ORGANISER, overruled=overruled
            )

        change = lambda it: it.bets.append(bet)  # noqa: E731
        self.change(game, "set outer", work, change, refused=_over(game) or code)

    @precondition(lambda self: any(game.bets for game in self.books.games.values()))
    @rule(pick=picks, which=picks, others=some)
    def accept_bet(self, pick: int, which: int, others: list[int]) -> None:
        game, index = self.bet(pick, which)

        def change(it: Game) -> None:
            it.bets[index].accepted_by = sorted(others)

        self.change(
            game,
            "accept bet",
            lambda: bets.accept(self.bet_row(game, index), others, actor=ORGANISER),
            change,
            refused=_over(game) or (None if game.bets[index].begins == NEXT else "bet_runs"),
        )

    @precondition(lambda self: any(game.bets for game in self.books.games.values()))
    @rule(pick=picks, which=picks, overruled=overruling)
    def withdraw_bet(self, pick: int, which: int, overruled: str) -> None:
        game, index = self.bet(pick, which)
        bet = game.bets[index]
        code = _over(game) or (None if bet.ends is None else "bet_over")
        if code is None and bet.begins != NEXT:
            place = {bet.kind: game.of_kind(bet.kind).index(bet)}
            code = _refusal(may.may_stop(game.record(), **place), overruled)

        def change(it: Game) -> None:
            if bet.begins == NEXT:
                del it.bets[index]
                return
            it.bets[index].ends = it.hands[-1][0]
            it.bets[index].overruled = bet.overruled or bool(overruled)

        self.change(
            game,
            "withdraw bet",
            lambda: bets.withdraw(self.bet_row(game, index), actor=ORGANISER, overruled=overruled),
            change,
            refused=code,
        )

    @precondition(lambda self: any(game.of_kind("outer") for game in self.books.games.values()))
    @rule(pick=picks, which=picks, seat=seats, others=some, overruled=overruling)
    def switch_bet(self, pick: int, which: int, seat: int, others: list[int], overruled: str) -> None:
        game, index = self.bet(pick, which)
        bet = game.bets[index]
        moved = replace(
            bet,
            seat=seat,
            accepted_by=sorted(others),
            begins=NEXT,
            void=set(),
            overruled=bool(overruled),
            stake=dict(bet.stake),
        )
        code = _over(game) or (None if bet.kind == "outer" and bet.ends is None else "bet_over")
        if code is None:
            given = OuterBet(token(bet.backer or 0), seat, bet.stake["base"], bet.stake["per_tai"], 0, ())
            row = replace(given, from_hand=len(game.hands) + 1, accepted_by=tuple(sorted(others)))
            place = game.of_kind("outer").index(bet)
            code = _refusal(may.may_switch(game.record(), place, row), overruled)

        def change(it: Game) -> None:
            it.bets[index].ends = it.hands[-1][0] if it.hands else None
            it.bets.append(moved)

        self.change(
            game,
            "switch bet",
            lambda: bets.switch(
                self.bet_row(game, index), seat, others, actor=ORGANISER, overruled=overruled
            ),
            change,
            refused=code,
        )

    @precondition(lambda self: any(game.of_kind("outer") for game in self.books.games.values()))
    @rule(pick=picks, which=picks, number=st.integers(0, 17), void=st.booleans())
    def declare_void(self, pick: int, which: int, number: int, void: bool) -> None:
        game, index = self.bet(pick, which)
        known = game.bets[index].kind == "outer" and 1 <= number <= len(game.hands)

        def change(it: Game) -> None:
            hand = it.name(number)
            (it.bets[index].void.add if void else it.bets[index].void.discard)(hand)

        self.change(
            game,
            "declare void",
            lambda: bets.declare_void(self.bet_row(game, index), number, void=void, actor=ORGANISER),
            change,
            refused=_over(game) or (None if known else "no_such_hand"),
        )

    def bet(self, pick: int, which: int) -> tuple[Game, int]:
        games = [game for game in self.books.games.values() if game.bets]
        game = games[pick % len(games)]
        return game, which % len(game.bets)

    def bet_row(self, game: Game, index: int) -> SideBet:
        bet = game.bets[index]
        rows = SideBet.objects.filter(jiang=game.key, kind=bet.kind).order_by("position")
        return rows[game.of_kind(bet.kind).index(bet)]


def _over(game: Game) -> str | None:
    return "jiang_over" if game.over else None


def _refusal(fault: RuleError | None, overruled: str) -> str | None:
    if fault is None or overruled or fault.params.get("mode") == "warn":
        return None
    return fault.code
