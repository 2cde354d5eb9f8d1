"""The parts of `bench/ledger`: needs a configured Django on an empty PostgreSQL."""

from __future__ import annotations

import http.client
import json
import socket
import statistics
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from league.actors import SITE
from league.models import Club, Jiang
from league.selectors.balances import unit_balances
from league.services.clubs import add_member, found_club, open_season
from league.services.hands import record_hand
from league.services.opening import Terms, open_jiang, open_session
from league.services.tokens import create_token
from settlement import ledger
from settlement.ledger.tallies import CHECKPOINT_EVERY
from settlement.models import Account, Book

HANDS_A_JIANG = 20


def facts(number: int) -> dict[str, Any]:
    """An ordinary hand; the dealer wins often enough that the 將 lasts."""
    return {
        "result": "win",
        "from": None if number % 3 == 0 else 3,
        "wins": [{"seat": 0, "patterns": {"all_pungs": 1, "dragon_pung": 1}}],
    }


class Hall:
    """A club with four at a table, and a new 將 whenever one is asked for."""

    def __init__(self, slug: str) -> None:
        self.club: Club = found_club(slug, slug)
        open_season(self.club, slug, date(2026, 1, 1))
        self.four = [add_member(self.club, name) for name in ("東", "南", "西", "北")]
        self.session = open_session(self.club, date(2026, 1, 2))
        self.unit = self.club.units.select_related("book").get()

    def jiang(self) -> Jiang:
        from league.services.opening import add_table

        return open_jiang(
            add_table(self.session), self.four, 0, Terms(self.unit, "luohan-2005", 100, 20), actor=SITE
        )


def writing(rounds: int, hands: int) -> tuple[dict[str, float], bool]:
    """Rounds of raw SQL, service and HTTP by turns; the median ratios."""
    hall, raw = Hall("service"), RawHall("raw")
    with _web(hall) as post:
        ways: dict[str, Callable[[int], None]] = {
            "raw SQL": raw.write,
            "service": lambda count: _by_service(hall, count),
            "HTTP": lambda count: _by_http(hall, post, count),
        }
        rates: dict[str, list[float]] = {name: [] for name in ways}
        for way in ways.values():
            way(HANDS_A_JIANG)
        for _ in range(rounds):
            for name, way in ways.items():
                started = time.perf_counter()
                way(hands)
                rates[name].append(hands / (time.perf_counter() - started))
    print(f"{'hands a second':20}{'lowest':>10}{'median':>10}{'highest':>10}")
    for name, found in rates.items():
        print(f"{name:20}{min(found):>10,.0f}{statistics.median(found):>10,.0f}{max(found):>10,.0f}")
    steady = min(rates["raw SQL"]) >= max(rates["raw SQL"]) / 2
    return {
        "service_to_raw": _ratio(rates["service"], rates["raw SQL"]),
        "http_to_raw": _ratio(rates["HTTP"], rates["raw SQL"]),
    }, steady


def _ratio(ours: list[float], raw: list[float]) -> float:
    return round(statistics.median(one / other for one, other in zip(ours, raw, strict=True)), 3)


def _by_service(hall: Hall, count: int) -> None:
    for start in range(0, count, HANDS_A_JIANG):
        jiang = hall.jiang()
        for number in range(1, min(HANDS_A_JIANG, count - start) + 1):
            record_hand(jiang, facts(number), number=number, actor=SITE)


def _by_http(hall: Hall, post: Callable[[int, int], None], count: int) -> None:
    for start in range(0, count, HANDS_A_JIANG):
        jiang = hall.jiang()
        for number in range(1, min(HANDS_A_JIANG, count - start) + 1):
            post(jiang.pk, number)


@contextmanager
def _web(hall: Hall) -> Iterator[Callable[[int, int], None]]:
    """The site under its own web server; what is yielded posts a hand over one kept connection."""
    _, key = create_token(hall.club, "bench", ["record"])
    port = _free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--no-ws"]
    command += ["--port", str(port), "--workers", "1", "--log-level", "error", "config.wsgi:application"]
    server = subprocess.Popen(command)  # noqa: S603 - our own words
    try:
        client = _client(port)

        def post(jiang: int, number: int) -> None:
            headers = {
                "Authorization": f"Bearer {key}",
                "Content-Type": "application/json",
                "Idempotency-Key": uuid.uuid4().hex,
            }
            body = json.dumps({"number": number, "hand": facts(number)})
            client.request("POST", f"/api/v1/clubs/{hall.club.slug}/jiang/{jiang}/hands/", body, headers)
            answer = client.getresponse()
            text = answer.read()
            if answer.status != http.client.CREATED:
                raise RuntimeError(f"{answer.status}: {text.decode()[:300]}")

        yield post
    finally:
        server.terminate()
        server.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def _client(port: int) -> http.client.HTTPConnection:
    deadline = time.monotonic() + 60
    while True:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            client.request("GET", "/healthz")
            client.getresponse().read()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return client


class RawHall(Hall):
    """The rows that recording a hand writes, by hand-written SQL: one transaction each, nothing computed."""

    def write(self, count: int) -> None:
        for start in range(0, count, HANDS_A_JIANG):
            jiang = self.jiang()
            self._write_jiang(jiang, min(HANDS_A_JIANG, count - start))

    def _write_jiang(self, jiang: Jiang, count: int) -> None:
        accounts = ledger.accounts(self.unit.book, [f"member:{one.pk}" for one in self.four])
        winner, *others = (accounts[f"member:{one.pk}"].pk for one in self.four)
        results = [(one.pk, seat) for seat, one in enumerate(self.four)]
        with connection.cursor() as cursor:
            for number in range(1, count + 1):
                payers = others if number % 3 == 0 else others[-1:]
                with transaction.atomic():
                    _raw_hand(cursor, jiang.pk, self.unit.book.pk, number, winner, payers, results)


def _raw_hand(
    cursor: Any,
    jiang: int,
    book: int,
    number: int,
    winner: int,
    payers: list[int],
    results: list[tuple[int, int]],
) -> None:
    now, uid, text = timezone.now(), uuid.uuid4(), json.dumps(facts(number))
    cursor.execute("SELECT version FROM league_jiang WHERE id = %s FOR NO KEY UPDATE", [jiang])
    cursor.execute("SELECT last_seq, head_hash FROM settlement_book WHERE id = %s FOR NO KEY UPDATE", [book])
    seq, head = cursor.fetchone()
    posting = book * 2**32 + seq + 1
    touched = [(winner, 220 * len(payers)), *((payer, -220) for payer in payers)]
    cursor.execute(
        "INSERT INTO settlement_balance (account_id, amount, entries, last_seq) VALUES "  # noqa: S608
        + ", ".join(["(%s, %s, 1, %s)"] * len(touched))
        + " ON CONFLICT (account_id) DO UPDATE SET amount = settlement_balance.amount + EXCLUDED.amount,"
        " entries = settlement_balance.entries + 1, last_seq = EXCLUDED.last_seq",
        [value for account, amount in touched for value in (account, amount, seq + 1)],
    )
    cursor.execute(
        "INSERT INTO settlement_transfer (posting_id, position, src_id, dst_id, amount, reason, detail) "
        "VALUES "
        + ", ".join(
            ['(%s, %s, %s, %s, 220, \'win\', \'{"base": 100, "face": 5, "per_tai": 20}\')'] * len(payers)
        ),
        [
            value
            for position, payer in enumerate(payers, start=1)
            for value in (posting, position, payer, winner)
        ],
    )
    cursor.execute(
        "INSERT INTO settlement_posting (id, book_id, seq, kind, reference, revision, occurred_at, recorded_at,"
        " actor, memo, entries, prev_hash, hash) VALUES (%s, %s, %s, 'hand', %s, 1, %s, %s, 'site', '', %s, %s, %s)",
        [posting, book, seq + 1, f"hand:{uid}", now, now, len(payers), head, uid.hex * 2],
    )
    cursor.execute(
        "INSERT INTO league_hand (jiang_id, number, uid, facts, posting_id, postings_made, fingerprint, recorded_at)"
        " VALUES (%s, %s, %s, %s, %s, 1, %s, %s) RETURNING id",
        [jiang, number, uid, text, posting, uid.hex * 2, now],
    )
    hand = cursor.fetchone()[0]
    cursor.execute(
        "INSERT INTO league_handrevision (hand_id, number, change, facts, actor, why, made_at)"
        " VALUES (%s, 1, 'recorded', %s, 'site', '', %s)",
        [hand, text, now],
    )
    cursor.execute(
        "UPDATE league_jiang SET hand_count = %s, version = version + 1 WHERE id = %s", [number, jiang]
    )
    names = "play_net, bets_net, fees_net, hands, wins, self_draws, deal_ins, win_tai, best_tai"
    cursor.execute(
        f"INSERT INTO league_jiangresult (jiang_id, member_id, seat, place, {names}) VALUES "  # noqa: S608
        + ", ".join(["(%s, %s, %s, 1, %s, 0, 0, %s, 1, 1, 1, 5, 5)"] * 4)
        + " ON CONFLICT (jiang_id, member_id) DO UPDATE SET play_net = EXCLUDED.play_net, hands = EXCLUDED.hands,"
        " wins = EXCLUDED.wins, self_draws = EXCLUDED.self_draws, deal_ins = EXCLUDED.deal_ins,"
        " win_tai = EXCLUDED.win_tai, best_tai = EXCLUDED.best_tai",
        [value for member, seat in results for value in (jiang, member, seat, number * 220, number)],
    )


def reading(small: int, large: int) -> dict[str, float]:
    """A balance and the newest page of a statement, when the club's book holds few hands and when many."""
    hall = Hall("growing")
    member = hall.four[0]
    accounts = ledger.accounts(hall.unit.book, [f"member:{one.pk}" for one in hall.four])
    from league.services.accounts import accounts_of
    from league.services.facts import token

    accounts_of(hall.unit, [token(one.pk) for one in hall.four])
    named = {"balance": lambda: unit_balances(member), "statement": lambda: _page(accounts)}
    times: dict[str, dict[int, float]] = {name: {} for name in named}
    have = 0
    for size in (small, large):
        _fill(hall.unit.book, list(accounts.values()), have, size)
        have = size
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE settlement_posting, settlement_transfer, settlement_balance")
        for name, read in named.items():
            times[name][size] = _median_time(read)
    print(f"{'milliseconds':20}{small:>12,}{large:>12,}")
    for name, found in times.items():
        print(f"{name:20}{found[small] * 1000:>12.2f}{found[large] * 1000:>12.2f}")
    label = "1m" if large == 1_000_000 else "100k"
    return {f"{name}_{label}_to_10k": round(found[large] / found[small], 3) for name, found in times.items()}


def _page(accounts: dict[str, Account]) -> object:
    return ledger.statement([next(iter(accounts.values()))], newest=True, limit=50)


FILL = """
SET LOCAL session_replication_role = replica;
INSERT INTO settlement_posting (id, book_id, seq, kind, reference, revision, occurred_at, recorded_at, actor,
                                memo, entries, prev_hash, hash)
SELECT {book}::bigint * 4294967296 + i, {book}, i, 'hand', 'hand:' || i, 1, now(), now(), 'bench', '', 1,
       md5(i::text), md5((i + 1)::text) FROM generate_series({have} + 1, {size}) i;
INSERT INTO settlement_transfer (posting_id, position, src_id, dst_id, amount, reason, detail)
SELECT {book}::bigint * 4294967296 + i, 1, (ARRAY[{accounts}])[(i + 1) % 4 + 1], (ARRAY[{accounts}])[i % 4 + 1],
       220, 'win', '{{}}' FROM generate_series({have} + 1, {size}) i;
DELETE FROM settlement_checkpoint;
CREATE TEMPORARY TABLE sides ON COMMIT DROP AS
SELECT account, posting_id, SUM(amount) OVER run AS stands, ROW_NUMBER() OVER run AS entry
FROM (SELECT src_id AS account, posting_id, -amount AS amount FROM settlement_transfer
      UNION ALL SELECT dst_id, posting_id, amount FROM settlement_transfer) moved
WHERE account IN ({accounts}) WINDOW run AS (PARTITION BY account ORDER BY posting_id);
INSERT INTO settlement_checkpoint (account_id, posting_id, amount)
SELECT account, posting_id, stands FROM sides WHERE entry % {every} = 0;
INSERT INTO settlement_balance (account_id, amount, entries, last_seq)
SELECT DISTINCT ON (account) account, stands, entry, posting_id - {book}::bigint * 4294967296
FROM sides ORDER BY account, entry DESC
ON CONFLICT (account_id) DO UPDATE SET amount = EXCLUDED.amount, entries = EXCLUDED.entries,
                                       last_seq = EXCLUDED.last_seq;
UPDATE settlement_book SET last_seq = {size}, head_hash = md5(({size} + 1)::text), head_at = now() WHERE id = {book};
"""


def _fill(book: Book, accounts: list[Account], have: int, size: int) -> None:
    """Hands by the database itself, the winners in turn: what is measured is reading, not how they came in."""
    ids = ", ".join(str(account.pk) for account in accounts)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(FILL.format(book=book.pk, have=have, size=size, accounts=ids, every=CHECKPOINT_EVERY))


def _median_time(read: Callable[[], object]) -> float:
    for _ in range(20):
        read()
    times = []
    for _ in range(200):
        started = time.perf_counter()
        read()
        times.append(time.perf_counter() - started)
    return statistics.median(times)
