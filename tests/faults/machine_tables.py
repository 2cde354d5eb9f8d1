"""Steps at the tables: records, hands, corrections, side bets, seats."""

from __future__ import annotations

import random
from typing import Any
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from league.models import Hand, Jiang, Member, Sitting, Table
from league.services import hands
from league.services import seats as seating
from league.services.opening import Terms, open_jiang, same_order
from league.services.records import Imported, import_record
from settlement.jiang.may import may_be_left
from settlement.jiang.record import read_record
from settlement.jiang.replay import start, step
from tests.faults.machine import ORGANISER, ClubMachine, faces, picks, seats
from tests.faults.plain_jiang import NEXT, Bet, Game, Sat
from tests.jiang.dice import BACKERS, NAMES, roll_hand, roll_record

AT_THE_END = 10**6


def _discard(seat: int, other: int, face: int) -> dict[str, Any]:
    return {"result": "win", "from": other, "wins": [{"seat": seat, "face": face}]}


facts = st.one_of(
    st.builds(_discard, seats, seats, faces),
    st.builds(_discard, seats, st.none(), faces),
    st.just({"result": "draw"}),
    st.integers(0, 10**6).map(lambda seed: roll_hand(random.Random(seed))),
)


class TableMachine(ClubMachine):
    """What scorers and organisers do."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[int, dict[str, Any]] = {}

    def begin(self, seed: int, pick: int, fee: bool, first: list[dict[str, Any]]) -> None:
        """One 將 complete, one in play."""
        self.import_one(seed, pick, True, False, False)
        self.open(0, pick, 0, fee, False)
        for one in first:
            self.record(1, one, 1)

    @rule(table=picks, pick=picks, dealer=seats, fee=st.booleans(), leave=st.booleans())
    def open(self, table: int, pick: int, dealer: int, fee: bool, leave: bool) -> None:
        """A 將, or the next one at a table; the bets that run on go along."""
        at, four = self.tables[table % len(self.tables)], self.four(pick)
        last = max((game for game in self.books.games.values() if game.table == at), key=_key, default=None)
        fees = {"self_draw": 30, "cap": 50, "per_player": 5} if fee else None
        game = Game(0, at, four, _terms(dealer, fees))
        code = None
        if last is not None:
            game.bets = [] if leave else _carried(last, four)
            code = "same_order" if same_order(four, last.seated(AT_THE_END)) else None
            code = code if last.over else "still_in_play"

        def work() -> Jiang:
            people = [Member.objects.get(pk=one) for one in four]
            terms = Terms(self.unit, "luohan-2005", 100, 20, table_fee=fees)
            place = Table.objects.get(pk=at)
            return open_jiang(place, people, dealer, terms, actor=ORGANISER, leave_bets=leave)

        jiang = self.expect("open", code, work)
        if jiang is not None:
            game.key, game.version = jiang.pk, 0
            self.books.games[jiang.pk] = game.play()

    @rule(
        seed=st.integers(0, 10**6), pick=picks, whole=st.booleans(), closed=st.booleans(), again=st.booleans()
    )
    def import_one(self, seed: int, pick: int, whole: bool, closed: bool, again: bool) -> None:
        """A new record, or one that was sent before: that is the 將 that stands, whatever has happened to it since."""
        document = _rolled(seed, whole=whole, closed=closed)
        known = [key for key, sent in self.sent.items() if again or sent == document]
        if known:
            self.import_again(known[pick % len(known)])
            return
        names = dict(zip((*NAMES, *BACKERS), [self.member(pick + turn) for turn in range(7)], strict=True))
        if len(set(names.values())) == len(names):
            self.send(document, names)

    def import_again(self, key: int) -> None:
        before = self.rows
        answer = self.attempt(
            "import again", lambda: import_record(self.club, self.sent[key], actor=ORGANISER)
        )
        assert isinstance(answer, Imported)
        assert (answer.jiang.pk, answer.created) == (key, False)
        assert self.rows == before

    def send(self, document: dict[str, Any], names: dict[str, int]) -> None:
        def work() -> Any:
            members = {name: Member.objects.get(pk=who) for name, who in names.items()}
            return import_record(self.club, document, actor=ORGANISER, names=members)

        answer = self.expect("import", None, work)
        assert answer is not None
        assert answer.created
        uids = Hand.objects.filter(jiang=answer.jiang).order_by("number").values_list("uid", flat=True)
        game = _taken_in(document, names, [str(uid) for uid in uids])
        game.key, game.table, game.version = answer.jiang.pk, answer.jiang.table_id, 0
        self.books.games[game.key] = game.play()
        self.sent[game.key] = document

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, facts=facts, many=st.integers(1, 4))
    def record(self, pick: int, facts: dict[str, Any], many: int) -> None:
        for _ in range(many):
            game, uid = self.game(pick), self.new_name()
            self.change(
                game,
                "record",
                lambda g=game, u=uid: hands.record_hand(
                    self.jiang(g), facts, number=len(g.hands) + 1, actor=ORGANISER, uid=u
                ),
                lambda it, u=uid: it.add(str(u), facts),
                refused="jiang_over" if game.closed else None,
            )

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, which=picks, facts=facts, off=st.sampled_from([0, 0, -1, 1, 2]))
    def record_wrongly(self, pick: int, which: int, facts: dict[str, Any], off: int) -> None:
        """A hand that stands is sent once more, or one out of turn."""
        game = self.game(pick)
        if off:
            self.record_out_of_turn(game, facts, len(game.hands) + 1 + off)
        elif game.hands:
            uid, standing = game.hands[which % len(game.hands)]
            self.retry(game, uid, facts if which % 3 == 0 else standing)

    def retry(self, game: Game, uid: str, facts: dict[str, Any]) -> None:
        """With the same facts it is told as it stands, else refused."""
        number, code = game.number(uid), None if (uid, facts) in game.hands else "hand_exists"
        written = self.expect(
            "retry",
            code,
            lambda: hands.record_hand(self.jiang(game), facts, number=number, actor=ORGANISER, uid=UUID(uid)),
        )
        assert written is None or written.again

    def record_out_of_turn(self, game: Game, facts: dict[str, Any], number: int) -> None:
        code, uid = "hand_exists" if 1 <= number <= len(game.hands) else "not_the_next_hand", self.new_name()
        self.expect(
            "record out of turn",
            code,
            lambda: hands.record_hand(self.jiang(game), facts, number=number, actor=ORGANISER, uid=uid),
        )

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, which=picks, facts=facts, stale=st.booleans())
    def correct(self, pick: int, which: int, facts: dict[str, Any], stale: bool) -> None:
        game = self.game(pick)
        if not game.hands:
            return
        uid, _ = game.hands[which % len(game.hands)]
        number = game.number(uid)

        def change(it: Game) -> None:
            it.hands[number - 1] = (uid, facts)

        self.change(
            game,
            "correct",
            lambda: hands.correct_hand(
                Hand.objects.get(uid=uid), facts, version=game.version - stale, actor=ORGANISER, why="misread"
            ),
            change,
            refused="changed_meanwhile" if stale else None,
            keep_late=True,
        )

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, which=picks)
    def strike(self, pick: int, which: int) -> None:
        game = self.game(pick)
        if not game.hands:
            return
        uid, _ = game.hands[which % len(game.hands)]
        number = game.number(uid)
        self.change(
            game,
            "strike",
            lambda: hands.strike_hand(Hand.objects.get(uid=uid), version=game.version, actor=ORGANISER),
            lambda it: it.strike(number),
            keep_late=True,
        )

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, which=picks, facts=facts)
    def insert(self, pick: int, which: int, facts: dict[str, Any]) -> None:
        game = self.game(pick)
        number = which % (len(game.hands) + 3)
        written = self.change(
            game,
            "insert",
            lambda: hands.insert_hand(
                self.jiang(game), facts, number=number, version=game.version, actor=ORGANISER
            ),
            lambda it: it.insert(number, "new", facts),
            refused=None if 1 <= number <= len(game.hands) + 1 else "no_such_hand",
            keep_late=True,
        )
        if written is not None:
            self.books.games[game.key].hands[number - 1] = (str(written.hand.uid), facts)

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, closed=st.booleans())
    def close(self, pick: int, closed: bool) -> None:
        game = self.game(pick)

        def change(it: Game) -> None:
            it.closed = closed

        self.change(
            game,
            "close" if closed else "reopen",
            lambda: hands.close_jiang(self.jiang(game), version=game.version, actor=ORGANISER, closed=closed),
            change,
        )

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, one=seats, other=seats)
    def swap_seats(self, pick: int, one: int, other: int) -> None:
        game = self.game(pick)

        def change(it: Game) -> None:
            it.players[one], it.players[other] = it.players[other], it.players[one]

        self.change(
            game,
            "swap",
            lambda: seating.swap(self.jiang(game), one, other, version=game.version, actor=ORGANISER),
            change,
            refused="seats" if one == other else None,
            keep_late=True,
        )

    @precondition(lambda self: self.books.games)
    @rule(pick=picks, seat=seats, member=picks, which=picks)
    def take_over(self, pick: int, seat: int, member: int, which: int) -> None:
        game, who = self.game(pick), self.member(member)
        number = 1 + which % (len(game.hands) + 2)
        busy = who in game.seated(number) or any(bet.backer == who for bet in game.bets)
        code = "seats" if busy else None if 2 <= number <= len(game.hands) + 1 else "from_hand"

        def change(it: Game) -> None:
            it.later = [one for one in it.later if (one.seat, it.number(one.begins)) != (seat, number)]
            it.later.append(Sat(seat, who, it.name(number)))

        self.change(
            game,
            "take over",
            lambda: seating.take_over(
                self.jiang(game),
                seat,
                Member.objects.get(pk=who),
                number,
                version=game.version,
                actor=ORGANISER,
            ),
            change,
            refused=code,
            keep_late=True,
        )

    @precondition(lambda self: any(game.later for game in self.books.games.values()))
    @rule(pick=picks)
    def undo_take_over(self, pick: int) -> None:
        taken = [game for game in self.books.games.values() if game.later]
        game = taken[pick % len(taken)]
        index = pick % len(game.later)
        seat, number = game.later[index].seat, game.number(game.later[index].begins)
        self.change(
            game,
            "undo take over",
            lambda: seating.undo_take_over(
                Sitting.objects.get(jiang=game.key, seat=seat, from_hand=number),
                version=game.version,
                actor=ORGANISER,
            ),
            lambda it: it.later.pop(index),
            keep_late=True,
        )

    def jiang(self, game: Game) -> Jiang:
        return Jiang.objects.get(pk=game.key)


def _key(game: Game) -> int:
    return game.key


def _terms(dealer: int, fees: dict[str, int] | None) -> dict[str, Any]:
    return {"stakes": {"base": 100, "per_tai": 20}, "first_dealer": dealer, "table_fee": fees or {}}


def _carried(last: Game, four: list[int]) -> list[Bet]:
    """Inner bets that still run and lost nothing go along with who sits again."""
    then, found = last.seated(AT_THE_END), []
    for bet, own in zip(last.of_kind("inner"), last.played().inner_sums, strict=True):
        if bet.ends is None and may_be_left(own) is False and then[bet.seat] in four:
            others = sorted(four.index(then[other]) for other in bet.accepted_by if then[other] in four)
            found.append(Bet("inner", four.index(then[bet.seat]), others, NEXT, stake=dict(bet.stake)))
    return found


def _rolled(seed: int, *, whole: bool, closed: bool) -> dict[str, Any]:
    """A record; a whole one has sixteen hands that the dealer never wins."""
    dice = random.Random(seed)
    document = roll_record(dice, hands=0 if whole else dice.randrange(1, 8))
    document["played_on"] = f"2026-0{dice.randrange(1, 7)}-{dice.randrange(10, 28)}"
    for _ in range(16 if whole else 0):
        winner, loser = _not_the_dealer(document, dice)
        document["hands"].append(_discard(winner, loser, dice.randrange(10)))
    return document | {"closed": closed}


def _not_the_dealer(document: dict[str, Any], dice: random.Random) -> list[int]:
    state = start(read_record(document))
    for hand in state.record.hands:
        state, _ = step(state, hand)
    return dice.sample([seat for seat in range(4) if seat != state.flow.dealer], 2)


def _taken_in(document: dict[str, Any], names: dict[str, int], uids: list[str]) -> Game:
    """The model of a record, before it is played."""
    terms = {key: document[key] for key in ("stakes", "first_dealer", "ruleset", "options", "table_fee")}
    game = Game(0, 0, [names[name] for name in document["players"]], terms, closed=document["closed"])
    game.hands = list(zip(uids, document["hands"], strict=True))
    for kind in ("inner", "outer"):
        for given in document[f"{kind}_bets"]:
            bet = Bet(kind, given["seat"], given["accepted_by"], game.name(given["from_hand"]))
            bet.stake = {key: given[key] for key in ("units", "base", "per_tai") if key in given}
            bet.backer = names[given["backer"]] if "backer" in given else None
            game.bets.append(bet)
    return game
